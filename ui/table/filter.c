/* SPDX-License-Identifier: GPL-2.0-only */
/* Filters of rows of a snapshot, see filter.h. UI thread, or main while it reads the options. */
#include "config.h"
#include "ui/table/filter.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ui/draw/format.h"
#include "ui/draw/symbols.h"
#include "ui/table/column_names.h"
#include "ui/table/expression.h"
#include "ui/table/view.h"

#define WORD_COLUMNS 6

struct filter {
	enum row_kind kind; /* and the kinds that filter_kinds_match() it */
	unsigned int hidden; /* bits of enum filter_hide */
	char user[FILTER_TEXT]; /* the row must be of this one too; "": of any */
	const struct column *user_column, *word_columns[WORD_COLUMNS];
	struct expression expression;
};

#define LEAST_CELLS 3		/* no text column is narrower than 4 cells with the sign */

static bool set(struct row_filter *filter, enum row_kind kind, const char *text, const char *user,
		unsigned int hidden, struct err *err)
{
	struct row_filter next = { .hidden = hidden };

	(void)snprintf(next.text, sizeof(next.text), "%s", text ? text : "");
	(void)snprintf(next.user, sizeof(next.user), "%s", user ? user : "");
	if (next.text[0] || next.user[0] || hidden) {
		next.filter = filter_new(next.text[0] ? next.text : NULL,
					 next.user[0] ? next.user : NULL, kind, err);
		if (!next.filter)
			return false;
		filter_set_hidden(next.filter, hidden);
	}
	filter_free(filter->filter);
	*filter = next;
	return true;
}

bool row_filter_set(struct row_filter *filter, enum row_kind kind, const char *text,
		    const char *user, struct err *err)
{
	return set(filter, kind, text, user, filter->hidden, err);
}

bool row_filter_hide(struct row_filter *filter, enum row_kind kind, unsigned int hidden)
{
	return set(filter, kind, filter->text, filter->user, hidden, NULL);
}

void row_filter_clear(struct row_filter *filter)
{
	filter_free(filter->filter);
	*filter = (struct row_filter){ .text = "" };
}

/* The bytes of a text before the sign of a cut at its end; all if there is none. */
static size_t length_before_sign(const char *shown)
{
	size_t length = strlen(shown);

	for (int ascii = 0; ascii <= 1; ascii++) {
		const char *sign = symbol(SYMBOL_CUT, ascii);
		size_t n = strlen(sign);

		if (length > n && !strcmp(shown + length - n, sign))
			return length - n;
	}
	return length;
}

bool cut_text_is(const struct column *column, const char *text, const char *shown)
{
	size_t length = length_before_sign(shown);
	bool has_sign = shown[length];
	int cells = format_text_width(shown) - has_sign;

	if (strncmp(text, shown, length) != 0 || !text[length])
		return false;
	if (has_sign)
		return cells >= LEAST_CELLS;
	return !column->stretch && (cells == column->width || cells == column->width - 1);
}

void filter_free(struct filter *filter)
{
	if (filter)
		expression_done(&filter->expression);
	free(filter);
}

bool filter_is_task(enum row_kind kind)
{
	return kind == ROW_PROCESS || kind == ROW_THREAD;
}

static bool is_cpu(enum row_kind kind)
{
	return kind >= ROW_SOCKET && kind <= ROW_CPU;
}

bool filter_kinds_match(enum row_kind kind, enum row_kind other)
{
	const struct view *a = view_of_kind(kind), *b = view_of_kind(other);

	return kind == other || (a && b && a->filter == b->filter);
}

/* ---- which columns there are ---- */

/* "processes": rows of this kind, in a sentence. */
static const char *rows_of_kind(enum row_kind kind)
{
	const struct view *view = view_of_kind(kind);

	return view ? views[view->columns].rows : "commands";
}

static enum row_kind first_kind(const struct column *column)
{
	enum row_kind kind = 0;

	while (kind < ROW_KINDS - 1 && !column_applies(column, kind))
		kind++;
	return kind;
}

/* Bits 1u << ROW_x of the rows that the filter is for. */
static unsigned int kinds_of_filter(const struct filter *filter)
{
	unsigned int kinds = 0;

	for (enum row_kind kind = 0; kind < ROW_KINDS; kind++)
		if (filter_kinds_match(filter->kind, kind))
			kinds |= 1u << kind;
	return kinds;
}

static bool take_column(const struct column *column, struct expression_column *taken)
{
	*taken = (struct expression_column){ .column = column,
					     .key = column_key(column),
					     .text = column->text,
					     .percent = column->percent,
					     .time = column->time };
	return true;
}

static bool find_column(const void *data, const char *word, size_t length, int at, bool number,
			struct expression_column *found, char trouble[EXPRESSION_TROUBLE])
{
	const struct filter *filter = data;
	const unsigned int kinds = kinds_of_filter(filter);
	const struct column *column = column_named(word, length, kinds);
	const struct column *other = column_named(word, length, ~0U);
	const int shown = length < 40 ? (int)length : 40;
	char hint[COLUMN_HINT];

	if (!other)
		column = column_beginning(word, length, kinds, number);
	if (column && column_is_sortable(column))
		return take_column(column, found);
	column_hint(word, length, kinds, hint);
	if (column)
		(void)snprintf(trouble, EXPRESSION_TROUBLE,
			       "\"%.*s\" at %d is drawn, and has no value to compare", shown, word,
			       at);
	else if (other && column_is_sortable(other))
		(void)snprintf(trouble, EXPRESSION_TROUBLE,
			       "\"%.*s\" at %d is a column of %s, not of %s", shown, word, at,
			       rows_of_kind(first_kind(other)), rows_of_kind(filter->kind));
	else
		(void)snprintf(trouble, EXPRESSION_TROUBLE, "unknown column \"%.*s\" at %d%s",
			       shown, word, at, hint[0] ? hint : " (see ? or --help)");
	return false;
}

