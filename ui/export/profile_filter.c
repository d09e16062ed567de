/* SPDX-License-Identifier: GPL-2.0-only */
/* Rows of a profile that --filter leaves; see profile_filter.h. Called by profile_choice.c. */
#include "config.h"
#include "ui/export/profile_filter.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ui/export/profile_fields.h"
#include "ui/table/expression.h"

static bool find_field(const void *data, const char *word, size_t length, int at,
		       struct expression_column *found, char trouble[EXPRESSION_TROUBLE])
{
	const struct code_kind *kind = data;
	const struct row_column *column = code_kind_find(kind, word, length, true);
	const struct row_column *nearest = column ? column : code_kind_nearest(kind, word, length, true);
	const int shown = length < 40 ? (int)length : 40;
	char name[CODE_ROW_NAME] = "";

	if (nearest)
		row_column_name(nearest, name);
	if (column)
		*found = (struct expression_column){
			.column = column, .key = row_column_field(column),
			.text = row_column_unit(column) == VALUE_TEXT,
			.percent = row_column_is_percent(column),
			.error = row_column_has_error(column) && !column->no_error_field,
		};
	else
		(void)snprintf(trouble, EXPRESSION_TROUBLE, "unknown column \"%.*s\" at %d of %s%s%s%s",
			       shown, word, at, kind->name,
			       nearest ? ": did you mean \"" : "; the head of --csv names them", name,
			       nearest ? "\"?" : "");
	return column;
}

/* 0, or -EINVAL with a sentence; expression_done() if it is 0. */
static int compile(struct expression *expression, enum profile_part part, const char *text,
		   struct err *err)
{
	const struct expression_columns known = { .data = profile_kind(part), .find = find_field };

	return expression_init(expression, text, &known, err);
}

int profile_filter_check(unsigned int parts, const char *text, struct err *err)
{
	struct expression *filter = malloc(sizeof(*filter));
	int ret = filter ? 0 : err_set(err, ENOMEM, "filter: not enough memory");

	for (unsigned int part = 1; part <= parts && !ret; part <<= 1) {
		if (!(parts & part & PROFILE_FILTERED))
			continue;
		ret = compile(filter, part, text, err);
		if (!ret)
			expression_done(filter);
		/* Paths have no trips, and loops no neighbours: none of them is left then. */
		if (part == PROFILE_PATHS && !ret)
			break;
		if (part == PROFILE_PATHS && (parts & PROFILE_LOOPS))
			ret = 0;
	}
	free(filter);
	return ret;
}

struct filtered {
	const struct code_kind *kind;
	const struct profile_rows *rows;
	const void *row;
};

static enum truth match_word(const struct filtered *of, const char *word)
{
	char text[CODE_ROW_TEXT];

	for (size_t i = 0; i < of->kind->n; i++) {
		if (!of->kind->columns[i].place)
			continue;
		row_text(&of->kind->columns[i], &of->rows->of, of->row, text);
		if (strcasestr(text, word))
			return TRUTH_YES;
	}
	return TRUTH_NO;
}

static enum truth match_term(const void *data, const struct expression_node *node)
{
	const struct filtered *of = data;
	struct field_value value;

	if (node->type == NODE_WORD)
		return match_word(of, node->text);
	profile_field_value(node->column, of->rows, of->row, node->error, &value);
	if (node->type != NODE_NUMBER)
		return expression_of_text(node, value.type == FIELD_TEXT ? value.text : "");
	return expression_of_number(node, value.type == FIELD_INTEGER ? (double)value.integer :
					  value.type == FIELD_REAL    ? value.real :
					  value.type == FIELD_BOOL    ? value.truth :
									(double)NAN);
}

size_t profile_filter(enum profile_part part, const struct profile_rows *rows, const void **of,
		      size_t n)
{
	struct expression *filter;
	size_t left = 0;

	if (!rows->config->filter)
		return n;
	filter = malloc(sizeof(*filter));
	if (!filter || compile(filter, part, rows->config->filter, NULL)) {
		free(filter);
		return 0;
	}
	for (size_t i = 0; i < n; i++) {
		const struct filtered filtered = { profile_kind(part), rows, of[i] };

		if (expression_match(filter, match_term, &filtered))
			of[left++] = of[i];
	}
	expression_done(filter);
	free(filter);
	return left;
}
