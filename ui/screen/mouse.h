/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What a mouse event does: what is at its cell (a pure function over the layout), and the action.
 * Keys can do all of it. Called by ui.c with events of term.c; UI thread.
 */
#pragma once

#include "ui/draw/layout.h"
#include "ui/state/ui_state.h"
#include "ui/term/term.h"

enum mouse_place {
	ON_NOTHING, ON_SENTENCE, ON_HEAD, ON_ROW, ON_BESIDE, ON_SETUP, ON_FOOTER
};

/* What is at cell (x, y). *line: for ON_ROW the line of the list, from 0. */
enum mouse_place mouse_place(const struct layout *layout, int x, int y, int *line);

/* Acts on an event; returns enum reaction bits, as ui_key does. */
unsigned int ui_mouse(struct ui_state *state, const struct mouse *mouse);
