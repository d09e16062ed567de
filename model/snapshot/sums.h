/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Sums intervals (those of a recording, of the run of a command, the last ten) as one long one.
 * Counts, times and slices are added, per CPU and per command name or task, and ratios are made of
 * the sums. What was extrapolated, partly counted, lost or stale in one interval is so in the sum.
 * Memory grows with the number of names or tasks, which are bounded, not of intervals. One thread.
 */
#pragma once

#include "model/snapshot/snapshot.h"

#define SUMS_NAMES 20000	/* any further names are summed as SUMS_OTHERS */
#define SUMS_OTHERS "(others)"

enum sums_of {
	SUMS_OF_COMMANDS = 1,	/* a row of ROW_COMMAND per name, with regions of all of that name */
	SUMS_OF_TASKS = 2	/* rows of processes, threads and regions (summed_tasks.h) */
};

struct sums;

/* of: bits of enum sums_of, what is summed besides CPUs. NULL without memory. */
struct sums *sums_new(unsigned int of);
void sums_free(struct sums *sums);	/* NULL is fine */

/*
 * Adds a finished snapshot. All snapshots must be of one machine, to which CPUs may be added; it
 * must outlive the sums. 0 or -ENOMEM.
 */
int sums_add(struct sums *sums, const struct snapshot *snapshot);

/*
 * Returns the sums as a finished snapshot: rows of the machine down to its CPUs, and those that
 * `of` names, one of the kinds that are summed. interval_ns is the length of all intervals
 * together, seq that of the last, running_ratio their mean weighted by length. Who exited is told
 * of all, and what a single interval has (its end, the cost of tdtop) is that of the last. The sums
 * own it; it is valid until the next call. NULL: nothing was added, or there is no memory.
 */
const struct snapshot *sums_finish(struct sums *sums, enum sums_of of);

/* The wall clock at the start of the first interval, and the length of all together. */
double sums_began(const struct sums *sums);
uint64_t sums_length_ns(const struct sums *sums);
