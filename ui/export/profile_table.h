/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Lines of tables of a profile in text: a table is a list of columns; the last thing on a line is a
 * name, which may be long. Main thread.
 */
#ifndef TDTOP_UI_EXPORT_PROFILE_TABLE_H
#define TDTOP_UI_EXPORT_PROFILE_TABLE_H

#include "ui/draw/buffer.h"
#include "ui/draw/format.h"
#include "ui/export/profile_rows.h"
#include "ui/table/profile_values.h"

#define TABLE_MISSING FORMAT_LOW_SLOTS	/* not known */
#define TABLE_CELL 64			/* bytes of a cell */
#define TABLE_NAME (2 * CODE_NAME_MAX)	/* bytes of the text of a place */
#define TABLE_LINE 4096			/* bytes of a line */
#define TABLE_OBJECT 20			/* cells of the name of an object */

/* The row of a table that a cell is of. */
struct cell_of {
	const struct profile_rows *rows;
	const void *row;	/* a profile_function, ..._branch, ..._block, call_node, hot_path,
				 * hot_loop */
};

/* A number of a row, or its error, or else a text. A list of columns ends with one of neither. */
struct text_column {
	const char *title;	/* of a text */
	int width;		/* negative: from the left */
	void (*print)(const struct cell_of *of, char text[TABLE_CELL]);
	const struct profile_value *value;
	bool error;
};

#define TABLE_TEXT(title_, width_, print_) { .title = (title_), .width = (width_), .print = (print_) }
#define TABLE_NUMBER(value_, width_) { .value = &(value_), .width = (width_) }
#define TABLE_ERROR(value_, width_) { .value = &(value_), .error = true, .width = (width_) }
#define TABLE_END { .title = NULL }

/* Is it not the end of the list? */
bool table_has(const struct text_column *column);

/* Prints the cell of a row. */
void table_cell(const struct text_column *column, const struct cell_of *of, char text[TABLE_CELL]);

/* Print a cell; NAN and what is not known are TABLE_MISSING. */
void table_real(char text[TABLE_CELL], double value, int decimals);
void table_error(char text[TABLE_CELL], double error, int decimals);	/* "<0.1", never 0.0 */
void table_count(char text[TABLE_CELL], uint64_t count);
void table_known(char text[TABLE_CELL], uint64_t count, bool known);
void table_part(char text[TABLE_CELL], uint64_t part, uint64_t whole);	/* in percent */
void table_object(const struct cell_of *of, struct place at, char text[TABLE_CELL]);

/* "hash_probe", with offset "hash_probe+0x4c", with line " (probe.h:118)". */
void table_place(const struct profile_rows *rows, struct place at, bool offset,
		 char text[TABLE_NAME]);

/* "0x1957-0x1967 main+0x57 (p.c:9)" */
void table_range(const struct profile_rows *rows, struct place start, struct place end,
		 char text[TABLE_LINE]);

/* Append a line: text (cut to the width, in ASCII if asked for), titles, cells of a row. */
void table_line(struct buffer *out, const struct profile_config *config, char text[TABLE_LINE]);
void table_titles(struct buffer *out, const struct profile_config *config,
		  const struct text_column *column, const char *last);
void table_row(struct buffer *out, const struct text_column *column, const struct cell_of *of,
	       const char *last);

/* "... and 7 more", if there are more rows than are shown. */
void table_more(struct buffer *out, size_t shown, size_t all);

#endif
