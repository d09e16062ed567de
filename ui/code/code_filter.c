/* SPDX-License-Identifier: GPL-2.0-only */
/* Filters of rows of code; see code_filter.h. */
#include "config.h"
#include "ui/code/code_filter.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

/* ---- which columns there are ---- */

/* Of rows that are not known yet only that nothing is compared. */
static bool is_here(const struct code_filter *filter, const struct row_column *column)
{
	if (!filter->of)
		return !row_column_compares(column);
	return (filter->field && column->place) || row_column_is_wanted(column, filter->of);
}

/*
 * How well a column is meant by a word, 0: not. Its whole name is before the beginning of its title, what
 * is here before what is not; of one name the number or the text that its value can be, and then the field.
 */
static int rank_of(const struct code_filter *filter, const struct row_column *column, const char *word,
		   size_t length, bool number)
{
	const bool whole = row_column_is_called(column, word, length);
	const bool fits = number == (row_column_unit(column) != VALUE_TEXT);

	if (!length || (!whole && strncasecmp(row_column_title(column), word, length) != 0))
		return 0;
	return 1 + 8 * whole + 4 * is_here(filter, column) + 2 * fits + (whole && column->place);
}

static const struct row_column *column_of(const struct code_filter *filter, const char *word,
					  size_t length, bool number)
{
	const struct row_column *found = NULL;
	int best = 0;

	for (size_t i = 0; i < filter->kind->n; i++) {
		const int rank = rank_of(filter, &filter->kind->columns[i], word, length, number);

		if (rank > best)
			found = &filter->kind->columns[i];
		best = rank > best ? rank : best;
	}
	return found;
}

/* Its head, or of a filter of fields its name as one. */
static void name_it(const struct code_filter *filter, const struct row_column *column,
		    char name[CODE_ROW_NAME])
{
	if ((!filter->field || !column->place) && row_column_title(column)[0])
		(void)snprintf(name, CODE_ROW_NAME, "%s", row_column_title(column));
	else
		row_column_name(column, name);
}

/* "; there are TAKEN%, KIND": what can be compared. */
static void list_titles(const struct code_filter *filter, char *text, size_t size)
{
	const struct code_kind *kind = filter->kind;
	size_t used = 0;

	for (size_t i = 0; i < kind->n && used < size; i++)
		if (kind->columns[i].width && row_column_title(&kind->columns[i])[0] &&
		    is_here(filter, &kind->columns[i]))
			used += (size_t)snprintf(text + used, size - used, "%s%s",
						 used ? ", " : "; there are ", row_column_title(&kind->columns[i]));
}

static void code_filter_complain(const struct code_filter *filter, const char *word, size_t length, int at,
				 char trouble[EXPRESSION_TROUBLE])
{
	const bool fields = filter->field != NULL;
	const struct row_column *nearest = code_kind_nearest(filter->kind, word, length, fields);
	const int shown = length < 40 ? (int)length : 40;
	char name[CODE_ROW_NAME] = "", hint[EXPRESSION_TROUBLE - 64] = "; the head of --csv names them";
	const char *quote = fields ? "\"" : "";

	if (nearest) {
		name_it(filter, nearest, name);
		(void)snprintf(hint, sizeof(hint), ": did you mean %s%s%s?", quote, name, quote);
	} else if (!fields) {
		list_titles(filter, hint, sizeof(hint));
	}
	(void)snprintf(trouble, EXPRESSION_TROUBLE, "unknown column \"%.*s\" at %d%s%s%s", shown, word, at,
		       fields ? " of " : "", fields ? filter->kind->name : "", hint);
}

static bool find_column(const void *data, const char *word, size_t length, int at, bool number,
			struct expression_column *found, char trouble[EXPRESSION_TROUBLE])
{
	const struct code_filter *filter = data;
	const struct row_column *column = column_of(filter, word, length, number);
	char name[CODE_ROW_NAME];

