/* SPDX-License-Identifier: GPL-2.0-only */
/* Filters of rows of code; see code_filter.h. */
#include "config.h"
#include "ui/code/code_filter.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

/* ---- which columns there are ---- */

/* On the screen also what is of text and fields only. */
static bool is_here(const struct code_filter *filter, const struct row_column *column)
{
	return filter->field || row_column_is_wanted(column, filter->of);
}

/* The column of this name, else the first one whose title begins so; one that is here before others. */
static const struct row_column *column_of(const struct code_filter *filter, const char *word,
					  size_t length)
{
	const struct code_kind *kind = filter->kind;
	const struct row_column *found = code_kind_find(kind, word, length, filter->field != NULL);

	for (int here = 1; here >= 0 && length && !found && !filter->field; here--)
		for (size_t i = 0; i < kind->n && !found; i++)
			if (!strncasecmp(row_column_title(&kind->columns[i]), word, length) &&
			    (!here || is_here(filter, &kind->columns[i])))
				found = &kind->columns[i];
	return found;
}

/* Its head, or its name as a field. */
static void name_it(const struct code_filter *filter, const struct row_column *column,
		    char name[CODE_ROW_NAME])
{
	if (!filter->field && row_column_title(column)[0])
		(void)snprintf(name, CODE_ROW_NAME, "%s", column->title);
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
						 used ? ", " : "; there are ", kind->columns[i].title);
}

static void complain(const struct code_filter *filter, const char *word, size_t length, int at,
		     char trouble[EXPRESSION_TROUBLE])
{
	const bool fields = filter->field != NULL;
	const struct row_column *nearest = code_kind_nearest(filter->kind, word, length, fields);
	const int shown = length < 40 ? (int)length : 40;
	char name[CODE_ROW_NAME] = "", titles[EXPRESSION_TROUBLE - 64] = "; the head of --csv names them";
	const char *quote = fields ? "\"" : "";

	if (nearest)
		name_it(filter, nearest, name);
	else if (!fields)
		list_titles(filter, titles, sizeof(titles));
	(void)snprintf(trouble, EXPRESSION_TROUBLE, "unknown column \"%.*s\" at %d%s%s%s%s%s%s%s", shown,
		       word, at, fields ? " of " : "", fields ? filter->kind->name : "",
		       nearest ? ": did you mean " : titles, nearest ? quote : "", name,
		       nearest ? quote : "", nearest ? "?" : "");
}

static bool find_column(const void *data, const char *word, size_t length, int at,
			struct expression_column *found, char trouble[EXPRESSION_TROUBLE])
{
	const struct code_filter *filter = data;
	const struct row_column *column = column_of(filter, word, length);
	char name[CODE_ROW_NAME];

	if (!column) {
		complain(filter, word, length, at, trouble);
		return false;
	}
	if (!is_here(filter, column)) {
		name_it(filter, column, name);
		(void)snprintf(trouble, EXPRESSION_TROUBLE, "%s at %d is not known here", name, at);
		return false;
	}
	*found = (struct expression_column){
		.column = column,
		.key = column->title && !filter->field ? column->title : row_column_field(column),
		.text = row_column_unit(column) == VALUE_TEXT,
		.percent = row_column_is_percent(column),
		.error = filter->field ? row_column_has_error_field(column) : row_column_has_error(column),
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

/* Room for a text as it is, or as it is shown. */
union row_text {
	char field[CODE_ROW_TEXT];
	struct code_cell cell;
};

static const char *text_of(const struct filtered *of, const struct row_column *column,
			   union row_text *text)
{
	const struct code_filter *filter = of->filter;

	if (filter->field) {
		row_text(column, filter->of, of->row, text->field);
		return text->field;
	}
	text->cell = (struct code_cell){ .text = "" };
	if (row_is_known(column, filter->of, of->row))
		row_cell(column, filter->of, of->row, &text->cell);
	return text->cell.text;
}

static enum truth match_number(const struct filtered *of, const struct expression_node *node)
{
	const struct code_filter *filter = of->filter;
	const struct row_column *column = node->column;
	struct estimate number;

	if (filter->field)
		return expression_of_number(node, filter->field(column, filter->of, of->row, node->error));
	number = row_shown(column, filter->of, of->row);
	return expression_of_number(node, value_scale(row_column_unit(column)) *
						  (node->error ? number.error : number.value));
}

/* A text that is missing in one column may be in the next. */
static enum truth match_word(const struct filtered *of, const char *word)
{
	const struct code_kind *kind = of->filter->kind;
	union row_text text;

	for (size_t i = 0; i < kind->n; i++) {
		const struct row_column *column = &kind->columns[i];

		if ((of->filter->field ? column->place : column->width) &&
		    row_column_unit(column) == VALUE_TEXT &&
		    strcasestr(text_of(of, column, &text), word))
			return TRUTH_YES;
	}
	return TRUTH_NO;
}

static enum truth match_term(const void *data, const struct expression_node *node)
{
	union row_text text;

	if (node->type == NODE_WORD)
		return match_word(data, node->text);
	if (node->type == NODE_NUMBER)
		return match_number(data, node);
	return expression_of_text(node, text_of(data, node->column, &text));
}

bool code_filter_match(const struct code_filter *filter, const void *row)
{
	const struct filtered of = { filter, row };

	return expression_match(&filter->expression, match_term, &of);
}
