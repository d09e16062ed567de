/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Sorts rows by a column: a stable merge sort over keys that are computed once per row, as in
 * model/snapshot/sort.c. See columns_sort.h. Called by the views and by batch mode on the UI thread, only when the
 * snapshot or the order changed.
 */
#include "config.h"
#include "ui/table/columns_sort.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/formula.h"
#include "model/list_room.h"
#include "model/snapshot/row.h"
#include "ui/table/difference.h"

/* A row and its sort key, computed once: comparisons must not walk tables. */
struct column_key {
	const struct row *row;
	const char *text;
	double number;	/* NAN: last */
	double load;
};

void column_sorter_done(struct column_sorter *sorter)
{
	free(sorter->keys);
	sorter->keys = NULL;
	sorter->cap = 0;
}

void column_order_by(struct column_order *order, const struct column *column)
{
	order->reverse = false;
	if (column_is_cost(column)) {
		order->ratio = false;
		order->node = NULL;
		column = columns_find("cost");
	}
	order->column = column;
	if (column && column->metric != M_NONE)
		order->node = column;
}

const struct column *column_order_usual(enum row_kind kind)
{
	const struct column *cost = columns_find("cost");

	return column_applies(cost, kind) ? cost : columns_of_metric(M_BACKEND_BOUND);
}

const struct column *column_order_column(const struct column_order *order,
					 const struct family *family)
{
	const bool by_share = column_is_cost(order->column) && order->ratio;
	enum metric_id node;

	if (column_needs_counters(order->column) && !family_has_counters(family))
		return columns_find("cpu");
	if (!order->column || (order->column->metric == M_NONE && !by_share))
		return order->column;
	node = column_order_node(order, family);
	return node == M_NONE ? order->column : columns_of_metric(node);
}

enum metric_id column_order_node(const struct column_order *order, const struct family *family)
{
	const struct column *node = order->node ? order->node : order->named;

	if (order->column && order->column->metric != M_NONE)
		node = order->column;
	return family_node_for(family, node ? node->metric : M_BACKEND_BOUND);
}

bool column_order_is_cost(const struct column_order *order)
{
	const struct column *column = order->column;

	return column && (column_is_cost(column) || column->metric != M_NONE) && !order->ratio;
}

static int compare_numbers(double a, double b)
{
	return (a > b) - (a < b);
}

static int compare_ties(const struct column_key *a, const struct column_key *b)
{
	int order = compare_numbers(b->load, a->load);

	if (!order)
		order = (a->row->pid > b->row->pid) - (a->row->pid < b->row->pid);
	if (!order)
		order = (a->row->id > b->row->id) - (a->row->id < b->row->id);
	return order;
}

/* At least one has no reliable number: that one comes last in both directions. */
static int compare_unknown(const struct column_key *a, const struct column_key *b)
{
	if (isnan(a->number) && isnan(b->number))
		return compare_ties(a, b);
	return isnan(a->number) ? 1 : -1;
}

/* Inline: sorting is little else. */
static inline __attribute__((always_inline)) int
compare_keys(const struct column_key *a, const struct column_key *b, const struct column_order *order)
{
	bool down = order->column && order->column->ascending == order->reverse;
	int result;

	if (!order->column)
		result = (a->row->id > b->row->id) - (a->row->id < b->row->id);
	else if (a->text)
		result = strcmp(a->text, b->text);
	else if (isnan(a->number) || isnan(b->number))
		return compare_unknown(a, b);
	else
		result = compare_numbers(a->number, b->number);
	if (!order->column)
		down = order->reverse;
	if (down)
		result = -result;
	return result ? result : compare_ties(a, b);
}

/* The column whose change is meant; NULL: its cells show no differences. */
static const struct column *find_changing(const struct column *column,
					  const struct column_order *order)
{
	if (column->metric != M_NONE && !order->ratio)
		column = columns_of_cost(column->metric);
	return column && column->percent ? column : NULL;
}

/* How much the value changed, as its cell shows it; what did not run then had nothing. */
static double change_of(const struct snapshot *baseline, const struct snapshot *snapshot,
			const struct row *row, const struct column *column)
{
	const struct row *before = difference_of(baseline, snapshot, row).before;
	const double then = before ? column_value(column, baseline, before) : 0;

	return fabs(column_value(column, snapshot, row) - then);
}

