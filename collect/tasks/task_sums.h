/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What tasks have used: sums of one interval, handed out one by one and taken back all at once, so
 * that a sleeping task has none; and sums over the lifetime of a process. Used by
 * collect/tasks/tasks.c and collect/collector/aggregate.c. Collector thread.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/slice/tally.h"
#include "model/list_room.h"

struct window_sample;
struct window_row;

/* What a task used in this interval. */
struct task_sum {
	struct tally tally;
	uint64_t busy_ns;
	uint64_t slices;
	uint64_t wait_ns;		/* for a CPU, if known (collect/tasks/tasks_parts.h) */
	bool wait_known, wait_asked;
	bool run_known;			/* run_ns: its CPU time as the kernel tells (waits.c) */
	uint64_t run_ns;
	uint64_t run_wait_ns;		/* how long it waited since it began, by the same reading */
	float run_late_ns;		/* readings were so much after the interval began and ended */
	float variance, uncounted_ns;	/* as in a row */
	struct window_sample *samples;	/* until they are added up (collect/collector/aggregate_parts.h) */
	struct window_row *windows;	/* of this interval (collect/collector/aggregate_parts.h) */
};

/* Adds a sum without samples to another; both are settled (tally_settle()). */
void task_sum_add(struct task_sum *into, const struct task_sum *sum);

struct task_sums_block;

/* Zeroed: empty. */
struct task_sums {
	struct task_sums_block *first;
	struct task_sums_block *current;	/* sums come from it, those before are used up */
	size_t taken;				/* of the current one */
	size_t used, room;			/* sums in use; of all blocks */
	struct task_sums_block **given;		/* the link to the block that the last one was given back to; or NULL */
	struct high_water high_water;		/* of sums */
};

/* A zeroed sum, valid until task_sums_clear(). NULL without memory. */
struct task_sum *task_sums_take(struct task_sums *sums);

/*
 * Takes back a sum that is not read any more in this interval: in a burst of tasks a block is freed with the
 * last of it, while rows are made of the others.
 */
void task_sums_give(struct task_sums *sums, const struct task_sum *sum);

/* Takes all sums back. Blocks that were not needed for some intervals are freed. */
void task_sums_clear(struct task_sums *sums);
void task_sums_done(struct task_sums *sums);

/*
 * What a process has used since it was first seen. Each process has one, but it is read only when
 * the process exits: so it holds only the events that are counted.
 */
struct lifetime_sum;	/* NULL: nothing yet */

struct usage {
	struct counts counts;
	uint64_t busy_ns, slices;
	float variance, uncounted_ns;	/* as in a row */
};

/*
 * Adds the settled part of an interval's sum to *lifetime_sum, which may move; the caller frees it
 * with free(). Without memory it stays as it was.
 */
void lifetime_sum_add(struct lifetime_sum **lifetime_sum, const struct task_sum *sum);

/* The sum as counts; NULL is fine. */
struct usage lifetime_sum_usage(const struct lifetime_sum *lifetime_sum);
