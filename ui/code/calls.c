/* SPDX-License-Identifier: GPL-2.0-only */
/* Frames of call stacks: their columns; see rows.h. */
#include "config.h"
#include "ui/code/kinds.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "ui/code/class_columns.h"
#include "ui/code/code_text.h"
#include "ui/draw/symbols.h"

#define CALL_INDENT 60		/* blanks at most, in text; */
#define CALL_INDENT_SHOWN 12	/* on the screen deeper ones have their depth as a number */

/* ---- numbers ---- */

ROW_COUNT(call_depth, call_node, depth, true)
ROW_COUNT(call_is_cut, call_node, kind == CALL_CUT, true)
ROW_COUNT(call_samples, call_node, samples, true)
ROW_COUNT(call_events, call_node, weight, true)
ROW_COUNT(call_self_samples, call_node, self_samples, true)

struct estimate call_share(const struct rows_of *of, const struct call_node *call, bool self)
{
	const struct call_look *look = of->in;
	const uint64_t weight = self ? call->self_weight : call->weight, all = of->profile->weight;

	if (look)
		return share_of((struct weighed){ (double)weight,
						  self ? call->self_squares : call->squares },
				look->all);
	return row_exact(all ? (double)weight / (double)all : (double)NAN);
}

static struct estimate call_total(const struct rows_of *of, const void *row)
{
	return call_share(of, row, false);
}

static struct estimate call_self(const struct rows_of *of, const void *row)
{
	return call_share(of, row, true);
}

static bool call_has_self(const struct rows_of *of)
{
	return !of->in || !((const struct call_look *)of->in)->callers;
}

/* A tree of callers ends at the outermost one, which was not sampled itself. */
static bool call_has_own_classes(const struct rows_of *of)
{
	return row_has_classes(of) && call_has_self(of);
}

/* ---- classes ---- */

static const struct estimate *classes_of(const void *row)
{
	return ((const struct call_node *)row)->classes;
}

static const struct estimate *own_classes_of(const void *row)
{
	return ((const struct call_node *)row)->self_classes;
}

CLASS_READERS(call, classes_of)
CLASS_OWN_READERS(call_own, own_classes_of)

enum metric_id call_node_of_colour(const struct call_node *call)
{
	const struct limit limit = class_limit(call->classes);

	return limit.kind == BOTTLENECK_NODE ? limit.node :
	       limit.kind == BOTTLENECK_NONE ? M_RETIRING : M_NONE;
}

/* ---- places, names ---- */

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

void call_path(const struct rows_of *of, const struct call_node *call, char *text, size_t size)
{
	const struct call_look *look = of->in;
	size_t at = size - 1;

	text[at] = '\0';
	for (; call->kind != CALL_ROOT; call = &look->nodes[call->parent]) {
		char name[CODE_NAME_MAX];
		size_t n;

		call_name(of, call, name, sizeof(name));
		n = strlen(name);
		if (n + 5 > at) {	/* no room for all of the outer ones */
			at -= 4;
			memcpy(text + at, "...;", 4);
			break;
		}
		if (at < size - 1)
			text[--at] = ';';
		at -= n;
		memcpy(text + at, name, n);
	}
	memmove(text, text + at, size - at);
}

/* Indented below its caller; in a comparison, which has no tree, the path. */
static void call_print(const struct rows_of *of, const void *row, char text[CODE_ROW_LINE])
{
	const struct call_node *call = row;
	const uint32_t depth = call->depth ? call->depth - 1 : 0;
	char name[CODE_TEXT_WHOLE] = "(older frames were lost)";

	if (of->in) {
		call_path(of, call, text, CODE_ROW_LINE);
		return;
	}
	if (call->kind != CALL_CUT)
		code_text_whole(of, call->function, false, name);
	(void)snprintf(text, CODE_ROW_LINE, "%*s%s",
		       depth < CALL_INDENT ? (int)depth : CALL_INDENT, "", name);
}

