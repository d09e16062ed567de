/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Functions: their columns; see rows.h. What they are compared with is a struct functions, by place.
 *
 * A new column is a row here, at its place on the screen. For CSV and JSON it has the next free .place,
 * for text .printed, for "tdtop diff" .compared. So it is in the other files of this folder.
 */
#include "config.h"
#include "ui/code/kinds.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ui/code/class_columns.h"
#include "ui/code/code_text.h"

/* ---- numbers ---- */

ROW_COUNT(function_pid, profile_function, pid, from->pid != 0)
ROW_COUNT(function_samples, profile_function, samples, true)
ROW_COUNT(function_events, profile_function, weight, true)
ROW_COUNT(function_hottest_events, profile_function, hottest_weight, true)
ROW_ESTIMATE(function_share, profile_function, share)

static struct estimate function_latency(const struct rows_of *of, const void *row)
{
	(void)of;
	return row_exact(functions_latency(row));
}

static bool function_has_latency(const struct rows_of *of)
{
	return of->profile && of->profile->event.has_latency;
}

static struct estimate function_stall(const struct rows_of *of, const void *row)
{
	return row_exact(functions_stall(&of->profile->event, row));
}

/* Of an event that counts cycles there is none. */
static bool function_has_stall(const struct rows_of *of)
{
	return function_has_latency(of) && of->profile->event.trigger != TRIGGER_CYCLES &&
	       of->profile->event.trigger != TRIGGER_TIME;
}

/* ---- TopDown ---- */

/* Of a profile with TopDown the share of samples is SLOTS%. */
static bool function_has_no_classes(const struct rows_of *of)
{
	return !row_has_classes(of);
}

static struct estimate function_slots(const struct rows_of *of, const void *row)
{
	const struct profile_function *function = row;

	return row_exact(row_has_classes(of) ? (double)function->weight : (double)NAN);
}

static struct estimate function_slots_share(const struct rows_of *of, const void *row)
{
	return row_has_classes(of) ? function_share(of, row) : row_exact((double)NAN);
}

/* ---- classes ---- */

static const struct estimate *classes_of(const void *row)
{
	return ((const struct profile_function *)row)->classes;
}

CLASS_READERS(function, classes_of)

static int function_by_start(const void *a, const void *b)
{
	const struct profile_function *x = a, *y = b;

	return place_compare(x->start, y->start);
}

/* Points of percent since the baseline, with the doubt of both. */
static struct estimate function_difference(const struct rows_of *of, const void *row)
{
	const struct functions *before = of->before;
	const struct profile_function *now = row, *was = NULL;

	if (before && before->n)
		was = bsearch(now, before->rows, before->n, sizeof(*now), function_by_start);
	return (struct estimate){
		now->share.value - (was ? was->share.value : 0),
		was ? hypot(now->share.error, was->share.error) : now->share.error,
	};
}

/* ---- places ---- */

ROW_AT(function_start, profile_function, start)

/* The address with most samples: that is where to look. */
ROW_AT(function_hottest, profile_function, hottest)

static void function_cell(const struct rows_of *of, const void *row, struct code_cell *cell)
{
	const struct place start = function_start(row);
	struct code_name name;
	const enum code_state state = code_text_ask(of, start, false, &name);

	code_text_function(of, start, &name, cell->text, sizeof(cell->text));
	if (cell->width && !name.symbol[0])
		code_text_shorten(of, cell->text, sizeof(cell->text), cell->width);
	if (state == CODE_PENDING)
		cell->role = ROLE_DIM;
}

static void function_print(const struct rows_of *of, const void *row, char text[CODE_ROW_LINE])
{
	code_text_whole(of, function_start(row), false, text);
}

static void function_object_cell(const struct rows_of *of, const void *row, struct code_cell *cell)
{
	code_text_object(of, function_start(row), cell->text, sizeof(cell->text));
}

/* ---- the table ---- */

