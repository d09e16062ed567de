/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The whole screen: computes the layout and calls the view of each of its parts. Draws a state into
 * a canvas and nothing else; the terminal is not known here. Called by ui.c; UI thread.
 */
#pragma once

#include "ui/draw/canvas.h"
#include "ui/draw/layout.h"
#include "ui/state/ui_state.h"

/* Which parts the state needs, for layout_compute(). */
struct layout_request screen_request(const struct ui_state *state);

/*
 * Draws the state into the canvas, which has the size of the terminal. Sets what drawing finds out:
 * the size of the screen, the page's length, and how far the list is scrolled.
 */
void screen_draw(struct ui_state *state, struct canvas *canvas);
