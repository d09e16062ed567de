/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Which programs and libraries are watched, of those that the finder has found: the first
 * REGION_OBJECTS_MAX. One that no process used for half a minute gives way to another one; one
 * whose file was written to since it was read, or is about to be, is not probed any more
 * (collect/sys/file_guard.h). Both are found again if they still run. Collector thread.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "collect/region/regions.h"

struct region_finder;

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
