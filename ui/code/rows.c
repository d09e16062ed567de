/* SPDX-License-Identifier: GPL-2.0-only */
/* What a row has in a column; see rows.h. */
#include "config.h"
#include "ui/code/rows.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "ui/code/code_text.h"
#include "ui/draw/format.h"
#include "ui/table/column_names.h"

/* ---- parts of places ---- */

static const struct {
	const char *field;
	enum value_unit unit;
} parts[PLACE_PARTS] = {
	[PLACE_OBJECT] = { "object", VALUE_TEXT },
	[PLACE_BUILD_ID] = { "build_id", VALUE_TEXT },
	[PLACE_ADDRESS] = { "address", VALUE_TEXT },
	[PLACE_SYMBOL] = { "symbol", VALUE_TEXT },
	[PLACE_OFFSET] = { "symbol_offset", VALUE_COUNT },
	[PLACE_FILE] = { "file", VALUE_TEXT },
	[PLACE_LINE] = { "line", VALUE_COUNT },
	[PLACE_SOURCE] = { NULL, VALUE_TEXT },
};

/* Asks for the name of a place; code_no_place() has none. */
static void rows_name_of(const struct rows_of *of, struct place at, bool line, struct code_name *name)
{
	*name = (struct code_name){ .symbol = "" };
	if (!place_equal(at, code_no_place()))
		(void)code_text_ask(of, at, line, name);
}

static struct estimate part_number(const struct rows_of *of, struct place at, enum place_part part)
{
	const bool line = part == PLACE_LINE;
	struct code_name name;

	rows_name_of(of, at, line, &name);
	if (line)
		return row_exact(name.file[0] && name.line ? name.line : (double)NAN);
	return row_exact(name.symbol[0] ? (double)name.symbol_offset : (double)NAN);
}

static void copy_text(char text[CODE_ROW_TEXT], const char *from)
{
	size_t n = strlen(from);

	if (n >= CODE_ROW_TEXT)
		n = CODE_ROW_TEXT - 1;
	memcpy(text, from, n);
	text[n] = '\0';
}

static void part_text(const struct rows_of *of, struct place at, enum place_part part,
		      char text[CODE_ROW_TEXT])
{
	const char *object = profile_object_name(of->profile, at.object);
	struct code_name name;

	if (part == PLACE_BUILD_ID) {
		profile_build_id(of->profile, at.object, text);
	} else if (part == PLACE_OBJECT) {
		copy_text(text, object ? object : "");
	} else if (part == PLACE_ADDRESS) {
		code_text_print_address(of, at, text);
	} else if (part == PLACE_SOURCE) {
		code_text_line_of(of, at, text, CODE_ROW_TEXT);
	} else {
		rows_name_of(of, at, part == PLACE_FILE, &name);
		copy_text(text, part == PLACE_FILE ? name.file : name.symbol);
	}
}

/* ---- columns ---- */

const char *row_column_field(const struct row_column *column)
{
	return column->field ? column->field : column->of_node ? metrics[column->node].slug : parts[column->part].field;
}

enum value_unit row_column_unit(const struct row_column *column)
{
	return column->part ? parts[column->part].unit : column->unit;
}

enum metric_id row_column_node(const struct row_column *column)
{
	return column->of_node ? column->node : M_NONE;
}

/* NULL: it has none. */
static const char *head_of(const struct row_column *column)
{
	return column->title || !column->of_node ? column->title : metrics[column->node].column;
}

const char *row_column_title(const struct row_column *column)
{
	const char *head = head_of(column);

	return head ? head : "";
}

bool row_column_sorts(const struct row_column *column)
{
	return !column->values && (!column->title || column->title[0]);
}

void row_column_name(const struct row_column *column, char name[CODE_ROW_NAME])
{
	const char *field = row_column_field(column);

	(void)snprintf(name, CODE_ROW_NAME, "%s%s%s", column->group ? column->group : "",
		       column->group ? "." : "", field ? field :
		       column->former ? column->former : column->title);
}

void row_column_head(const struct row_column *column, char head[CODE_ROW_NAME])
{
	if (head_of(column)) {
		(void)snprintf(head, CODE_ROW_NAME, "%s", head_of(column));
		return;
	}
	row_column_name(column, head);
	for (size_t i = 0; head[i]; i++)
		head[i] = (char)toupper((unsigned char)head[i]);
}

/* Of what was chosen: a text, an address, a number with its error, and the head. */
static int width_of(const struct row_column *column, int usual)
{
	const int least = column->part == PLACE_ADDRESS ? 18 :
			  row_column_is_left(column)	? 20 :
			  row_column_has_error(column)	? 10 : 8;
	char head[CODE_ROW_NAME];
	int cells;

	if (usual)
		return usual;
	row_column_head(column, head);
	cells = format_text_width(head);
	return cells > least ? cells : least;
}

