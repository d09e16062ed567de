/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Tables in text of any kind of row (ui/code/rows.h): a list of columns; what stands last on a line is a name, which
 * may be long. Main thread, or UI thread.
 */
#pragma once

#include "ui/code/code_columns.h"
#include "ui/draw/buffer.h"
#include "ui/draw/format.h"

#define TABLE_MISSING FORMAT_LOW_SLOTS	/* not known, unless the kind has another sign */
#define TABLE_CELL 256			/* bytes of a cell */
#define TABLE_LINE CODE_ROW_LINE		/* bytes of a line */
#define TABLE_COLUMNS (2 * CODE_ROW_COLUMNS_MAX + 1)

/* A column of a kind of row, or the error behind it. A list ends with none. */
struct text_column {
	const struct row_column *column;
	int width;		/* negative: from the left */
	bool error;
};

struct text_table {
	const struct rows_of *of;
	const struct code_kind *kind;
	int width;		/* of a line in cells; 0: no limit */
	struct text_column column[TABLE_COLUMNS];
	const struct row_column *last;	/* of each line; NULL: nothing */
};

/* A table with its .of, .kind and .width gets these columns. */
void table_of_columns(struct text_table *table, const struct code_columns *chosen);

/*
 * Or those, if any were chosen, else the usual ones that tell something of at least one of n rows; for none the wanted
 * ones; row NULL: all. Of a kind with a sign of its own for what is not known, the wanted ones.
 */
void table_of_kind(struct text_table *table, const struct code_columns *chosen, const void *const *row, size_t n);

/* Append a line: the titles, the cells of a row. */
void table_titles(struct buffer *out, const struct text_table *table);
void table_row(struct buffer *out, const struct text_table *table, const void *row);

/* The text as a line: cut to the width, in ASCII if asked for. */
void table_line(struct buffer *out, int width, bool ascii, char text[TABLE_LINE]);

/* "... and 7 more", if there are more rows than are shown. */
void table_more(struct buffer *out, size_t shown, size_t all);

/* Appends what a filter leaves, behind a text: ", filter main: 2 of 40". */
void table_filter(struct buffer *out, const char *before, const char *filter, bool ascii, size_t left, size_t all);

/* Appends a cell behind a blank to a line, from the left if its width is negative. */
void table_add_cell(char line[TABLE_LINE], const char *text, int width);
