/* SPDX-License-Identifier: GPL-2.0-only */
/* The kind of comparisons; see profile_diff_rows.h. A new column of a comparison is one of its kind with .compared. */
#include "config.h"
#include "ui/profile/profile_diff_rows.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "ui/code/code_columns.h"
#include "ui/draw/format.h"
#include "ui/profile/profile_rows.h"

#define VALUE_CELLS 8	/* or as wide as its head */
#define CHANGE_CELLS 9	/* with the sign behind it */
#define ERROR_CELLS 6

/* ---- what a row has ---- */

enum side diff_side(const struct compared_place *row)
{
	return row->row[AFTER] != COMPARED_NONE ? AFTER : BEFORE;
}

const void *diff_row_of(const struct diff_rows *rows, const struct compared_place *row)
{
	const struct profile_comparison *comparison = rows->comparison;
	const enum side side = diff_side(row);
	const size_t i = row->row[side];

	if (comparison->calls[side])
		return &comparison->calls[side]->nodes[i];
	return rows->branches ? (const void *)&comparison->of[side]->branches[i] :
				(const void *)&comparison->functions[side].rows[i];
}

/* To the row on the side that has it. */
static void diff_go_to(const struct rows_of **of, const void **row)
{
	const struct diff_rows *rows = (*of)->in;
	const struct compared_place *place = *row;

	*of = &rows->side[diff_side(place)].of;
	*row = diff_row_of(rows, place);
}

#define DIFF_NUMBER(name, expression)									\
	static struct estimate name(const struct row_column *column, const struct rows_of *of, const void *row)	\
	{												\
		const struct compared_place *place = row;						\
													\
		(void)of;										\
		return (expression);									\
	}
DIFF_NUMBER(diff_value, place->number[column->of_compared].of[column->side])
DIFF_NUMBER(diff_change, place->number[column->of_compared].change)
DIFF_NUMBER(diff_sure, row_exact(place->number[column->of_compared].beyond_doubt))
DIFF_NUMBER(diff_joined, row_exact(place->joined[column->side] ? place->joined[column->side] : (double)NAN))
DIFF_NUMBER(diff_count, row_exact(place->joined[column->side] ? (double)place->count[column->side] : (double)NAN))

static void diff_status(const struct rows_of *of, const void *row, char text[CODE_ROW_TEXT])
{
	const struct compared_place *place = row;

	(void)of;
	(void)snprintf(text, CODE_ROW_TEXT, "%s", place->row[AFTER] == COMPARED_NONE ? "gone" :
		       place->row[BEFORE] == COMPARED_NONE ? "new" : "both");
}

/* Of a frame. */
static void diff_path(const struct rows_of *of, const void *row, char text[CODE_ROW_TEXT])
{
	diff_go_to(&of, &row);
	call_path(of, row, text, CODE_ROW_TEXT);
}

static void diff_print_place(const struct rows_of *of, const void *row, char text[CODE_ROW_LINE])
{
	const struct diff_rows *rows = of->in;
	const struct rows_of *its = of;
	char status[CODE_ROW_TEXT], where[CODE_ROW_LINE], harmless[64];
	const char *object;

	diff_status(of, row, status);
	diff_go_to(&its, &row);
	object = profile_object_name(its->profile, rows->kind->places(row).a.object);
	format_harmless(harmless, sizeof(harmless), object ? object : "");
	code_kind_last(rows->kind)->print(its, row, where);
	(void)snprintf(text, CODE_ROW_LINE, "%-4.4s %s%s%.3900s", status[0] == 'b' ? "" : status, harmless,
		       harmless[0] ? ": " : "", where);
}

/* TopDown is in text only if both recordings have it. */
static bool diff_has_classes(const struct rows_of *of)
{
	const struct profile *const *both = ((const struct diff_rows *)of->in)->comparison->of;

	return both[BEFORE]->classes.table && both[AFTER]->classes.table;
}

/* ---- the table ---- */

/* The next field of the kind; returns it. */
static struct row_column *diff_add(struct diff_kind *made, const struct row_column *column)
{
	struct row_column *added = &made->column[made->kind.n++];

	*added = *column;
	added->place = (int)made->kind.n;
	return added;
}

/* A number of a value of the kind, in this group. */
static struct row_column *diff_add_number(struct diff_kind *made, const struct row_column *value, const char *group,
					  enum side side,
					  struct estimate (*of_column)(const struct row_column *column,
								       const struct rows_of *of, const void *row))
{
	return diff_add(made, &(struct row_column){
		.group = group, .field = value->field, .unit = value->unit, .shown = value->shown,
		.decimals = value->decimals,
		.of_compared = value->of_compared, .side = side, .of_column = of_column,
		.wanted = value->of_compared >= COMPARED_RETIRING ? diff_has_classes : NULL });
}

