/* SPDX-License-Identifier: GPL-2.0-only */
/* Key L: the texts of the selected row that its columns cut, in whole below it. UI thread. */
#ifndef TDTOP_UI_LISTS_VIEW_WRAPPED_H
#define TDTOP_UI_LISTS_VIEW_WRAPPED_H

#include "ui/draw/canvas.h"
#include "ui/lists/table_fit.h"

/*
 * Draws the cut texts of a row as a part of its cursor bar. Returns the lines that they need; rect.h
 * is how many are drawn, and 0 only counts.
 */
int view_wrapped_draw(struct canvas *canvas, struct rect rect, const struct ui_state *state,
		      const struct table *table, const struct row *row);

#endif
