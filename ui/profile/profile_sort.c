/* SPDX-License-Identifier: GPL-2.0-only */
/* The order of rows by --sort; see profile_sort.h. Called by profile_choice.c, option_checks.c. */
#include "config.h"
#include "ui/profile/profile_sort.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ui/code/row_order.h"
#include "ui/profile/profile_fields.h"

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
	profile_field_value(column, of, row, false, &value);
	key->number = value.type == FIELD_INTEGER ? (double)value.integer :
		      value.type == FIELD_REAL	  ? value.real : (double)NAN;
	if (value.type == FIELD_TEXT)
		key->text = strdup(value.text);
}

void profile_sort(enum profile_part part, const struct profile_rows *rows, const void **of,
		  size_t n)
{
	const char *word = rows->config->sort;
	const struct row_column *column = word ? named(profile_kind(part), word) : NULL;
	struct row_key *keys = column ? calloc(n + 1, sizeof(*keys)) : NULL;
	const void **was = keys ? calloc(n + 1, sizeof(*was)) : NULL;

	for (size_t i = 0; was && i < n; i++) {
		take_key(&keys[i], column, &rows->of, of[i]);
		keys[i].at = (uint32_t)i;
		was[i] = of[i];
	}
	if (was)
		row_order(keys, n, (row_column_unit(column) == VALUE_TEXT) == rows->config->reverse);
	for (size_t i = 0; was && i < n; i++)
		of[i] = was[keys[i].at];
	free(was);
	free(keys);
}

int profile_sort_check(unsigned int parts, const char *key, struct err *err)
{
	const struct row_column *nearest = NULL;
	char names[PROFILE_FIELD_NAMES], name[CODE_ROW_NAME];

	for (unsigned int part = 1; part <= parts; part <<= 1) {
		const struct code_kind *kind =
			parts & part & PROFILE_TABLES ? profile_kind(part) : NULL;

		if (kind && named(kind, key))
			return 0;
		if (kind && !nearest)
			nearest = code_kind_nearest(kind, key, strlen(key), true);
	}
	if (nearest) {
		row_column_name(nearest, name);
		return err_set(err, EINVAL, "--sort %s: unknown column: did you mean \"%s\"?", key,
			       name);
	}
	profile_field_names(parts, names);
	return err_set(err, EINVAL, "--sort %s: unknown column; there are %s", key, names);
}
