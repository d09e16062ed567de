/* SPDX-License-Identifier: GPL-2.0-only */
/* The layout of the screen: a pure function from sizes to rectangles. No canvas, no terminal. */
#pragma once

#include <stdbool.h>

#include "ui/draw/canvas.h"

#define LAYOUT_MIN_WIDTH 20
#define LAYOUT_MIN_HEIGHT 5

struct layout_request {
	bool prompt;		/* the user types into the last line */
	bool state;		/* there is a state line: a remark on the numbers */
	bool title;		/* the title says what the numbers mean: it must be seen */
	bool path;		/* the user went down into a row: a line shows where */
	bool chart;		/* show the machine over time if there is room */
	int meters;		/* CPUs with a meter of their own; 0: none is shown */
	bool help;		/* rows show the help: no heads, no trend */
	bool detail;		/* rows show the detail of one row: likewise, with a path */
	bool code;		/* a code view: rows with a head, nothing of TopDown above */
	bool beside;		/* the detail of the row under the cursor, if there is room */
	int core_types;		/* lines of core types below the machine's; 0: one type */
	int setup;		/* lines of the setup below the rows; 0: it is closed */
};

struct layout {
	bool too_small;		/* nothing else is set: draw only a message */
	/*
	 * From top to bottom; one line each or absent (h 0), core_types, meters and chart may have
	 * more.
	 */
	struct rect title, machine, core_types, sentence, trend, meters, chart, state, path, head;
	struct rect rows;	/* at least one line */
	struct rect beside;	/* right of head and rows, or below the rows; h 0: no room */
	struct rect setup;	/* at least one line where it is open */
	struct rect footer;
};

/* Rectangles that fill a screen of w x h cells without overlap. Any size is fine. */
struct layout layout_compute(int w, int h, const struct layout_request *request);

/* In how many columns n meters fill so many lines, as far as there is room for them. */
int layout_meter_columns(int w, int lines, int n);

/* The parts of the detail view; they do not overlap, and those with h or w 0 are left out. */
struct layout_detail {
	struct rect tree;	/* at least one line where the area has one */
	struct rect facts;	/* w 0: the facts go below the text */
	struct rect text;
	struct rect chart;
	bool stacked;		/* the text is below the tree, or has no place: see request.reading */
};

struct layout_detail_request {
	int tree, facts;	/* lines that each needs */
	int wide;		/* cells that the tree has use for; 0: the usual width */
	bool chart;		/* there is a history to show */
	bool reading;		/* where the text is below the tree: one line of tree is enough */
};

/* Divides the area of the rows among the parts of the detail view. */
struct layout_detail layout_compute_detail(struct rect area, const struct layout_detail_request *request);
