/* SPDX-License-Identifier: GPL-2.0-only */
/* Chosen columns of rows of code; see code_columns.h. */
#include "config.h"
#include "ui/code/code_columns.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "ui/code/kinds.h"
#include "ui/table/column_names.h"
#include "ui/table/column_set.h"

const struct code_kind *code_kind_of(enum code_kind_id id)
{
	static const struct code_kind *const kinds[CODE_KINDS] = {
		[KIND_FUNCTIONS] = &function_rows,
		[KIND_BRANCHES] = &branch_rows,
		[KIND_BLOCKS] = &block_rows,
		[KIND_INSTRUCTIONS] = &instruction_rows,
		[KIND_PATHS] = &path_rows,
		[KIND_STACKS] = &call_rows,
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
