/* SPDX-License-Identifier: GPL-2.0-only */
/* The setup screen. Called by screen.c and mouse.c; UI thread. */
#ifndef TDTOP_UI_SETUP_VIEW_SETUP_H
#define TDTOP_UI_SETUP_VIEW_SETUP_H

#include "ui/draw/canvas.h"
#include "ui/state/ui_state.h"

/* Sets how far the page in state->setup is scrolled, and its height. */
void view_setup_draw(struct canvas *canvas, struct rect rect, struct ui_state *state);

/* What is at (x, y) of the screen: a page, or a line of the page. False: neither. */
struct view_setup_place {
	int page;		/* -1: a line */
	size_t line;
	bool box;		/* at its "[x]" */
};
bool view_setup_at(const struct ui_state *state, struct rect rect, int x, int y,
		   struct view_setup_place *place);

#endif
