/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Samples of a CPU that reads its counters at context switches only part of the time, in windows
 * (collect/slice/windows.h). At the end of the interval they are extrapolated to the whole interval:
 * the CPU's own counts are exact, and all its slots, including those of the gaps, are distributed
 * to the tasks seen in the windows. The split of each task is as it was seen; its total is an estimate.
 *
 * Where it is known who ran in gaps (the BPF engine: slice.gap_ns), all time is exact, and the slots of
 * gaps are distributed by it: those of a task that was never in a window have no owner. Else time is
 * distributed as well, and both in proportion to the windows. One per CPU, collector thread.
 */
#ifndef TDTOP_COLLECT_COLLECTOR_WINDOW_SAMPLES_H
#define TDTOP_COLLECT_COLLECTOR_WINDOW_SAMPLES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/collector/region_sums.h"
#include "collect/slice/source.h"
#include "collect/tasks/tasks.h"

/* What one task did in the windows of one CPU, in one region or outside of them. */
struct window_sample {
	struct task *task;
	struct region_sum *region;		/* NULL: in none */
	const struct window_samples *owner;
	struct window_sample *next;		/* of the same owner */
	struct window_sample *next_of_task;	/* of the same task on another CPU, or in
						 * another region; task->sum->samples is the
						 * first */
	struct counts counts;
	uint64_t busy_ns;			/* in windows, */
	uint64_t gap_ns;			/* and in gaps, if that is known */
	uint64_t slices;
	uint64_t entries;			/* in windows and gaps: never extrapolated */
};

/* Of tasks, of the idle one, and of nobody who is known. */
struct window_times {
	uint64_t busy_ns, idle_ns, unknown_ns;
};

struct window_samples {			/* all zero: empty */
	double window_slots, gap_slots;
	double idle_slots, unaccounted_slots;	/* of window_slots */
	struct window_times window;
	struct window_times gap;	/* where it is known who ran, */
	uint64_t gap_ns;		/* and where it is not */
	struct window_sample *list;
	struct window_sample *spare;			/* memory of earlier intervals; freed after
							 * an interval without windows */
};

/* Frees the memory. */
void window_samples_done(struct window_samples *samples);

/* Adds a slice with SLICE_GAP; or a slice with SLICE_WINDOW of the idle task or an unknown one. */
void window_samples_add_gap(struct window_samples *samples, const struct slice *slice);
void window_samples_add_unattributed(struct window_samples *samples, const struct slice *slice,
				     bool idle);

/*
 * Adds a slice of this task with SLICE_WINDOW, which was in this region; NULL: in none. Memory is
 * kept from interval to interval. 0, or -ENOMEM: the slice is not attributed.
 */
int window_samples_add(struct window_samples *samples, struct task *task,
		       struct region_sum *region, const struct slice *slice);

/* What the CPU did while it counted part of the time, gaps included. */
struct window_totals {
	uint64_t busy_ns, idle_ns, unknown_ns;
	double tasks_slots, idle_slots, unaccounted_slots;
};

/*
 * Adds to each task (task->sum) and each region its extrapolated part, marked as scaled, and
 * empties the samples. A task's part of the gaps is divided among its regions as its time in the
 * windows of this CPU was; the times that it entered them are known of gaps, too. Counts of gaps
 * are unaccounted if the interval had no window.
 */
struct window_totals window_samples_extrapolate(struct window_samples *samples);

#endif
