/* SPDX-License-Identifier: GPL-2.0-only */
/* Tables in text; see row_table.h. */
#include "config.h"
#include "ui/batch/row_table.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ui/draw/symbols.h"

/* ---- cells ---- */

static void table_real(char *text, size_t size, double value, int decimals)
{
	if (isnan(value))
		(void)snprintf(text, size, TABLE_MISSING);
	else
		(void)snprintf(text, size, "%.*f", decimals, value);
}

/* An error that is smaller than the last digit is not zero: "<0.1". */
static void table_error(char text[TABLE_CELL], double error, int decimals)
{
	const double least = pow(10, -decimals);

	if (error > 0 && error < least / 2)
		(void)snprintf(text, TABLE_CELL, "<%.*f", decimals, least);
	else
		table_real(text, TABLE_CELL, error, decimals);
}

static const char *missing_of(const struct text_table *table)
{
	return table->kind->missing ? table->kind->missing : TABLE_MISSING;
}

/* A text as it is printed: harmless, and no wider than its column. */
static void print_text(const struct text_table *table, const struct text_column *column, const void *row,
		       char text[TABLE_CELL])
{
	const int width = abs(column->width);
	struct code_cell cell = { .width = width };
	char whole[CODE_ROW_TEXT], harmless[256], cut[4 * TABLE_CELL];

	whole[0] = '\0';
	if (!column->column->text && !column->column->part && column->column->cell) {
		row_cell(column->column, table->of, row, &cell);
		(void)snprintf(whole, sizeof(whole), "%s", cell.text);
	} else if (row_is_known(column->column, table->of, row)) {
		row_text(column->column, table->of, row, whole);
	}
	format_harmless(harmless, sizeof(harmless), whole);
	if (format_text_width(harmless) <= width) {
		(void)snprintf(text, TABLE_CELL, "%.250s", harmless[0] ? harmless : missing_of(table));
		return;
	}
	format_fit(cut, sizeof(cut), harmless, width - 1, false);
	(void)snprintf(text, TABLE_CELL, "%.245s%s", cut, symbol(SYMBOL_CUT, table->of->ascii));
}

static void print_number(const struct text_table *table, const struct text_column *column, const void *row,
			 char text[TABLE_CELL])
{
	const struct row_column *of_kind = column->column;
	const struct estimate number = row_number(of_kind, table->of, row);
	const double scale = value_scale(of_kind->unit);
	char real[TABLE_CELL - 2];

	if (of_kind->sure && !column->error) {
		table_real(real, sizeof(real), scale * number.value, row_column_decimals(of_kind));
		(void)snprintf(text, TABLE_CELL, "%s%s%s", number.value > 0 ? "+" : "", real,
			       of_kind->sure(of_kind, table->of, row).value > 0 ? "*" : " ");
	} else if (isnan(column->error ? number.error : number.value)) {
		(void)snprintf(text, TABLE_CELL, "%s", missing_of(table));
	} else if (column->error) {
		table_error(text, scale * number.error, row_column_decimals(of_kind));
	} else if (of_kind->unit == VALUE_LARGE) {
		format_count(text, TABLE_CELL, number.value);
	} else {
		table_real(text, TABLE_CELL, scale * number.value, row_column_decimals(of_kind));
	}
}

static void print_cell(const struct text_table *table, const struct text_column *column, const void *row,
		       char text[TABLE_CELL])
{
	const struct row_column *of_kind = column->column;
	char printed[CODE_ROW_LINE] = "";

	if (of_kind->print && !column->error)
		of_kind->print(table->of, row, printed);
	if (printed[0])
		(void)snprintf(text, TABLE_CELL, "%.250s", printed);
	else if (row_column_unit(of_kind) == VALUE_TEXT)
		print_text(table, column, row, text);
	else
		print_number(table, column, row, text);
}

/* ---- which columns ---- */

/* Has any of the rows something in the column? */
static bool table_is_known(const struct text_table *table, const struct text_column *column,
			   const void *const *row, size_t n)
{
	char cell[TABLE_CELL];

	for (size_t i = 0; i < n; i++) {
		print_cell(table, column, row[i], cell);
		if (strcmp(cell, TABLE_MISSING) != 0)
			return true;
	}
	return !n;
}

/* The column and its error, which has so many cells; returns behind them. */
static struct text_column *add_columns(struct text_column *at, const struct row_column *column, int cells, int error)
{
	*at++ = (struct text_column){ .column = column, .width = row_column_is_left(column) ? -cells : cells };
	if (error)
		*at++ = (struct text_column){ .column = column, .width = error, .error = true };
	return at;
}

