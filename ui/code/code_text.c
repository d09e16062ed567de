/* SPDX-License-Identifier: GPL-2.0-only */
/* Texts of places and estimates; see code_text.h. */
#include "config.h"
#include "ui/code/code_text.h"

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

enum code_state code_text_ask(const struct rows_of *of, struct place at, bool want_line,
			      struct code_name *name)
{
	const struct code_names *names = of->names;

	if (names)
		return names->name(names->data, &at, want_line && of->lines, name);
	*name = (struct code_name){ .address = at.offset, .function = at };
	return CODE_UNKNOWN;
}

bool code_text_may_have_line(const struct rows_of *of, struct place at)
{
	struct code_name name;

	return code_text_ask(of, at, false, &name) == CODE_PENDING || name.symbol[0];
}

static struct place function_of(void *data, struct place at)
{
	struct code_text_asked *asked = data;
	struct code_name name;
	enum code_state state = code_text_ask(asked->of, at, false, &name);

	asked->pending += state == CODE_PENDING;
	return state == CODE_KNOWN && name.symbol[0] ? name.function : at;
}

struct function_start code_text_functions(struct code_text_asked *asked)
{
	return (struct function_start){ function_of, asked };
}

void code_text_object(const struct rows_of *of, struct place at, char *text, size_t size)
{
	const struct profile *profile = of->profile;
	const char *path;

	text[0] = '\0';
	if (!profile || at.object >= profile->n_objects)
		return;
	path = profile->objects[at.object].kind == OBJECT_KERNEL ?
		       "[kernel]" : profile->objects[at.object].path;
	format_harmless(text, size, path[0] == '[' ? path : base_name(path));
}

/* The place without a symbol. */
static void print_raw(const struct rows_of *of, struct place at,
		      const struct code_name *name, char *text, size_t size)
{
	const uint64_t address = name->has_address ? name->address : at.offset;
	char object[128];

	code_text_object(of, at, object, sizeof(object));
	(void)snprintf(text, size, "%s%s0x%" PRIx64, object, object[0] ? "+" : "", address);
}

void code_text_function(const struct rows_of *of, struct place at,
			const struct code_name *name, char *text, size_t size)
{
	if (name->symbol[0])
		format_harmless(text, size, name->symbol);
	else
		print_raw(of, at, name, text, size);
}

void code_text_place(const struct rows_of *of, struct place at, const struct code_name *name,
		     char *text, size_t size)
{
	size_t n;

	code_text_function(of, at, name, text, size);
	n = strlen(text);
	if (name->symbol[0] && name->symbol_offset && n < size)
		(void)snprintf(text + n, size - n, "+0x%" PRIx64, name->symbol_offset);
}

