/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * How long entries into regions took that ended in this interval, and what was counted in them, by process,
 * region and class of duration (model/durations.h). Collector thread.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/region/region_stack.h"
#include "model/counts.h"
#include "model/durations.h"
#include "model/pair_map.h"

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
