/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The columns: one table with everything about each, used by every view, batch mode, sorting, the
 * help screen, --help and the manual test. Rows of the table stand in the order of the screen.
 * UI thread (or batch); nothing here is shared.
 */
#ifndef TDTOP_UI_COLUMNS_H
#define TDTOP_UI_COLUMNS_H

#include <stdbool.h>
#include <stddef.h>

#include "model/snapshot/snapshot.h"

#define COLUMN_TEXT 512		/* bytes that print() may need */
#define COLUMNS_MAX 40		/* at most so many in the table */

enum column_drawn { DRAWN_TEXT, DRAWN_BAR, DRAWN_TREND };

struct column {
	const char *key;	/* for --sort: "be" */
	const char *title;	/* head of the column: "BE" */
	int width;		/* cells without the gap; least width of a stretching one */
	bool left;		/* aligned to the left: texts */
	bool stretch;		/* takes what is left of the line: TOPDOWN, COMMAND */
	bool percent;		/* value() is in percent: a difference of two is in points */
	enum column_drawn drawn;
	int from_width;		/* only on lines of so many cells, unless its width was chosen */
	bool hidden;		/* in no table unless it is chosen; for sorting and filters */
	bool hybrid;		/* only where there are two kinds of cores */
	bool label;		/* of CPUs: on the screen their tree says it, text has it always */
	bool ascending;		/* natural order is smallest first (numbers of things, texts) */
	unsigned int kinds;	/* rows it applies to: bits 1u << ROW_x */
	int level;		/* 1, 2: only on this TopDown level; 0: on both */
	enum metric_id metric;	/* the node it shows, or M_NONE */
	int priority;		/* on a narrow screen low numbers go first, equal ones together */
	const char *help;	/* one sentence */
	/* The cell as harmless UTF-8, not padded. NULL: drawn, not for text output. */
	void (*print)(const struct column *column, const struct snapshot *snapshot,
		      const struct row *row, char text[COLUMN_TEXT]);
	/* The cell as a number to sort and filter by; NAN if missing or too few. NULL: a text. */
	double (*value)(const struct column *column, const struct snapshot *snapshot,
			const struct row *row);
	/* Texts only: what value-less columns are sorted and filtered by. */
	const char *(*text)(const struct snapshot *snapshot, const struct row *row);
};

extern const struct column columns[];
extern const size_t columns_n;

/* For --sort and filters: "be"; the head on the screen: "BE"; one sentence. */
const char *column_key(const struct column *column);
const char *column_title(const struct column *column);
const char *column_help(const struct column *column);

/* 1, 2: only on this TopDown level; 0: on both. */
int column_level(const struct column *column);

/* The column with this key, or NULL. */
const struct column *columns_find(const char *key);

/* The column that shows this metric. */
const struct column *columns_of_metric(enum metric_id metric);

/* Does this column say something about rows of this kind? */
bool column_applies(const struct column *column, enum row_kind kind);

/* Does it show a node of level 2? NULL does not. */
bool column_is_level2(const struct column *column);

/* Has a machine of this family something for it? NULL: what most have. */
bool column_fits_family(const struct column *column, const struct family *family);

/* Can rows be ordered by it? A bar has neither value nor text. */
bool column_is_sortable(const struct column *column);

/* column->print, and reduced to ASCII if wanted. "" for a bar. */
void column_print(const struct column *column, const struct snapshot *snapshot,
		  const struct row *row, bool ascii, char text[COLUMN_TEXT]);

#endif
