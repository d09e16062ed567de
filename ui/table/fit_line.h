/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Which columns of a table have room on a line, where they begin and how wide they are: of lists of counts
 * and of code. Pure; any thread.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#define FIT_GAP 1		/* between two columns */
#define FIT_ALWAYS 1000		/* a priority: no column has room before it */
#define FIT_NAMES 100		/* from this one on a column names the row: it is cut rather than left out */

struct fit_column {
	int leaves;		/* it is there if so many cells are left beside it */
	int priority;		/* high ones have room first, equal ones together or not at all */
	int width;		/* usual, in cells; least width of a stretching one */
	int chosen;		/* by the user; 0: none. More than the usual width is granted if there is room */
	int least;		/* it is cut to so much rather than left out; 0: never */
	bool left;		/* no space is needed between it and the next one that stretches */
	bool stretches;		/* it has what is left of the line, if no width was chosen */
	bool bar;		/* so is this one, which gives way to texts */
	int x, w;		/* set by fit_line(); w 0: no room */
};

/* Gives the columns, from left to right, their places on w cells from x on. */
void fit_line(struct fit_column *columns, size_t n, int x, int w);
