/* SPDX-License-Identifier: GPL-2.0-only */
/* Texts of places and estimates; see code_text.h. UI thread. */
#include "config.h"
#include "ui/state/code_text.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "model/base_name.h"
#include "ui/draw/format.h"
#include "ui/draw/symbols.h"

#define TAIL_DIGITS 6	/* of an offset that is cut: those that tell addresses of a kernel apart */

struct place code_no_place(void)
{
	return (struct place){ .object = PLACE_NO_OBJECT };
}

enum code_state code_text_ask(const struct code_screen *code, struct place at, bool want_line,
			      struct code_name *name)
{
	const struct code_names *names = code->seams.names;

	if (names)
		return names->name(names->data, &at, want_line, name);
	*name = (struct code_name){ .address = at.offset, .function = at };
	return CODE_UNKNOWN;
}

bool code_text_may_have_line(const struct code_screen *code, struct place at)
{
	struct code_name name;

	return code_text_ask(code, at, false, &name) == CODE_PENDING || name.symbol[0];
}

static struct place function_of(void *data, struct place at)
{
	struct code_text_asked *asked = data;
	struct code_name name;
	enum code_state state = code_text_ask(asked->code, at, false, &name);

	asked->pending += state == CODE_PENDING;
	return state == CODE_KNOWN && name.symbol[0] ? name.function : at;
}

struct function_start code_text_functions(struct code_text_asked *asked)
{
	return (struct function_start){ function_of, asked };
}

void code_text_object(const struct code_screen *code, struct place at, char *text, size_t size)
{
	const struct profile *profile = code->profile;
	const char *path;

	text[0] = '\0';
	if (!profile || at.object >= profile->n_objects)
		return;
	path = profile->objects[at.object].kind == OBJECT_KERNEL ?
		       "[kernel]" : profile->objects[at.object].path;
	format_harmless(text, size, path[0] == '[' ? path : base_name(path));
}

/* The place without a symbol. */
static void print_raw(const struct code_screen *code, struct place at,
		      const struct code_name *name, char *text, size_t size)
{
	const uint64_t address = name->has_address ? name->address : at.offset;
	char object[128];

	code_text_object(code, at, object, sizeof(object));
	(void)snprintf(text, size, "%s%s0x%" PRIx64, object, object[0] ? "+" : "", address);
}

void code_text_function(const struct code_screen *code, struct place at,
			const struct code_name *name, char *text, size_t size)
{
	if (name->symbol[0])
		format_harmless(text, size, name->symbol);
	else
		print_raw(code, at, name, text, size);
}

void code_text_place(const struct code_screen *code, struct place at, const struct code_name *name,
		     char *text, size_t size)
{
	size_t n;

	code_text_function(code, at, name, text, size);
	n = strlen(text);
	if (name->symbol[0] && name->symbol_offset && n < size)
		(void)snprintf(text + n, size - n, "+0x%" PRIx64, name->symbol_offset);
}

void code_text_shorten(const struct code_screen *code, char *text, size_t size, int cells)
{
	const char *cut = code->ascii ? "+" : "…", *offset = NULL;
	char tail[32] = "";
	size_t n = 0, bytes;
	int used = 1;

	if (format_text_width(text) <= cells)
		return;
	for (const char *at = strstr(text, "+0x"); at; at = strstr(at + 1, "+0x"))
		offset = at;
	if (offset && strlen(offset) < sizeof(tail) && (int)strlen(offset) + 2 <= cells)
		(void)snprintf(tail, sizeof(tail), "%s", offset);
	else if (offset && strlen(offset) > TAIL_DIGITS && cells > TAIL_DIGITS + 1)
		(void)snprintf(tail, sizeof(tail), "%s",
			       offset + strlen(offset) - TAIL_DIGITS);
	used += (int)strlen(tail);
	for (int code_point; (code_point = format_decode(text + n, &bytes)), bytes; n += bytes) {
		used += format_cell_width(code_point);
		if (used > cells)
			break;
	}
	(void)snprintf(text + n, size - n, "%s%s", cut, tail);
}

void code_text_line(const struct code_name *name, char *text, size_t size)
{
	char file[128];

	text[0] = '\0';
	if (!name->file[0])
		return;
	format_harmless(file, sizeof(file), base_name(name->file));
	(void)snprintf(text, size, name->line ? "%s:%" PRIu32 : "%s", file, name->line);
}

void code_text_missing(const struct code_screen *code, struct code_cell *cell)
{
	(void)snprintf(cell->text, sizeof(cell->text), "%s", symbol(SYMBOL_IDLE, code->ascii));
	cell->role = ROLE_DIM;
}

