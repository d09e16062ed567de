/* SPDX-License-Identifier: GPL-2.0-only */
/* The setup screen and menus, drawn. UI thread. */
#pragma once

#include "ui/draw/canvas.h"
#include "ui/state/ui_state.h"

/* The setup screen. */

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

/* The open menu over the list, and the line below it. */
void view_menu_draw(struct canvas *canvas, struct rect rect, const struct ui_state *state);
void view_menu_draw_line(struct canvas *canvas, struct rect rect, const struct ui_state *state);