int row_column_width(const struct row_column *column)
{
	return width_of(column, column->width);
}

int row_column_printed(const struct row_column *column)
{
	return width_of(column, column->printed);
}

int row_column_least_width(const struct row_column *column)
{
	const int width = row_column_width(column);
	char head[CODE_ROW_NAME];
	int cells;

	row_column_head(column, head);
	cells = format_text_width(head);
	return row_column_is_left(column) && cells < width ? cells + !cells : width;
}

bool row_column_is_left(const struct row_column *column)
{
	return column->left || row_column_unit(column) == VALUE_TEXT;
}

bool row_column_has_error(const struct row_column *column)
{
	return row_column_unit(column) >= VALUE_PERCENT;
}

bool row_column_has_error_field(const struct row_column *column)
{
	return row_column_has_error(column) && !column->no_error_field;
}

bool code_row_id_equal(struct code_row_id a, struct code_row_id b)
{
	return place_equal(a.a, b.a) && place_equal(a.b, b.b);
}

int row_column_decimals(const struct row_column *column)
{
	return column->unit == VALUE_PROBABILITY ? 3 :
	       row_column_has_error(column)	 ? 1 : column->shown;
}

bool row_column_is_percent(const struct row_column *column)
{
	return column->unit == VALUE_SHARE || value_scale(column->unit) > 1;
}

double value_scale(enum value_unit unit)
{
	return unit == VALUE_PERCENT || unit == VALUE_POINTS ? 100 : 1;
}

struct estimate row_exact(double value)
{
	return (struct estimate){ value, (double)NAN };
}

struct estimate row_number(const struct row_column *column, const struct rows_of *of,
			   const void *row)
{
	if (column->go_to)
		column->go_to(&of, &row);
	if (column->number)
		return column->number(of, row);
	if (column->of_column)
		return column->of_column(column, of, row);
	if (column->of_node)
		return column->of_node(row, column->node);
	return column->part && row_column_unit(column) != VALUE_TEXT ?
		       part_number(of, column->at(row), column->part) : row_exact(NAN);
}

void row_text(const struct row_column *column, const struct rows_of *of, const void *row,
	      char text[CODE_ROW_TEXT])
{
	text[0] = '\0';
	if (column->go_to)
		column->go_to(&of, &row);
	if (column->text)
		column->text(of, row, text);
	else if (column->part && row_column_unit(column) == VALUE_TEXT)
		part_text(of, column->at(row), column->part, text);
}

bool row_is_known(const struct row_column *column, const struct rows_of *of, const void *row)
{
	if (column->known)
		return column->known(of, row);
	if (column->part == PLACE_SOURCE)
		return code_text_may_have_line(of, column->at(row));
	return row_column_unit(column) == VALUE_TEXT || !isnan(row_number(column, of, row).value);
}

struct estimate row_shown(const struct row_column *column, const struct rows_of *of, const void *row)
{
	return row_is_known(column, of, row) ? row_number(column, of, row) : row_exact(NAN);
}

void row_cell_limits(struct code_cell *cell, enum metric_id node)
{
	cell->role = theme_metric_role(node);
	cell->strong = metrics[node].sense != SENSE_GOOD;
}

void row_cell(const struct row_column *column, const struct rows_of *of, const void *row,
	      struct code_cell *cell)
{
	char text[CODE_ROW_TEXT];

	if (column->cell) {
		column->cell(of, row, cell);
	} else if (row_column_unit(column) != VALUE_TEXT) {
		code_text_number(of, row_column_unit(column), column->shown,
				 row_shown(column, of, row), cell);
	} else {
		row_text(column, of, row, text);
		format_harmless(cell->text, sizeof(cell->text), text);
	}
	if (column->limits && column->limits(row, column->node))
		row_cell_limits(cell, column->node);
}

/* ---- kinds ---- */

static bool is_word(const char *name, const char *word, size_t length)
{
	return name && name[0] && !strncasecmp(name, word, length) && !name[length];
}

bool row_column_is_called(const struct row_column *column, const char *word, size_t length)
{
	char name[CODE_ROW_NAME];

	row_column_name(column, name);
	return is_word(name, word, length) || is_word(head_of(column), word, length) ||
	       is_word(column->former, word, length);
}

const struct row_column *code_kind_find(const struct code_kind *kind, const char *word, size_t length)
{
	for (int field = 1; field >= 0; field--)
		for (size_t i = 0; i < kind->n; i++)
			if ((!field || kind->columns[i].place) &&
			    row_column_is_called(&kind->columns[i], word, length))
				return &kind->columns[i];
	return NULL;
}

/*
 * A part of a name may be enough: "mispredicted" of "mispredicted_of_all_percent", "misp" of "MISP%";
 * but a whole one is nearer. In halves.
 */