void call_name(const struct rows_of *of, const struct call_node *call, char *text, size_t size)
{
	struct code_name name;

	if (call->kind == CALL_FUNCTION) {
		(void)code_text_ask(of, call->function, false, &name);
		code_text_function(of, call->function, &name, text, size);
		return;
	}
	(void)snprintf(text, size, "%s", call->kind == CALL_ROOT ? "all" : of->ascii ? "..." : "…");
}

static void call_text(const struct rows_of *of, const void *row, char text[CODE_ROW_TEXT])
{
	call_name(of, row, text, CODE_ROW_TEXT);
}

/* Where nothing is folded, as in a printed tree, the sign is a blank. */
static void call_cell(const struct rows_of *of, const void *row, struct code_cell *cell)
{
	const struct call_look *look = of->in;
	const struct call_node *call = row;
	const uint32_t depth = call->depth - (look ? look->top : 0);
	const int indented = depth > CALL_INDENT_SHOWN ? CALL_INDENT_SHOWN : (int)depth;
	const char *sign = " ";
	char name[CODE_NAME_MAX], number[16] = "";
	int used;

	call_name(of, call, name, sizeof(name));
	if (look && call->below && !look->filter[0])
		sign = symbol(look->unfolded[call - look->nodes] ? SYMBOL_UNFOLDED : SYMBOL_FOLDED,
			      of->ascii);
	if (depth > CALL_INDENT_SHOWN)
		(void)snprintf(number, sizeof(number), "%" PRIu32 " ", depth);
	used = indented + 2 + (int)strlen(number);
	if (cell->width > used && strstr(name, "+0x"))
		code_text_shorten(of, name, sizeof(name), cell->width - used);
	(void)snprintf(cell->text, sizeof(cell->text), "%*s%s %s%s", indented, "", sign, number, name);
	if (call->kind == CALL_CUT)
		cell->role = ROLE_DIM;
}

static void call_object_cell(const struct rows_of *of, const void *row, struct code_cell *cell)
{
	code_text_object(of, call_function(row), cell->text, sizeof(cell->text));
}

/* ---- the table ---- */

/* clang-format off */
static const struct row_column call_columns[] = {
	{ .title = "TOTAL%", .field = "percent", .place = 11, .unit = VALUE_PERCENT, .no_error_field = true,
	  .number = call_total, .width = 10, .priority = 100, .printed = 6, .compared = true,
	  .of_compared = COMPARED_SHARE,
	  .help = "of all call stacks, those through this frame: itself and all it calls; of "
		  "callers, those in which it leads to the function above it" },
	{ .title = "SELF%", .field = "self_percent", .place = 13, .unit = VALUE_PERCENT, .no_error_field = true,
	  .number = call_self, .width = 10, .priority = 80, .wanted = call_has_self, .printed = 6, .compared = true,
	  .of_compared = COMPARED_SELF,
	  .help = "of all call stacks, those that were sampled in this frame" },
	CLASS_COLUMNS(call, 14, "frame"),
	CLASS_OWN(call_own, 29, call_has_own_classes),
	{ .title = "SAMPLES", .field = "samples", .place = 9, .unit = VALUE_COUNT, .number = call_samples,
	  .width = 8, .priority = 40, .printed = 8, .help = "call stacks through this frame" },
	{ .title = "FRAME", .former = "FUNCTION", .text = call_text, .cell = call_cell, .print = call_print,
	  .width = 22, .roomy = 15, .flex = true, .priority = 100, .left = true, .ascending = true,
	  .help = "function; below it what it calls, or in a tree of callers what calls it" },
	{ .title = "OBJECT", .at = call_function, .part = PLACE_OBJECT, .place = 2, .compared = true,
	  .cell = call_object_cell, .width = 14, .priority = 30, .left = true, .ascending = true,
	  .help = "file that has the code" },
	{ .field = "depth", .place = 1, .unit = VALUE_COUNT, .number = call_depth },
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

static struct code_row_id call_places(const void *row)
{
	return (struct code_row_id){ call_function(row), code_no_place() };
}

const struct code_kind call_rows = {
	.name = "stacks",
	.columns = call_columns, .n = sizeof(call_columns) / sizeof(call_columns[0]), .classes_from = 14,
	.places = call_places,
};
