/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Opened nodes: their columns on the screen, in text, CSV and JSON; see rows.h. A new one is a row here. The rows
 * of the screen, which are a tree: ui/detail/node_lines.c.
 */
#include "config.h"
#include "ui/code/kinds.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "model/tree/tree.h"
#include "ui/draw/format.h"
#include "ui/draw/symbols.h"

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
NODE_NUMBER(node_difference, line->difference_points)

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

/* ---- on the screen ---- */

#define BAR_LEAST 6
#define BAR_MOST 24
#define SAMPLE_LEAST 12
#define SAMPLE_MOST 40
#define NAME_MOST 34

static int node_cells_within(int cells, int least, int most)
{
	return cells < least ? least : cells > most ? most : cells;
}

static int node_name_most(const struct rows_of *of)
{
	return node_cells_within(((const struct opened_look *)of->in)->title, OPENED_NAME_LEAST, NAME_MOST);
}

static int node_sample_most(const struct rows_of *of)
{
	return node_cells_within(((const struct opened_look *)of->in)->sample_with, SAMPLE_LEAST, SAMPLE_MOST);
}

static int node_bar_most(const struct rows_of *of)
{
	(void)of;
	return BAR_MOST;
}

/* Has any of the rows an event? */
static bool node_has_samples(const struct rows_of *of)
{
	return !of->in || ((const struct opened_look *)of->in)->sample_with;
}

static bool node_is_known(const struct opened_line *line)
{
	return line->value.quality > Q_LOW_SLOTS;
}

bool opened_line_is_good(const struct opened_line *line)
{
	return metrics[line->colour].sense == SENSE_GOOD;
}

static enum role node_role(const struct opened_line *line)
{
	return !node_is_known(line) ? ROLE_DIM : line->value.over ? theme_metric_role(line->colour) : ROLE_TEXT;
}

void opened_line_value(const struct rows_of *of, const struct opened_line *line, char text[16])
{
	if (line->awaited)
		(void)snprintf(text, 16, "%s", of->ascii ? "..." : "…");
	else
		format_percent(text, 16, node_is_known(line) ? (double)line->value.percent : 0,
			       (enum quality)line->value.quality);
	if (of->ascii)
		format_ascii(text);
}

static void node_percent_cell(const struct rows_of *of, const void *row, struct code_cell *cell)
{
	const struct opened_line *line = row;
	char value[16];

	opened_line_value(of, line, value);
	(void)snprintf(cell->text, sizeof(cell->text), "%s%s", value, line->value.latency_default ? "d" : " ");
	cell->role = node_role(line);
	cell->strong = line->worst;
}

static void node_difference_cell(const struct rows_of *of, const void *row, struct code_cell *cell)
{
	const struct opened_line *line = row;

	(void)of;
	(void)snprintf(cell->text, sizeof(cell->text), "%s", line->difference);
	cell->strong = line->differs;
}

static void node_unit_cell(const struct rows_of *of, const void *row, struct code_cell *cell)
{
	static const char *const names[TREE_UNITS] = {
		[TREE_OF_SLOTS] = "slots", [TREE_OF_CLOCKS] = "cycles",
		[TREE_OF_CORE_CLOCKS] = "core", [TREE_OF_UOPS] = "uops",
	};
	const struct tree_node *node = ((const struct opened_line *)row)->node;

	(void)of;
	(void)snprintf(cell->text, sizeof(cell->text), "%s", node->of_core ? "core" : names[node->unit]);
	cell->role = ROLE_DIM;
}

/* A number; dim, and its sign if it is not known, but for those that one reads first. */
#define NODE_CELL(name, number, digits, its_role)							\
	static void name(const struct rows_of *of, const void *row, struct code_cell *cell)		\
	{												\
		const double value = number(of, row).value;						\
													\
		if (isnan(value))									\
			(void)snprintf(cell->text, sizeof(cell->text), FORMAT_MISSING);			\
		else											\
			(void)snprintf(cell->text, sizeof(cell->text), "%.*f", (digits), value);	\
		cell->role = isnan(value) ? ROLE_DIM : (its_role);					\
	}
