/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Drawing of tables: heads, cells and the cursor bar. The columns are placed by
 * ui/lists/table_fit.h. Called by the views and screen.c; UI thread.
 */
#pragma once

#include "ui/draw/canvas.h"
#include "ui/lists/table_fit.h"

void table_draw_head(const struct table *table, struct canvas *canvas, int y,
		     const struct ui_state *state);

/* Draws the cells of a row, its bar filled to `filled` (0..1). */
void table_draw_row(const struct table *table, struct canvas *canvas, int y,
		    const struct ui_state *state, const struct row *row, double filled);

/*
 * Highlights the line as a whole from x 0 on, except its bars: a bar in reverse video would say the
 * opposite.
 */
void table_select(const struct table *table, struct canvas *canvas, int y);

/* Are all level-1 values of the row missing, or of too few slots? */
bool table_row_is_quiet(const struct row *row);

/*
 * Long texts (COMMAND, NAME, PATH): does the column have texts that may be longer than it, and so scroll and
 * wrap?
 */
bool text_scroll_applies(const struct column *column);

/* Cells of the column's texts that are hidden at their left: 0 for a column that does not scroll. */
int text_scroll_of(const struct ui_state *state, const struct column *column);

/* Cells of the row's text that the place, behind the branches of a tree, has no room for. */
int text_scroll_hidden(const struct ui_state *state, const struct table_place *place,
		       const struct row *row);

/*
 * Scrolls the texts of the list by cells, no further than to the end of the longest one on the
 * screen. False: they stay where they are.
 */
bool text_scroll_move(struct ui_state *state, int cells);
