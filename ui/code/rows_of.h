/* SPDX-License-Identifier: GPL-2.0-only */
/* What rows of code are of, their units, and a cell of them on the screen. Only data. */
#pragma once

#include "model/profile/code_names.h"
#include "model/profile/profile.h"
#include "ui/draw/theme.h"

#define CODE_ROW_TEXT 1024	/* bytes of a text */
#define CODE_ROW_LINE 4096	/* bytes of what stands last on a line of text */
#define CODE_ROW_NAME 64	/* bytes of a field and its group */
#define CODE_ROW_COLUMNS_MAX 256	/* of a kind; of code views 64 */
#define CODE_CELL_TEXT 704	/* two names, two lines */

/* What rows are of. Names that are still asked for are not waited for. */
struct rows_of {
	const struct profile *profile;		/* NULL: there is none yet */
	const struct code_names *names;		/* NULL: no place has a name */
	bool lines;		/* file and line are asked for */
	bool ascii;
	bool nested;		/* rows that belong to another one stand below it */
	const void *in;		/* on the screen: what rows are parts of, as their kind knows it; else NULL */
	int level;		/* of TopDown that the screen shows: at 2 a class gives way to its nodes */
	const void *before;	/* what is compared with, as the kind of row knows it; NULL: nothing */
};

enum value_unit {
	VALUE_TEXT,		/* no number */
	VALUE_TRUTH,		/* 1 or 0 */
	VALUE_NUMBER,
	VALUE_COUNT,		/* on the screen in a few cells: "12.4k" */
	VALUE_LARGE,		/* in text too */
	VALUE_SHARE,		/* in percent, without an error */
	VALUE_PERCENT,		/* a part from 0 to 1 with its error, shown in percent */
	VALUE_POINTS,		/* a difference of two parts: "+1.2" */
	VALUE_PROBABILITY,	/* from 0 to 1, with its error */
	VALUE_CYCLES,		/* with their error */
};

/* A cell of the screen. The text is harmless. */
struct code_cell {
	char text[CODE_CELL_TEXT];
	int width;		/* in: cells that there are; 0: as many as it takes */
	enum role role;
	bool strong;
};
