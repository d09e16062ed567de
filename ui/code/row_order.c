/* SPDX-License-Identifier: GPL-2.0-only */
/* The order of rows; see row_order.h. */
#include "config.h"
#include "ui/code/row_order.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void row_key_take(struct row_key *key, const struct row_column *column, const struct rows_of *of,
		  const void *row)
{
	struct code_cell cell = { .text = "" };

	if (row_column_unit(column) != VALUE_TEXT) {
		key->number = row_shown(column, of, row).value;
		return;
	}
	key->number = (double)NAN;
	row_cell(column, of, row, &cell);
	key->text = strdup(cell.text);
}

static bool is_missing(const struct row_key *key)
{
	return !key->text && isnan(key->number);
}

/* Addresses are texts of hexadecimal digits: the shorter one is lower. */
static int compare_texts(const char *a, const char *b)
{
	const bool addresses = a[0] == '0' && a[1] == 'x' && b[0] == '0' && b[1] == 'x';
	const size_t n = addresses ? strlen(a) : 0, m = addresses ? strlen(b) : 0;

	return n != m ? (n > m ? 1 : -1) : strcmp(a, b);
}

static int compare_keys(const void *one, const void *other)
{
	const struct row_key *a = one, *b = other;
	int order = 0;

	if (is_missing(a) != is_missing(b))
		return is_missing(a) ? 1 : -1;
	if (a->text && b->text)
		order = compare_texts(a->text, b->text);
	else if (!is_missing(a))
		order = (a->number > b->number) - (a->number < b->number);
	if (!order)
		return (a->at > b->at) - (a->at < b->at);
	return a->falling ? -order : order;
}

void row_order(struct row_key *keys, size_t n, bool falling)
{
	for (size_t i = 0; i < n; i++)
		keys[i].falling = falling;
	qsort(keys, n, sizeof(*keys), compare_keys);
	for (size_t i = 0; i < n; i++) {
		free(keys[i].text);
		keys[i].text = NULL;
	}
}
