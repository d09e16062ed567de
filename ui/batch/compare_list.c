/* SPDX-License-Identifier: GPL-2.0-only */
/* The rows of comparisons of commands; see compare_list.h. */
#include "config.h"
#include "ui/batch/compare_list.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "model/formula.h"
#include "ui/code/code_columns.h"
#include "ui/draw/format.h"
#include "ui/table/column_names.h"
#include "ui/table/columns.h"

/*
 * ---- fields ----
 *
 * Each side has slots_percent and the fields of a command (ui/table/columns.c).
 */

static const char *status_of(const struct compared *row)
{
	return !row->row[AFTER] ? "gone" : !row->row[BEFORE] ? "new" : "both";
}

const char *const compare_groups[SIDES] = { "before", "after" };

/* Passes the fields of a side on with the name of its group. */
struct relay {
	const struct field_sink *sink;
	const char *group;
	bool null;		/* the side has no row: its values are null */
};

static void relay_field(void *data, const char *group, const char *name,
			const struct field_value *value)
{
	static const struct field_value none = { .type = FIELD_NULL };
	const struct relay *relay = data;
	char whole[32];

	(void)snprintf(whole, sizeof(whole), "%s%s%s", relay->group, group ? "." : "",
		       group ? group : "");
	relay->sink->field(relay->sink->data, whole, name, relay->null ? &none : value);
}

static void visit_side(const struct comparison *comparison, const struct compared *row,
		       enum side side, const struct field_sink *sink)
{
	struct relay relay = { .sink = sink, .group = compare_groups[side],
			       .null = row && !row->row[side] };
	const struct field_sink inner = { .data = &relay, .field = relay_field };
	struct row command;

	pen_real(&(struct pen){ sink, compare_groups[side] }, "slots_percent", row ? row->share[side] : NAN,
		 FIELD_PERCENT);
	if (!row || !row->row[side]) {
		fields_visit_names(ROW_COMMAND, &inner);
		return;
	}
	command = *row->row[side];
	command.kind = ROW_COMMAND;	/* so that the machine has the same fields */
	fields_visit(comparison->of[side], &command, &inner);
}

static void visit_difference(const struct comparison *comparison, const struct compared *row,
			     const struct field_sink *sink)
{
	const struct pen pen = { sink, "difference" };

	pen_real(&pen, "slots_percent", row ? row->share[AFTER] - row->share[BEFORE] : NAN, FIELD_PERCENT);
	pen_real(&pen, "cpu_percent", row ? row->cpu[AFTER] - row->cpu[BEFORE] : NAN, FIELD_PERCENT);
	for (enum metric_id metric = 0; metric < M_COUNT; metric++)
		pen_real(&pen, metrics[metric].slug,
			 row ? compared_percent(comparison, row, AFTER, metric) -
					 compared_percent(comparison, row, BEFORE, metric) : NAN, FIELD_PERCENT);
}

void compare_visit(const struct comparison *comparison, const struct compared *row, const struct field_sink *sink)
{
	const struct pen pen = { sink, NULL };

	pen_text(&pen, "kind", row && !row->name ? "machine" : "command");
	pen_any_text(&pen, "comm", row ? row->name : NULL);
	pen_text(&pen, "status", row ? status_of(row) : NULL);
	pen_real(&pen, "change", row ? row->change : NAN, FIELD_PERCENT);
	for (enum side side = BEFORE; side < SIDES; side++)
		visit_side(comparison, row, side, sink);
	visit_difference(comparison, row, sink);
}

/*
 * ---- the kind ----
 *
 * Its columns are made of the fields, and of the columns that commands have in lists: a new one of these is here, too.
 */

static struct {
	struct row_column column[CODE_ROW_COLUMNS_MAX];
	struct code_kind kind;
	int places;
} made;

/* Takes one of the fields of a row out of all. */
struct compare_taken {
	int place, at;
	double number;
};

static void take_field(void *data, const char *group, const char *name, const struct field_value *value)
{
	struct compare_taken *taken = data;

	(void)group;
	(void)name;
	if (++taken->at == taken->place)
		taken->number = value->type == FIELD_INTEGER ? (double)value->integer :
				value->type == FIELD_REAL    ? value->real :
				value->type == FIELD_BOOL    ? value->truth : (double)NAN;
}

static struct estimate compare_field(const struct row_column *column, const struct rows_of *of, const void *row)
{
	struct compare_taken taken = { .place = column->place, .number = NAN };
	const struct field_sink sink = { .data = &taken, .field = take_field };

	compare_visit(((const struct compare_in *)of->in)->comparison, row, &sink);
	return row_exact(taken.number);
}