static size_t distance_to(const char *word, size_t length, const char *name)
{
	const size_t whole = column_name_distance(word, length, name, strlen(name));
	const size_t first = column_name_distance(word, length, name, strcspn(name, "_.%/("));

	return first < whole ? 2 * first + 1 : 2 * whole;
}

const struct row_column *code_kind_nearest(const struct code_kind *kind, const char *word,
					   size_t length, bool fields)
{
	size_t nearest = 2 * column_name_limit(length);
	const struct row_column *found = NULL;

	for (size_t i = 0; i < kind->n; i++) {
		const struct row_column *column = &kind->columns[i];
		char name[CODE_ROW_NAME];

		if (fields && !column->place)
			continue;
		row_column_name(column, name);
		for (int head = 0; head < 2; head++) {
			const char *text = head ? row_column_title(column) : name;
			const size_t distance = text[0] ? distance_to(word, length, text) : nearest;

			if (distance >= nearest)
				continue;
			nearest = distance;
			found = column;
		}
	}
	return found;
}

bool code_kind_replaces(const struct code_kind *kind, size_t index, const struct rows_of *of)
{
	const struct row_column *column = &kind->columns[index];

	return index + 1 < kind->n && !row_column_is_wanted(column, of) && column[1].wanted &&
	       column[1].wanted(of);
}

const struct row_column *code_kind_last(const struct code_kind *kind)
{
	size_t i = 0;

	while (i < kind->n && !kind->columns[i].flex)
		i++;
	return i < kind->n ? &kind->columns[i] : NULL;
}

size_t code_kind_fields(const struct code_kind *kind,
			const struct row_column *fields[CODE_ROW_COLUMNS_MAX])
{
	size_t n = 0;

	for (int place = 1; place <= CODE_ROW_COLUMNS_MAX; place++)
		for (size_t i = 0; i < kind->n; i++)
			if (kind->columns[i].place == place)
				fields[n++] = &kind->columns[i];
	return n;
}

bool row_column_is_wanted(const struct row_column *column, const struct rows_of *of)
{
	return !column->wanted || column->wanted(of);
}

bool row_is_compared(const struct rows_of *of)
{
	return of->before != NULL;
}

bool row_column_compares(const struct row_column *column)
{
	return column->unit == VALUE_POINTS;
}

bool code_kind_compares(const struct code_kind *kind)
{
	size_t i = 0;

	while (i < kind->n && !row_column_compares(&kind->columns[i]))
		i++;
	return i < kind->n;
}

const struct row_column *code_kind_name(const struct code_kind *kind)
{
	const struct row_column *found = code_kind_last(kind);

	for (size_t i = 0; i < kind->n; i++)
		if (row_column_is_left(&kind->columns[i]) && kind->columns[i].priority > found->priority)
			found = &kind->columns[i];
	return found;
}

bool row_tells_cycles(const struct rows_of *of)
{
	return of->profile && of->profile->cycles_known;
}

bool row_tells_mispredicts(const struct rows_of *of)
{
	return of->profile && of->profile->mispredicts_known;
}

/* ---- the order of rows ---- */

void row_key_take(struct row_key *key, const struct row_column *column, const struct rows_of *of,
		  const void *row)
{
	struct code_cell cell = { .text = "" };

	if (row_column_unit(column) != VALUE_TEXT) {
		key->number = row_shown(column, of, row).value;
		return;
	}
	key->number = (double)NAN;
	row_cell(column, of, row, &cell);
	key->text = strdup(cell.text);
}

static bool is_missing(const struct row_key *key)
{
	return !key->text && isnan(key->number);
}

/* Addresses are texts of hexadecimal digits: the shorter one is lower. */
static int compare_texts(const char *a, const char *b)
{
	const bool addresses = a[0] == '0' && a[1] == 'x' && b[0] == '0' && b[1] == 'x';
	const size_t n = addresses ? strlen(a) : 0, m = addresses ? strlen(b) : 0;

	return n != m ? (n > m ? 1 : -1) : strcmp(a, b);
}

static int compare_keys(const void *one, const void *other)
{
	const struct row_key *a = one, *b = other;
	int order = 0;

	if (is_missing(a) != is_missing(b))
		return is_missing(a) ? 1 : -1;
	if (a->text && b->text)
		order = compare_texts(a->text, b->text);
	else if (!is_missing(a))
		order = (a->number > b->number) - (a->number < b->number);
	if (!order)
		return (a->at > b->at) - (a->at < b->at);
	return a->falling ? -order : order;
}

void row_order(struct row_key *keys, size_t n, bool falling)
{
	for (size_t i = 0; i < n; i++)
		keys[i].falling = falling;
	qsort(keys, n, sizeof(*keys), compare_keys);
	for (size_t i = 0; i < n; i++) {
		free(keys[i].text);
		keys[i].text = NULL;
	}
}
