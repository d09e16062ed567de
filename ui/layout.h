/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Where everything goes: a pure function from sizes to rectangles. No canvas, no terminal.
 */
#ifndef TDTOP_UI_LAYOUT_H
#define TDTOP_UI_LAYOUT_H

#include <stdbool.h>

#include "ui/canvas.h"

#define LAYOUT_MIN_WIDTH 20
#define LAYOUT_MIN_HEIGHT 5

struct layout_wish {
	bool state;		/* there is something to say about the numbers */
	bool path;		/* the reader went down: say where */
	bool help;		/* rows are the help screen's: no heads, no trend */
};

struct layout {
	bool too_small;		/* then nothing else is set: say so anywhere */
	/* Each one line or nothing (h is 0), in this order from top to bottom. */
	struct rect title, machine, trend, state, path, head;
	struct rect rows;	/* at least one line */
	struct rect footer;
};

/* Rectangles that do not overlap and fill a screen of w x h cells. Any size is fine. */
struct layout layout_compute(int w, int h, const struct layout_wish *wish);

#endif
