/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A line of short texts, each with its own style and priority. It is composed first; drawing drops
 * the texts of the lowest priority until the line fits. UI thread.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "ui/draw/canvas.h"

#define SEGMENTS_MAX 64
#define SEGMENT_TEXT 1024	/* as long as an error's sentence */

struct segments {		/* set n to 0 (or zero all) before use */
	size_t n;
	const char *between;	/* separator of two groups; NULL: nothing */
	struct segment {
		unsigned int style;
		int priority;	/* low numbers are dropped first */
		int joined;	/* belongs to the one before: no separator */
		int tag;	/* of the caller, for segments_hit(); 0 at first */
		bool cut;	/* shortened rather than dropped */
		char text[SEGMENT_TEXT];
	} items[SEGMENTS_MAX];
};

/* Appends a text, made harmless. Beyond SEGMENTS_MAX it is left out. */
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
