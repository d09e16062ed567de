/* SPDX-License-Identifier: GPL-2.0-only */
/* Which commands of a comparison are printed, and in which order; see compare_list.h. UI thread. */
#include "config.h"
#include "ui/batch/compare_list.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "ui/table/column_names.h"
#include "ui/table/filter.h"

/* Keys beside the classes, which have the keys of their columns. */
static const char *const keys[] = { "change", "share", "cpu", "comm" };

#define N_KEYS (sizeof(keys) / sizeof(keys[0]))

const char *compare_key(size_t i)
{
	if (i < N_KEYS)
		return keys[i];
	return i < N_KEYS + M_COUNT ? metrics[i - N_KEYS].key : NULL;
}

static const char *find_key(const char *name)
{
	const char *known;

	for (size_t i = 0; (known = compare_key(i)); i++)
		if (strcasecmp(known, name) == 0)
			return known;
	return NULL;
}

const char *compare_key_named(const char *name)
{
	const char *key = find_key(name);
	const struct column *column;

	if (key)
		return key;
	column = column_named(name, strlen(name), 1U << ROW_COMMAND);
	return column ? find_key(column_key(column)) : NULL;
}

struct sorted {
	double by;		/* the larger first, NAN last */
	size_t place;		/* ties: the most changed first */
	const struct compared *row;
};

static double class_change(const struct compare_config *config, const struct comparison *comparison,
			   const struct compared *row, enum metric_id metric)
{
	double (*of)(const struct comparison *, const struct compared *, enum side,
		     enum metric_id) = config->look.ratio ? compared_percent : compared_slots;

	return fabs(of(comparison, row, AFTER, metric) - of(comparison, row, BEFORE, metric));
}

/* For the order, a command that ran on one side only counts as 0 on the other. */
static double amount_change(const struct compared *row, const double amount[SIDES])
{
	return fabs((row->row[AFTER] ? amount[AFTER] : 0) -
		    (row->row[BEFORE] ? amount[BEFORE] : 0));
}

static double sort_value(const struct compare_config *config, const struct comparison *comparison,
			 const struct compared *row)
{
	const char *key = config->look.sort ? config->look.sort : "change";

	if (strcmp(key, "change") == 0)
		return row->change;
	if (strcmp(key, "share") == 0)
		return amount_change(row, row->share);
	if (strcmp(key, "cpu") == 0)
		return amount_change(row, row->cpu);
	if (strcmp(key, "comm") == 0)
		return 0;
	return class_change(config, comparison, row, metric_find(key));
}

static int by_value(const void *a, const void *b)
{
	const struct sorted *x = a, *y = b;

	if (isnan(x->by) != isnan(y->by))
		return isnan(x->by) - isnan(y->by);
	if (x->by < y->by || x->by > y->by)
		return x->by < y->by ? 1 : -1;
	return (x->place > y->place) - (x->place < y->place);
}

static int by_name(const void *a, const void *b)
{
	const struct sorted *x = a, *y = b;

	return strcmp(x->row->name, y->row->name);
}

static bool matches(const struct filter *filter, const struct comparison *comparison,
		    const struct compared *row)
{
	for (enum side side = BEFORE; side < SIDES; side++)
		if (row->row[side] &&
		    filter_match(filter, comparison->of[side], row->row[side]))
			return true;
	return false;
}

/* Sorts the rows. reverse: rows without a value stay last. */
static void put_in_order(const struct compare_config *config, struct sorted *sorted,
			 struct compare_list *list)
{
	bool names = config->look.sort && strcmp(config->look.sort, "comm") == 0;
	size_t valued = list->matched;

	qsort(sorted, list->matched, sizeof(sorted[0]), names ? by_name : by_value);
	while (valued && isnan(sorted[valued - 1].by))
		valued--;
	for (size_t i = 0; i < list->n; i++) {
		size_t from = config->look.reverse && i < valued ? valued - 1 - i : i;

		list->rows[i] = sorted[from].row;
	}
}

int compare_list_rows(const struct compare_config *config, const struct comparison *comparison,
		      struct compare_list *list)
{
	struct filter *filter = filter_new(config->filter, NULL, ROW_COMMAND, NULL);
	size_t room = comparison->n ? comparison->n : 1;
	struct sorted *sorted = calloc(room, sizeof(*sorted));

	*list = (struct compare_list){ .rows = calloc(room, sizeof(list->rows[0])) };
	if (!filter || !sorted || !list->rows) {
		filter_free(filter);
		free(sorted);
		free(list->rows);
		return -ENOMEM;
	}
	for (size_t i = 0; i < comparison->n; i++) {
		const struct compared *row = &comparison->rows[i];

		if (matches(filter, comparison, row))
			sorted[list->matched++] = (struct sorted){
				.by = sort_value(config, comparison, row), .place = i, .row = row
			};
	}
	list->n = config->max_rows && config->max_rows < list->matched ? (size_t)config->max_rows :
								 list->matched;
	put_in_order(config, sorted, list);
	filter_free(filter);
	free(sorted);
	return 0;
}
