/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The whole screen: puts the lines where the layout says and lets the views fill them. Also the
 * table of views. Draws a state into a canvas and nothing else; no terminal. UI thread.
 */
#ifndef TDTOP_UI_SCREEN_H
#define TDTOP_UI_SCREEN_H

#include "ui/draw/canvas.h"
#include "ui/state/state.h"
#include "ui/views/table.h"

/* A list of rows: all a view has to bring. */
struct view {
	const char *title;		/* for the path line and help */
	/* Which columns stand where on a line of w cells. */
	void (*fit)(const struct ui_state *state, int w, struct table *table);
	/* The cells of one line. */
	void (*draw_row)(const struct ui_state *state, const struct table *table,
			 struct canvas *canvas, int y, const struct row *row);
	/* What is drawn over the head beside the columns. NULL: nothing. */
	void (*draw_head)(const struct ui_state *state, struct canvas *canvas, int y);
};

extern const struct view views[VIEW_COUNT];

/* The columns in use, for < and >: those on the screen in their order. */
void screen_fit(const struct ui_state *state, struct table *table);

/*
 * Draws the state into the canvas, which has the size of the terminal. Sets what drawing finds out:
 * the page's length and how far the list is scrolled.
 */
void screen_draw(struct ui_state *state, struct canvas *canvas);

#endif