/* What the row of the side has in a column of lists. */
static struct estimate compare_value(const struct row_column *column, const struct rows_of *of, const void *row)
{
	const struct compare_in *in = of->in;
	const struct row *side = ((const struct compared *)row)->row[in->side];
	const struct column *of_lists = columns_find(column->former);

	return row_exact(side ? column_value(of_lists, in->comparison->of[in->side], side) : (double)NAN);
}

static struct estimate compare_share(const struct rows_of *of, const void *row)
{
	return row_exact(((const struct compared *)row)->share[((const struct compare_in *)of->in)->side]);
}

static void compare_status(const struct rows_of *of, const void *row, char text[CODE_ROW_TEXT])
{
	const struct compared *compared = row;

	(void)of;
	(void)snprintf(text, CODE_ROW_TEXT, "%s", status_of(compared));
}

static void compare_name(const struct rows_of *of, const void *row, char text[CODE_ROW_TEXT])
{
	const char *name = ((const struct compared *)row)->name;

	(void)of;
	(void)snprintf(text, CODE_ROW_TEXT, "%s", name ? name : "(machine)");
}

static void limit_of(const struct rows_of *of, const struct compared *row, enum side side, char text[CODE_ROW_TEXT])
{
	static const struct column *limited;

	limited = limited ? limited : columns_find("limited");
	if (row->row[side])
		(void)snprintf(text, CODE_ROW_TEXT, "%s",
			       column_text(limited, ((const struct compare_in *)of->in)->comparison->of[side],
					   row->row[side]));
}

#define COMPARE_LIMIT(name, side)								\
	static void name(const struct rows_of *of, const void *row, char text[CODE_ROW_TEXT])	\
	{											\
		limit_of(of, row, (side), text);						\
	}
COMPARE_LIMIT(compare_limit, ((const struct compare_in *)of->in)->side)
COMPARE_LIMIT(compare_limit_before, BEFORE)
COMPARE_LIMIT(compare_limit_after, AFTER)

static bool is_percent(const char *name)
{
	return strstr(name, "percent") || strncmp(name, "tma_", 4) == 0 || strstr(name, "_stalled_cycles");
}

/* Makes a column of the next field. What a text has is told here, a number is that of the field. */
static void add_field(void *data, const char *group, const char *name, const struct field_value *value)
{
	static const char *const all[] = { "before", "after", "difference", "before.counts", "after.counts" };
	struct row_column *column = &made.column[made.kind.n];

	(void)data;
	(void)value;
	made.places++;
	if (!strcmp(name, "kind") || made.kind.n == CODE_ROW_COLUMNS_MAX)
		return;			/* the machine is always listed */
	made.kind.n++;
	*column = (struct row_column){ .field = name, .place = made.places, .of_column = compare_field,
				       .unit = is_percent(name) ? VALUE_SHARE : VALUE_NUMBER, .decimals = 2,
				       .shown = is_percent(name) || !strcmp(name, "change") ? 1 : 0 };
	for (size_t i = 0; group && i < sizeof(all) / sizeof(all[0]); i++)
		column->group = strcmp(group, all[i]) == 0 ? all[i] : column->group;
	column->text = !strcmp(name, "comm") ? compare_name : !strcmp(name, "status") ? compare_status :
		       strcmp(name, "limited_by") != 0 ? NULL :
		       column->group == all[0] ? compare_limit_before : compare_limit_after;
	if (!strcmp(name, "ipc"))
		column->shown = 2;
	if (column->text)
		column->unit = VALUE_TEXT;
	column->aside = column->group && column->text;
}

const struct code_kind *compare_kind(void)
{
	const struct field_sink sink = { .field = add_field };

	if (made.kind.n)
		return &made.kind;
	made.kind = (struct code_kind){ .name = "comparisons", .columns = made.column, .missing = FORMAT_MISSING,
					.size = sizeof(struct compared) };
	compare_visit(NULL, NULL, &sink);
	made.column[made.kind.n++] = (struct row_column){ .title = "SHARE", .former = "share", .unit = VALUE_SHARE,
							  .shown = 1, .number = compare_share };
	for (size_t i = 0; i < columns_n && made.kind.n < CODE_ROW_COLUMNS_MAX; i++) {
		const struct column *column = &columns[i];
		const bool text = !strcmp(column_key(column), "limited");

		if (!(column->kinds & 1U << ROW_COMMAND) || (!column->value && !text))
			continue;
		made.column[made.kind.n++] = (struct row_column){
			.title = column_title(column), .former = column_key(column), .field = column_field(column),
			.unit = text ? VALUE_TEXT : column->percent ? VALUE_SHARE : VALUE_NUMBER, .aside = text,
			.shown = column->percent ? 1 : 2, .text = text ? compare_limit : NULL,
			.of_column = text ? NULL : compare_value,
		};
	}
	return &made.kind;
}

