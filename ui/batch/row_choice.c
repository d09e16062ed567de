/* SPDX-License-Identifier: GPL-2.0-only */
/* Rows by --filter and --sort; see row_choice.h. */
#include "config.h"
#include "ui/batch/row_choice.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ui/batch/fields.h"
#include "ui/code/code_filter.h"

static double number_of(const struct field_value *value)
{
	return value->type == FIELD_INTEGER ? (double)value->integer :
	       value->type == FIELD_REAL    ? value->real :
	       value->type == FIELD_BOOL    ? value->truth : (double)NAN;
}

/* ---- filter ---- */

static double field_number(const struct row_column *column, const struct rows_of *of, const void *row,
			   bool error)
{
	struct field_value value;

	row_field_value(column, of, row, error, &value);
	return number_of(&value);
}

int row_choice_check_filter(const struct code_kind *kind, const char *text, struct err *err)
{
	struct code_filter filter;
	const int ret = code_filter_init(&filter, kind, NULL, field_number, text, err);

	code_filter_done(&filter);
	return ret;
}

size_t row_choice_filter(const struct code_kind *kind, const struct rows_of *of, const char *text,
			 const void **rows, size_t n)
{
	struct code_filter filter;
	size_t left = 0;

	if (!text)
		return n;
	if (!code_filter_init(&filter, kind, of, field_number, text, NULL))
		for (size_t i = 0; i < n; i++)
			if (code_filter_match(&filter, rows[i]))
				rows[left++] = rows[i];
	code_filter_done(&filter);
	return left;
}

/* ---- order ---- */

/* The column that --sort names; by what is of comparisons no table is sorted. */
static const struct row_column *named(const struct code_kind *kind, const char *word)
{
	const struct row_column *column = code_kind_find(kind, word, strlen(word));

	return column && row_column_sorts(column) && !row_column_compares(column) ? column : NULL;
}

/* As the field of CSV, else as the screen has it. A text that there is no memory for is missing. */
static void take_key(struct row_key *key, const struct row_column *column, const struct rows_of *of,
		     const void *row)
{
	struct field_value value;

	if (!column->place) {
		row_key_take(key, column, of, row);
		return;
	}
	row_field_value(column, of, row, false, &value);
	key->number = number_of(&value);
	if (value.type == FIELD_TEXT)
		key->text = strdup(value.text);
}

static void row_choice_sort(const struct code_kind *kind, const struct rows_of *of, const struct row_choice *choice,
			    const void **rows, size_t n)
{
	const struct row_column *column = choice->sort ? named(kind, choice->sort) : NULL;
	struct row_key *keys = column ? calloc(n + 1, sizeof(*keys)) : NULL;
	const void **was = keys ? calloc(n + 1, sizeof(*was)) : NULL;

	for (size_t i = 0; was && i < n; i++) {
		take_key(&keys[i], column, of, rows[i]);
		keys[i].at = (uint32_t)i;
		was[i] = rows[i];
	}
	if (was)
		row_order(keys, n, (row_column_unit(column) == VALUE_TEXT) == choice->reverse);
	for (size_t i = 0; was && i < n; i++)
		rows[i] = was[keys[i].at];
	free(was);
	free(keys);
}

size_t row_choice_take(const struct code_kind *kind, const struct rows_of *of, const struct row_choice *choice,
		       const void **rows, size_t n)
{
	n = row_choice_filter(kind, of, choice->filter, rows, n);
	row_choice_sort(kind, of, choice, rows, n);
	return n;
}

int row_choice_check(const struct code_kind *kind, const struct row_choice *choice, struct err *err)
{
	if (choice->filter && row_choice_check_filter(kind, choice->filter, err))
		return -EINVAL;
	return choice->sort ? row_choice_check_sort(&kind, 1, choice->sort, err) : 0;
}

int row_choice_check_sort(const struct code_kind *const *kinds, size_t n, const char *key, struct err *err)
{
	const struct row_column *nearest = NULL;
	char names[ROW_FIELD_NAMES], name[CODE_ROW_NAME];

	for (size_t i = 0; i < n; i++) {
		if (named(kinds[i], key))
			return 0;
		if (!nearest)
			nearest = code_kind_nearest(kinds[i], key, strlen(key), true);
	}
	if (nearest) {
		row_column_name(nearest, name);
		return err_set(err, EINVAL, "--sort %s: unknown column: did you mean \"%s\"?", key,
			       name);
	}
	row_choice_names(kinds, n, names);
	return err_set(err, EINVAL, "--sort %s: unknown column; there are %s", key, names);
}

/* " name " in " pid object ": several tables have it. */
void row_choice_names(const struct code_kind *const *kinds, size_t n, char text[ROW_FIELD_NAMES])
{
	struct row_fields fields;
	size_t used = 0;

	text[0] = '\0';
	for (size_t kind = 0; kind < n; kind++) {
		row_fields_init(&fields, kinds[kind], true);
		for (size_t i = 0; i < fields.n && used < ROW_FIELD_NAMES; i++) {
			char name[CODE_ROW_NAME], word[CODE_ROW_NAME + 2], all[ROW_FIELD_NAMES + 2];

			row_column_name(fields.column[i], name);
			(void)snprintf(word, sizeof(word), " %s ", name);
			(void)snprintf(all, sizeof(all), " %s ", text);
			if (!strstr(all, word))
				used += (size_t)snprintf(text + used, ROW_FIELD_NAMES - used,
							 "%s%s", used ? " " : "", name);
		}
	}
}
