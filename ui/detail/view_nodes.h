/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The lines of a tree in a detail that is open below level 2: other columns than those of levels 1
 * and 2 alone. Called by view_tree.c; UI thread.
 */
#ifndef TDTOP_UI_DETAIL_VIEW_NODES_H
#define TDTOP_UI_DETAIL_VIEW_NODES_H

#include "ui/detail/node_lines.h"
#include "ui/draw/canvas.h"

#define VIEW_NODES_COLUMNS 12

/* Where each column is; w 0: it found no room. */
struct view_nodes_fit {
	struct {
		int x, w;
	} place[VIEW_NODES_COLUMNS];
};

/* The width at which all columns find room. */
int view_nodes_width(const struct ui_state *state, const struct node_lines *lines);

void view_nodes_fit(const struct ui_state *state, const struct node_lines *lines, int w,
		    struct view_nodes_fit *fit);
void view_nodes_draw_head(struct canvas *canvas, struct rect rect, const struct ui_state *state,
			  const struct view_nodes_fit *fit);

/* One line, without the cursor. */
void view_nodes_draw_line(struct canvas *canvas, struct rect rect, const struct ui_state *state,
			  const struct view_nodes_fit *fit, const struct node_line *line,
			  bool indented);

/* Cells before the name of a line; its sign stands in the two before it. */
int view_nodes_indent(const struct node_line *line, bool indented);

/* "~44.0", "·", "-": the value of a node of a tree; "…": none has come yet. */
void view_nodes_value(const struct ui_state *state, const struct node_line *line, char text[16]);

/* Is it good if the node is over its threshold? */
bool view_nodes_is_good(const struct ui_state *state, const struct node_line *line);

#endif
