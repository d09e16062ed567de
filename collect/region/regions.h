/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The regions that are known: the objects (programs and libraries) with markers, the names of their
 * regions, and in which region each task is. One for all sources of a session; collector thread.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include <time.h>

#include "collect/region/region_note.h"
#include "collect/region/region_stack.h"

#define REGION_OBJECTS_MAX 16	/* a group has room for the probes of so many */
#define REGION_PATH_LEN 256

struct counts;
struct file_guard;
struct region_task;
struct region_times;

/* What distinguishes a file from others, and from what it was before. */
struct region_file {
	dev_t device;
	ino_t inode;		/* 0: none */
	off_t size;
	struct timespec changed;
};

struct region_object {
	int fd;			/* of the file, which stays open; -1: of a recording, or the demo,
				 * or closed by regions_close() */
	struct file_guard *guard;	/* keeps it as it is while probed; owned; NULL: none */
	struct region_file file;
	char path[REGION_PATH_LEN];	/* as a process mapped it; cut if longer */
	struct region_notes notes;
};

/* Closes and frees what it owns. */
void region_object_done(struct region_object *object);

struct regions;

struct regions *regions_new(void);	/* NULL without memory */
void regions_free(struct regions *regions);	/* closes the files; NULL is fine */

/*
 * Adds an object, which moves into `regions`. Its number, from 1 on; -ENOSPC, -ENOMEM: it is
 * closed and freed.
 */
int regions_add(struct regions *regions, struct region_object *object);
/*
 * Closes an object's file: it is not probed any more. Its regions keep their names until another
 * object gets its number by regions_put(), which takes over `object`. That is when no slice of the
 * old one is to come, and no task is in one of its regions.
 */
void regions_close(struct regions *regions, uint32_t number);
void regions_put(struct regions *regions, uint32_t number, struct region_object *object);
/* Was a name of it asked for since the last call? Then a task was in one of its regions. */
bool regions_take_used(struct regions *regions, uint32_t number);
uint32_t regions_objects(const struct regions *regions);	/* their number */
/* NULL: there is none with this number. Valid until the next regions_add(). */
const struct region_object *regions_object(const struct regions *regions, uint32_t number);

/* Who is in a region. */
struct region_user {
	int32_t pid;
	uint64_t life_ns;	/* its start, or its last execve(2); 0: not known */
};

/*
 * The number of a region's name, from 1 on: regions of one name are one region, wherever they are
 * in the program. Of a pool: of the name that this process gave it, if that was told, else "object
 * #entry"; "object (unknown)" for what its notes do not have. Of so many names that a program makes
 * them up: "(more names)". 0: for 0, and without memory.
 */
uint32_t regions_name_id(struct regions *regions, const struct region_user *user, region_t region);
void regions_next_interval(struct regions *regions);	/* unused names of pools age */
const char *regions_name(const struct regions *regions, uint32_t id);	/* "" for 0 */

/*
 * Names of pools: the next entry that a task was seen in and whose name is not known; false: none.
 * Told by regions_tell_name(), also of entries that no task was seen in.
 */
bool regions_want_name(struct regions *regions, int32_t *pid, region_t *region);
void regions_want_later(struct regions *regions, int32_t pid, region_t region);	/* ask again */
void regions_tell_name(struct regions *regions, int32_t pid, region_t region, const char *name);

/* Slices that are not of their regions, as the source had no room for these; since the last call. */
void regions_leave_out(struct regions *regions, uint64_t slices);
uint64_t regions_take_left_out(struct regions *regions);

/* ---- tasks ---- */

struct region_marker {
	int32_t pid, tid;
	uint32_t object;
	uint64_t argument;	/* the marker's first argument */
	uint64_t mark;		/* address of tdtop_region_mark() in that process: where the probe was hit */
	uint64_t time_ns;
	bool in_gap;		/* what the task ran for just now is not known */
};

/* A task passed a marker. An entry that ends has its duration in regions_times(). */
void regions_mark(struct regions *regions, const struct region_marker *marker);

/*
 * A task that is in a region ran for so long, and counted this (NULL: nothing that is its own): of its
 * innermost entry, until the next marker.
 */
void regions_ran(struct regions *regions, int32_t tid, uint64_t ns, const struct counts *counts);
/* Some task ran without its time being known: no entry that is open has a CPU time. */
void regions_gap(struct regions *regions);
/* Durations of entries that ended in this interval; who makes its rows clears it. */
struct region_times *regions_times(struct regions *regions);

/*
 * The region of a task now, and how often it was entered since the last call for this task (0 or 1,
 * more if nothing was asked in between). 0 without a lookup if no task is in a region.
 */
region_t regions_of_task(struct regions *regions, int32_t tid, uint32_t *entries);

/* Is this task in a region, or has it entered one since that call? */
bool regions_has_task(const struct regions *regions, int32_t tid);

/* fork(2): the new process goes on where its parent is. A new thread is in none. */
void regions_fork(struct regions *regions, int32_t tid, int32_t parent_tid);
void regions_end_task(struct regions *regions, int32_t tid);	/* it exits, or calls execve(2) */
/* Markers were missed: nothing is known of any task until its next marker. */
void regions_forget_tasks(struct regions *regions);

/* ---- for recordings ---- */

/* How often regions_forget_tasks() was called. */
uint64_t regions_forgotten(const struct regions *regions);

/*
 * The next task (region_tasks.h) that is in a region, after `task` (NULL: the first), with the entries that
 * regions_of_task() has not told yet. NULL: there are no more.
 */
const struct region_task *regions_next_task(const struct regions *regions, const struct region_task *task);
void regions_set_task(struct regions *regions, int32_t tid, const struct region_stack *stack,
		      uint32_t entries);

/*
 * The name of pools' entry number `i` ("": not told yet); NULL: there are no more. Another name, or
 * another entry in its place, has another stamp.
 */
const char *regions_pool_name(const struct regions *regions, size_t i, int32_t *pid,
			      region_t *region, uint64_t *stamp);
