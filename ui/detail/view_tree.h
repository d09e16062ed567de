/* SPDX-License-Identifier: GPL-2.0-only */
/* The TopDown tree of the row in state->detail. Called by view_detail.c; UI thread. */
#ifndef TDTOP_UI_DETAIL_VIEW_TREE_H
#define TDTOP_UI_DETAIL_VIEW_TREE_H

#include "ui/detail/node_lines.h"
#include "ui/draw/canvas.h"

/* Lines of the whole tree with its head. */
int view_tree_lines(const struct ui_state *state);
void view_tree_draw(struct canvas *canvas, struct rect rect, const struct ui_state *state);

/* The width that it has use for; 0: the usual one, as nothing below level 2 is listed. */
int view_tree_width(const struct ui_state *state);

/* What is at a place of the screen. */
struct view_tree_place {
	struct node_line line;
	bool sign;		/* the sign that opens or closes it */
	const struct row *process;	/* listed below the tree; else NULL */
};

/* False: there is no line. */
bool view_tree_line_at(struct rect rect, const struct ui_state *state, int x, int y,
		       struct view_tree_place *place);

#endif
