/* SPDX-License-Identifier: GPL-2.0-only */
/* The time map: CPUs down, the last intervals across. Called by screen.c; UI thread. */
#ifndef TDTOP_UI_TIME_VIEW_MAP_H
#define TDTOP_UI_TIME_VIEW_MAP_H

#include "ui/draw/canvas.h"
#include "ui/draw/heat_cell.h"
#include "ui/draw/segments.h"
#include "ui/state/ui_state.h"

/* Draws it into the rows of the screen; sets its page and columns. */
void view_map_draw(struct canvas *canvas, struct rect rect, struct ui_state *state);

/* What cells are drawn with. */
struct heat_look view_map_look(const struct ui_state *state);

/* Appends "busy 63 %", the classes and the one that limits: the numbers of a cell. */
void view_map_add_numbers(struct segments *line, const struct heat *heat,
			  const struct ui_state *state);

/* Draws what the glyphs of the cells mean. */
void view_map_draw_legend(struct canvas *canvas, struct rect rect, const struct ui_state *state);

#endif
