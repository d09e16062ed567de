/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The state line: what a reader must know about the numbers before trusting them, but for what the
 * title says of all of them (view_meaning.h). The layout has a line for it only if there is
 * something to say. Called by screen.c; UI thread.
 */
#ifndef TDTOP_UI_SCREEN_STATUS_H
#define TDTOP_UI_SCREEN_STATUS_H

#include <stdbool.h>

#include "ui/draw/canvas.h"
#include "ui/state/ui_state.h"

/* Is there anything to say? */
bool status_has_something(const struct ui_state *state);
/* Draws the line; in short words where it does not fit, and without its least important parts. */
void status_draw(struct canvas *canvas, struct rect rect, const struct ui_state *state);

#endif
