/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The stacked TopDown bar: the four classes, each with a colour and a pattern or letter, and where a
 * family has a fifth, that one with its letter. One table of the ways to draw it. UI thread.
 */
#ifndef TDTOP_UI_BAR_H
#define TDTOP_UI_BAR_H

#include "model/counts.h"
#include "ui/draw/canvas.h"

enum bars_id {
	BARS_PATTERNS,
	BARS_LETTERS,
	BARS_SOLID,
	BARS_ASCII,		/* not to choose: what --ascii makes of them */
	BARS_COUNT
};

struct bars {
	const char *name;	/* for --bars */
	const char *help;	/* a few words */
	uint32_t glyphs[M_COUNT];	/* of the classes; 0: its letter */
	const char *idle;	/* behind them, where nothing ran */
};

extern const struct bars bars[BARS_COUNT];

/* Their names, for the table of options; NULL beyond the last that can be chosen. */
const char *bars_name(int id);

/* What a class is drawn with. Level-1 nodes only. */
uint32_t bars_glyph(enum bars_id id, enum metric_id metric);

/*
 * Fills rect (one line) up to `filled` (0..1) of its width with the classes by their share;
 * the rest shows the sign for idle if filled < 1. Values that are not known leave it blank.
 */
void bar_draw(struct canvas *canvas, struct rect rect, const struct values *values, double filled,
	      enum bars_id id);

/* The class whose part of the stack of shares covers this percent; M_NONE beyond the top. */
enum metric_id bar_class_at(const struct values *values, double percent);

#endif