/* clang-format off */
static const struct row_column columns[] = {
	{ .title = "SHARE%", .field = "percent", .place = 10, .unit = VALUE_PERCENT, .number = function_share,
	  .width = 10, .priority = 100, .printed = 6, .error = 4, .compared = true, .of_compared = COMPARED_SHARE,
	  .wanted = function_has_no_classes,
	  .help = "of the samples of the event that are in the function, with the error of counting them" },
	{ .title = "SLOTS%", .field = "slots_percent", .place = 18, .unit = VALUE_PERCENT, .printed = 6, .error = 4,
	  .wanted = row_has_classes, .number = function_slots_share, .width = 10, .priority = 100,
	  .help = "of the slots of all samples, those of the function, with the error of counting them" },
	CLASS_COLUMNS(function, 19, "function"),
	{ .title = "DIFF", .unit = VALUE_POINTS, .number = function_difference,
	  .width = 6, .priority = 90, .wanted = row_is_compared,
	  .help = "change of SHARE% since the baseline (key x); strong: more than twice its error" },
	{ .title = "SAMPLES", .field = "samples", .place = 8, .unit = VALUE_COUNT, .number = function_samples,
	  .width = 8, .priority = 40, .printed = 8, .help = "samples in it" },
	{ .title = "LATENCY", .field = "retire_latency_mean", .place = 11, .unit = VALUE_NUMBER, .shown = 1,
	  .decimals = 2, .number = function_latency, .width = 8, .priority = 50, .wanted = function_has_latency,
	  .help = "mean retire latency of its samples, cycles" },
	{ .title = "STALL", .field = "exposed_cycles", .place = 12, .unit = VALUE_LARGE, .number = function_stall,
	  .width = 8, .priority = 60, .wanted = function_has_stall, .printed = 6,
	  .help = "cycles that instructions waited at its events until they retired: LATENCY times events" },
	{ .title = "PID", .field = "pid", .place = 1, .unit = VALUE_COUNT, .number = function_pid, .printed = 8 },
	{ .title = "FUNCTION", .cell = function_cell, .print = function_print,
	  .width = 20, .flex = true, .priority = 100, .left = true, .ascending = true,
	  .help = "name; object and offset while it is not known, or has none" },
	{ .title = "OBJECT", .at = function_start, .part = PLACE_OBJECT, .place = 2, .compared = true,
	  .cell = function_object_cell, .width = 14, .roomy = 6, .priority = 30, .left = true, .ascending = true,
	  .printed = 20, .help = "file that has the code, [kernel.kallsyms], [vdso]" },
	{ .title = "LINE", .former = "SOURCE", .at = function_hottest, .part = PLACE_SOURCE,
	  .width = 16, .roomy = 10, .priority = 20, .left = true, .ascending = true,
	  .help = "source line of the address with most samples" },

	/* Fields that are no columns until they are chosen; the offset is of comparisons only */
	ROW_PART(NULL, 3, function_start, PLACE_BUILD_ID),
	ROW_PART(NULL, 4, function_start, PLACE_ADDRESS),
	ROW_PART(NULL, 5, function_start, PLACE_SYMBOL),
	ROW_PART(NULL, 0, function_start, PLACE_OFFSET),
	ROW_PART(NULL, 6, function_start, PLACE_FILE),
	ROW_PART(NULL, 7, function_start, PLACE_LINE),
	{ .field = "events", .place = 9, .unit = VALUE_COUNT, .number = function_events },
	{ .group = "hottest", .place = 13, .at = function_hottest, .part = PLACE_ADDRESS },
	{ .group = "hottest", .place = 14, .at = function_hottest, .part = PLACE_FILE },
	{ .group = "hottest", .place = 15, .at = function_hottest, .part = PLACE_LINE },
	{ .field = "slots", .place = 17, .unit = VALUE_COUNT, .number = function_slots },
	{ .group = "hottest", .field = "events", .place = 16, .unit = VALUE_COUNT, .number = function_hottest_events },
};
/* clang-format on */

/* ---- the kind ---- */

static struct code_row_id function_id(const void *row)
{
	return (struct code_row_id){ function_start(row), code_no_place() };
}

static struct code_row_id function_places(const void *row)
{
	return (struct code_row_id){ function_start(row), function_hottest(row) };
}

static enum row_below function_enter(const struct rows_of *of, const void *row,
				     struct code_row_id *where)
{
	(void)of;
	*where = function_id(row);
	return BELOW_FUNCTION;
}

const struct code_kind function_rows = {
	.name = "functions",
	.columns = columns, .n = sizeof(columns) / sizeof(columns[0]),
	.id = function_id, .places = function_places, .enter = function_enter,
};
