/* SPDX-License-Identifier: GPL-2.0-only */
/* A table of counts under keys of four numbers. Aborts without memory. One thread at a time. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#define TABLE_KEYS 4
#define TABLE_COUNTS 4

struct table_row {
	uint64_t key[TABLE_KEYS];
	uint64_t count[TABLE_COUNTS];	/* count[0] == 0: an unused row */
};

/* Zeroed: empty. */
struct table {
	struct table_row *rows;
	size_t n, size;		/* size: a power of two */
};

/* The row of a key, made if there is none. The caller adds to count[0] before the next call. */
struct table_row *table_row(struct table *table, uint64_t a, uint64_t b, uint64_t c, uint64_t d);

/* The row of a key; NULL if there is none. */
const struct table_row *table_find(const struct table *table, uint64_t a, uint64_t b, uint64_t c,
				   uint64_t d);

/* Adds all of `from` to `to`. */
void table_merge(struct table *to, const struct table *from);

/* Sorts the rows by key, to the front. The table can only be read after that. */
void table_sort(struct table *table);
void table_free(struct table *table);
