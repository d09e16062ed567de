/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * In which region each task is: those that passed a marker; and how long their entries took. Collector thread, or
 * whichever thread owns it.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <uthash.h>

#include "collect/region/region_stack.h"
#include "model/counts.h"
#include "model/durations.h"
#include "model/pair_map.h"

/*
 * How long entries into regions took that ended in this interval, and what was counted in them, by process, region
 * and class of duration (model/durations.h).
 */

#define REGION_TIMES_MAX 16384	/* classes of all regions in an interval: about 10 MB */

struct region_time {
	region_t region;
	int32_t pid;
	int32_t class;		/* of duration */
	struct duration_class of;	/* without slots and nodes, which follow from the counts */
	struct counts counts;		/* of `of.entries` */
};

struct region_times {		/* zeroed: empty */
	struct region_time *list;
	size_t n, cap;
	struct pair_map index;	/* of each, by process with class, and region */
	uint64_t untimed;	/* entries that lack a duration, as there was no room; who finds that adds them */
};

/* NULL: no such entry has ended. */
const struct region_time *region_times_find(const struct region_times *times, int32_t pid, region_t region, int class);
/* Finds it or adds it, with nothing. NULL: there are REGION_TIMES_MAX, or no memory. Moves others. */
struct region_time *region_times_get(struct region_times *times, int32_t pid, region_t region, int class);

/* Entries that took equally long. */
struct region_took {
	uint64_t n;			/* at least 1 */
	uint64_t ns, cpu_ns;		/* of all of them: wall time, CPU time */
	bool cpu_known;			/* else cpu_ns is not used */
	const struct counts *counts;	/* of all of them */
};

/* They end: they are added to the classes of their wall time and of their CPU time, if there is room. */
void region_times_add(struct region_times *times, int32_t pid, region_t region, const struct region_took *took);
void region_times_clear(struct region_times *times);	/* keeps the memory */
void region_times_free(struct region_times *times);

/* ---- in which region each task is ---- */

struct region_entry_open {
	uint64_t began_ns;
	uint64_t began_cpu_ns;	/* of the task's CPU time */
	uint64_t gaps;		/* of struct region_moment, when it began; UINT64_MAX: its CPU time is not known */
	struct counts counts;	/* own: without regions inside */
};

/*
 * The entries of one task into regions that have not ended. Where region_stack.h knows in which region a task is, this
 * knows since when, and what was counted since: a stack as deep as the calls of the program, as far as it is kept.
 */
struct region_entries {		/* zeroed: the task is in no entry */
	struct region_open open;
	uint64_t cpu_ns;	/* that the task ran since it is known */
	struct region_entry_open entry[REGION_OPEN_MAX];	/* by place in .open */
};

/* When and where a marker was passed. */
struct region_moment {
	int32_t pid;
	uint64_t time_ns;
	uint64_t gaps;		/* changes whenever the CPU time of some task was not known */
	bool in_gap;		/* nor is it now */
};

struct region_task {
	UT_hash_handle hh;
	int32_t tid;
	uint32_t entries;	/* into the region on top, since it was asked */
	struct region_stack stack;
	struct region_entries *open;	/* owned; NULL: none was begun */
};

struct region_tasks {
	struct region_task *by_tid;
	struct region_entries *spare;	/* of a task that left; NULL: none */
};

/* NULL: it is not known. */
struct region_task *region_tasks_find(const struct region_tasks *tasks, int32_t tid);
/* Finds it or adds it, in no region; tid > 0. NULL without memory. */
struct region_task *region_tasks_add(struct region_tasks *tasks, int32_t tid);
/* The task's entries; made when first wanted. NULL without memory. */
struct region_entries *region_tasks_entries(struct region_tasks *tasks, struct region_task *task);
/* The task has no entries. */
void region_tasks_drop_entries(struct region_tasks *tasks, struct region_task *task);
void region_tasks_remove(struct region_tasks *tasks, int32_t tid);
void region_tasks_clear(struct region_tasks *tasks);	/* frees the memory; zeroed is fine */

/*
 * A marker of this object, as region_stack_mark(). The entry that ends is added to `times`. Those that were
 * left without their markers, by longjmp(3), are forgotten.
 */
void region_entries_mark(struct region_entries *entries, uint32_t object, region_t region, int enters,
			 const struct region_moment *now, struct region_times *times);

/* The task ran in its innermost entry, and counted this. NULL: it was not read, or has another owner. */
void region_entries_ran(struct region_entries *entries, uint64_t ns, const struct counts *counts);
