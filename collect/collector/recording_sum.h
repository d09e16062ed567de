/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Sums a whole recording by command name, for "tdtop diff". The recording goes through the same
 * collector as on the screen, interval by interval and without a thread, so the memory needed is
 * that of one interval and of the sums (model/snapshot/sums.h). Main thread.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "model/err.h"

struct recording_sum;
struct snapshot;

/*
 * Opens the recording, which is read in intervals of this length (0: as source_replay_open() has
 * it). Of processes that were watched while it was recorded only these count; all_tasks: all tasks.
 * 0, or a negative errno with a sentence. The caller frees *out in both cases; it is NULL without
 * memory.
 */
int recording_sum_open(struct recording_sum **out, const char *path, uint64_t interval_ns,
		       bool all_tasks, struct err *err);
void recording_sum_free(struct recording_sum *sum);	/* NULL is fine */

/* Called after each interval. */
struct recording_progress {
	void (*report)(void *data, double progress);	/* how far it is, 0..1; NULL: no reports */
	void (*interval)(void *data, const struct snapshot *snapshot);	/* NULL: only the sum */
	void *data;
};

/*
 * Reads the recording to its end. 0, or a negative errno with a sentence. *warning says why a
 * recording ends too early, "" if it is whole.
 */
int recording_sum_read(struct recording_sum *sum, const struct recording_progress *progress,
		       struct err *warning, struct err *err);

/* Returns the sum, finished; valid until recording_sum_free(). NULL without memory. */
const struct snapshot *recording_sum_finish(struct recording_sum *sum);