	if (!column) {
		code_filter_complain(filter, word, length, at, trouble);
		return false;
	}
	if (!is_here(filter, column) || column->values) {
		name_it(filter, column, name);
		(void)snprintf(trouble, EXPRESSION_TROUBLE, column->values ?
			       "%s at %d is drawn, and has no value to compare" :
			       "%s at %d is not known here", name, at);
		return false;
	}
	*found = (struct expression_column){
		.column = column,
		.key = row_column_field(column) && (filter->field || !row_column_title(column)[0]) ?
			       row_column_field(column) : row_column_title(column),
		.text = row_column_unit(column) == VALUE_TEXT,
		.percent = row_column_is_percent(column),
		.error = row_column_has_error(column),
	};
	return true;
}

int code_filter_init(struct code_filter *filter, const struct code_kind *kind, const struct rows_of *of,
		     row_field_number field, const char *text, struct err *err)
{
	const struct expression_columns known = { .data = filter, .find = find_column };

	filter->kind = kind;
	filter->of = of;
	filter->field = field;
	return expression_init(&filter->expression, text[strspn(text, " ")] ? text : NULL, &known, err);
}

void code_filter_done(struct code_filter *filter)
{
	expression_done(&filter->expression);
}

/* ---- what a row has in them ---- */

struct filtered {
	const struct code_filter *filter;
	const void *row;
};

/* Room for a text as CSV has it, or as it is shown. */
union row_text {
	char field[CODE_ROW_TEXT];
	struct code_cell cell;
};

static const char *field_text(const struct filtered *of, const struct row_column *column,
			      union row_text *text)
{
	row_text(column, of->filter->of, of->row, text->field);
	return text->field;
}

static const char *shown_text(const struct filtered *of, const struct row_column *column,
			      union row_text *text)
{
	text->cell = (struct code_cell){ .text = "" };
	if (row_is_known(column, of->filter->of, of->row))
		row_cell(column, of->filter->of, of->row, &text->cell);
	return text->cell.text;
}

/* Does the text, as CSV has it or as it is shown, match? A field that is missing says that it is not known. */
static enum truth match_text(const struct filtered *of, const struct expression_node *node)
{
	const struct row_column *column = node->column;
	const bool differs = node->op == OP_DIFFER || node->op == OP_DIFFER_MATCH;
	union row_text text;
	const enum truth field = expression_of_text(node, field_text(of, column, &text));
	const enum truth shown = expression_of_text(node, shown_text(of, column, &text));

	if (field == TRUTH_UNKNOWN)
		return column->place ? field : shown;
	if (shown == TRUTH_UNKNOWN)
		return field;
	return (field < shown) == differs ? field : shown;
}

static enum truth match_number(const struct filtered *of, const struct expression_node *node)
{
	const struct code_filter *filter = of->filter;
	const struct row_column *column = node->column;
	struct estimate number;

	if (filter->field && column->place)
		return expression_of_number(node, filter->field(column, filter->of, of->row, node->error));
	number = row_shown(column, filter->of, of->row);
	return expression_of_number(node, value_scale(row_column_unit(column)) *
						  (node->error ? number.error : number.value));
}

/* A text that is missing in one column may be in the next. */
static enum truth match_word(const struct filtered *of, const char *word)
{
	const struct code_kind *kind = of->filter->kind;

	for (size_t i = 0; i < kind->n; i++) {
		const struct row_column *column = &kind->columns[i];
		union row_text text;

		if (row_column_unit(column) != VALUE_TEXT || column->aside)
			continue;
		if (of->filter->field && column->place &&
		    strcasestr(field_text(of, column, &text), word))
			return TRUTH_YES;
		if (column->width && strcasestr(shown_text(of, column, &text), word))
			return TRUTH_YES;
	}
	return TRUTH_NO;
}

static enum truth match_term(const void *data, const struct expression_node *node)
{
	return node->type == NODE_WORD	 ? match_word(data, node->text) :
	       node->type == NODE_NUMBER ? match_number(data, node) : match_text(data, node);
}

bool code_filter_match(const struct code_filter *filter, const void *row)
{
	const struct filtered of = { filter, row };

	return expression_match(&filter->expression, match_term, &of);
}
