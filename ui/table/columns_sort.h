/* SPDX-License-Identifier: GPL-2.0-only */
/* The order of rows by a column. UI thread (or batch). */
#ifndef TDTOP_UI_COLUMNS_SORT_H
#define TDTOP_UI_COLUMNS_SORT_H

#include "ui/table/columns.h"

/* An order of rows. */
struct column_order {
	const struct column *column;	/* NULL: the natural order of the kind (pid, CPU number) */
	bool reverse;			/* against the column's natural order */
	bool ratio;			/* metric columns: plain share instead of share x slots */
};

/* Memory of the sort, kept between calls; zeroed is ready. */
struct column_sorter {
	struct column_key *keys;
	size_t cap;
};

void column_sorter_done(struct column_sorter *sorter);

/*
 * Sorts row pointers, all of one snapshot; stable, O(n log n). Rows without a trustworthy value
 * come last whatever the direction. Ties: more CPU first, then the smaller pid, then tid.
 * 0, or -ENOMEM: then rows are as they were.
 */
int columns_sort(struct column_sorter *sorter, const struct snapshot *snapshot,
		 const struct row **rows, size_t n, const struct column_order *order);

#endif
