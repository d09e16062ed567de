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
