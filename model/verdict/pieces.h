/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Values of rows over a recording, cut into pieces of equal length whatever the length of the
 * recording is: when there are too many pieces, each two become one. So a recording of any length
 * is read once. The memory is bounded by PIECES_NAMES. One thread.
 */
#pragma once

#include <stddef.h>

#define PIECES_MAX 120		/* then each two become one: a long recording has 60 to 120 */
#define PIECES_LEAST_NS 50000000	/* the shortest piece of a recording */
#define PIECES_VALUES 8		/* of each row */
#define PIECES_NAMES 2000	/* rows; further ones are left out */

/* A row: the sums of its values over each piece. */
struct pieces_row {
	const char *name;
	double weight;				/* of the whole recording, of what chooses rows */
	double x[PIECES_VALUES][PIECES_MAX];	/* numerators */
	double w[PIECES_VALUES][PIECES_MAX];	/* denominators; 0: the piece has no such value */
};

struct pieces;

struct pieces *pieces_new(void);	/* NULL without memory */
void pieces_free(struct pieces *pieces);	/* NULL is fine */

/*
 * The row of this name, which is added if it is new; NULL: there are PIECES_NAMES of them, or there
 * is no memory. The pieces own it.
 */
struct pieces_row *pieces_row(struct pieces *pieces, const char *name);
const struct pieces_row *pieces_find(const struct pieces *pieces, const char *name);	/* NULL: none */

/* All rows, in the order in which they came. NULL: there are no more. */
const struct pieces_row *pieces_at(const struct pieces *pieces, size_t index);

/* Adds a numerator and a denominator to the present piece of a value. */
void pieces_add(const struct pieces *pieces, struct pieces_row *row, size_t value, double x, double w);

/* Ends an interval; after so many of them, which grows with the recording, the next piece begins. */
void pieces_next_interval(struct pieces *pieces);

/*
 * Copies the pieces of a value that have a denominator, which is that of the row `base`: mostly of
 * the same row. Returns how many: at most PIECES_MAX.
 */
size_t pieces_of_value(const struct pieces *pieces, const struct pieces_row *row,
		       const struct pieces_row *base, size_t value, double x[PIECES_MAX],
		       double w[PIECES_MAX]);