NODE_CELL(node_slots_cell, node_slots, 1, ROLE_TEXT)
NODE_CELL(node_of_parent_cell, node_of_parent, 1, ROLE_TEXT)
NODE_CELL(node_threshold_cell, node_threshold, 0, ROLE_DIM)
NODE_CELL(node_running_cell, node_running, 0, ROLE_DIM)
NODE_CELL(node_error_cell, node_error, 2, ROLE_DIM)

static void node_sample_cell(const struct rows_of *of, const void *row, struct code_cell *cell)
{
	const char *events = ((const struct opened_line *)row)->node->sample_with;

	(void)of;
	(void)snprintf(cell->text, sizeof(cell->text), "%.*s", (int)strcspn(events, ";"), events);
	cell->role = ROLE_DIM;
}

/* For filters and searches: what is drawn. */
static void node_name_cell(const struct rows_of *of, const void *row, struct code_cell *cell)
{
	const struct opened_line *line = row;

	(void)of;
	(void)snprintf(cell->text, sizeof(cell->text), "%s", line->title ? line->title : line->node->title);
}

static void node_draw_name(struct canvas *canvas, struct rect rect, const struct rows_of *of, const void *row)
{
	const struct opened_line *line = row;

	if (line->can_open && line->indent >= 2)
		(void)canvas_put(canvas, rect.x + line->indent - 2, rect.y, 1, canvas_style(ROLE_KEY, false),
				 symbol(line->open ? SYMBOL_UNFOLDED : SYMBOL_FOLDED, of->ascii));
	(void)canvas_put_cut(canvas, rect.x + line->indent, rect.y, rect.w - line->indent,
			     canvas_style(node_role(line), line->worst), line->title, 0, of->ascii);
}

/*
 * ">" marks a value over its threshold; a good node (useful work) has a sign of its own, and so has one on the
 * worst path; "!" marks a value that cannot be.
 */
static void node_draw_mark(struct canvas *canvas, struct rect rect, const struct rows_of *of, const void *row)
{
	const struct opened_line *line = row;
	const unsigned int style = canvas_style(theme_metric_role(line->colour), true);

	if (line->impossible)
		(void)canvas_put(canvas, rect.x, rect.y, 1, canvas_style(ROLE_ALARM, false), "!");
	else if (!line->value.over || !node_is_known(line))
		return;
	else if (opened_line_is_good(line) || line->worst)
		(void)canvas_put(canvas, rect.x, rect.y, 1, style,
				 symbol(opened_line_is_good(line) ? SYMBOL_GOOD : SYMBOL_WORST, of->ascii));
	else
		(void)canvas_put(canvas, rect.x, rect.y, 1, canvas_style(ROLE_NOTE, false), ">");
}

/* Its part of all, and its threshold. */
static void node_draw_bar(struct canvas *canvas, struct rect rect, const struct rows_of *of, const void *row)
{
	const struct opened_line *line = row;
	const struct opened_look *look = of->in;
	const enum metric_id class = metrics[line->colour].parent == M_NONE ? line->colour :
									      metrics[line->colour].parent;
	const double limit = node_threshold(of, row).value;
	const int full = (int)lround((double)line->value.percent / 100 * rect.w);
	const int threshold = isnan(limit) ? -1 : (int)lround(limit / 100 * rect.w);

	if (!node_is_known(line))
		return;
	if (line->impossible) {
		(void)canvas_put(canvas, rect.x, rect.y, rect.w, canvas_style(ROLE_ALARM, false), "impossible");
		return;
	}
	for (int x = 0; x < rect.w; x++)
		canvas_put_code(canvas, rect.x + x, rect.y,
				canvas_style(x < full ? theme_metric_role(line->colour) : ROLE_DIM, false),
				x < full ? bars_glyph(look->bars, class) : x == threshold ? '|' : ' ');
}

