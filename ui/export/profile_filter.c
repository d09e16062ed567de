/* SPDX-License-Identifier: GPL-2.0-only */
/* Rows of a profile that --filter leaves; see profile_filter.h. Called by profile_choice.c. */
#include "config.h"
#include "ui/export/profile_filter.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ui/export/profile_field.h"
#include "ui/export/profile_fields.h"
#include "ui/table/expression.h"

/* A compiled filter of a table. A field that it names twice is there twice. */
struct filter_of {
	enum profile_part part;
	struct expression expression;
	struct profile_field fields[EXPRESSION_NODES];
	size_t n;
};

static bool find_field(const void *data, const char *word, size_t length, int at,
		       struct expression_column *found, char trouble[EXPRESSION_TROUBLE])
{
	struct filter_of *filter = *(struct filter_of *const *)data;
	struct profile_field *field = &filter->fields[filter->n];
	const int shown = length < 40 ? (int)length : 40;

	if (filter->n == EXPRESSION_NODES) {
		(void)snprintf(trouble, EXPRESSION_TROUBLE, "too long at %d", at);
		return false;
	}
	if (!profile_field_find(filter->part, word, length, field)) {
		filter->n++;
		*found = (struct expression_column){
			.column = field->name, .key = field->name, .text = field->text,
			.percent = strstr(field->name, "percent"), .error = field->error,
		};
		return true;
	}
	(void)snprintf(trouble, EXPRESSION_TROUBLE, "unknown column \"%.*s\" at %d of %s%s%s%s",
		       shown, word, at, profile_field_rows(filter->part),
		       field->name[0] ? ": did you mean \"" : "; the head of --csv names them",
		       field->name, field->name[0] ? "\"?" : "");
	return false;
}

/* 0, or -EINVAL with a sentence; expression_done() if it is 0. */
static int compile(struct filter_of *filter, enum profile_part part, const char *text,
		   struct err *err)
{
	const struct expression_columns known = { .data = &filter, .find = find_field };

	filter->part = part;
	filter->n = 0;
	return expression_init(&filter->expression, text, &known, err);
}

int profile_filter_check(unsigned int parts, const char *text, struct err *err)
{
	struct filter_of *filter = malloc(sizeof(*filter));
	int ret = filter ? 0 : err_set(err, ENOMEM, "filter: not enough memory");

	for (unsigned int part = 1; part <= parts && !ret; part <<= 1) {
		if (!(parts & part & PROFILE_TABLES))
			continue;
		ret = compile(filter, part, text, err);
		if (!ret)
			expression_done(&filter->expression);
	}
	free(filter);
	return ret;
}

struct filtered {
	enum profile_part part;
	const struct profile_rows *rows;
	const void *row;
};

/* A word, and whether a text of the row has it. */
struct looked_for {
	const char *word;
	bool found;
};

static void look_for(void *data, const char *group, const char *name,
		     const struct field_value *value)
{
	struct looked_for *looked_for = data;

	(void)group;
	(void)name;
	looked_for->found |= value->type == FIELD_TEXT && strcasestr(value->text, looked_for->word);
}

static enum truth match_word(const struct filtered *of, const char *word)
{
	struct looked_for looked_for = { word, false };
	const struct field_sink sink = { .data = &looked_for, .field = look_for };

	profile_visit_row(of->part, of->rows, of->row, &sink);
	return looked_for.found ? TRUTH_YES : TRUTH_NO;
}

static enum truth match_term(const void *data, const struct expression_node *node)
{
	const struct filtered *of = data;
	char name[PROFILE_FIELD_NAME + 8];
	struct field_value value;

	if (node->type == NODE_WORD)
		return match_word(of, node->text);
	(void)snprintf(name, sizeof(name), "%s%s", (const char *)node->column,
		       node->error ? "_error" : "");
	profile_field_value(of->part, of->rows, of->row, name, &value);
	if (node->type != NODE_NUMBER)
		return expression_of_text(node, value.type == FIELD_TEXT ? value.text : "");
	return expression_of_number(node, value.type == FIELD_INTEGER ? (double)value.integer :
					  value.type == FIELD_REAL    ? value.real :
									(double)NAN);
}

size_t profile_filter(enum profile_part part, const struct profile_rows *rows, const void **of,
		      size_t n)
{
	struct filter_of *filter;
	size_t left = 0;

	if (!rows->config->filter)
		return n;
	filter = malloc(sizeof(*filter));
	if (!filter || compile(filter, part, rows->config->filter, NULL)) {
		free(filter);
		return 0;
	}
	for (size_t i = 0; i < n; i++) {
		const struct filtered filtered = { part, rows, of[i] };

		if (expression_match(&filter->expression, match_term, &filtered))
			of[left++] = of[i];
	}
	expression_done(&filter->expression);
	free(filter);
	return left;
}
