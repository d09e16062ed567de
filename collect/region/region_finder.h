/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A thread that looks for programs with regions: the collector tells it which processes ran, it
 * looks at the files that they have mapped (region_files.h), and hands over those with regions. It
 * also reads names that processes gave regions when they ran. It is not in the sandbox, which
 * forbids to read /proc/PID/maps, and takes a small part of one CPU only.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/region/region_files.h"
#include "collect/region/regions.h"
#include "model/err.h"

struct region_finder;

/* Without its thread. proc_root: NULL: "/proc"; borrowed. NULL without memory. Main thread. */
struct region_finder *region_finder_new(const char *proc_root);
/* Starts the thread. 0, or a negative errno with a sentence. Main thread, before the sandbox. */
int region_finder_start(struct region_finder *finder, struct err *err);
/*
 * Ends it, closes what was not taken. If the thread does not end within 2 s, as a process that it
 * looks at has mapped what does not answer, it is left behind. NULL is fine. Main thread.
 */
void region_finder_free(struct region_finder *finder);

/* ---- collector thread ---- */

/*
 * A process is to be looked at; its children too, if they are wanted. False: there are too many,
 * try again later.
 */
bool region_finder_look(struct region_finder *finder, int32_t pid, bool children);
/* Takes over an object that was found. False: there is none. */
bool region_finder_take(struct region_finder *finder, struct region_object *object);
/* An object that was taken is not kept: it is found again if a process runs it still. */
void region_finder_forget(struct region_finder *finder, const struct region_file *file);

/* A name is to be read. False: there are too many. */
bool region_finder_want_name(struct region_finder *finder, const struct region_entry *entry);
/* A name that was read; "": it could not be read. False: there is none. */
bool region_finder_take_name(struct region_finder *finder, int32_t *pid, region_t *region,
			     char name[REGION_NAME_LEN]);

struct region_finder_report {
	uint64_t looked;	/* processes that were looked at */
	uint64_t denied;	/* of them: that could not be looked at, or not all of it */
	int error;		/* the negative errno of the last of them */
	size_t waiting;		/* processes and names that wait, or are looked at now */
	int32_t pid;		/* that is looked at now; 0: none */
	uint64_t steps;		/* that have ended */
};
void region_finder_report(struct region_finder *finder, struct region_finder_report *report);

/* ---- the thread, and tests ---- */

/* Looks at one process, or reads one name. False: there is nothing to do. */
bool region_finder_step(struct region_finder *finder);

/*
 * How long the thread sleeps after it has used so much CPU time until now_ns, so that it takes 5 %
 * of a CPU in the long run, and 100 ms at once. *credit_ns: 0 at first; both clocks in ns.
 */
uint64_t region_finder_pause(int64_t *credit_ns, uint64_t used_ns, uint64_t passed_ns);

/*
 * Which programs and libraries are watched, of those that the finder has found: the first REGION_OBJECTS_MAX. One
 * that no process used for half a minute gives way to another one; one whose file was written to since it was read,
 * or is about to be, is not probed any more (collect/sys/file_guard.h). Both are found again if they still run.
 * Collector thread.
 */
struct region_objects {
	struct regions *regions;	/* both borrowed */
	struct region_finder *finder;
	struct region_object next;	/* if gives_way: what gets that number */
	uint32_t gives_way;		/* a number; 0: none. Its last slices are to come */
	uint64_t gave_way_ns;		/* when one did it last */
	bool too_many;			/* some are not watched */
	uint64_t too_many_ns;		/* when that was last so */
	uint64_t used_ns[REGION_OBJECTS_MAX];	/* when a task was last in a region of it */
};

void region_objects_done(struct region_objects *objects);

enum region_objects_step {
	OBJECTS_SAME,
	OBJECTS_NEW,		/* there are more to be probed */
	OBJECTS_GONE,		/* all probes must be closed now, then opened again */
};

/* Takes what was found, looks at the files. may_replace: numbers may be given to other objects. */
enum region_objects_step region_objects_step(struct region_objects *objects, bool may_replace,
					     uint64_t now_ns);

/* An interval has ended, and its rows are made. True: there is another object to be probed. */
bool region_objects_see(struct region_objects *objects, uint64_t now_ns);

uint32_t region_objects_open(const struct region_objects *objects);	/* how many can be probed */
bool region_objects_ready(const struct region_objects *objects);	/* some can, now */
