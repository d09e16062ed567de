/* SPDX-License-Identifier: GPL-2.0-only */
/* The nodes of one function; see kinds.h. */
#include "config.h"
#include "ui/code/kinds.h"

#include <stdio.h>
#include <string.h>

#include "ui/code/class_columns.h"
#include "ui/code/code_text.h"

static struct estimate node_value(const struct rows_of *of, const void *row)
{
	const struct function_node *node = row;

	(void)of;
	return node->line ? node->line->share : class_shown(node->classes, node->node, NULL);
}

/* A node with too few samples is listed, too. */
static bool node_is_known(const struct rows_of *of, const void *row)
{
	(void)of;
	(void)row;
	return true;
}

static void node_title(const struct rows_of *of, const void *row, struct code_cell *cell)
{
	const struct function_node *node = row;

	if (node->line) {
		code_text_line_of(of, node->line->at, cell->text, sizeof(cell->text));
		return;
	}
	(void)snprintf(cell->text, sizeof(cell->text), "%s%s", metric_level(node->node) > 1 ? "  " : "",
		       metrics[node->node].title);
	if (class_is_limited_by(node->classes, node->node))
		row_cell_limits(cell, node->node);
}

/* "waiting for loads and stores" */
static void node_meaning(const struct rows_of *of, const void *row, struct code_cell *cell)
{
	const struct function_node *node = row;
	const char *brief = node->line ? "" : metrics[node->node].brief;
	const char *meaning = strstr(brief, ": ");

	if (node->line) {
		class_limit_cell(of, node->line->classes, cell);
		return;
	}
	(void)snprintf(cell->text, sizeof(cell->text), "%s", meaning ? meaning + 2 : brief);
}

/* clang-format off */
static const struct row_column columns[] = {
	{ .title = "NODE", .cell = node_title, .width = 22, .priority = 100, .left = true, .ascending = true,
	  .help = "of the tree; coloured: what limits the function, and the way to it; below them its hottest lines" },
	{ .title = "SLOTS%", .unit = VALUE_PERCENT, .number = node_value, .known = node_is_known, .width = 10,
	  .priority = 100, .help = "of the function's slots; of a line, those that it has; \"·\": too few samples, "
				   "the error is over 5 points" },
	{ .title = "MEANING", .cell = node_meaning, .width = 20, .flex = true, .priority = 50, .left = true,
	  .ascending = true, .help = "what the slots were lost to; of a line, what limits it" },
};
/* clang-format on */

struct code_row_id function_node_id(enum metric_id node)
{
	return (struct code_row_id){ { (uint64_t)node, PLACE_NO_OBJECT }, code_no_place() };
}

static struct code_row_id id_of_row(const void *row)
{
	const struct function_node *node = row;

	if (node->line)
		return (struct code_row_id){ node->line->at, code_no_place() };
	return function_node_id(node->node);
}

static struct code_row_id places_of_row(const void *row)
{
	const struct function_node *node = row;

	return (struct code_row_id){ node->line ? node->line->at : code_no_place(), code_no_place() };
}

const struct code_kind function_node_rows = {
	.name = "nodes",
	.columns = columns, .n = sizeof(columns) / sizeof(columns[0]),
	.id = id_of_row, .places = places_of_row,
};
