/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Sums a whole recording by command name, for "tdtop diff". The recording goes through the same
 * collector as on the screen, interval by interval and without a thread, so the memory needed is
 * that of one interval and of the sums (model/snapshot/sums.h). Main thread.
 */
#ifndef TDTOP_COLLECT_RECORDING_SUM_H
#define TDTOP_COLLECT_RECORDING_SUM_H

#include "model/err.h"

struct recording_sum;
struct snapshot;

/*
 * Opens the recording. 0, or a negative errno with a sentence. The caller frees *out in both cases;
 * it is NULL without memory.
 */
int recording_sum_open(struct recording_sum **out, const char *path, struct err *err);
void recording_sum_free(struct recording_sum *sum);	/* NULL is fine */

/* Called after each interval with how far the reader is, 0..1. */
struct recording_progress {
	void (*report)(void *data, double progress);	/* NULL: no reports */
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

#endif
