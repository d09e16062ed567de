/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The signs of the screen, each in Unicode and in ASCII. One table, used by all views. UI thread.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum symbol {
	SYMBOL_DOT,		/* separator within a line */
	SYMBOL_WORST,		/* look here */
	SYMBOL_GOOD,		/* over its threshold, and that is good */
	SYMBOL_LARGEST_FIRST,	/* order of a column */
	SYMBOL_SMALLEST_FIRST,
	SYMBOL_LARGEST_RATIO_FIRST,	/* of a class, by percentage */
	SYMBOL_SMALLEST_RATIO_FIRST,
	SYMBOL_COST_OF,		/* the class that COST is of */
	SYMBOL_CUT,		/* text goes on behind this cell */
	SYMBOL_CUT_BEFORE,	/* text begins before this cell */
	SYMBOL_INTO,		/* a step of the path */
	SYMBOL_FOLDED,
	SYMBOL_UNFOLDED,
	SYMBOL_REGION,		/* before the name of a region among threads */
	SYMBOL_TAGGED,
	SYMBOL_FOLLOWED,
	SYMBOL_IDLE,		/* the idle part of a bar */
	SYMBOL_RECORDING,
	SYMBOL_DONE,		/* the part of long work that is done */
	SYMBOL_CHANGE,		/* a change point begins here */
	SYMBOL_GAP,		/* an interval without data */
	SYMBOL_TRUNK,		/* process tree: a sibling of an ancestor follows below */
	SYMBOL_NO_TRUNK,	/* no such sibling */
	SYMBOL_BRANCH,		/* before a process whose sibling follows */
	SYMBOL_BRANCH_LAST,
	SYMBOL_COUNT
};

/* Static UTF-8, or ASCII. */
const char *symbol(enum symbol symbol, bool ascii);

/* The code point of a sparkline column; ratio 0..1, NAN: a blank. */
uint32_t symbol_spark(double ratio, bool ascii);
