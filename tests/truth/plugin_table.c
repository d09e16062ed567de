/* SPDX-License-Identifier: GPL-2.0-only */
/* Open addressing, at most three quarters full. */
#include "tests/truth/plugin_table.h"

#include <stdlib.h>
#include <string.h>

static size_t hash(const uint64_t key[TABLE_KEYS])
{
	uint64_t sum = 0;

	for (int i = 0; i < TABLE_KEYS; i++) {
		sum = (sum ^ key[i]) * 0x9e3779b97f4a7c15ULL;
		sum ^= sum >> 29;
	}
	return (size_t)sum;
}

static struct table_row *find(const struct table *table, const uint64_t key[TABLE_KEYS])
{
	size_t at = hash(key) & (table->size - 1);

	while (table->rows[at].count[0] && memcmp(table->rows[at].key, key, sizeof(table->rows[at].key)) != 0)
		at = (at + 1) & (table->size - 1);
	return &table->rows[at];
}

static void grow(struct table *table)
{
	struct table old = *table;

	table->size = old.size ? 2 * old.size : 1024;
	table->rows = calloc(table->size, sizeof(*table->rows));
	if (!table->rows)
		abort();
	for (size_t i = 0; i < old.size; i++)
		if (old.rows[i].count[0])
			*find(table, old.rows[i].key) = old.rows[i];
	free(old.rows);
}

struct table_row *table_row(struct table *table, uint64_t a, uint64_t b, uint64_t c, uint64_t d)
{
	const uint64_t key[TABLE_KEYS] = { a, b, c, d };
	struct table_row *row;

	if (4 * (table->n + 1) > 3 * table->size)
		grow(table);
	row = find(table, key);
	if (!row->count[0]) {
		memcpy(row->key, key, sizeof(key));
		table->n++;
	}
	return row;
}

const struct table_row *table_find(const struct table *table, uint64_t a, uint64_t b, uint64_t c,
				   uint64_t d)
{
	const uint64_t key[TABLE_KEYS] = { a, b, c, d };
	const struct table_row *row = table->size ? find(table, key) : NULL;

	return row && row->count[0] ? row : NULL;
}

void table_merge(struct table *to, const struct table *from)
{
	for (size_t i = 0; i < from->size; i++) {
		const struct table_row *row = &from->rows[i];
		struct table_row *sum;

		if (!row->count[0])
			continue;
		sum = table_row(to, row->key[0], row->key[1], row->key[2], row->key[3]);
		for (int j = 0; j < TABLE_COUNTS; j++)
			sum->count[j] += row->count[j];
	}
}

static int by_key(const void *a, const void *b)
{
	const struct table_row *x = a, *y = b;

	for (int i = 0; i < TABLE_KEYS; i++)
		if (x->key[i] != y->key[i])
			return x->key[i] < y->key[i] ? -1 : 1;
	return 0;
}

void table_sort(struct table *table)
{
	size_t n = 0;

	for (size_t i = 0; i < table->size; i++)
		if (table->rows[i].count[0])
			table->rows[n++] = table->rows[i];
	if (n)
		qsort(table->rows, n, sizeof(*table->rows), by_key);
}

void table_free(struct table *table)
{
	free(table->rows);
	*table = (struct table){ 0 };
}
