/* SPDX-License-Identifier: GPL-2.0-only */
/* Filter and search of the code views; see code_filter.h. UI thread. */
#include "config.h"
#include "ui/state/code_filter.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>


/* ---- which columns there are ---- */

/* Of text and fields only: it can be filtered by, too. */
static bool is_here(const struct code_filter *filter, const struct row_column *column)
{
	return row_column_is_wanted(column, &filter->code->of);
}

/* The column of this name, else the first one whose title begins so; one that is here before others. */
static const struct row_column *column_of(const struct code_filter *filter, const char *word,
					  size_t length)
{
	const struct code_kind *kind = filter->view->kind;
	const struct row_column *found = code_kind_find(kind, word, length, false);

	for (size_t i = 0; length && !found && i < kind->n; i++)
		if (!strncasecmp(row_column_title(&kind->columns[i]), word, length) &&
		    is_here(filter, &kind->columns[i]))
			found = &kind->columns[i];
	for (size_t i = 0; length && !found && i < kind->n; i++)
		if (!strncasecmp(row_column_title(&kind->columns[i]), word, length))
			found = &kind->columns[i];
	return found;
}

/* Its head, or its name as a field. */
static void name_it(const struct row_column *column, char name[CODE_ROW_NAME])
{
	if (row_column_title(column)[0])
		(void)snprintf(name, CODE_ROW_NAME, "%s", column->title);
	else
		row_column_name(column, name);
}

/* "; there are TAKEN%, KIND": what can be compared. */
static void list_titles(const struct code_filter *filter, char *text, size_t size)
{
	const struct code_kind *kind = filter->view->kind;
	size_t used = 0;

	for (size_t i = 0; i < kind->n && used < size; i++)
		if (kind->columns[i].width && row_column_title(&kind->columns[i])[0] &&
		    row_column_is_wanted(&kind->columns[i], &filter->code->of))
			used += (size_t)snprintf(text + used, size - used, "%s%s",
						 used ? ", " : "; there are ",
						 kind->columns[i].title);
}

static bool find_column(const void *data, const char *word, size_t length, int at,
			struct expression_column *found, char trouble[EXPRESSION_TROUBLE])
{
	const struct code_filter *filter = data;
	const struct row_column *column = column_of(filter, word, length);
	const struct row_column *nearest =
		column ? column : code_kind_nearest(filter->view->kind, word, length, false);
	const int shown = length < 40 ? (int)length : 40;
	char titles[EXPRESSION_TROUBLE - 64] = "", name[CODE_ROW_NAME];

	if (nearest)
		name_it(nearest, name);
	else
		list_titles(filter, titles, sizeof(titles));
	if (column && is_here(filter, column)) {
		const enum value_unit unit = row_column_unit(column);

		*found = (struct expression_column){
			.column = column, .key = column->title ? column->title : row_column_field(column),
			.text = unit == VALUE_TEXT, .percent = row_column_is_percent(column),
			.error = row_column_has_error(column),
		};
		return true;
	}
	if (column)
		(void)snprintf(trouble, EXPRESSION_TROUBLE, "%s at %d is not known here", name, at);
	else if (nearest)
		(void)snprintf(trouble, EXPRESSION_TROUBLE,
			       "unknown column \"%.*s\" at %d: did you mean %s?", shown, word, at,
			       name);
	else
		(void)snprintf(trouble, EXPRESSION_TROUBLE, "unknown column \"%.*s\" at %d%s",
			       shown, word, at, titles);
	return false;
}

int code_filter_init(struct code_filter *filter, const struct code_screen *code,
		     const struct code_view *view, const char *text, struct err *err)
{
	const struct expression_columns known = { .data = filter, .find = find_column };

	filter->code = code;
	filter->view = view;
	return expression_init(&filter->expression, text[strspn(text, " ")] ? text : NULL,
			       &known, err);
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

static enum truth match_number(const struct filtered *of, const struct expression_node *node)
{
	const struct row_column *column = node->column;
	const struct estimate number = row_shown(column, &of->filter->code->of, of->row);

	return expression_of_number(node, value_scale(row_column_unit(column)) *
						  (node->error ? number.error : number.value));
}

static const char *text_of(const struct filtered *of, const struct row_column *column,
			   struct code_cell *cell)
{
	*cell = (struct code_cell){ .text = "" };
	if (row_is_known(column, &of->filter->code->of, of->row))
		row_cell(column, &of->filter->code->of, of->row, cell);
	return cell->text;
}

/* A text that is missing in one column may be in the next. */
static enum truth match_word(const struct filtered *of, const char *word)
{
	const struct code_view *view = of->filter->view;
	struct code_cell cell;

	for (size_t i = 0; i < view->kind->n; i++)
		if (view->kind->columns[i].width &&
		    row_column_unit(&view->kind->columns[i]) == VALUE_TEXT &&
		    strcasestr(text_of(of, &view->kind->columns[i], &cell), word))
			return TRUTH_YES;
	return TRUTH_NO;
}

static enum truth match_term(const void *data, const struct expression_node *node)
{
	struct code_cell cell;

	if (node->type == NODE_WORD)
		return match_word(data, node->text);
	if (node->type == NODE_NUMBER)
		return match_number(data, node);
	return expression_of_text(node, text_of(data, node->column, &cell));
}

bool code_filter_match(const struct code_filter *filter, size_t row)
{
	const struct filtered of = { filter, filter->view->row(filter->code, row) };

	return expression_match(&filter->expression, match_term, &of);
}
