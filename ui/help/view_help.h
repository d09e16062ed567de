/* SPDX-License-Identifier: GPL-2.0-only */
/* The help screen. Called by screen.c; UI thread. */
#pragma once

#include "ui/draw/canvas.h"
#include "ui/draw/page.h"
#include "ui/state/ui_state.h"

/*
 * The first page of the help: the keys of the screen that it covers, and the signs that can be seen
 * there.
 */

#define HELP_HERE_LINES 20	/* at most, in two columns: it fits a screen of 80x24 */

/*
 * Goes to the part state->help_goes_to. Sets state->help_lines and help_starts, and limits
 * help_scroll.
 */
void view_help_draw(struct canvas *canvas, struct rect rect, struct ui_state *state);
