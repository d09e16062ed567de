/* SPDX-License-Identifier: GPL-2.0-only */
/* The order of rows by --sort; see profile_sort.h. Called by profile_choice.c, profile_options.c. */
#include "config.h"
#include "ui/export/profile_sort.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ui/export/profile_fields.h"

/* A row and what it is sorted by. */
struct key {
	const void *row;
	size_t was;		/* its place before: rows that are equal stay in order */
	double number;		/* NAN: missing, or a text */
	char *text;		/* NULL: missing, or a number */
	bool falling;
};

/* A text that there is no memory for is missing. */
static void take_key(struct key *key, const struct field_value *value)
{
	if (value->type == FIELD_INTEGER)
		key->number = (double)value->integer;
	else if (value->type == FIELD_REAL)
		key->number = value->real;
	else if (value->type == FIELD_TEXT)
		key->text = strdup(value->text);
}

static bool is_missing(const struct key *key)
{
	return !key->text && isnan(key->number);
}

/* Addresses are texts of hexadecimal digits: the shorter one is lower. */
static int compare_texts(const char *a, const char *b)
{
	const size_t n = strlen(a), m = strlen(b);

	if (n != m && !strncmp(a, "0x", 2) && !strncmp(b, "0x", 2))
		return n > m ? 1 : -1;
	return strcmp(a, b);
}

static int compare_keys(const void *one, const void *other)
{
	const struct key *a = one, *b = other;
	int order = 0;

	if (is_missing(a) != is_missing(b))
		return is_missing(a) ? 1 : -1;
	if (a->text && b->text)
		order = compare_texts(a->text, b->text);
	else if (!is_missing(a))
		order = (a->number > b->number) - (a->number < b->number);
	if (!order)
		return (a->was > b->was) - (a->was < b->was);
	return a->falling ? -order : order;
}

void profile_sort(enum profile_part part, const struct profile_rows *rows, const void **of,
		  size_t n)
{
	const char *word = rows->config->sort;
	const struct row_column *column =
		word ? code_kind_find(profile_kind(part), word, strlen(word), true) : NULL;
	struct key *keys;

	if (!column)
		return;
	keys = calloc(n + 1, sizeof(*keys));
	for (size_t i = 0; keys && i < n; i++) {
		struct field_value value;

		profile_field_value(column, rows, of[i], false, &value);
		keys[i] = (struct key){ .row = of[i], .was = i, .number = NAN };
		take_key(&keys[i], &value);
		keys[i].falling = !keys[i].text != rows->config->reverse;
	}
	if (keys)
		qsort(keys, n, sizeof(*keys), compare_keys);
	for (size_t i = 0; keys && i < n; i++) {
		of[i] = keys[i].row;
		free(keys[i].text);
	}
	free(keys);
}

int profile_sort_check(unsigned int parts, const char *key, struct err *err)
{
	const struct row_column *nearest = NULL;
	char names[PROFILE_FIELD_NAMES], name[CODE_ROW_NAME];

	for (unsigned int part = 1; part <= parts; part <<= 1) {
		const struct code_kind *kind =
			parts & part & PROFILE_TABLES ? profile_kind(part) : NULL;

		if (kind && code_kind_find(kind, key, strlen(key), true))
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
