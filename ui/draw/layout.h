/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Where everything goes: a pure function from sizes to rectangles. No canvas, no terminal.
 */
#ifndef TDTOP_UI_LAYOUT_H
#define TDTOP_UI_LAYOUT_H

#include <stdbool.h>

#include "ui/draw/canvas.h"

#define LAYOUT_MIN_WIDTH 20
#define LAYOUT_MIN_HEIGHT 5

struct layout_wish {
	bool prompt;		/* the last line is being typed in */
	bool state;		/* there is something to say about the numbers */
	bool path;		/* the reader went down: say where */
	bool chart;		/* show the machine over time, where there is room */
	bool help;		/* rows are the help screen's: no heads, no trend */
	bool detail;		/* rows are the detail of one row: the same, and say of which */
	int core_types;		/* so many lines of core types below the machine's, where there is room; 0: one type */
	int setup;		/* lines that the setup wants below the rows; 0: it is closed */
};

struct layout {
	bool too_small;		/* then nothing else is set: say so anywhere */
	/* Each one line or nothing (h is 0), in this order from top to bottom; the chart and core_types have more. */
	struct rect title, machine, core_types, trend, chart, state, path, head;
	struct rect rows;	/* at least one line */
	struct rect setup;	/* where it is open, at least one line too */
	struct rect footer;
};

/* Rectangles that do not overlap and fill a screen of w x h cells. Any size is fine. */
struct layout layout_compute(int w, int h, const struct layout_wish *wish);

/* The parts of the detail view, which do not overlap; those with h or w 0 are left out. */
struct layout_detail {
	struct rect tree;	/* at least one line where the area has one */
	struct rect facts;	/* w 0: they go below the text */
	struct rect text;
	struct rect chart;
};

struct layout_detail_wish {
	int tree, facts;	/* lines that they take */
	bool chart;		/* there is a history */
};

struct layout_detail layout_compute_detail(struct rect area, const struct layout_detail_wish *wish);

#endif
