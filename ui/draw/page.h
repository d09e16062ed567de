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

#define PAGE_ROOMY 100	/* cells: from this width on there are two between values of a line */

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

/*
 * ---- one line of short texts, each with its own style and priority ----
 *
 * It is composed first; drawing drops the texts of the lowest priority until the line fits.
 */

#define SEGMENTS_MAX 64
#define SEGMENT_TEXT 1024	/* as long as an error's sentence */
#define SEGMENTS_TEXTS 8192	/* of all: a line lies on the stack, with each view that draws one */

struct segments {		/* set n to 0 (or zero all) before use */
	size_t n;
	const char *between;	/* separator of two groups; NULL: nothing */
	struct segment {
		unsigned int style;
		int priority;	/* low numbers are dropped first */
		int joined;	/* belongs to the one before: no separator */
		int tag;	/* of the caller, for segments_hit(); 0 at first */
		bool cut;	/* shortened rather than dropped */
		const char *text;	/* in texts */
	} items[SEGMENTS_MAX];
	size_t n_texts;		/* bytes in use */
	char texts[SEGMENTS_TEXTS];
};

/* Appends a text, made harmless. Beyond SEGMENTS_MAX and SEGMENTS_TEXTS it is left out. */
void segments_add(struct segments *line, int priority, unsigned int style, const char *format, ...)
	__attribute__((format(printf, 4, 5)));

/* The same, joined to the one before. */
void segments_join(struct segments *line, int priority, unsigned int style, const char *format, ...)
	__attribute__((format(printf, 4, 5)));

/* Sets the tag of the last segment. */
void segments_tag(struct segments *line, int tag);

/* The last segment is a sentence: shorten it, rather than drop it, if a few words fit. */
void segments_cut(struct segments *line);

/* In cells, with separators. */
int segments_width(const struct segments *line);

/*
 * Drops segments of the lowest priority until the line fits (the last one is cut). Returns its
 * width.
 */
int segments_draw(struct segments *line, struct canvas *canvas, int x, int y, int max);

/*
 * The segment at cell x of a line drawn in max cells; *inside is the cell within it. NULL: none.
 * Drops segments as drawing does.
 */
const struct segment *segments_hit(struct segments *line, int max, int x, int *inside);
