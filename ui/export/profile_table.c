/* SPDX-License-Identifier: GPL-2.0-only */
/* Lines of tables; see profile_table.h. */
#include "config.h"
#include "ui/export/profile_table.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "model/base_name.h"
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

void table_count(char text[TABLE_CELL], uint64_t count)
{
	(void)snprintf(text, TABLE_CELL, "%" PRIu64, count);
}

void table_known(char text[TABLE_CELL], uint64_t count, bool known)
{
	if (known)
		table_count(text, count);
	else
		(void)snprintf(text, TABLE_CELL, TABLE_MISSING);
}

void table_part(char text[TABLE_CELL], uint64_t part, uint64_t whole)
{
	table_real(text, whole ? 100 * (double)part / (double)whole : NAN, 1);
}

void table_object(const struct cell_of *of, struct place at, char text[TABLE_CELL])
{
	const char *name = profile_object_name(of->rows->profile, at.object);
	char harmless[256], cut[4 * TABLE_OBJECT + 1];

	format_harmless(harmless, sizeof(harmless), name ? name : "");
	if (format_text_width(harmless) <= TABLE_OBJECT) {
		(void)snprintf(text, TABLE_CELL, "%.60s", harmless[0] ? harmless : TABLE_MISSING);
		return;
	}
	format_fit(cut, sizeof(cut), harmless, TABLE_OBJECT - 1, false);
	(void)snprintf(text, TABLE_CELL, "%.55s%s", cut,
		       symbol(SYMBOL_CUT, of->rows->config->ascii));
}

bool table_has(const struct text_column *column)
{
	return column->value || column->title;
}

void table_cell(const struct text_column *column, const struct cell_of *of, char text[TABLE_CELL])
{
	const struct profile_value *value = column->value;
	struct estimate number;

	if (!value) {
		column->print(of, text);
		return;
	}
	number = value->get(of->rows->profile, of->row);
	if (column->error)
		table_error(text, profile_value_scale(value->unit) * number.error,
			    profile_value_decimals(value));
	else if (value->unit == VALUE_LARGE && !isnan(number.value))
		format_count(text, TABLE_CELL, number.value);
	else
		table_real(text, profile_value_scale(value->unit) * number.value,
			   profile_value_decimals(value));
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

static void add(char text[TABLE_LINE], const char *more)
{
	size_t used = strlen(text);

	(void)snprintf(text + used, TABLE_LINE - used, "%s", more);
}

static void add_cell(char line[TABLE_LINE], const struct text_column *column, const char *text)
{
	const int width = column->width < 0 ? -column->width : column->width;
	char cell[4 * TABLE_CELL];

	if (line[0])
		add(line, " ");
	/* A number that is too long moves what follows; it is not cut. */
	if (format_text_width(text) > width) {
		add(line, text);
		return;
	}
	format_fit(cell, sizeof(cell), text, width, column->width > 0);
	add(line, cell);
}

void table_titles(struct buffer *out, const struct profile_config *config,
		       const struct text_column *column, const char *last)
{
	char line[TABLE_LINE] = "";

	for (; table_has(column); column++)
		add_cell(line, column, column->error ? "\u00b1" :
				       column->value ? column->value->title : column->title);
	add(line, " ");
	add(line, last);
	table_line(out, config, line);
}

void table_row(struct buffer *out, const struct text_column *column,
		    const struct cell_of *of, const char *last)
{
	char line[TABLE_LINE] = "", cell[TABLE_CELL];

	for (; table_has(column); column++) {
		table_cell(column, of, cell);
		add_cell(line, column, cell);
	}
	add(line, " ");
	add(line, last);
	table_line(out, of->rows->config, line);
}

void table_place(const struct profile_rows *rows, struct place at, bool offset,
			char text[TABLE_NAME])
{
	const struct profile *profile = rows->profile;
	char foreign[TABLE_NAME], line[64] = "";
	struct code_name name;
	size_t used;

	profile_name(rows, at, true, &name);
	code_name_text(profile->objects, profile->n_objects, at, &name, foreign, sizeof(foreign));
	format_harmless(text, TABLE_NAME - 96, foreign);
	used = strlen(text);
	if (offset && name.symbol[0])
		used += (size_t)snprintf(text + used, TABLE_NAME - used, "+0x%" PRIx64,
					 name.symbol_offset);
	if (!name.file[0])
		return;
	format_harmless(foreign, sizeof(foreign), name.file);
	(void)snprintf(line, sizeof(line), ":%" PRIu32, name.line);
	(void)snprintf(text + used, TABLE_NAME - used, " (%.60s%s)", base_name(foreign),
		       line);
}

void table_range(const struct profile_rows *rows, struct place start, struct place end,
		 char text[TABLE_LINE])
{
	const char *object = profile_object_name(rows->profile, start.object);
	char place[TABLE_NAME] = "";
	struct code_name first, last;

	profile_name(rows, start, false, &first);
	profile_name(rows, end, false, &last);
	if (first.symbol[0])
		table_place(rows, start, true, place);
	else if (object)
		format_harmless(place, sizeof(place), object);
	(void)snprintf(text, TABLE_LINE, "0x%" PRIx64 "-0x%" PRIx64 "%s%s",
		       profile_address_of(start, &first), profile_address_of(end, &last),
		       place[0] ? " " : "", place);
}

void table_more(struct buffer *out, size_t shown, size_t all)
{
	if (shown < all)
		buffer_print(out, "... and %zu more\n", all - shown);
}
