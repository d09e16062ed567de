/* SPDX-License-Identifier: GPL-2.0-only */
/* Values of rows in pieces of a recording; see pieces.h. */
#include "config.h"
#include "model/verdict/pieces.h"

#include <stdlib.h>
#include <string.h>

/* A failed allocation inside uthash then leaves the element out instead of calling exit(). */
#define HASH_NONFATAL_OOM 1
#include <uthash.h>

struct entry {
	struct pieces_row row;	/* first: pieces_row() returns it */
	UT_hash_handle hh;
	char name[];
};

struct pieces {
	struct entry *by_name;
	struct pieces_row *rows[PIECES_NAMES];
	size_t n;
	size_t piece;			/* the present one */
	size_t intervals, length;	/* of it so far; of each piece */
};

struct pieces *pieces_new(void)
{
	struct pieces *pieces = calloc(1, sizeof(*pieces));

	if (pieces)
		pieces->length = 1;
	return pieces;
}

void pieces_free(struct pieces *pieces)
{
	struct entry *entry, *next;

	if (!pieces)
		return;
	HASH_ITER(hh, pieces->by_name, entry, next) {
		HASH_DEL(pieces->by_name, entry);
		free(entry);
	}
	free(pieces);
}

const struct pieces_row *pieces_find(const struct pieces *pieces, const char *name)
{
	struct entry *entry;

	HASH_FIND_STR(pieces->by_name, name, entry);
	return entry ? &entry->row : NULL;
}

struct pieces_row *pieces_row(struct pieces *pieces, const char *name)
{
	struct entry *entry;

	HASH_FIND_STR(pieces->by_name, name, entry);
	if (entry)
		return &entry->row;
	entry = pieces->n < PIECES_NAMES ? calloc(1, sizeof(*entry) + strlen(name) + 1) : NULL;
	if (!entry)
		return NULL;
	entry->row.name = strcpy(entry->name, name);
	HASH_ADD_KEYPTR(hh, pieces->by_name, entry->name, strlen(name), entry);
	if (!entry->hh.tbl) {
		free(entry);
		return NULL;
	}
	pieces->rows[pieces->n++] = &entry->row;
	return &entry->row;
}

const struct pieces_row *pieces_at(const struct pieces *pieces, size_t index)
{
	return index < pieces->n ? pieces->rows[index] : NULL;
}

void pieces_add(const struct pieces *pieces, struct pieces_row *row, size_t value, double x, double w)
{
	row->x[value][pieces->piece] += x;
	row->w[value][pieces->piece] += w;
}

/* Makes of each two pieces one. */
static void halve(double of[PIECES_MAX])
{
	for (size_t i = 0; i < PIECES_MAX / 2; i++)
		of[i] = of[2 * i] + of[2 * i + 1];
	memset(of + PIECES_MAX / 2, 0, PIECES_MAX / 2 * sizeof(of[0]));
}

void pieces_next_interval(struct pieces *pieces)
{
	if (++pieces->intervals < pieces->length)
		return;
	pieces->intervals = 0;
	if (++pieces->piece < PIECES_MAX)
		return;
	pieces->piece = PIECES_MAX / 2;
	pieces->length *= 2;
	for (size_t i = 0; i < pieces->n; i++)
		for (size_t value = 0; value < PIECES_VALUES; value++) {
			halve(pieces->rows[i]->x[value]);
			halve(pieces->rows[i]->w[value]);
		}
}

size_t pieces_of_value(const struct pieces *pieces, const struct pieces_row *row,
		       const struct pieces_row *base, size_t value, double x[PIECES_MAX],
		       double w[PIECES_MAX])
{
	const size_t last = pieces->piece + (pieces->intervals > 0);
	size_t n = 0;

	for (size_t i = 0; i < last; i++)
		if (base->w[value][i] > 0) {
			x[n] = row->x[value][i];
			w[n++] = base->w[value][i];
		}
	return n;
}
