/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A line of short texts, each with its own style, put together before it is known whether all of
 * them fit. What is worth least goes first. UI thread.
 */
#ifndef TDTOP_UI_SEGMENTS_H
#define TDTOP_UI_SEGMENTS_H

#include <stdbool.h>
#include <stddef.h>

#include "ui/draw/canvas.h"

#define SEGMENTS_MAX 64
#define SEGMENT_TEXT 640	/* as long as an error's sentence */

struct segments {		/* set n to 0 (or zero all) before use */
	size_t n;
	const char *between;	/* put between two groups; NULL: nothing */
	struct segment {
		unsigned int style;
		int priority;	/* low numbers are dropped first */
		int joined;	/* belongs to the one before: nothing between them */
		int tag;	/* the caller's own, for segments_hit; 0 at first */
		bool cut;	/* rather shortened than dropped */
		char text[SEGMENT_TEXT];
	} items[SEGMENTS_MAX];
};

/* Appends a text, made harmless. What is too much is left out. */
void segments_add(struct segments *line, int priority, unsigned int style, const char *format, ...)
	__attribute__((format(printf, 4, 5)));

/* The same, joined to the one before. */
void segments_join(struct segments *line, int priority, unsigned int style, const char *format, ...)
	__attribute__((format(printf, 4, 5)));

/* Marks the last segment. */
void segments_tag(struct segments *line, int tag);

/* The last one is a sentence: where there is room for some words of it, they are worth more than none. */
void segments_cut(struct segments *line);

int segments_width(const struct segments *line);

/* Drops what is worth least until the line fits (the last one is cut). Returns its width. */
int segments_draw(struct segments *line, struct canvas *canvas, int x, int y, int max);

/*
 * The segment at this cell of a line drawn in max cells, and which of its cells that is; NULL: none.
 * Drops as drawing does.
 */
const struct segment *segments_hit(struct segments *line, int max, int x, int *inside);

#endif
