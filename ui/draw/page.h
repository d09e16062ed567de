/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A page of lines that may be longer than its rectangle. Lines are put one after the other; those
 * above the scroll position or below the rectangle are not drawn. UI thread.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ui/draw/canvas.h"

struct page {			/* canvas, rect, names and scroll are set before use */
	struct canvas *canvas;
	struct rect rect;	/* h 0: only counts lines */
	int indent, names;	/* cells before the names, and for the names, left of the texts */
	bool ascii;		/* what is beyond ASCII becomes "?" */
	size_t line, scroll;	/* lines put so far; lines above the rectangle */
};

/* Puts a line as it is; an empty one is a gap. Texts of both functions are harmless UTF-8. */
void page_put_line(struct page *page, enum role role, const char *text);

/* Puts a name and a text, wrapped at blanks. name NULL: the text begins at the left edge. */
void page_put_text(struct page *page, enum role role, const char *name, const char *text);

/*
 * Puts a name and a text side by side into `w` cells of the next line, which is put by whoever
 * counts page->line up when all of its cells are there.
 */
void page_put_cell(struct page *page, int x, int w, const char *name, const char *text);

/* Where the next line is, for what is drawn on it before it is put. False: it is not drawn. */
bool page_next_line(const struct page *page, struct rect *line);

/* Puts a sign, a code point, at the left edge of the next line, which is put then. */
void page_put_sign(struct page *page, enum role role, uint32_t sign);
