/* SPDX-License-Identifier: GPL-2.0-only */
/* The detail of one row (state->detail). Called by screen.c and mouse.c; UI thread. */
#pragma once

#include "ui/detail/views.h"
#include "ui/draw/canvas.h"
#include "ui/state/ui_state.h"

/*
 * The detail of the row under the cursor, in the room that the list does not need. It is only
 * looked at: key d opens the same one. Leaves the state as it is. Nothing without a row under the
 * cursor.
 */
void view_beside_draw(struct canvas *canvas, struct rect rect, struct ui_state *state);

/* Sets the lengths of the text in state->detail. */
void view_detail_draw(struct canvas *canvas, struct rect rect, struct ui_state *state);

/* The line of the tree at (x, y) of the screen. False: there is none. */
bool view_detail_line_at(const struct ui_state *state, struct rect rect, int x, int y,
			 struct view_tree_place *place);