static const char *plus_minus(const struct code_screen *code)
{
	return code->ascii ? "+-" : "±";
}

/* A value and its error with so many decimals: "1.0 ±0.2", "0.0 <0.1". */
static void print_doubt(const struct code_screen *code, struct estimate value, int decimals,
			struct code_cell *cell)
{
	const double step = pow(10, -decimals);

	if (isnan(value.value)) {
		code_text_missing(code, cell);
		return;
	}
	if (isnan(value.error))
		(void)snprintf(cell->text, sizeof(cell->text), "%.*f%s%s?", decimals, value.value,
			       code->ascii ? "" : " ", plus_minus(code));
	else if (value.error < step / 2)
		(void)snprintf(cell->text, sizeof(cell->text), "%.*f <%.*f", decimals, value.value,
			       decimals, step);
	else
		(void)snprintf(cell->text, sizeof(cell->text), "%.*f%s%s%.*f", decimals,
			       value.value, code->ascii ? "" : " ", plus_minus(code), decimals,
			       value.error);
}

void code_text_percent(const struct code_screen *code, struct estimate part,
		       struct code_cell *cell)
{
	const struct estimate percent = { 100 * part.value, 100 * part.error };
	const bool is_wide = percent.value >= 99.95 && percent.error >= 9.95;

	print_doubt(code, percent, is_wide ? 0 : 1, cell);
}

/* Without the zero before the point. */
void code_text_probability(const struct code_screen *code, struct estimate part,
			   struct code_cell *cell)
{
	char value[16], error[16];

	if (isnan(part.value)) {
		code_text_missing(code, cell);
		return;
	}
	(void)snprintf(value, sizeof(value), "%.3f", part.value);
	(void)snprintf(error, sizeof(error), "%.3f", isnan(part.error) ? 0 : part.error);
	(void)snprintf(cell->text, sizeof(cell->text), "%s%s%s", value + (value[0] == '0'),
		       part.error < 0.0005 ? "<" : plus_minus(code),
		       isnan(part.error)   ? "?" :
		       part.error < 0.0005 ? ".001" : error + (error[0] == '0'));
}

void code_text_cycles(const struct code_screen *code, struct estimate cycles,
		      struct code_cell *cell)
{
	print_doubt(code, cycles, cycles.value >= 99.95 ? 0 : 1, cell);
}

void code_text_count(double count, struct code_cell *cell)
{
	format_count(cell->text, sizeof(cell->text), count);
}

bool code_text_compared(const struct code_screen *code)
{
	return code->baseline != NULL;
}

void code_text_difference(const struct code_screen *code, struct estimate points,
			  struct code_cell *cell)
{
	if (isnan(points.value)) {
		code_text_missing(code, cell);
		return;
	}
	format_difference(cell->text, sizeof(cell->text), 100 * points.value, false);
	if (code->ascii)
		format_ascii(cell->text);
	cell->strong = fabs(points.value) > 2 * points.error;
	cell->role = cell->strong ? ROLE_TEXT : ROLE_DIM;
}

struct estimate code_text_exact(double value)
{
	return (struct estimate){ value, (double)NAN };
}

const char *code_text_title(const struct code_column *column)
{
	return column->value ? column->value->title : column->title;
}

const char *code_text_help(const struct code_column *column)
{
	return column->value ? column->value->help : column->help;
}

enum value_unit code_text_unit(const struct code_column *column)
{
	return column->value ? column->value->unit : column->unit;
}

struct estimate code_text_number(const struct code_screen *code, const struct code_column *column,
				 size_t row)
{
	if (column->estimate)
		return column->estimate(code, row);
	return column->value->get(code->profile, code->views[code->steps[code->n_steps - 1].view].row(code, row));
}

void code_text_print(const struct code_screen *code, const struct code_column *column, size_t row,
		     struct code_cell *cell)
{
	const enum value_unit unit = code_text_unit(column);
	struct estimate number;

	if (column->print) {
		column->print(code, row, cell);
		return;
	}
	number = code_text_number(code, column, row);
	if (isnan(number.value))
		code_text_missing(code, cell);
	else if (unit == VALUE_PERCENT)
		code_text_percent(code, number, cell);
	else if (unit == VALUE_POINTS)
		code_text_difference(code, number, cell);
	else if (unit == VALUE_PROBABILITY)
		code_text_probability(code, number, cell);
	else if (unit == VALUE_CYCLES)
		code_text_cycles(code, number, cell);
	else if (unit == VALUE_COUNT || unit == VALUE_LARGE)
		code_text_count(number.value, cell);
	else
		(void)snprintf(cell->text, sizeof(cell->text), "%.*f",
			       column->value ? column->value->shown : 0, number.value);
}
