/* SPDX-License-Identifier: GPL-2.0-only */
/* Lines of tables; see profile_table.h. */
#include "config.h"
#include "ui/profile/profile_table.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "ui/draw/format.h"
#include "ui/draw/symbols.h"

void table_real(char text[TABLE_CELL], double value, int decimals)
{
	if (isnan(value))
		(void)snprintf(text, TABLE_CELL, TABLE_MISSING);
	else
		(void)snprintf(text, TABLE_CELL, "%.*f", decimals, value);
}

/* An error that is smaller than the last digit is not zero. */
void table_error(char text[TABLE_CELL], double error, int decimals)
{
	const double least = pow(10, -decimals);

	if (error > 0 && error < least / 2)
		(void)snprintf(text, TABLE_CELL, "<%.*f", decimals, least);
	else
		table_real(text, error, decimals);
}

/* A text as it is printed: harmless, and no wider than its column. */
static void print_text(const struct text_column *column, const struct cell_of *of,
		       char text[TABLE_CELL])
{
	const int width = column->width < 0 ? -column->width : column->width;
	struct code_cell cell = { .width = width };
	char whole[CODE_ROW_TEXT], harmless[256], cut[4 * TABLE_CELL];

	whole[0] = '\0';
	if (!column->column->text && !column->column->part && column->column->cell) {
		row_cell(column->column, &of->rows->of, of->row, &cell);
		(void)snprintf(whole, sizeof(whole), "%s", cell.text);
	} else if (row_is_known(column->column, &of->rows->of, of->row)) {
		row_text(column->column, &of->rows->of, of->row, whole);
	}
	format_harmless(harmless, sizeof(harmless), whole);
	if (format_text_width(harmless) <= width) {
		(void)snprintf(text, TABLE_CELL, "%.250s", harmless[0] ? harmless : TABLE_MISSING);
		return;
	}
	format_fit(cut, sizeof(cut), harmless, width - 1, false);
	(void)snprintf(text, TABLE_CELL, "%.245s%s", cut, symbol(SYMBOL_CUT, of->rows->of.ascii));
}

static void print_cell(const struct text_column *column, const struct cell_of *of,
		       char text[TABLE_CELL])
{
	const struct row_column *of_kind = column->column;
	const int decimals = row_column_decimals(of_kind);
	const double scale = value_scale(of_kind->unit);
	char printed[CODE_ROW_LINE] = "";
	struct estimate number;

	if (of_kind->print && !column->error)
		of_kind->print(&of->rows->of, of->row, printed);
	if (printed[0]) {
		(void)snprintf(text, TABLE_CELL, "%.250s", printed);
	} else if (row_column_unit(of_kind) == VALUE_TEXT) {
		print_text(column, of, text);
	} else {
		number = row_number(of_kind, &of->rows->of, of->row);
		if (column->error)
			table_error(text, scale * number.error, decimals);
		else if (of_kind->unit == VALUE_LARGE && !isnan(number.value))
			format_count(text, TABLE_CELL, number.value);
		else
			table_real(text, scale * number.value, decimals);
	}
}

/* Has any of the rows something in the column? */
static bool table_is_known(const struct text_column *column, const struct profile_rows *rows,
			   const void *const *row, size_t n)
{
	char cell[TABLE_CELL];

	for (size_t i = 0; i < n; i++) {
		const struct cell_of of = { .rows = rows, .row = row[i] };

		print_cell(column, &of, cell);
		if (strcmp(cell, TABLE_MISSING) != 0)
			return true;
	}
	return !n;
}

/* The column and its error, which has so many cells; returns behind them. */
static struct text_column *add_columns(struct text_column *table, const struct row_column *column,
				       int cells, int error)
{
	*table++ = (struct text_column){ .column = column,
					 .width = row_column_is_left(column) ? -cells : cells };
	if (error)
		*table++ = (struct text_column){ .column = column, .width = error, .error = true };
	return table;
}

void table_of_columns(struct text_column table[TABLE_COLUMNS], const struct code_columns *chosen)
{
	for (size_t i = 0; i < chosen->n; i++) {
		const struct row_column *column = chosen->column[i];
		const int error = column->error ? column->error :
				  row_column_has_error_field(column) ? 6 : 0;

		const int cells = chosen->width[i] ? chosen->width[i] : row_column_printed(column);

		if (!column->flex)
			table = add_columns(table, column, cells, error);
	}
	*table = (struct text_column){ .column = NULL };
}

void table_of_kind(struct text_column table[TABLE_COLUMNS], const struct code_kind *kind,
		   const struct profile_rows *rows, const void *const *row, size_t n)
{
	for (size_t i = 0; i < kind->n; i++) {
		const struct row_column *column = &kind->columns[i];
		struct text_column of[2], *end = of;

		/* What is in no row is left out below. */
		const bool unwanted = row && !n && !row_column_is_wanted(column, &rows->of);

		if (column->printed && !unwanted && !code_kind_replaces(kind, i, &rows->of))
			end = add_columns(of, column, column->printed, column->error);
		for (const struct text_column *at = of; at < end; at++)
			if (!row || table_is_known(at, rows, row, n))
				*table++ = *at;
	}
	*table = (struct text_column){ .column = NULL };
}

void table_line(struct buffer *out, const struct profile_config *config, char text[TABLE_LINE])
{
	char cut[2048];
	const int width = config->width;

	if (width > 0 && width < 500 && format_text_width(text) > width) {
		format_fit(cut, sizeof(cut), text, width - 1, false);
		(void)snprintf(text, sizeof(cut), "%s%s", cut, symbol(SYMBOL_CUT, config->ascii));
	}
	if (config->ascii)
		format_ascii(text);
	buffer_print(out, "%s\n", text);
}

static void table_add(char text[TABLE_LINE], const char *more)
{
	size_t used = strlen(text);

	(void)snprintf(text + used, TABLE_LINE - used, "%s", more);
}

static void add_cell(char line[TABLE_LINE], const struct text_column *column, const char *text)
{
	const int width = column->width < 0 ? -column->width : column->width;
	char cell[4 * TABLE_CELL];

	if (line[0])
		table_add(line, " ");
	/* A number that is too long moves what follows; it is not cut. */
	if (format_text_width(text) > width) {
		table_add(line, text);
		return;
	}
	format_fit(cell, sizeof(cell), text, width, column->width > 0);
	table_add(line, cell);
}

void table_titles(struct buffer *out, const struct profile_config *config,
		  const struct text_column *column, const char *last)
{
	char line[TABLE_LINE] = "", head[CODE_ROW_NAME];

	for (; column->column; column++) {
		row_column_head(column->column, head);
		add_cell(line, column, column->error ? "\u00b1" : head);
	}
	table_add(line, " ");
	table_add(line, last);
	table_line(out, config, line);
}

void table_row(struct buffer *out, const struct text_column *column,
	       const struct cell_of *of, const char *last)
{
	char line[TABLE_LINE] = "", cell[TABLE_CELL];

	for (; column->column; column++) {
		print_cell(column, of, cell);
		add_cell(line, column, cell);
	}
	table_add(line, " ");
	table_add(line, last);
	table_line(out, of->rows->config, line);
}

void table_more(struct buffer *out, size_t shown, size_t all)
{
	if (shown < all)
		buffer_print(out, "... and %zu more\n", all - shown);
}
