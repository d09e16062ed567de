/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What all tables of rows share: which columns fit, their places, heads and cells. UI thread.
 */
#ifndef TDTOP_UI_TABLE_H
#define TDTOP_UI_TABLE_H

#include <stddef.h>

#include "ui/draw/canvas.h"
#include "ui/table/column_set.h"
#include "ui/table/columns_sort.h"

struct ui_state;

struct table {
	size_t n;
	struct table_place {
		const struct column *column;
		int x, w;
	} places[COLUMNS_MAX];
};

/*
 * Chooses from list those that fit from x on in w cells, the most important first (column->priority;
 * the ordering column always), and gives the rest of the line to those that were chosen wider, then
 * to the stretching ones.
 */
void table_fit(struct table *table, const struct column_choice *list, size_t n, int x, int w,
	       const struct column *ordering);

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
