/* SPDX-License-Identifier: GPL-2.0-only */
/* Who ran in some cells of the scope: a table of tasks. Called by view_scope.c; UI thread. */
#ifndef TDTOP_UI_TIME_VIEW_WHO_H
#define TDTOP_UI_TIME_VIEW_WHO_H

#include "ui/draw/canvas.h"
#include "ui/draw/segments.h"
#include "ui/state/ui_state.h"

/* Draws the table of the cells that scope.who_first and who_last name. */
void view_who_draw(struct canvas *canvas, struct rect rect, struct ui_state *state);

/* "12:03:44.120, 20 ms": the cells from first to last. */
#define VIEW_WHO_WHEN 48
void view_who_print_when(const struct ui_state *state, uint64_t first, uint64_t last,
			 char text[VIEW_WHO_WHEN]);

/*
 * Appends over what time slots are spread: the longest slice; nothing if all are shorter than a
 * cell.
 */
void view_who_add_spread(struct segments *line, const struct scope_sum *sum);

#endif
