/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The last values of each row but the machine, for the trend in its line and the chart of its detail.
 * Bounded: where there are more tasks than it holds, those seen longest ago go. Belongs to the UI thread, which adds each
 * snapshot that it takes from the exchange; those that it never saw are gaps.
 */
#ifndef TDTOP_MODEL_ROW_HISTORY_H
#define TDTOP_MODEL_ROW_HISTORY_H

#include <stddef.h>
#include <stdint.h>

#include "model/metric.h"

#define ROW_HISTORY_LEN 64	/* values of a row */

struct row;
struct row_history;
struct snapshot;

enum row_ran {
	ROW_ABSENT,	/* did not run, or nobody saw it */
	ROW_LOW_SLOTS,	/* ran, too few slots to say, or not counted */
	ROW_MINOR,	/* no class stands out: the largest */
	ROW_WORST	/* the class of the worst path */
};

/* One interval of a row. */
struct row_value {
	uint8_t ran : 2;	/* enum row_ran */
	uint8_t metric : 6;	/* level-1 node that dominates, if ran >= ROW_MINOR */
};

/* Room for so many rows; memory of those that were not seen yet is not touched. NULL without memory. */
struct row_history *row_history_new(size_t rows);
void row_history_free(struct row_history *history);	/* NULL is fine */

/*
 * Adds these rows of a snapshot; a seq not above the last is ignored. Allocates at the first only, which tells the
 * family of CPUs: without memory there are no shares.
 */
void row_history_add(struct row_history *history, const struct snapshot *snapshot);

/*
 * The n values of a row up to the interval `seq`, oldest first; ROW_ABSENT where there are none.
 * n is at most ROW_HISTORY_LEN.
 */
void row_history_series(const struct row_history *history, const struct row *row, uint64_t seq,
			struct row_value *series, size_t n);

/* The same of a node's share, in percent to half a one; NAN where it is not known. */
void row_history_percents(const struct row_history *history, const struct row *row, uint64_t seq,
			  enum metric_id metric, float *percents, size_t n);

#endif
