/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What all tables of rows share: which columns fit, their places, heads and cells. UI thread.
 */
#ifndef TDTOP_UI_TABLE_H
#define TDTOP_UI_TABLE_H

#include "ui/draw/canvas.h"
#include "ui/state/table_fit.h"

void table_draw_head(const struct table *table, struct canvas *canvas, int y,
		     const struct ui_state *state, const struct column_order *order);

/*
 * Draws the cells of a row (bars too, filled to `filled`) and lays the cursor bar over them. The
 * line is selected as a whole from x 0 on, but not its bars: a bar turned around says the opposite.
 */
void table_draw_row(const struct table *table, struct canvas *canvas, int y,
		    const struct ui_state *state, const struct row *row, double filled);

/* Lays the cursor bar over the line. */
void table_select(const struct table *table, struct canvas *canvas, int y);

/* Is there nothing in the row to look at: all level-1 values missing or too few slots? */
bool table_row_is_quiet(const struct row *row);

#endif
