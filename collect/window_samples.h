/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What a CPU's tasks had in its windows, where not all of its switches are sampled (collect/percpu/duty.h), and at the end of the
 * interval: what they had in all. The CPU's own counts are exact; all its slots, those of the gaps too, are given to
 * those who were seen in the windows, in proportion. Each task's split stays as it was seen; how much each task had
 * is the sample. One for each CPU; collector thread.
 */
#ifndef TDTOP_COLLECT_WINDOW_SAMPLES_H
#define TDTOP_COLLECT_WINDOW_SAMPLES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/slice/source.h"
#include "collect/tasks/tasks.h"

/* Of one task on one CPU. */
struct window_sample {
	struct task *task;
	const struct window_samples *owner;
	struct window_sample *next;		/* of this owner */
	struct window_sample *next_of_task;	/* on another CPU: task->sum->samples is the first */
	struct counts counts;
	uint64_t busy_ns;
	uint64_t slices;
};

struct window_samples {			/* all zero: empty */
	double window_slots, gap_slots;
	double idle_slots, unaccounted_slots;	/* of window_slots */
	uint64_t window_ns, gap_ns;
	uint64_t busy_ns, unknown_ns;		/* of window_ns: of tasks, and of nobody knows whom */
	struct window_sample *list;
	struct window_sample *spare;			/* memory of earlier intervals, until one has no windows */
};

/* Frees the memory. */
void window_samples_done(struct window_samples *samples);

/* A slice with SLICE_GAP; or with SLICE_WINDOW, of idle or of nobody known. */
void window_samples_add_gap(struct window_samples *samples, const struct slice *slice);
void window_samples_add_unattributed(struct window_samples *samples, const struct slice *slice, bool idle);

/* A slice with SLICE_WINDOW of this task. The memory is kept from interval to interval; -ENOMEM: it is nobody's. */
int window_samples_add(struct window_samples *samples, struct task *task, const struct slice *slice);

/* What the CPU did while it was not counted whole, gaps included. */
struct window_totals {
	uint64_t busy_ns, idle_ns, unknown_ns;
	double tasks_slots, idle_slots, unaccounted_slots;
};

/*
 * Gives each task its part (task->sum), marked as scaled, and empties the shares. Without any window in the interval what the
 * gaps had is unaccounted.
 */
struct window_totals window_samples_extrapolate(struct window_samples *samples);

#endif
