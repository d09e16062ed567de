/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Sums a whole recording as one long interval: counts of all intervals are added, per CPU and per
 * command name, and ratios are made of the sums. Memory grows with the number of names, not of
 * intervals. One thread.
 */
#ifndef TDTOP_MODEL_SNAPSHOT_SUMS_H
#define TDTOP_MODEL_SNAPSHOT_SUMS_H

#include "model/snapshot/snapshot.h"

#define SUMS_NAMES 20000	/* any further names are summed as SUMS_OTHERS */
#define SUMS_OTHERS "(others)"
#define SUMS_UNKNOWN "(unknown)"	/* unknown names: ":1234" means nothing later */

struct sums;

struct sums *sums_new(void);		/* NULL without memory */
void sums_free(struct sums *sums);	/* NULL is fine */

/*
 * Adds a finished snapshot. All snapshots must be of one machine, which must outlive the sums. 0 or
 * -ENOMEM.
 */
int sums_add(struct sums *sums, const struct snapshot *snapshot);

/*
 * Returns the sums as a finished snapshot: rows of the machine down to its CPUs, and a row of
 * ROW_COMMAND per name. interval_ns is the length of all intervals together, seq their number,
 * running_ratio their mean weighted by length. The sums own it; it is valid until the next call.
 * NULL: nothing was added, or there is no memory.
 */
const struct snapshot *sums_finish(struct sums *sums);

#endif
