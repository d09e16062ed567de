/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * TopDown of a function, from samples of the events of a class table (model/formula.h). The samples
 * of each event, scaled, are counts of the function; a class is what the formulas make of these.
 *
 * Errors. The number of samples of each event is a Poisson variable. Where x were seen, and any true number
 * was as likely before, the true one is a gamma variable with mean and variance x + 1 (Laplace's rule of
 * succession). So the error is that of one sample more of each event, by numeric derivatives of the formulas
 * there. The distance of the formula's value there from the one that is stated is part of it. Of many
 * samples that is the error of Poisson numbers; of few it is larger.
 *
 * Where a class is a difference of events, few classes have an error that is small enough to be shown. Chance
 * saw too little of many of these. So the error of two samples more chooses the classes that are shown. Their
 * stated error is that of seven samples more, at most CLASS_ERROR_MOST. Pure; any thread.
 */
#pragma once

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>

#include "model/formula.h"
#include "model/profile/profile.h"

/*
 * `of` are the sums over the samples of a function, by row of the table: periods, and their squares.
 * The slots that these samples stand for, and the sum of squares of their weights.
 */
struct weighed class_slots(const struct class_samples *samples, const struct weighed *of);

/*
 * The classes of a function, by metric: parts of its slots, 0..1, with their errors; NAN, NAN: not
 * sampled, or no slots. A difference below 0 is 0, within its error.
 */
void class_estimates(const struct class_samples *samples, const struct weighed *of,
		     struct estimate estimates[M_COUNT]);

/*
 * Are all classes of the table's level 1 known by what is sampled, without a scale that is missing? Events that
 * take turns need one.
 */
bool class_samples_suffice(const struct class_samples *samples);

/*
 * The class of level 1 whose slots a row counts, M_NONE of a row that is sampled for level 2. False: a class is a
 * difference of events, so slots of a few samples, as of one call stack, are of no class; or there is no table.
 */
bool class_rows(const struct class_samples *samples, enum metric_id class[CLASS_EVENTS_MAX]);

/* The slots of a class in sums by row, given class_rows(). */
double class_row_slots(const struct class_samples *samples, const enum metric_id class[CLASS_EVENTS_MAX],
		       const struct weighed *of, enum metric_id metric);

/* Is it known well enough to be shown? */
enum class_known {
	CLASS_MISSING,		/* not sampled */
	CLASS_ROUGH,		/* its error is over CLASS_ERROR_MOST: too few samples. Shown as "·" */
	CLASS_KNOWN
};
#define CLASS_ERROR_MOST 0.05
enum class_known class_known(struct estimate estimate);

/*
 * One of class_estimates(), if it is known well enough; else NAN, NAN (*known says why; it may be NULL).
 * classes NULL: nothing was sampled.
 */
struct estimate class_shown(const struct estimate *classes, enum metric_id metric, enum class_known *known);

/*
 * Of fewer samples no class is known: of equal weights even one that none was seen of has an error of
 * over 0.1. class_rough(): what they have instead of estimates, as no formula is needed for it.
 */
#define CLASS_SAMPLES_LEAST 8
void class_rough(const struct class_samples *samples, struct estimate estimates[M_COUNT]);

/* The highest level that the table has events for: 1 or 2. */
int class_table_levels(const struct class_table *table);

/*
 * Sums of periods by row of a class table, for each of many places or call stacks, in one array. Owned by the table
 * that has them; its thread.
 */
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
