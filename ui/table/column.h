/* SPDX-License-Identifier: GPL-2.0-only */
/* What is known about a column; columns.h has the table of all. Constant data, any thread. */
#pragma once

#include <stdbool.h>

#include "model/snapshot/snapshot.h"

#define COLUMN_TEXT 512		/* bytes that print() may need */

enum column_drawn { DRAWN_TEXT, DRAWN_BAR, DRAWN_TREND };

enum field_type { FIELD_NULL, FIELD_INTEGER, FIELD_REAL, FIELD_BOOL, FIELD_TEXT };

/* What the functions of a column are asked about. */
struct column_cell {
	const struct column *column;
	const struct snapshot *snapshot;
	const struct row *row;
};

/*
 * A column of the screen and its field in JSON and CSV. The names and the help of a column that
 * shows a metric are in metric.c: ask column_key(), column_title(), column_help() and
 * column_field().
 */
struct column {
	const char *key;	/* for --sort and filters: "cpu" */
	const char *title;	/* head of the column: "CPU%" */
	const char *alias;	/* another name that column_named() takes; NULL: none */
	const char *help;	/* one sentence */
	int width;		/* cells without the gap; least width of a stretching one */
	int narrow;		/* its width where little fits, below 100 cells; 0: the same */
	bool left;		/* aligned to the left: texts */
	bool stretch;		/* takes what is left of the line: TOPDOWN, COMMAND */
	bool percent;		/* value() is in percent: a difference of two is in points */
	bool time;		/* value() is in nanoseconds, and shown with a unit */
	enum column_drawn drawn;
	int from_width;		/* only on lines of so many cells, unless a width is chosen */
	bool hidden;		/* in no table unless it is chosen; for sorting and filters */
	bool hybrid;		/* only where there are two types of cores */
	bool counted;		/* only where there are counters (family_has_counters()) */
	bool spare;		/* in no table unless it is chosen, or there are no counters */
	bool flag;		/* 0 or 1: a filter may be its name alone, "kernel" */
	bool label;		/* of CPUs: for text only, the tree on the screen shows it */
	bool ascending;		/* natural order is smallest first (pids, texts) */
	int priority;		/* a narrow screen drops low ones first, equal ones together */
	unsigned int kinds;	/* rows it applies to: bits 1u << ROW_x */
	enum metric_id metric;	/* the node it shows, or M_NONE */
	enum metric_id cost;	/* COST: of this node; M_NONE: of what limits the machine */
	enum metric_id of_class;	/* the class that it has the error of */

	const char *field;	/* its name in JSON and CSV; NULL: not there */
	int place;		/* its place there, unique, from 1; a new one goes last */
	enum field_type type;
	bool may_be_empty;	/* "" is a text as any other, and not a missing value */
	unsigned int field_kinds;	/* rows that have the field: bits 1u << ROW_x */

	/* The cell as harmless UTF-8, not padded. NULL: drawn, or not on the screen. */
	void (*print)(const struct column_cell *cell, char text[COLUMN_TEXT]);
	/* The number to sort and filter by; NAN if missing or of too few slots. NULL: a text. */
	double (*value)(const struct column_cell *cell);
	/* Texts only: what columns without a value are sorted and filtered by. Never NULL. */
	const char *(*text)(const struct column_cell *cell);
};
