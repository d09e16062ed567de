/* SPDX-License-Identifier: GPL-2.0-only */
/* The help screen. Called by screen.c; UI thread. */
#pragma once

#include "ui/draw/canvas.h"
#include "ui/state/ui_state.h"

/*
 * Lines of the first page at most, in two columns: the keys of the screen that the help covers, and the
 * signs that can be seen there. It fits a screen of 80x24.
 */
#define HELP_HERE_LINES 20

/*
 * Goes to the part state->help_goes_to. Sets state->help_lines and help_starts, and limits
 * help_scroll.
 */
void view_help_draw(struct canvas *canvas, struct rect rect, struct ui_state *state);
