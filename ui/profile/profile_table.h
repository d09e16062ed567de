/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Lines of tables of a profile in text: a table is a list of columns; the last thing on a line is a
 * name, which may be long. Main thread.
 */
#pragma once

#include "ui/code/code_text.h"
#include "ui/draw/buffer.h"
#include "ui/draw/format.h"
#include "ui/profile/profile_rows.h"

#define TABLE_MISSING FORMAT_LOW_SLOTS	/* not known */
#define TABLE_CELL 256			/* bytes of a cell */
#define TABLE_LINE CODE_ROW_LINE		/* bytes of a line */

/* The row of a table that a cell is of. */
struct cell_of {
	const struct profile_rows *rows;
	const void *row;	/* of the kind */
};

/* A column of a kind of row, or the error behind it. A list ends with none. */
struct text_column {
	const struct row_column *column;
	int width;		/* negative: from the left */
	bool error;
};

#define TABLE_COLUMNS (2 * CODE_ROW_COLUMNS_MAX + 1)

/* A table of these columns of a kind, but for the one that stands last on the line. */
void table_of_columns(struct text_column table[TABLE_COLUMNS], const struct code_columns *chosen);

/* The usual ones that tell something of at least one of n rows; for none the wanted ones; row NULL: all. */
void table_of_kind(struct text_column table[TABLE_COLUMNS], const struct code_kind *kind,
		   const struct profile_rows *rows, const void *const *row, size_t n);

/* Print a cell; NAN and what is not known are TABLE_MISSING. */
void table_real(char text[TABLE_CELL], double value, int decimals);
void table_error(char text[TABLE_CELL], double error, int decimals);	/* "<0.1", never 0.0 */

/* Append a line: text (cut to the width, in ASCII if asked for), titles, cells of a row. */
void table_line(struct buffer *out, const struct profile_config *config, char text[TABLE_LINE]);
void table_titles(struct buffer *out, const struct profile_config *config,
		  const struct text_column *column, const char *last);
void table_row(struct buffer *out, const struct text_column *column, const struct cell_of *of,
	       const char *last);

/* "... and 7 more", if there are more rows than are shown. */
void table_more(struct buffer *out, size_t shown, size_t all);
