/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The head of the screen: a line each for title, machine and trend. Called by screen.c; UI thread.
 */
#ifndef TDTOP_UI_SCREEN_VIEW_HEADER_H
#define TDTOP_UI_SCREEN_VIEW_HEADER_H

#include "ui/draw/canvas.h"
#include "ui/draw/segments.h"
#include "ui/state/ui_state.h"

/* The first line of the screen: a title, as much as fits beside what the numbers mean. */
void view_header_draw_first(struct canvas *canvas, struct rect rect, const struct ui_state *state,
			    struct segments *title);
void view_header_draw_title(struct canvas *canvas, struct rect rect, const struct ui_state *state);
void view_header_draw_machine(struct canvas *canvas, struct rect rect,
			      const struct ui_state *state);
/* What limits the machine, in plain words. */
void view_header_draw_sentence(struct canvas *canvas, struct rect rect,
			       const struct ui_state *state);
void view_header_draw_trend(struct canvas *canvas, struct rect rect, const struct ui_state *state);

#endif
