/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Adds the slices of one interval per process and region, and makes rows of them. What a process
 * did outside of regions, or before the first marker that was seen, has a row too, "(other)":
 * snapshot_finish() makes it of the process and its regions, so that these add up to it exactly,
 * whatever found no room here. Collector thread.
 */
#ifndef TDTOP_COLLECT_COLLECTOR_REGION_SUMS_H
#define TDTOP_COLLECT_COLLECTOR_REGION_SUMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/region/regions.h"
#include "collect/slice/source.h"
#include "collect/slice/tally.h"

#define REGION_SUMS_MAX 65536	/* regions of all processes in one interval: about 24 MB */

struct process;
struct region_sums;
struct snapshot;
struct task;

/* What the threads of a process did in a region in this interval. Valid until it ends. */
struct region_sum {
	struct process *process;
	region_t region;
	uint32_t id;			/* of its name, once the interval has ended */
	uint64_t busy_ns, slices, entries;
	struct tally tally;
};

struct region_sums *region_sums_new(void);	/* NULL without memory */
void region_sums_free(struct region_sums *sums);	/* NULL is fine */

/*
 * The sum of this region (not 0) of the task's process, which begins with nothing. NULL: there are
 * REGION_SUMS_MAX, or no memory. Nothing is allocated for a region that is known.
 */
struct region_sum *region_sums_find(struct region_sums *sums, const struct task *task,
				    region_t region);

/*
 * Adds the time and the entries of a slice with slice->region of this task. Returns the tally to
 * which the caller adds what counts as the task's; NULL: as region_sums_find().
 */
struct tally *region_sums_add(struct region_sums *sums, const struct task *task,
			      const struct slice *slice);

/* The interval ends: turns the tallies into counts of events, before their plans are dropped. */
void region_sums_settle(struct region_sums *sums);

/*
 * Adds ROW_REGION rows to a draft: one for each name of a process. Marks processes whose row of the
 * rest is due (collect/collector/task_rows.c), in this interval and in some after it. False without memory:
 * some are missing.
 */
bool region_sums_fill(struct region_sums *sums, struct regions *regions, struct snapshot *draft);

/* Begins the next interval. */
void region_sums_clear(struct region_sums *sums);

#endif
