/* SPDX-License-Identifier: GPL-2.0-only */
/* Filter and search of the code views; see code_filter.h. UI thread. */
#include "config.h"
#include "ui/state/code_filter.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "ui/state/code_text.h"
#include "ui/table/column_names.h"

/* ---- which columns there are ---- */

static bool is_shown(const struct code_filter *filter, const struct code_column *column)
{
	return !column->wanted || column->wanted(filter->code);
}

/* The column of this title, else the first one whose title begins so; one that is shown before others. */
static const struct code_column *column_of(const struct code_filter *filter, const char *word,
					   size_t length)
{
	const struct code_column *found = NULL;

	for (size_t i = 0; length && i < *filter->view->n_columns; i++) {
		const struct code_column *column = &filter->view->columns[i];

		if (strncasecmp(code_text_title(column), word, length) != 0)
			continue;
		if (!code_text_title(column)[length])
			return column;
		if (!found || (!is_shown(filter, found) && is_shown(filter, column)))
			found = column;
	}
	return found;
}

/* The title that is the nearest to a misspelt one; NULL: none is near. */
static const char *nearest_to(const struct code_filter *filter, const char *word, size_t length)
{
	size_t least = length / 3 + 1;
	const char *nearest = NULL;

	for (size_t i = 0; i < *filter->view->n_columns; i++) {
		const char *title = code_text_title(&filter->view->columns[i]);
		const size_t letters = strcspn(title, "%/(");
		const size_t distance = column_name_distance(word, length, title, letters);

		if (letters && distance < least) {
			least = distance;
			nearest = title;
		}
	}
	return nearest;
}

/* "; there are TAKEN%, KIND": what can be compared. */
static void list_titles(const struct code_filter *filter, char *text, size_t size)
{
	size_t used = 0;

	for (size_t i = 0; i < *filter->view->n_columns && used < size; i++) {
		const struct code_column *column = &filter->view->columns[i];

		if (code_text_title(column)[0] && is_shown(filter, column))
			used += (size_t)snprintf(text + used, size - used, "%s%s",
						 used ? ", " : "; there are ",
						 code_text_title(column));
	}
}

static bool find_column(const void *data, const char *word, size_t length, int at,
			struct expression_column *found, char trouble[EXPRESSION_TROUBLE])
{
	const struct code_filter *filter = data;
	const struct code_column *column = column_of(filter, word, length);
	const char *nearest = column ? NULL : nearest_to(filter, word, length);
	const int shown = length < 40 ? (int)length : 40;
	char titles[EXPRESSION_TROUBLE - 64] = "";

	if (column && is_shown(filter, column)) {
		const enum value_unit unit = code_text_unit(column);

		*found = (struct expression_column){
			.column = column, .key = code_text_title(column),
			.text = unit == VALUE_TEXT, .percent = profile_value_scale(unit) > 1,
			.error = unit >= VALUE_PERCENT,
		};
		return true;
	}
	if (!column && !nearest)
		list_titles(filter, titles, sizeof(titles));
	if (column)
		(void)snprintf(trouble, EXPRESSION_TROUBLE, "%s at %d is not known here",
			       code_text_title(column), at);
	else if (nearest)
		(void)snprintf(trouble, EXPRESSION_TROUBLE,
			       "unknown column \"%.*s\" at %d: did you mean %s?", shown, word, at,
			       nearest);
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
	size_t row;
};

static enum truth match_number(const struct filtered *of, const struct expression_node *node)
{
	const struct code_column *column = node->column;
	const struct estimate number = code_text_number(of->filter->code, column, of->row);

	return expression_of_number(node, profile_value_scale(code_text_unit(column)) *
						  (node->error ? number.error : number.value));
}

static const char *text_of(const struct filtered *of, const struct code_column *column,
			   struct code_cell *cell)
{
	*cell = (struct code_cell){ .text = "" };
	if (!column->known || column->known(of->filter->code, of->row))
		column->print(of->filter->code, of->row, cell);
	return cell->text;
}

/* A text that is missing in one column may be in the next. */
static enum truth match_word(const struct filtered *of, const char *word)
{
	const struct code_view *view = of->filter->view;
	struct code_cell cell;

	for (size_t i = 0; i < *view->n_columns; i++)
		if (code_text_unit(&view->columns[i]) == VALUE_TEXT &&
		    strcasestr(text_of(of, &view->columns[i], &cell), word))
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
	const struct filtered of = { filter, row };

	return expression_match(&filter->expression, match_term, &of);
}