/* ---- order ---- */

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
			 const struct compared *row, const char *key)
{
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

/* Sorts the rows. reverse: rows without a value stay last. */
static void put_in_order(const struct compare_config *config, struct sorted *sorted, const char *key,
			 struct compare_list *list)
{
	const bool names = strcmp(key, "comm") == 0;
	size_t valued = list->matched;

	qsort(sorted, list->matched, sizeof(sorted[0]), names ? by_name : by_value);
	while (valued && isnan(sorted[valued - 1].by))
		valued--;
	for (size_t i = 0; i < list->matched; i++) {
		size_t from = config->look.reverse && i < valued ? valued - 1 - i : i;

		list->rows[i] = sorted[from].row;
	}
}

/* Lists the rows that the filter leaves by one of their sides. 0 or -ENOMEM. */
static int filter_rows(const struct compare_config *config, const struct comparison *comparison,
		       struct compare_list *list)
{
	const void **of[SIDES] = { NULL };
	size_t n[SIDES] = { 0 }, at[SIDES] = { 0 };
	int ret = 0;

	for (enum side side = BEFORE; side < SIDES; side++) {
		const struct compare_in in = { comparison, side };
		const struct rows_of rows = { .in = &in };

		of[side] = calloc(comparison->n + 1, sizeof(*of[side]));
		for (size_t i = 0; of[side] && i < comparison->n; i++)
			if (comparison->rows[i].row[side])
				of[side][n[side]++] = &comparison->rows[i];
		ret |= of[side] ? 0 : -ENOMEM;
		n[side] = ret ? 0 : row_choice_filter(compare_kind(), &rows, config->filter, of[side], n[side]);
	}
	for (size_t i = 0; i < comparison->n; i++) {
		bool matches = false;

		for (enum side side = BEFORE; side < SIDES; side++)
			if (at[side] < n[side] && of[side][at[side]] == &comparison->rows[i]) {
				matches = true;
				at[side]++;
			}
		if (matches)
			list->rows[list->matched++] = &comparison->rows[i];
	}
	free(of[BEFORE]);
	free(of[AFTER]);
	return ret;
}

/* By how much a key of them has changed. 0 or -ENOMEM. */
static int sort_by_key(const struct compare_config *config, const struct comparison *comparison, const char *key,
		       struct compare_list *list)
{
	struct sorted *sorted = calloc(list->matched + 1, sizeof(*sorted));

	if (!sorted)
		return -ENOMEM;
	for (size_t i = 0; i < list->matched; i++)
		sorted[i] = (struct sorted){ .by = sort_value(config, comparison, list->rows[i], key), .place = i,
					     .row = list->rows[i] };
	put_in_order(config, sorted, key, list);
	free(sorted);
	return 0;
}

int compare_list_rows(const struct compare_config *config, const struct comparison *comparison,
		      struct compare_list *list)
{
	const struct compare_in in = { comparison, AFTER };
	const struct rows_of of = { .in = &in };
	const struct row_choice by_field = { .sort = config->look.sort, .reverse = config->look.reverse };
	const char *key = config->look.sort ? compare_key_named(config->look.sort) : "change";
	int ret;

	*list = (struct compare_list){ .rows = calloc(comparison->n + 1, sizeof(list->rows[0])) };
	ret = list->rows ? filter_rows(config, comparison, list) : -ENOMEM;
	if (!ret && key)
		ret = sort_by_key(config, comparison, key, list);
	else if (!ret)
		(void)row_choice_take(compare_kind(), &of, &by_field, (const void **)list->rows, list->matched);
	if (ret)
		free(list->rows);
	list->n = config->max_rows && config->max_rows < list->matched ? (size_t)config->max_rows : list->matched;
	return ret;
}

int compare_check(const char *filter, const char *sort, const char *list, struct err *err)
{
	const struct code_kind *kind = compare_kind();
	struct code_columns chosen;
	struct err why;

	if (filter && row_choice_check_filter(kind, filter, err))
		return -EINVAL;
	if (list && code_columns_parse(&chosen, kind, list, &why))
		return err_set(err, EINVAL, "--columns-diff: %s", why.text);
	return sort && !compare_key_named(sort) ? row_choice_check_sort(&kind, 1, sort, err) : 0;
}
