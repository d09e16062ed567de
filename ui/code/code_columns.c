/* SPDX-License-Identifier: GPL-2.0-only */
/* Chosen columns of rows of code; see code_columns.h. */
#include "config.h"
#include "ui/code/code_columns.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "ui/code/kinds.h"
#include "ui/draw/symbols.h"
#include "ui/table/column_names.h"
#include "ui/table/column_set.h"
#include "ui/table/fit_line.h"

#define WIDE 120
#define PRIORITY_COMFORT 45	/* columns below this leave room for names whose length is known */

const struct code_kind *code_kind_of(enum code_kind_id id)
{
	static const struct code_kind *const kinds[CODE_KINDS] = {
		[KIND_FUNCTIONS] = &function_rows,
		[KIND_BRANCHES] = &branch_rows,
		[KIND_BLOCKS] = &block_rows,
		[KIND_INSTRUCTIONS] = &instruction_rows,
		[KIND_PATHS] = &path_rows,
		[KIND_STACKS] = &call_rows,
		[KIND_FUNCTION_NODES] = &function_node_rows,
		[KIND_NODES] = &opened_node_rows,
		[KIND_LOOPS] = &loop_rows,
		[KIND_SELF_REGIONS] = &self_region_rows,
	};

	return kinds[id];
}

void code_columns_usual(struct code_columns *chosen, const struct code_kind *kind)
{
	*chosen = (struct code_columns){ .n = 0 };
	for (size_t i = 0; i < kind->n; i++)
		if (kind->columns[i].width)
			chosen->column[chosen->n++] = &kind->columns[i];
}

void code_columns_wanted(struct code_columns *wanted, const struct code_columns *all, const struct rows_of *of)
{
	wanted->n = 0;
	for (size_t i = 0; i < all->n; i++)
		if (row_column_is_wanted(all->column[i], of)) {
			wanted->width[wanted->n] = all->width[i];
			wanted->column[wanted->n++] = all->column[i];
		}
	if (!wanted->n)
		*wanted = *all;
}

bool code_columns_have(const struct code_columns *chosen, const struct row_column *column)
{
	for (size_t i = 0; i < chosen->n; i++)
		if (chosen->column[i] == column)
			return true;
	return false;
}

int code_columns_width(const struct code_columns *chosen, const struct row_column *column)
{
	for (size_t i = 0; i < chosen->n; i++)
		if (chosen->column[i] == column)
			return chosen->width[i];
	return 0;
}

/* Its name in small letters: "from.symbol", "diff". */
static void code_columns_key_of(const struct row_column *column, char name[CODE_ROW_NAME])
{
	row_column_name(column, name);
	for (size_t i = 0; name[i]; i++)
		name[i] = (char)tolower((unsigned char)name[i]);
}

static int code_columns_refuse(const struct code_kind *kind, const char *word, struct err *err)
{
	const struct row_column *nearest = code_kind_nearest(kind, word, strlen(word), false);
	char name[CODE_ROW_NAME], names[CODE_COLUMNS_TEXT];

	if (nearest) {
		code_columns_key_of(nearest, name);
		return err_set(err, EINVAL, "\"%.40s\" is not a column of %s: did you mean \"%s\"?",
			       word, kind->name, name);
	}
	code_columns_names(kind, ",", names, sizeof(names));
	return err_set(err, EINVAL, "\"%.40s\" is not a column of %s: choose from %s", word,
		       kind->name, names);
}

bool code_columns_equal(const struct code_columns *a, const struct code_columns *b)
{
	return a->n == b->n && !memcmp(a->column, b->column, a->n * sizeof(a->column[0])) &&
	       !memcmp(a->width, b->width, a->n);
}

static int add_word(struct code_columns *chosen, const struct code_kind *kind, char *word,
		    struct err *err)
{
	char *width = strchr(word, ':');
	const struct row_column *column;
	int cells = 0;

