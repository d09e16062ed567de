/* SPDX-License-Identifier: GPL-2.0-only */
/* Frames of call stacks: their columns; see rows.h. */
#include "config.h"
#include "ui/code/calls.h"

#include <math.h>
#include <stdio.h>

#include "model/profile/call_tree.h"
#include "ui/code/code_text.h"

#define CALL_INDENT 60		/* blanks at most */

ROW_COUNT(call_depth, call_node, depth, true)
ROW_COUNT(call_is_cut, call_node, kind == CALL_CUT, true)
ROW_COUNT(call_samples, call_node, samples, true)
ROW_COUNT(call_events, call_node, weight, true)
ROW_COUNT(call_self_samples, call_node, self_samples, true)

static struct estimate percent_of(const struct rows_of *of, uint64_t weight)
{
	const uint64_t all = of->profile->weight;

	return row_exact(all ? 100 * (double)weight / (double)all : (double)NAN);
}

static struct estimate call_percent(const struct rows_of *of, const void *row)
{
	return percent_of(of, ((const struct call_node *)row)->weight);
}

static struct estimate call_self_percent(const struct rows_of *of, const void *row)
{
	return percent_of(of, ((const struct call_node *)row)->self_weight);
}

/* Of older frames that were lost nothing is known. */
static struct place call_function(const void *row)
{
	const struct call_node *call = row;

	return call->kind == CALL_CUT ? code_no_place() : call->function;
}

static void call_address(const struct rows_of *of, const void *row, char text[CODE_ROW_TEXT])
{
	const struct call_node *call = row;

	if (call->kind != CALL_CUT)
		code_text_print_address(of, call->function, text);
}

/* Indented below its caller. */
static void call_print(const struct rows_of *of, const void *row, char text[CODE_ROW_LINE])
{
	const struct call_node *call = row;
	const uint32_t depth = call->depth ? call->depth - 1 : 0;
	char name[CODE_TEXT_WHOLE] = "(older frames were lost)";

	if (call->kind != CALL_CUT)
		code_text_whole(of, call->function, false, name);
	(void)snprintf(text, CODE_ROW_LINE, "%*s%s",
		       depth < CALL_INDENT ? (int)depth : CALL_INDENT, "", name);
}

/* clang-format off */
static const struct row_column call_columns[] = {
	{ .title = "TOTAL%", .field = "percent", .place = 11, .unit = VALUE_SHARE, .shown = 1, .decimals = 2,
	  .number = call_percent, .printed = 6 },
	{ .title = "SELF%", .field = "self_percent", .place = 13, .unit = VALUE_SHARE, .shown = 1, .decimals = 2,
	  .number = call_self_percent, .printed = 6 },
	{ .title = "SAMPLES", .field = "samples", .place = 9, .unit = VALUE_COUNT, .number = call_samples, .printed = 8 },
	{ .title = "FUNCTION, below its caller", .print = call_print, .flex = true },
	{ .field = "depth", .place = 1, .unit = VALUE_COUNT, .number = call_depth },
	ROW_PART(NULL, 2, call_function, PLACE_OBJECT),
	ROW_PART(NULL, 3, call_function, PLACE_BUILD_ID),
	{ .field = "address", .place = 4, .text = call_address },
	ROW_PART(NULL, 5, call_function, PLACE_SYMBOL),
	ROW_PART(NULL, 6, call_function, PLACE_FILE),
	ROW_PART(NULL, 7, call_function, PLACE_LINE),
	{ .field = "cut", .place = 8, .unit = VALUE_TRUTH, .number = call_is_cut },
	{ .field = "events", .place = 10, .unit = VALUE_COUNT, .number = call_events },
	{ .field = "self_samples", .place = 12, .unit = VALUE_COUNT, .number = call_self_samples },
};
/* clang-format on */

const struct code_kind call_rows = {
	.name = "stacks",
	.columns = call_columns, .n = sizeof(call_columns) / sizeof(call_columns[0]),
};