void code_text_shorten(const struct rows_of *of, char *text, size_t size, int cells)
{
	const char *cut = symbol(SYMBOL_CUT, of->ascii), *offset = NULL;
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

void code_text_fit_both(const struct rows_of *of, char *one, char *other, size_t size, int cells)
{
	const int wide = format_text_width(one), rest = format_text_width(other);
	int first = cells / 2;

	if (wide + rest <= cells)
		return;
	if (wide < first)
		first = wide;
	else if (rest < cells - first)
		first = cells - rest;
	code_text_shorten(of, one, size, first);
	code_text_shorten(of, other, size, cells - first);
}

/* "probe.h:118": without folders; "" if no line is known. */
static void code_text_line(const struct code_name *name, char *text, size_t size)
{
	char file[128];

	text[0] = '\0';
	if (!name->file[0])
		return;
	format_harmless(file, sizeof(file), base_name(name->file));
	(void)snprintf(text, size, name->line ? "%s:%" PRIu32 : "%s", file, name->line);
}

void code_text_line_of(const struct rows_of *of, struct place at, char *text, size_t size)
{
	struct code_name name;

	(void)code_text_ask(of, at, true, &name);
	code_text_line(&name, text, size);
}

void code_text_missing(const struct rows_of *of, struct code_cell *cell)
{
	(void)snprintf(cell->text, sizeof(cell->text), "%s", symbol(SYMBOL_IDLE, of->ascii));
	cell->role = ROLE_DIM;
}

/* A value and its error with so many decimals: "1.0 ±0.2", "0.0 <0.1". */
static void print_doubt(const struct rows_of *of, struct estimate value, int decimals,
			struct code_cell *cell)
{
	const double step = pow(10, -decimals);

	if (isnan(value.value)) {
		code_text_missing(of, cell);
		return;
	}
	if (isnan(value.error))
		(void)snprintf(cell->text, sizeof(cell->text), "%.*f%s%s?", decimals, value.value,
			       of->ascii ? "" : " ", format_plus_minus(of->ascii));
	else if (value.error < step / 2)
		(void)snprintf(cell->text, sizeof(cell->text), "%.*f <%.*f", decimals, value.value,
			       decimals, step);
	else
		(void)snprintf(cell->text, sizeof(cell->text), "%.*f%s%s%.*f", decimals,
			       value.value, of->ascii ? "" : " ", format_plus_minus(of->ascii), decimals,
			       value.error);
}

void code_text_percent(const struct rows_of *of, struct estimate part,
		       struct code_cell *cell)
{
	const struct estimate percent = { 100 * part.value, 100 * part.error };
	const bool is_wide = percent.value >= 99.95 && percent.error >= 9.95;

	print_doubt(of, percent, is_wide ? 0 : 1, cell);
}

/* Without the zero before the point. */
void code_text_probability(const struct rows_of *of, struct estimate part,
			   struct code_cell *cell)
{
	char value[16], error[16];

	if (isnan(part.value)) {
		code_text_missing(of, cell);
		return;
	}
	(void)snprintf(value, sizeof(value), "%.3f", part.value);
	(void)snprintf(error, sizeof(error), "%.3f", isnan(part.error) ? 0 : part.error);
	(void)snprintf(cell->text, sizeof(cell->text), "%s%s%s", value + (value[0] == '0'),
		       part.error < 0.0005 ? "<" : format_plus_minus(of->ascii),
		       isnan(part.error)   ? "?" :
		       part.error < 0.0005 ? ".001" : error + (error[0] == '0'));
}

void code_text_cycles(const struct rows_of *of, struct estimate cycles,
		      struct code_cell *cell)
{
	print_doubt(of, cycles, cycles.value >= 99.95 || cycles.error >= 9.95 ? 0 : 1, cell);
}

void code_text_count(double count, struct code_cell *cell)
{
	format_count(cell->text, sizeof(cell->text), count);
}

/*
 * The difference of two shares (0..1), in points of percent: "+1.2". NAN: not known. Strong if it is
 * more than twice its error: hardly chance.
 */
static void print_difference(const struct rows_of *of, struct estimate points, struct code_cell *cell)
{
	if (isnan(points.value)) {
		code_text_missing(of, cell);
		return;
	}
	format_difference(cell->text, sizeof(cell->text), 100 * points.value, false);
	if (of->ascii)
		format_ascii(cell->text);
	cell->strong = fabs(points.value) > 2 * points.error;
	cell->role = cell->strong ? ROLE_TEXT : ROLE_DIM;
}

void code_text_number(const struct rows_of *of, enum value_unit unit, int decimals,
		      struct estimate number, struct code_cell *cell)
{
	if (isnan(number.value))
		code_text_missing(of, cell);
	else if (unit == VALUE_PERCENT)
		code_text_percent(of, number, cell);
	else if (unit == VALUE_POINTS)
		print_difference(of, number, cell);
	else if (unit == VALUE_PROBABILITY)
		code_text_probability(of, number, cell);
	else if (unit == VALUE_CYCLES)
		code_text_cycles(of, number, cell);
	else if (unit == VALUE_COUNT || unit == VALUE_LARGE)
		code_text_count(number.value, cell);
	else
		(void)snprintf(cell->text, sizeof(cell->text), "%.*f", decimals, number.value);
}

/* ---- addresses, lines of text ---- */

/* The object's own address of a place; without an object the virtual one. */
static uint64_t code_text_address(struct place at, const struct code_name *name)
{
	return name->has_address ? name->address : at.offset;
}

void code_text_print_address(const struct rows_of *of, struct place at, char text[CODE_ROW_TEXT])
{
	struct code_name name;

	(void)code_text_ask(of, at, false, &name);
	(void)snprintf(text, CODE_ROW_TEXT, "0x%" PRIx64, code_text_address(at, &name));
}

void code_text_block(const struct rows_of *of, struct place start, struct place end, int cells,
		     char *text, size_t size)
{
	const char *dots = of->ascii ? ".." : "…", *cut = symbol(SYMBOL_CUT, of->ascii);
	char first[CODE_NAME_MAX + 32], rest[32];
	struct code_name name, last;
	size_t n;

	(void)code_text_ask(of, start, false, &name);
	(void)code_text_ask(of, end, false, &last);
	code_text_place(of, start, &name, first, sizeof(first));
	if (name.symbol[0] && place_equal(name.function, last.function))
		(void)snprintf(rest, sizeof(rest), "%s+0x%" PRIx64, dots, last.symbol_offset);
	else
		(void)snprintf(rest, sizeof(rest), "%s+%" PRIu64, dots, end.offset - start.offset);
	if (cells)
		code_text_shorten(of, first, sizeof(first), cells - format_text_width(rest));
	n = strlen(first);
	/* one sign is enough */
	n -= cells && n > strlen(cut) && !strcmp(first + n - strlen(cut), cut) ? strlen(cut) : 0;
	(void)snprintf(text, size, "%.*s%s", (int)n, first, rest);
}

void code_text_whole(const struct rows_of *of, struct place at, bool offset,
		     char text[CODE_TEXT_WHOLE])
{
	const struct profile *profile = of->profile;
	char foreign[CODE_TEXT_WHOLE], line[64] = "";
	struct code_name name;
	size_t used;

	(void)code_text_ask(of, at, true, &name);
	code_name_text(profile->objects, profile->n_objects, at, &name, foreign, sizeof(foreign));
	format_harmless(text, CODE_TEXT_WHOLE - 96, foreign);
	used = strlen(text);
	if (offset && name.symbol[0])
		used += (size_t)snprintf(text + used, CODE_TEXT_WHOLE - used, "+0x%" PRIx64,
					 name.symbol_offset);
	if (!name.file[0])
		return;
	format_harmless(foreign, sizeof(foreign), name.file);
	(void)snprintf(line, sizeof(line), ":%" PRIu32, name.line);
	(void)snprintf(text + used, CODE_TEXT_WHOLE - used, " (%.60s%s)", base_name(foreign), line);
}

void code_text_range(const struct rows_of *of, struct place start, struct place end,
		     char text[CODE_ROW_LINE])
{
	const char *object = profile_object_name(of->profile, start.object);
	char place[CODE_TEXT_WHOLE] = "";
	struct code_name first, last;

	(void)code_text_ask(of, start, false, &first);
	(void)code_text_ask(of, end, false, &last);
	if (first.symbol[0])
		code_text_whole(of, start, true, place);
	else if (object)
		format_harmless(place, sizeof(place), object);
	(void)snprintf(text, CODE_ROW_LINE, "0x%" PRIx64 "-0x%" PRIx64 "%s%s",
		       code_text_address(start, &first), code_text_address(end, &last),
		       place[0] ? " " : "", place);
}
