/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The setup screen (F2, struct setup): a list of pages at the left, the lines of one page at the
 * right. One page has the settings, each other page the columns of a view. Every change takes
 * effect at once, so the list above shows its result; a page of columns shows its view. Called by
 * the keys and mouse.c; UI thread.
 */
#pragma once

#include "ui/draw/canvas.h"
#include "ui/state/ui_state.h"

/* The first page has the settings; one for each view with columns of its own follows. */
enum { SETUP_SETTINGS, SETUP_COLUMNS };

/* How many pages there are. */
int setup_pages(void);

/* The view whose columns a page has; not of SETUP_SETTINGS. */
enum view_id setup_page_view(int page);

const char *setup_page_name(int page);

/*
 * Opens it in place of help and detail, or closes it. Returns enum reaction bits, as all functions
 * below do.
 */
unsigned int setup_open(struct ui_state *state);
unsigned int setup_close(struct ui_state *state);

/* Lines it needs on the screen, with its head. */
int setup_lines(const struct setup *setup);

/* Do keys go to the setup screen? */
bool setup_takes(const struct ui_state *state);

/* The view that is shown once it is closed. */
enum view_id setup_view(const struct ui_state *state);

/* Moves the cursor in the list of pages, or in the page. */
unsigned int setup_move(struct ui_state *state, long lines);
unsigned int setup_go_inside(struct ui_state *state, bool inside);
unsigned int setup_go_to_page(struct ui_state *state, int page);
unsigned int setup_go_to_line(struct ui_state *state, size_t line);

/* Acts on the line under the cursor. A setting: next value. A column: show or hide. */
unsigned int setup_choose(struct ui_state *state);
/* A setting: next value, or with -1 the previous one. A column: one cell wider or narrower. */
unsigned int setup_change(struct ui_state *state, int direction);
/* Columns only: move left or right; default width; sort by it; back to the default columns. */
unsigned int setup_shift(struct ui_state *state, int direction);
unsigned int setup_usual_width(struct ui_state *state);
unsigned int setup_sort(struct ui_state *state);
unsigned int setup_reset(struct ui_state *state);

/* ---- the setup screen and menus, drawn ---- */

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
