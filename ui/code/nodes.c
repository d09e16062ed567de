/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Opened nodes: their columns in text, CSV and JSON; see rows.h. A new one is a row here. On the screen they
 * are a tree, with columns of its own: ui/detail/view_nodes.c.
 */
#include "config.h"
#include "ui/code/kinds.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "model/tree/tree_names.h"
#include "ui/draw/format.h"

/* ---- numbers ---- */

#define NODE_NUMBER(name, expression)							\
	static struct estimate name(const struct rows_of *of, const void *row)		\
	{										\
		const struct opened_line *line = row;					\
		const struct opened_node *value = &line->value;				\
											\
		(void)of;								\
		(void)value;								\
		return row_exact((double)(expression));					\
	}
#define KNOWN(condition, number) ((condition) ? (double)(number) : (double)NAN)
#define HAS_VALUE (value->quality > Q_LOW_SLOTS)
#define IS_COUNTED (HAS_VALUE && isfinite(value->percent) && isfinite(value->running))

NODE_NUMBER(node_level, line->node->level)
NODE_NUMBER(node_percent, KNOWN(HAS_VALUE, value->percent))
NODE_NUMBER(node_of_parent, KNOWN(HAS_VALUE, value->of_parent))
NODE_NUMBER(node_slots, KNOWN(HAS_VALUE, value->slots))
NODE_NUMBER(node_running, value->running)
NODE_NUMBER(node_error, KNOWN(HAS_VALUE, value->error))
NODE_NUMBER(node_at_once, KNOWN(IS_COUNTED, value->at_once))
NODE_NUMBER(node_threshold, 100 * (double)line->node->limit)
NODE_NUMBER(node_over, KNOWN(IS_COUNTED, value->over))
NODE_NUMBER(node_latency, value->latency)
NODE_NUMBER(node_latency_error, KNOWN(isfinite(value->latency), value->latency_error))
NODE_NUMBER(node_latency_default, KNOWN(isfinite(value->latency), value->latency_default))
NODE_NUMBER(node_latency_samples, KNOWN(isfinite(value->latency), value->latency_samples))
NODE_NUMBER(node_latency_saturated, KNOWN(isfinite(value->latency), value->latency_saturated))
NODE_NUMBER(node_latency_table, value->latency_table)
NODE_NUMBER(node_of_core, line->node->of_core)

/* ---- texts ---- */

#define NODE_TEXT(name, expression)							\
	static void name(const struct rows_of *of, const void *row, char text[CODE_ROW_TEXT]) \
	{										\
		const struct opened_line *line = row;					\
											\
		(void)of;								\
		(void)snprintf(text, CODE_ROW_TEXT, "%s", (expression));		\
	}
NODE_TEXT(node_slug, line->node->slug)
NODE_TEXT(node_parent, line->parent ? line->parent->slug : "")
NODE_TEXT(node_core_type, core_types[line->type].name)
NODE_TEXT(node_unit, tree_unit_names[line->node->unit])
NODE_TEXT(node_sample_with, line->node->sample_with)
NODE_TEXT(node_title, line->node->title)

/* ---- in text ---- */

static void node_print_name(const struct rows_of *of, const void *row, char text[CODE_ROW_LINE])
{
	const struct tree_node *node = ((const struct opened_line *)row)->node;
	char name[TREE_NAME];

	(void)of;
	tree_print_name(node->title, node->slug, name);
	(void)snprintf(text, CODE_ROW_LINE, "%*s%s", 2 * (node->level - 1), "", name);
}

/* With "~" if it is extrapolated, and a dot if it is too little to tell. */
static void node_print_value(const struct rows_of *of, const struct opened_node *value, float percent,
			     char text[CODE_ROW_LINE])
{
	format_percent(text, CODE_ROW_LINE, value->quality > Q_LOW_SLOTS ? (double)percent : 0,
		       (enum quality)value->quality);
	if (of->ascii)
		format_ascii(text);
}

#define NODE_VALUE(name, member, behind)						\
	static void name(const struct rows_of *of, const void *row, char text[CODE_ROW_LINE]) \
	{										\
		const struct opened_node *value = &((const struct opened_line *)row)->value;	\
											\
		node_print_value(of, value, value->member, text);			\
		(void)strcat(text, (behind));						\
	}
