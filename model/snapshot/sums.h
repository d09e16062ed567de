/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A whole recording as one long interval: counts of its intervals are added, per CPU and per command name;
 * ratios are made of the sums. Memory grows with the number of names, not of intervals. One thread.
 */
#ifndef TDTOP_MODEL_SUMS_H
#define TDTOP_MODEL_SUMS_H

#include "model/snapshot/snapshot.h"

#define SUMS_NAMES 20000	/* further names are summed as SUMS_OTHERS */
#define SUMS_OTHERS "(others)"
#define SUMS_UNKNOWN "(unknown)"	/* all that nobody knows the name of: ":1234" says nothing later */

struct sums;

struct sums *sums_new(void);		/* NULL without memory */
void sums_free(struct sums *sums);	/* NULL is fine */

/* Adds a finished snapshot; all must be of one machine, which must outlive the sums. 0 or -ENOMEM. */
int sums_add(struct sums *sums, const struct snapshot *snapshot);

/*
 * The sums as a finished snapshot: the rows of the machine down to its CPUs, and of ROW_COMMAND one per
 * name. interval_ns is the length of all intervals together, seq their number, running_ratio their mean
 * by length. Owned by the sums, valid until the next call. NULL: nothing was added, or there is no memory.
 */
const struct snapshot *sums_finish(struct sums *sums);

#endif
