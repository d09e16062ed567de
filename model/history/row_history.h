/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The last values of each row except the machine's, for the TREND column and the chart of the
 * detail view. Bounded: if there are more tasks than rings, those seen longest ago are dropped. The
 * UI thread owns it and adds each snapshot that it takes from the exchange; snapshots that it never
 * saw are gaps.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "model/metric.h"

#define ROW_HISTORY_LEN 64	/* values of a row */

struct row;
struct row_history;
struct snapshot;

enum row_ran {
	ROW_ABSENT,	/* did not run, or was not seen */
	ROW_LOW_SLOTS,	/* ran, but too few slots, or not counted */
	ROW_MINOR,	/* no class stands out; `metric` is the largest */
	ROW_WORST	/* `metric` is the class of the worst path */
};

/* One interval of a row. */
struct row_value {
	uint8_t ran : 2;	/* enum row_ran */
	uint8_t metric : 6;	/* level-1 node that dominates, if ran >= ROW_MINOR */
};

/* Makes room for so many rows; rings take memory once they are used. NULL without memory. */
struct row_history *row_history_new(size_t rows);
void row_history_free(struct row_history *history);	/* NULL is fine */

/*
 * Adds the rows of a snapshot; a seq not above the last is ignored. Allocates only in the first
 * call, which learns the family of CPUs; without memory there are no percentages.
 */
void row_history_add(struct row_history *history, const struct snapshot *snapshot);

/*
 * Writes the n values of a row up to interval `seq`, oldest first; ROW_ABSENT where there is none.
 * n is at most ROW_HISTORY_LEN.
 */
void row_history_series(const struct row_history *history, const struct row *row, uint64_t seq,
			struct row_value *series, size_t n);

/* Writes a node's percentages likewise, in steps of 0.4; NAN where it is not known. */
void row_history_percents(const struct row_history *history, const struct row *row, uint64_t seq,
			  enum metric_id metric, float *percents, size_t n);
