/* SPDX-License-Identifier: GPL-2.0-only */
/* The order of rows by a column. UI thread (or batch). */
#pragma once

#include "ui/table/columns.h"

/* How rows are ordered. */
struct column_order {
	const struct column *column;	/* NULL: the natural order of the kind (pid, CPU number) */
	bool reverse;			/* the reverse of the column's natural order */
	bool ratio;			/* classes by percentage, not by percentage x slots */
	const struct column *node;	/* the node sorted by last; NULL: the named one */
	const struct column *named;	/* what limits the machine; NULL: backend bound */
};

/*
 * Orders by another column, in its natural order. COST is of the named node again, whatever was
 * sorted by before. NULL: the natural order of the kind.
 */
void column_order_by(struct column_order *order, const struct column *column);

/* What rows of this kind are ordered by at first: COST, where they have it. */
const struct column *column_order_usual(enum row_kind kind);

/*
 * What the order means on a machine of this family, which may be NULL. First, the column that
 * sorts; a node that the family lacks is replaced by the one in its place. Then the node that COST
 * is of (M_NONE: none), and whether COST is what falls or rises from row to row.
 */
const struct column *column_order_column(const struct column_order *order,
					 const struct family *family);
enum metric_id column_order_node(const struct column_order *order, const struct family *family);
bool column_order_is_cost(const struct column_order *order);

/* Memory of the sort, reused between calls; zeroed is ready. */
struct column_sorter {
	struct column_key *keys;
	size_t cap;
	/* Columns of percents sort by how much they changed since this one; NULL: by the value. */
	const struct snapshot *baseline;
};

/* Frees the memory; ready again, for the same baseline. */
void column_sorter_done(struct column_sorter *sorter);

/*
 * Sorts row pointers, all of one snapshot; stable, O(n log n). Rows without a reliable value come
 * last in both directions. Ties: more CPU time first, then the smaller pid, then tid. 0, or
 * -ENOMEM: then rows are unchanged.
 */
int columns_sort(struct column_sorter *sorter, const struct snapshot *snapshot,
		 const struct row **rows, size_t n, const struct column_order *order);