/* The column that rows are ordered by; NULL: none. */
static const struct column *ordering_column(const struct column_order *order, const struct family *family)
{
	const struct column *column = column_order_column(order, family);

	return column_is_cost(column) ? columns_of_cost(column_order_node(order, family)) : column;
}

static void fill_key(struct column_key *key, const struct snapshot *snapshot, const struct column_order *order,
		     const struct column *column, const struct snapshot *baseline)
{
	const struct column *changing;

	/*
	 * For CPU rows it is the same order as their busy time. Threads that are not counted may
	 * have had any load, one that is asleep has none.
	 */
	key->load = row_cpu_percent(snapshot, key->row);
	if (isnan(key->load))
		key->load = key->row->asleep ? -1 : (double)INFINITY;
	key->text = column && column->text ? column_text(column, snapshot, key->row) : NULL;
	key->number = NAN;
	if (!column || !column->value)
		return;
	changing = baseline && key->row->kind != ROW_EXITED ? find_changing(column, order) : NULL;
	if (changing)
		key->number = change_of(baseline, snapshot, key->row, changing);
	else if (column->metric != M_NONE && !order->ratio)
		key->number = row_class_slots(key->row, column->metric);
	else
		key->number = column_value(column, snapshot, key->row);
}

static bool columns_sort_make_room(struct column_sorter *sorter, size_t n)
{
	struct column_key *keys = list_room(sorter->keys, n, &sorter->cap, 256, sizeof(*keys));

	if (n && !keys)
		return false;
	sorter->keys = keys;
	return true;
}

/* The end of the keys from `at` on that stand in order: of rows without numbers, as many as there are. */
static size_t end_of_run(const struct column_key *keys, size_t at, size_t n, const struct column_order *order)
{
	size_t end = at + 1;

	while (end < n && compare_keys(&keys[end - 1], &keys[end], order) <= 0)
		end++;
	return end;
}

/* Merges two sorted neighbours, from [0, middle) and from [middle, n). */
static void merge(struct column_key *keys, struct column_key *spare, size_t middle, size_t n,
		  const struct column_order *order)
{
	size_t left = 0, right = middle;

	memcpy(spare, keys, middle * sizeof(*keys));
	for (size_t i = 0; left < middle; i++)
		if (right < n && compare_keys(&spare[left], &keys[right], order) > 0)
			keys[i] = keys[right++];
		else
			keys[i] = spare[left++];
}

/*
 * A stable merge sort without allocation (qsort may allocate). Runs wait on a stack, each a quarter longer than the one
 * after it or more, so there are no more than four for each bit of a size.
 */
static void sort_keys(struct column_key *keys, struct column_key *spare, size_t n, const struct column_order *order)
{
	size_t begin[4 * 8 * sizeof(size_t)] = { 0 }, runs = 1, end = n ? end_of_run(keys, 0, n, order) : 0;

	while (end < n) {
		begin[runs++] = end;
		end = end_of_run(keys, end, n, order);
		for (; runs > 1; runs--) {
			const size_t at = begin[runs - 2], middle = begin[runs - 1] - at, last = end - begin[runs - 1];

			if (end < n && middle > last + last / 4)
				break;
			merge(keys + at, spare, middle, middle + last, order);
		}
	}
}

int columns_sort(struct column_sorter *sorter, const struct snapshot *snapshot,
		 const struct row **rows, size_t n, const struct column_order *order)
{
	const struct column *column = ordering_column(order, snapshot->machine->family);

	if (!columns_sort_make_room(sorter, 2 * n))
		return -ENOMEM;
	for (size_t i = 0; i < n; i++) {
		sorter->keys[i].row = rows[i];
		fill_key(&sorter->keys[i], snapshot, order, column, sorter->baseline);
	}
	sort_keys(sorter->keys, sorter->keys + n, n, order);
	for (size_t i = 0; i < n; i++)
		rows[i] = sorter->keys[i].row;
	return 0;
}
