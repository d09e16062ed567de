/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The stacked TopDown bar: the four classes, each with a colour and a pattern or letter. A fifth
 * class, where a family has one, is drawn with its letter. bars[] is the table of the styles. UI
 * thread.
 */
#pragma once

#include "model/counts.h"
#include "ui/draw/canvas.h"

enum bars_id {
	BARS_PATTERNS,
	BARS_LETTERS,
	BARS_SOLID,
	BARS_ASCII,		/* replaces the others under --ascii; cannot be chosen */
	BARS_COUNT
};

struct bars {
	const char *name;	/* for --bars */
	const char *help;	/* a few words */
	uint32_t glyphs[M_COUNT];	/* code point of each class; 0: the letter of the class */
	const char *idle;	/* sign of the idle rest */
};

extern const struct bars bars[BARS_COUNT];

/* The name of a style for the table of options; NULL beyond the last that can be chosen. */
const char *bars_name(int id);

/* The code point that a class is drawn with. Nodes of level 1 only. */
uint32_t bars_glyph(enum bars_id id, enum metric_id metric);

/*
 * Fills rect (one line) up to `filled` (0..1) of its width with the classes in proportion; the rest
 * shows the sign for idle if filled < 1. Unknown values leave the bar blank.
 */
void bar_draw(struct canvas *canvas, struct rect rect, const struct values *values, double filled,
	      enum bars_id id);

/* The same where no class is counted: the filled part is of one colour. */
void bar_draw_load(struct canvas *canvas, struct rect rect, double filled, enum bars_id id);

/* The class that covers this percent of the stacked bar; M_NONE beyond the top. */
enum metric_id bar_class_at(const struct values *values, double percent);