NODE_VALUE(node_print_percent, percent, value->latency_default ? "d" : " ")
NODE_VALUE(node_print_of_parent, of_parent, "")
NODE_VALUE(node_print_slots, slots, "")

/* What the percentage is a share of. */
NODE_TEXT(node_print_unit, line->node->unit == TREE_OF_CLOCKS      ? "cycles" :
			   line->node->unit == TREE_OF_CORE_CLOCKS ? "core cycles" : tree_unit_names[line->node->unit])
NODE_TEXT(node_print_over, line->value.over ? "over" : " ")
NODE_TEXT(node_print_sample_with, line->node->sample_with[0] ? line->node->sample_with : FORMAT_MISSING)

/* ---- the table ---- */

#define ITS_NUMBER(name, place_, value_unit, number_, decimals_) \
	{ .field = (name), .place = (place_), .unit = (value_unit), .number = (number_), .decimals = (decimals_) }

/* clang-format off */
static const struct row_column columns[] = {
	{ .title = "NODE", .field = "node", .place = 1, .text = node_slug, .print = node_print_name, .printed = 48,
	  .printed_most = TREE_NAME },
	{ .title = "% ", .field = "percent", .place = 5, .unit = VALUE_NUMBER, .number = node_percent, .decimals = 2,
	  .print = node_print_percent, .printed = 7 },
	{ .title = "of", .field = "unit", .place = 6, .text = node_unit, .print = node_print_unit, .printed = 11 },
	{ .title = "of-parent%", .field = "of_parent_percent", .place = 7, .unit = VALUE_NUMBER,
	  .number = node_of_parent, .decimals = 2, .print = node_print_of_parent, .printed = 10 },
	{ .title = "slots%", .field = "slots_percent", .place = 8, .unit = VALUE_NUMBER, .number = node_slots,
	  .decimals = 2, .print = node_print_slots, .printed = 7 },
	{ .title = "counted%", .field = "running_percent", .place = 9, .unit = VALUE_NUMBER, .number = node_running,
	  .decimals = 2, .printed = 8 },
	{ .title = "±", .field = "error", .place = 10, .unit = VALUE_NUMBER, .number = node_error, .shown = 2,
	  .decimals = 3, .printed = 6 },
	{ .title = "threshold", .field = "threshold", .place = 12, .unit = VALUE_NUMBER, .number = node_threshold,
	  .decimals = 2, .printed = 9 },
	{ .title = "", .field = "over", .place = 13, .unit = VALUE_TRUTH, .number = node_over, .left = true,
	  .print = node_print_over, .printed = 4 },
	{ .title = "sample-with", .field = "sample_with", .place = 20, .text = node_sample_with,
	  .print = node_print_sample_with, .flex = true },

	/* Fields only */
	{ .field = "parent", .place = 2, .text = node_parent },
	ITS_NUMBER("level", 3, VALUE_COUNT, node_level, 0),
	{ .field = "core_type", .place = 4, .text = node_core_type },
	ITS_NUMBER("at_once", 11, VALUE_TRUTH, node_at_once, 0),
	ITS_NUMBER("retire_latency", 14, VALUE_NUMBER, node_latency, 3),
	ITS_NUMBER("retire_latency_error", 15, VALUE_NUMBER, node_latency_error, 3),
	ITS_NUMBER("retire_latency_default", 16, VALUE_TRUTH, node_latency_default, 0),
	ITS_NUMBER("retire_latency_samples", 17, VALUE_COUNT, node_latency_samples, 0),
	ITS_NUMBER("retire_latency_saturated", 18, VALUE_COUNT, node_latency_saturated, 0),
	ITS_NUMBER("of_core", 19, VALUE_TRUTH, node_of_core, 0),
	ITS_NUMBER("retire_latency_table", 21, VALUE_NUMBER, node_latency_table, 3),
	{ .field = "title", .place = 22, .text = node_title },
};
/* clang-format on */

const struct code_kind opened_node_rows = {
	.name = "nodes",
	.columns = columns, .n = sizeof(columns) / sizeof(columns[0]),
	.size = sizeof(struct opened_line), .missing = FORMAT_MISSING,
};
