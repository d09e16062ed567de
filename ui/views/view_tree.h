/* SPDX-License-Identifier: GPL-2.0-only */
/* The TopDown tree of the row in state->detail. Called by view_detail.c; UI thread. */
#ifndef TDTOP_UI_VIEWS_VIEW_TREE_H
#define TDTOP_UI_VIEWS_VIEW_TREE_H

#include "ui/draw/canvas.h"
#include "ui/state/ui_state.h"

/* Lines of the whole tree with its head. */
int view_tree_lines(const struct ui_state *state);
void view_tree_draw(struct canvas *canvas, struct rect rect, const struct ui_state *state);

/* The node on line y of the screen, or M_NONE. */
enum metric_id view_tree_node_at(struct rect rect, const struct ui_state *state, int y);

#endif
