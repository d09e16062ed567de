/* SPDX-License-Identifier: GPL-2.0-only */
/* What was shown before, drawn: the time map, the scope, the chart. UI thread. */
#pragma once

#include "ui/draw/canvas.h"
#include "ui/draw/graphs.h"
#include "ui/draw/page.h"
#include "ui/state/ui_state.h"

/* The time map: CPUs down, the last intervals across. */

/* Draws it into the rows of the screen; sets its page and columns. */
void view_map_draw(struct canvas *canvas, struct rect rect, struct ui_state *state);

/* What cells are drawn with. */
struct heat_look view_map_look(const struct ui_state *state);

/* Appends "busy 63 %", the classes and the one that limits: the numbers of a cell. */
void view_map_add_numbers(struct segments *line, const struct heat *heat,
			  const struct ui_state *state);

/* Draws what the glyphs of the cells mean. */
void view_map_draw_legend(struct canvas *canvas, struct rect rect, const struct ui_state *state);

/*
 * The scope: seconds down, cells of 20 ms across; or who ran in some of them. Draws it into the
 * rows of the screen. Called by screen.c.
 */
void view_scope_draw(struct canvas *canvas, struct rect rect, struct ui_state *state);

/* The machine over time, stacked by class. */
void view_chart_draw(struct canvas *canvas, struct rect rect, const struct ui_state *state);