static bool find_flag(const void *data, const char *word, size_t length,
		      struct expression_column *found)
{
	const struct column *column = column_named(word, length, kinds_of_filter(data));

	return column && column->flag && take_column(column, found);
}

struct filter *filter_new(const char *text, const char *user, enum row_kind kind, struct err *err)
{
	static const char *const words[WORD_COLUMNS] = { "command", "comm", "user",
							 "name",    "path", "region" };
	struct filter *filter = calloc(1, sizeof(*filter));
	const struct expression_columns known = { filter, find_column, find_flag };

	if (!filter) {
		(void)err_set(err, ENOMEM, "filter: not enough memory");
		return NULL;
	}
	filter->kind = kind;
	filter->user_column = columns_find("user");
	for (size_t i = 0; i < WORD_COLUMNS; i++)
		filter->word_columns[i] = columns_find(words[i]);
	if (user)
		(void)snprintf(filter->user, sizeof(filter->user), "%s", user);
	if (!expression_init(&filter->expression, text, &known, err))
		return filter;
	free(filter);
	return NULL;
}

int filter_check(const char *text, enum row_kind kind, struct err *err)
{
	struct filter *filter = filter_new(text, NULL, kind, err);
	const bool good = filter;

	filter_free(filter);
	return good ? 0 : -EINVAL;
}

/* ---- what a row has in them ---- */

struct filtered {
	const struct filter *filter;
	const struct snapshot *snapshot;
	const struct row *row;
};

static bool is_user(const struct snapshot *snapshot, const char *name)
{
	const struct row_table *users = &snapshot->table[ROW_USER];

	for (size_t i = 0; i < users->n; i++)
		if (!strcmp(snapshot_text(snapshot, users->rows[i].user), name))
			return true;
	return false;
}

/*
 * Is the text the one of the comparison, or does the screen show so much of it? A user who is
 * called just that is meant before one whose name begins so.
 */
static bool is_text(const struct filtered *of, const struct expression_node *node, const char *text)
{
	if (strcmp(text, node->text) == 0)
		return true;
	return cut_text_is(node->column, text, node->text) &&
	       !(node->column == of->filter->user_column && is_user(of->snapshot, node->text));
}

static enum truth match_value(const struct filtered *of, const struct expression_node *node)
{
	const char *text;

	if (!column_applies(node->column, of->row->kind))
		return TRUTH_UNKNOWN;
	if (node->type == NODE_NUMBER)
		return expression_of_number(node,
					    column_value(node->column, of->snapshot, of->row));
	text = column_text(node->column, of->snapshot, of->row);
	if (node->type == NODE_REGEX || !text[0])
		return expression_of_text(node, text);
	return expression_of_equality(node, is_text(of, node, text));
}

/* A CPU, core, node or socket is named by its line on the screen. */
static bool match_place(const char *word, const struct row *row)
{
	char text[32];

	(void)snprintf(text, sizeof(text), "%s %d", view_row_word(row->kind), row->id);
	return strcasestr(text, word);
}

static enum truth match_word(const struct filtered *of, const char *word)
{
	enum truth result = TRUTH_UNKNOWN;

	if (is_cpu(of->row->kind))
		return match_place(word, of->row) ? TRUTH_YES : TRUTH_NO;
	for (size_t i = 0; i < WORD_COLUMNS; i++) {
		const struct column *column = of->filter->word_columns[i];

		if (!column_applies(column, of->row->kind))
			continue;
		if (strcasestr(column_text(column, of->snapshot, of->row), word))
			return TRUTH_YES;
		result = TRUTH_NO;
	}
	return result;
}

static enum truth match_term(const void *data, const struct expression_node *node)
{
	return node->type == NODE_WORD ? match_word(data, node->text) : match_value(data, node);
}

/* A region is its process's. */
static bool is_of_user(const struct filtered *of)
{
	const struct column *column = of->filter->user_column;

	if (!column_applies(column, of->row->kind) && of->row->kind != ROW_REGION)
		return false;
	return strcmp(column_text(column, of->snapshot, of->row), of->filter->user) == 0;
}

void filter_set_cost(struct filter *filter, enum metric_id node)
{
	for (size_t i = 0; filter && i < filter->expression.n; i++)
		if (column_is_cost(filter->expression.nodes[i].column))
			filter->expression.nodes[i].column = columns_of_cost(node);
}

bool filter_has(const struct filter *filter, bool (*is)(const struct column *column))
{
	for (size_t i = 0; filter && i < filter->expression.n; i++) {
		const struct expression_node *node = &filter->expression.nodes[i];

		if (node->type == NODE_NUMBER && is(node->column))
			return true;
	}
	return false;
}

void filter_set_hidden(struct filter *filter, unsigned int hidden)
{
	filter->hidden = hidden;
}

unsigned int filter_hidden_of(enum row_kind kind, unsigned int hidden)
{
	if (filter_is_task(kind))
		return hidden;
	return kind == ROW_NAME ? hidden & HIDE_KERNEL : 0;
}

static bool is_hidden(unsigned int hidden, const struct row *row)
{
	hidden = filter_hidden_of(row->kind, hidden);
	return (hidden & HIDE_KERNEL && row->kernel) || (hidden & HIDE_EXITED && row->exited);
}

bool filter_match(const struct filter *filter, const struct snapshot *snapshot,
		  const struct row *row)
{
	const struct filtered of = { filter, snapshot, row };

	if (!filter)
		return true;
	return !is_hidden(filter->hidden, row) && (!filter->user[0] || is_of_user(&of)) &&
	       expression_match(&filter->expression, match_term, &of);
}
