/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A canvas of cells: the views draw into it, and no terminal is needed. A cell holds one character
 * of one or two columns, a role (its meaning, see theme.h) and flags. ui/term/term.c copies the canvas
 * to the terminal. UI thread.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "ui/draw/theme.h"

struct rect {
	int x, y, w, h;
};

bool rect_has(struct rect rect, int x, int y);

enum cell_flag {
	CELL_STRONG = 1,	/* stands out among cells of its role */
	CELL_SELECTED = 2	/* is under the cursor bar */
};

struct cell {
	uint32_t code;		/* code point; 0: the right half of a wide character */
	uint8_t role;		/* enum role */
	uint8_t flags;
};

struct canvas {
	int w, h;
	int pitch;		/* cells from one line to the next; w, but of a part */
	struct cell *cells;	/* h lines of w cells */
};

/* Sets the size and clears the canvas. 0, or -ENOMEM: then it is 0 x 0. */
int canvas_resize(struct canvas *canvas, int w, int h);
void canvas_done(struct canvas *canvas);

/*
 * A part of a canvas, which has its own (0, 0) and borrows the cells: what draws into it cannot draw
 * beside it. The rectangle must be within the canvas.
 */
struct canvas canvas_part(const struct canvas *canvas, struct rect rect);

/* Makes all cells blank, with ROLE_TEXT. */
void canvas_clear(struct canvas *canvas);

/*
 * Puts text at (x, y), in at most max cells, never outside of the canvas. Control characters never
 * reach a cell. style is a role, or'ed with CELL_STRONG << 8 if wanted (see canvas_style). Returns
 * the cells used.
 */
int canvas_put(struct canvas *canvas, int x, int y, int max, unsigned int style, const char *text);

/* The same, right-aligned in max cells. */
void canvas_put_right(struct canvas *canvas, int x, int y, int max, unsigned int style,
		      const char *text);

/*
 * Puts the text from its cell `skip` on. A sign (dim; for terminals with ASCII only if `ascii`) is
 * in the first or last of the max cells where more text is hidden behind that side.
 */
int canvas_put_cut(struct canvas *canvas, int x, int y, int max, unsigned int style,
		   const char *text, int skip, bool ascii);

/* Puts one character; does nothing outside of the canvas. */
void canvas_put_code(struct canvas *canvas, int x, int y, unsigned int style, uint32_t code);

/* The style that the functions above take. */
unsigned int canvas_style(enum role role, bool strong);

/* Sets a flag on the cells of a rectangle, or takes it away. */
void canvas_flag(struct canvas *canvas, struct rect rect, enum cell_flag flag);
void canvas_unflag(struct canvas *canvas, struct rect rect, enum cell_flag flag);

/*
 * Writes the canvas as text for tests: its lines, then for each line the letters of the roles. A
 * letter is a capital where CELL_STRONG is set; a line begins with ">" if a cell of it is selected.
 */
void canvas_dump(const struct canvas *canvas, FILE *out);