void table_of_columns(struct text_table *table, const struct code_columns *chosen)
{
	struct text_column *end = table->column;

	table->last = NULL;
	for (size_t i = 0; i < chosen->n; i++) {
		const struct row_column *column = chosen->column[i];
		const int error = column->error ? column->error :
				  row_column_has_error_field(column) ? 6 : 0;
		const int cells = chosen->width[i] ? chosen->width[i] : row_column_printed(column);

		if (column->flex)
			table->last = column;
		else
			end = add_columns(end, column, cells, error);
	}
	*end = (struct text_column){ .column = NULL };
}

/* The cells of its longest text. */
static int grown(const struct text_table *table, const struct text_column *column, const void *const *row, size_t n)
{
	int cells = abs(column->width);
	char cell[TABLE_CELL];

	for (size_t i = 0; i < n; i++) {
		print_cell(table, column, row[i], cell);
		cells = format_wider(cells, cell, column->column->printed_most);
	}
	return cells;
}

static void table_of_usual(struct text_table *table, const void *const *row, size_t n)
{
	const struct code_kind *kind = table->kind;
	const bool all = !row || kind->missing;
	struct text_column *to = table->column;

	table->last = code_kind_last(kind);
	for (size_t i = 0; i < kind->n; i++) {
		const struct row_column *column = &kind->columns[i];
		struct text_column of[2], *end = of;

		/* What is in no row is left out below. */
		const bool unwanted = row && (kind->missing || !n) && !row_column_is_wanted(column, table->of);

		if (column->printed && !unwanted && !code_kind_replaces(kind, i, table->of))
			end = add_columns(of, column, column->printed, column->error);
		if (end > of && column->printed_most)
			of[0].width = -grown(table, of, row, n);
		for (const struct text_column *at = of; at < end; at++)
			if (all || table_is_known(table, at, row, n))
				*to++ = *at;
	}
	*to = (struct text_column){ .column = NULL };
}

void table_of_kind(struct text_table *table, const struct code_columns *chosen, const void *const *row, size_t n)
{
	if (chosen && chosen->n)
		table_of_columns(table, chosen);
	else
		table_of_usual(table, row, n);
}

/* ---- lines ---- */

void table_line(struct buffer *out, int width, bool ascii, char text[TABLE_LINE])
{
	char cut[2048];

	if (width > 0 && width < 500 && format_text_width(text) > width) {
		format_fit(cut, sizeof(cut), text, width - 1, false);
		(void)snprintf(text, sizeof(cut), "%s%s", cut, symbol(SYMBOL_CUT, ascii));
	}
	if (ascii)
		format_ascii(text);
	buffer_print(out, "%s\n", text);
}

static void table_add(char line[TABLE_LINE], const char *text)
{
	const size_t used = strlen(line);

	(void)snprintf(line + used, TABLE_LINE - used, "%s", text);
}

void table_add_cell(char line[TABLE_LINE], const char *text, int width)
{
	char cell[4 * TABLE_CELL];

	if (line[0])
		table_add(line, " ");
	/* A number that is too long moves what follows; it is not cut. */
	if (format_text_width(text) > abs(width)) {
		table_add(line, text);
		return;
	}
	format_fit(cell, sizeof(cell), text, abs(width), width > 0);
	table_add(line, cell);
}

/* Behind all cells, if the kind has such a column. */
static void put_last(struct buffer *out, const struct text_table *table, char line[TABLE_LINE], const char *last)
{
	if (code_kind_last(table->kind)) {
		table_add(line, " ");
		table_add(line, last);
	}
	table_line(out, table->width, table->of->ascii, line);
}

void table_titles(struct buffer *out, const struct text_table *table)
{
	char line[TABLE_LINE] = "", head[CODE_ROW_NAME];

	for (const struct text_column *column = table->column; column->column; column++) {
		row_column_head(column->column, head);
		table_add_cell(line, column->error ? "\u00b1" : head, column->width);
	}
	put_last(out, table, line, table->last ? table->last->title : "");
}

void table_row(struct buffer *out, const struct text_table *table, const void *row)
{
	char line[TABLE_LINE] = "", cell[TABLE_CELL], last[CODE_ROW_LINE] = "";

	for (const struct text_column *column = table->column; column->column; column++) {
		print_cell(table, column, row, cell);
		table_add_cell(line, cell, column->width);
	}
	if (table->last)
		table->last->print(table->of, row, last);
	put_last(out, table, line, last);
}

void table_more(struct buffer *out, size_t shown, size_t all)
{
	if (shown < all)
		buffer_print(out, "... and %zu more\n", all - shown);
}

void table_filter(struct buffer *out, const char *before, const char *filter, bool ascii, size_t left, size_t all)
{
	char text[TABLE_LINE];

	format_harmless(text, sizeof(text), filter);
	if (ascii)
		format_ascii(text);
	buffer_print(out, "%sfilter %s: %zu of %zu", before, text, left, all);
}