/* ---- the table ---- */

#define ITS_NUMBER(name, place_, value_unit, number_, decimals_) \
	{ .field = (name), .place = (place_), .unit = (value_unit), .number = (number_), .decimals = (decimals_) }

/* clang-format off */
static const struct row_column columns[] = {
	{ .title = "NODE", .field = "node", .place = 1, .text = node_slug, .print = node_print_name, .printed = 48,
	  .printed_most = TREE_NAME, .cell = node_name_cell, .draw = node_draw_name, .width = OPENED_NAME_LEAST,
	  .most = node_name_most, .priority = 100, .ascending = true,
	  .help = "of the tree; coloured: over its threshold" },
	{ .title = "% ", .field = "percent", .place = 5, .unit = VALUE_NUMBER, .number = node_percent, .decimals = 2,
	  .print = node_print_percent, .printed = 7, .cell = node_percent_cell, .width = 6, .priority = 99,
	  .help = "of what OF says; d: with a retire latency of the table" },
	{ .title = "DIFF", .unit = VALUE_NUMBER, .number = node_difference, .cell = node_difference_cell,
	  .wanted = row_is_compared, .width = 6, .priority = 96,
	  .help = "points more than in the interval that is compared with" },
	{ .title = "OF", .field = "unit", .place = 6, .text = node_unit, .print = node_print_unit, .printed = 11,
	  .cell = node_unit_cell, .width = 6, .priority = 95, .ascending = true,
	  .help = "slots, cycles of the thread or of the core, uops" },
	{ .title = "OF-PARENT%", .field = "of_parent_percent", .place = 7, .unit = VALUE_NUMBER,
	  .number = node_of_parent, .decimals = 2, .print = node_print_of_parent, .printed = 10,
	  .cell = node_of_parent_cell, .help = "its part of the slots of the node above" },
	{ .title = "SLOTS%", .field = "slots_percent", .place = 8, .unit = VALUE_NUMBER, .number = node_slots,
	  .decimals = 2, .print = node_print_slots, .printed = 7, .cell = node_slots_cell, .width = 6, .priority = 41,
	  .help = "of all slots, estimated" },
	{ .title = "THRESHOLD", .field = "threshold", .place = 12, .unit = VALUE_NUMBER, .number = node_threshold,
	  .decimals = 2, .printed = 9, .cell = node_threshold_cell, .width = 9, .priority = 43,
	  .help = "percent from which it deserves a look" },
	{ .title = "", .field = "over", .place = 13, .unit = VALUE_TRUTH, .number = node_over, .left = true,
	  .print = node_print_over, .printed = 4, .draw = node_draw_mark, .width = 1, .priority = 97,
	  .help = "over its threshold, and those above it" },
	{ .title = "", .former = "bar", .draw = node_draw_bar, .bar = true, .width = BAR_LEAST, .most = node_bar_most,
	  .left = true, .priority = 42, .help = "its part, and its threshold" },
	{ .title = "COUNTED%", .field = "running_percent", .place = 9, .unit = VALUE_NUMBER, .number = node_running,
	  .decimals = 2, .printed = 8, .cell = node_running_cell, .width = 8, .priority = 44,
	  .help = "part of the time in which its events had counters" },
	{ .title = "±", .field = "error", .place = 10, .unit = VALUE_NUMBER, .number = node_error, .shown = 2,
	  .decimals = 3, .printed = 6, .cell = node_error_cell, .width = 5, .priority = 93,
	  .help = "standard error of %, points" },
	{ .title = "SAMPLE WITH", .former = "sample-with", .field = "sample_with", .place = 20,
	  .text = node_sample_with, .print = node_print_sample_with, .flex = true, .cell = node_sample_cell,
	  .wanted = node_has_samples, .width = SAMPLE_LEAST, .most = node_sample_most, .priority = 40,
	  .ascending = true, .help = "the event that finds its code" },

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
