/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Sums of periods by row of a class table, for each of many places or call stacks, in one array.
 * Owned by the table that has them; its thread.
 */
#pragma once

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>

#include "model/profile/profile.h"

struct row_sums {	/* zeroed: none */
	struct weighed *of;
	size_t n;	/* rows; 0: the samples are of one event, and there are no sums */
};

/* Room for those of `cap` things. 0 or -ENOMEM: it has what it had. */
static inline int row_sums_reserve(struct row_sums *sums, size_t cap)
{
	struct weighed *more;

	if (!sums->n)
		return 0;
	more = realloc(sums->of, cap * sums->n * sizeof(*more));
	if (!more)
		return -ENOMEM;
	sums->of = more;
	return 0;
}

static inline struct weighed *row_sums_at(const struct row_sums *sums, size_t at)
{
	return &sums->of[at * sums->n];
}

/* Zeroes those of a new thing. Returns its number: `at`, or 0 where there are no sums. */
static inline uint32_t row_sums_begin(struct row_sums *sums, size_t at)
{
	for (size_t i = 0; i < sums->n; i++)
		row_sums_at(sums, at)[i] = (struct weighed){ 0, 0 };
	return sums->n ? (uint32_t)at : 0;
}

static inline void weighed_add(struct weighed *to, double weight)
{
	to->weight += weight;
	to->squares += weight * weight;
}

/* Adds n sums to n others. */
static inline void weighed_join(struct weighed *to, const struct weighed *more, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		to[i].weight += more[i].weight;
		to[i].squares += more[i].squares;
	}
}
