/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A canvas of cells: what the views draw into, without a terminal. A cell holds one character of
 * one or two columns, a role (what it means, see theme.h) and flags. UI thread.
 */
#ifndef TDTOP_UI_CANVAS_H
#define TDTOP_UI_CANVAS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "ui/draw/theme.h"

struct rect {
	int x, y, w, h;
};

bool rect_has(struct rect rect, int x, int y);

enum cell_flag {
	CELL_STRONG = 1,	/* stands out among its like */
	CELL_SELECTED = 2	/* lies under the cursor bar */
};

struct cell {
	uint32_t code;		/* code point; 0: the right half of a wide character */
	uint8_t role;		/* enum role */
	uint8_t flags;
};

struct canvas {
	int w, h;
	struct cell *cells;	/* h lines of w cells */
};

/* Gives the canvas this size and clears it; contents are lost. 0 or -ENOMEM (then it is 0 x 0). */
int canvas_resize(struct canvas *canvas, int w, int h);
void canvas_done(struct canvas *canvas);

/* All cells blank, ROLE_TEXT. */
void canvas_clear(struct canvas *canvas);

/*
 * Puts text at (x, y) in at most max cells and never outside of the canvas; whatever is in the
 * text, no control character reaches a cell. style is a role, with CELL_STRONG << 8 or'ed in where
 * wanted (see canvas_style). Returns the cells used.
 */
int canvas_put(struct canvas *canvas, int x, int y, int max, unsigned int style, const char *text);

/* The same, right-aligned in max cells. */
void canvas_put_right(struct canvas *canvas, int x, int y, int max, unsigned int style,
		      const char *text);

/* Puts one character; outside of the canvas nothing happens. */
void canvas_put_code(struct canvas *canvas, int x, int y, unsigned int style, uint32_t code);

unsigned int canvas_style(enum role role, bool strong);

/* Sets a flag on the cells of a rectangle. */
void canvas_flag(struct canvas *canvas, struct rect rect, enum cell_flag flag);

/*
 * The canvas as text for tests: its lines, then one line per line with the letters of the roles:
 * capital where CELL_STRONG, and the line begins with ">" where something is selected.
 */
void canvas_dump(const struct canvas *canvas, FILE *out);

#endif
