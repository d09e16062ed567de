/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The sums of the tasks of one interval: handed out one by one, taken back all at once, so that a task that
 * sleeps has none. Part of collect/tasks/tasks.c, which is the only caller. Collector thread.
 */
#ifndef TDTOP_COLLECT_TASK_SUMS_H
#define TDTOP_COLLECT_TASK_SUMS_H

#include <stddef.h>
#include <stdint.h>

#include "collect/slice/tally.h"
#include "model/high_water.h"

struct window_sample;

/* What a task used in this interval. */
struct task_sum {
	struct tally tally;
	uint64_t busy_ns;
	uint64_t slices;
	struct window_sample *samples;	/* what it had in windows, until that is added (collect/window_samples.h) */
};

struct task_sums_block;

/* Zeroed: empty. */
struct task_sums {
	struct task_sums_block *first;
	struct task_sums_block *current;	/* the one that sums are taken from; those before it are used up */
	size_t taken;				/* of the current one */
	size_t used, blocks;			/* blocks with something in use; all of them */
	struct high_water need;
};

/* A zeroed sum, valid until all are taken back. NULL without memory. */
struct task_sum *task_sums_take(struct task_sums *sums);

/* All sums come back. Memory that was not needed for some intervals is freed. */
void task_sums_clear(struct task_sums *sums);
void task_sums_done(struct task_sums *sums);

#endif