/* Its values in the order of enum compared_value. */
static size_t diff_values(const struct code_kind *kind, const struct row_column *values[COMPARED_VALUES])
{
	size_t n = 0;

	for (enum compared_value number = 0; number < COMPARED_VALUES; number++)
		for (size_t i = 0; i < kind->n; i++)
			if (kind->columns[i].compared && !kind->columns[i].part &&
			    kind->columns[i].of_compared == number)
				values[n++] = &kind->columns[i];
	return n;
}

static void add_sides(struct diff_kind *made, const char *counted, const struct row_column *const *values, size_t n)
{
	static const char *const groups[SIDES] = { "before", "after" };

	for (enum side side = BEFORE; side < SIDES; side++) {
		(void)diff_add(made, &(struct row_column){ .group = groups[side], .field = counted, .unit = VALUE_COUNT,
							   .side = side, .of_column = diff_count });
		(void)diff_add(made, &(struct row_column){ .group = groups[side], .field = "joined",
							   .unit = VALUE_COUNT,
							   .side = side, .of_column = diff_joined });
		for (size_t i = 0; i < n; i++)
			(void)diff_add_number(made, values[i], groups[side], side, diff_value);
	}
}

/* In text the value after, its change, and the error of that: columns beside the fields. */
static void add_printed(struct diff_kind *made, const struct row_column *value)
{
	struct row_column *column = diff_add_number(made, value, "after", AFTER, diff_value);

	column->place = 0;
	column->title = value->title;
	column->former = value->field;
	column->printed = format_wider(VALUE_CELLS, value->title, CODE_ROW_NAME);
	column = diff_add_number(made, value, "difference", AFTER, diff_change);
	column->place = 0;
	column->title = "+/- ";
	column->printed = CHANGE_CELLS;
	column->error = ERROR_CELLS;
	column->sure = diff_sure;
}

void diff_kind_init(struct diff_kind *made, const struct code_kind *of)
{
	const struct row_column *values[COMPARED_VALUES];
	const size_t n = diff_values(of, values);

	*made = (struct diff_kind){ .kind = { .name = of->name, .columns = made->column, .missing = FORMAT_LOW_SLOTS,
					      .size = sizeof(struct compared_place) } };
	for (size_t i = 0; i < of->n; i++)
		if (of->columns[i].compared && of->columns[i].part)
			(void)diff_add(made, &(struct row_column){
				.title = of->columns[i].title, .group = of->columns[i].group,
				.at = of->columns[i].at, .part = of->columns[i].part, .go_to = diff_go_to });
	if (of == &call_rows)
		(void)diff_add(made, &(struct row_column){ .field = "path", .text = diff_path });
	(void)diff_add(made, &(struct row_column){ .field = "status", .text = diff_status });
	add_sides(made, code_kind_find(of, "taken", 5) ? "taken" : "samples", values, n);
	for (size_t i = 0; i < n; i++)
		(void)diff_add_number(made, values[i], "difference", AFTER, diff_change);
	for (size_t i = 0; i < n; i++)
		diff_add_number(made, values[i], "beyond_doubt", AFTER, diff_sure)->unit = VALUE_TRUTH;
	for (size_t i = 0; i < n; i++)
		add_printed(made, values[i]);
	(void)snprintf(made->last, sizeof(made->last), "     %s", code_kind_last(of)->title);
	diff_add(made, &(struct row_column){ .title = made->last, .former = code_kind_last(of)->title, .flex = true,
					     .left = true, .print = diff_print_place })->place = 0;
}

int diff_check(unsigned int parts, const struct row_choice *choice, const char *list, struct err *err)
{
	struct diff_kind *made = calloc(PROFILE_PARTS, sizeof(*made));
	const struct code_kind *kinds[PROFILE_PARTS];
	int ret = made ? 0 : err_set(err, ENOMEM, "not enough memory to compare");
	struct code_columns chosen;
	struct err why;
	size_t n = 0;

	for (unsigned int part = 1; part <= parts && !ret; part <<= 1) {
		if (!(parts & part & (PROFILE_TABLES | PROFILE_STACKS)))
			continue;
		diff_kind_init(&made[n], profile_kind(part));
		kinds[n] = &made[n].kind;
		ret = choice->filter ? row_choice_check_filter(kinds[n], choice->filter, err) : 0;
		if (!ret && list && code_columns_parse(&chosen, kinds[n], list, &why))
			ret = err_set(err, EINVAL, "--columns-diff: %s", why.text);
		n++;
	}
	if (!ret && choice->sort)
		ret = row_choice_check_sort(kinds, n, choice->sort, err);
	free(made);
	return ret;
}