	if (width)
		*width++ = '\0';
	column = code_kind_find(kind, word, strlen(word));
	if (column && width)
		cells = column_width_parse(word, width, row_column_least_width(column), err);
	if (cells < 0)
		return cells;
	if (!column)
		return code_columns_refuse(kind, word, err);
	if (code_columns_have(chosen, column))
		return err_set(err, EINVAL, "\"%.40s\" is listed twice", word);
	chosen->width[chosen->n] = (unsigned char)cells;
	chosen->column[chosen->n++] = column;
	return 0;
}

int code_columns_parse(struct code_columns *chosen, const struct code_kind *kind,
		       const char *text, struct err *err)
{
	struct code_columns parsed = { .n = 0 };

	while (text) {
		char word[CODE_ROW_NAME];
		int ret;

		text = word_list_next(text, word, sizeof(word));
		ret = add_word(&parsed, kind, word, err);
		if (ret)
			return ret;
	}
	*chosen = parsed;
	return 0;
}

void code_columns_print(const struct code_columns *chosen, const char *between, char *text,
			size_t size)
{
	size_t used = 0;

	text[0] = '\0';
	for (size_t i = 0; i < chosen->n && used < size; i++) {
		char name[CODE_ROW_NAME];

		code_columns_key_of(chosen->column[i], name);
		used += (size_t)snprintf(text + used, size - used, "%s%s", used ? between : "", name);
		if (chosen->width[i] && used < size)
			used += (size_t)snprintf(text + used, size - used, ":%d", chosen->width[i]);
	}
}

void code_columns_names(const struct code_kind *kind, const char *between, char *text, size_t size)
{
	struct code_columns all = { .n = 0 };

	for (size_t i = 0; i < kind->n; i++)
		all.column[all.n++] = &kind->columns[i];
	code_columns_print(&all, between, text, size);
}

/* ---- on the screen ---- */

/*
 * The name of a row stretches, without it the last text; bars do, where there is more. Where it is known how long
 * texts are, none does.
 */
static size_t find_name(const struct code_columns *shown)
{
	size_t found = shown->n;

	for (size_t i = 0; i < shown->n; i++) {
		const struct row_column *column = shown->column[i];

		if (column->most)
			return shown->n;
		if (column->flex)
			return i;
		found = row_column_is_left(column) && !column->values ? i : found;
	}
	return found;
}

/* What texts of a known length want beyond the least that they have. */
static int more_for_names(const struct code_columns *shown, const struct rows_of *of)
{
	int more = 0;

	for (size_t i = 0; i < shown->n; i++)
		if (shown->column[i]->most && !shown->width[i] && shown->column[i]->priority >= FIT_NAMES)
			more += shown->column[i]->most(of) - shown->column[i]->width;
	return more > 0 ? more : 0;
}

void code_columns_place(const struct code_columns *shown, const struct rows_of *of, const struct row_column *ordering,
			int w, struct code_placed *placed)
{
	struct fit_column line[CODE_ROW_COLUMNS_MAX];
	const size_t name = find_name(shown);
	const int leaves = more_for_names(shown, of);

	for (size_t i = 0; i < shown->n; i++) {
		const struct row_column *column = shown->column[i];
		const bool names = row_column_is_left(column) && column->priority >= FIT_NAMES;

		line[i] = (struct fit_column){
			.priority = names ? FIT_ALWAYS : column == ordering ? FIT_ALWAYS - 1 : column->priority,
			.leaves = column->priority < PRIORITY_COMFORT ? leaves : 0,
			.width = row_column_width(column) + (w >= WIDE ? column->roomy : 0),
			.chosen = shown->width[i] || !column->most ? shown->width[i] : column->most(of),
			.least = names ? row_column_least_width(column) : 0,
			.left = row_column_is_left(column),
			.stretches = i == name || column->values, .bar = column->values || column->bar,
		};
	}
	fit_line(line, shown->n, 0, w);
	placed->n = 0;
	for (size_t i = 0; i < shown->n; i++) {
		if (!line[i].w)
			continue;
		placed->column[placed->n] = shown->column[i];
		placed->x[placed->n] = line[i].x;
		placed->w[placed->n++] = line[i].w;
	}
}

