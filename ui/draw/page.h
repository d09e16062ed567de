/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A page of lines that may be longer than its rectangle: lines are put one after the other, and
 * those above the scroll position or below the end fall out. UI thread.
 */
#ifndef TDTOP_UI_PAGE_H
#define TDTOP_UI_PAGE_H

#include <stdbool.h>
#include <stddef.h>

#include "ui/draw/canvas.h"

struct page {			/* canvas, rect, names and scroll are set before use */
	struct canvas *canvas;
	struct rect rect;	/* h 0: only counts lines */
	int indent, names;	/* cells before the names that are in front of texts, and of them */
	bool ascii;		/* what is beyond ASCII becomes "?" */
	size_t line, scroll;	/* lines put so far; lines that are above the screen */
};

/* A line as it is; an empty one is a gap. Both texts are harmless UTF-8. */
void page_put_line(struct page *page, enum role role, const char *text);

/* A name and a text, broken at blanks, as many lines as it needs. name NULL: from the left edge. */
void page_put_text(struct page *page, enum role role, const char *name, const char *text);

#endif
