/* SPDX-License-Identifier: GPL-2.0-only */
/* Filter and search of the code views; see code_filter.h. UI thread. */
#include "config.h"
#include "ui/state/code_filter.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define ROW_TEXT 2048

/* The column whose title begins like this; the first one of several. */
static const struct code_column *find_column(const struct code_view *view, const char *name,
					     size_t n)
{
	for (size_t i = 0; view->columns && n && i < *view->n_columns; i++)
		if (view->columns[i].value && !strncasecmp(view->columns[i].title, name, n))
			return &view->columns[i];
	return NULL;
}

/* A token with an operator in it, "misp>=10". */
static bool parse_comparison(struct code_filter_term *term, const struct code_view *view,
			     const char *token, size_t name)
{
	const char *number = token + name;
	char *end;
	size_t n = strspn(number, "<>=");

	if (n > 2)
		return false;
	(void)snprintf(term->op, sizeof(term->op), "%.*s", (int)n, number);
	number += n;
	term->number = strtod(number, &end);
	term->column = find_column(view, token, name);
	return term->column && end != number && (!*end || !strcmp(end, "%"));
}

static bool parse_term(struct code_filter_term *term, const struct code_view *view,
		       const char *token)
{
	const size_t name = strcspn(token, "<>=");

	*term = (struct code_filter_term){ .op = "" };
	/* "operator<<" is a word. */
	if (name && isdigit((unsigned char)token[name + strspn(token + name, "<>=")]))
		return parse_comparison(term, view, token, name);
	if (token[0] == '!' && token[1]) {
		term->not = true;
		token++;
	}
	for (size_t i = 0; i < sizeof(term->word) - 1 && token[i]; i++)
		term->word[i] = (char)tolower((unsigned char)token[i]);
	return true;
}

bool code_filter_parse(struct code_filter *filter, const struct code_view *view, const char *text)
{
	char copy[CODE_FILTER_TEXT], *rest = NULL;
	bool fine = true;

	filter->n = 0;
	(void)snprintf(copy, sizeof(copy), "%s", text);
	for (char *token = strtok_r(copy, " ", &rest); token; token = strtok_r(NULL, " ", &rest)) {
		if (!strcmp(token, "and") || !strcmp(token, "&&"))
			continue;
		if (filter->n == CODE_FILTER_TERMS ||
		    !parse_term(&filter->terms[filter->n], view, token))
			fine = false;
		else
			filter->n++;
	}
	return fine;
}

static bool compare(const struct code_filter_term *term, double value)
{
	switch (term->op[0]) {
	case '<':
		return term->op[1] ? value <= term->number : value < term->number;
	case '>':
		return term->op[1] ? value >= term->number : value > term->number;
	default:
		return value == term->number;
	}
}

/* As the column shows it: parts in percent. Missing is not zero: it matches nothing. */
static bool match_number(const struct code_filter_term *term, const struct code_screen *code,
			 size_t row)
{
	const double value = term->column->value(code, row);
	const bool percent = term->column->percent;

	return !isnan(value) && compare(term, percent ? 100 * value : value);
}

/* The texts of the columns that are texts, in lower case. */
static void print_row(const struct code_screen *code, const struct code_view *view, size_t row,
		      char text[ROW_TEXT])
{
	size_t n = 0;

	for (size_t i = 0; view->columns && i < *view->n_columns && n < ROW_TEXT; i++) {
		struct code_cell cell = { .text = "" };

		if (view->columns[i].value)
			continue;
		view->columns[i].print(code, row, &cell);
		n += (size_t)snprintf(text + n, ROW_TEXT - n, "%s ", cell.text);
	}
	for (size_t i = 0; i < n && i < ROW_TEXT; i++)
		text[i] = (char)tolower((unsigned char)text[i]);
}

bool code_filter_match(const struct code_filter *filter, const struct code_screen *code,
		       const struct code_view *view, size_t row)
{
	char text[ROW_TEXT] = "";
	bool printed = false;

	for (size_t i = 0; i < filter->n; i++) {
		const struct code_filter_term *term = &filter->terms[i];

		if (term->column) {
			if (!match_number(term, code, row))
				return false;
			continue;
		}
		if (!printed)
			print_row(code, view, row, text);
		printed = true;
		if ((strstr(text, term->word) != NULL) == term->not)
			return false;
	}
	return true;
}