const struct row_column *code_columns_at(const struct code_placed *placed, int x)
{
	for (size_t i = 0; i < placed->n; i++)
		if (x >= placed->x[i] && x <= placed->x[i] + placed->w[i])
			return row_column_sorts(placed->column[i]) ? placed->column[i] : NULL;
	return NULL;
}

int code_columns_all(const struct code_columns *shown, const struct rows_of *of)
{
	int all = -FIT_GAP;

	for (size_t i = 0; i < shown->n; i++) {
		const struct row_column *column = shown->column[i];
		const int most = column->most ? column->most(of) : 0, usual = row_column_width(column);

		all += FIT_GAP + (shown->width[i] ? shown->width[i] : most ? most : usual);
	}
	return all;
}

/* Titles have three signs beyond ASCII. */
static void print_title(const struct row_column *column, bool ascii, char text[64])
{
	static const struct {
		const char *sign, *ascii;
	} signs[] = { { "≈", "~" }, { "→", ">" }, { "±", "+-" } };

	char title[CODE_ROW_NAME];

	row_column_head(column, title);
	(void)snprintf(text, 64, "%s", title);
	for (size_t i = 0; ascii && i < sizeof(signs) / sizeof(signs[0]); i++) {
		const char *at = strstr(title, signs[i].sign);

		if (at)
			(void)snprintf(text, 64, "%.*s%s%s", (int)(at - title), title, signs[i].ascii,
				       at + strlen(signs[i].sign));
	}
}

void code_columns_draw_head(struct canvas *canvas, struct rect rect, const struct code_placed *placed,
			    const struct row_column *ordering, bool reverse, bool ascii)
{
	for (int x = 0; x < rect.w; x++)
		canvas_put_code(canvas, rect.x + x, rect.y, canvas_style(ROLE_HEAD, false), ' ');
	for (size_t i = 0; i < placed->n; i++) {
		const struct row_column *column = placed->column[i];
		const bool sorted = column == ordering;
		const unsigned int style = canvas_style(sorted ? ROLE_SORTED : ROLE_HEAD, false);
		const int x = rect.x + placed->x[i], last = rect.x + rect.w - 1;
		int end = x + placed->w[i];
		char title[64];

		print_title(column, ascii, title);
		if (row_column_is_left(column))
			end = x + canvas_put(canvas, x, rect.y, placed->w[i], style, title);
		else
			canvas_put_right(canvas, x, rect.y, placed->w[i], style, title);
		if (sorted)
			(void)canvas_put(canvas, end < last ? end : last, rect.y, 1, style,
					 symbol(column->ascending == reverse ? SYMBOL_LARGEST_FIRST :
									       SYMBOL_SMALLEST_FIRST, ascii));
	}
}

void code_columns_draw_row(struct canvas *canvas, struct rect rect, const struct code_placed *placed,
			   const struct rows_of *of, const void *row, enum bars_id id)
{
	for (size_t i = 0; i < placed->n; i++) {
		const struct row_column *column = placed->column[i];
		const struct rect at = { rect.x + placed->x[i], rect.y, placed->w[i], 1 };
		struct code_cell cell = { .text = "", .width = at.w };
		unsigned int style;

		if (column->values) {
			const struct values values = column->values(row);

			bar_draw(canvas, at, &values, 1, id);
			continue;
		}
		if (column->draw) {
			column->draw(canvas, at, of, row);
			continue;
		}
		row_cell(column, of, row, &cell);
		style = canvas_style(cell.role, cell.strong);
		if (row_column_is_left(column))
			(void)canvas_put_cut(canvas, at.x, at.y, at.w, style, cell.text, 0, of->ascii);
		else
			canvas_put_right(canvas, at.x, at.y, at.w, style, cell.text);
	}
}
