/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The lines of the tree in a detail: the nodes of levels 1 and 2, and below them those of the
 * family's trees that are open. One table, made for each draw, click and key. UI thread.
 */
#pragma once

#include "ui/code/kinds.h"
#include "ui/detail/open_nodes.h"
#include "ui/state/row_list.h"

#define NODE_LINES_MAX ((int)M_COUNT + CORE_TYPES * TREE_NODES_MAX)
#define NODE_LINE_TITLE 96

struct node_line {
	struct node_place place;
	int level;			/* 1 to 6 */
	bool can_open;			/* something is below it that is listed only if it is open */
	bool open;
	bool worst;			/* on the worst path */
	const struct opened_node *value;	/* of a tree alone; NULL: none has come */
};

struct node_lines {
	int n, all;			/* all: without the filter */
	bool below;			/* one of them is of a tree alone */
	bool indented;			/* one of level 1 can be opened: all have room for its sign */
	struct node_line line[NODE_LINES_MAX];
};

/*
 * The lines of state->detail, from the top: those that the filter leaves, with the nodes above them, and without a
 * filter. Values are valid as long as the snapshot is.
 */
void node_lines_list(const struct ui_state *state, struct node_lines *lines);
void node_lines_all(const struct ui_state *state, struct node_lines *lines);

/* What filters, search, menus and the order of siblings need of them; that is reversed, and then ended. */
void node_lines_rows(const struct ui_state *state, struct row_list *rows);

/* The node of a tree alone; NULL: it is one of metrics[]. */
const struct tree_node *node_line_node(const struct ui_state *state,
				       const struct node_line *line);

/* "DRAM bound", "L2 bound (E)"; harmless. */
void node_line_title(const struct ui_state *state, const struct node_line *line,
		     char text[NODE_LINE_TITLE]);

/* Cells before the name of a line; its sign stands in the two before it. */
int node_line_indent(const struct node_line *line, bool indented);

/* A line as a row of opened_node_rows; it points into itself. */
struct node_row {
	struct opened_line line;
	struct tree_node node;
	char title[NODE_LINE_TITLE];
};
void node_line_row(const struct ui_state *state, const struct node_line *line, bool indented, struct node_row *row);

/* Do they have the columns of opened nodes? Of levels 1 and 2 alone others are drawn. */
bool node_lines_have_columns(const struct node_lines *lines);

/* Is it this one? While a filter is typed it may hide that, and the cursor waits there. */
bool node_line_is_under_cursor(const struct ui_state *state, const struct node_line *line);

/* The index of the line under the cursor; if it is not listed, of the one above it. */
int node_lines_cursor(const struct ui_state *state, const struct node_lines *lines);

/* The index of the line that a line is listed below; -1: none. */
int node_lines_parent(const struct node_lines *lines, int index);

/* Puts the cursor on a line; the text starts at its top again. */
void node_lines_go_to(struct ui_state *state, const struct node_line *line);

/*
 * Moves the cursor by lines, at most to an end; follows the end of the worst path no longer. Below
 * the nodes of the machine are those of detail_who_list().
 */
void node_lines_move(struct ui_state *state, int lines);

/*
 * A new snapshot, or filter, is on the screen. While the worst path is followed, the cursor goes to its end. A
 * cursor on a node that is not listed any more goes to the one above it.
 */
void node_lines_refresh(struct ui_state *state);
