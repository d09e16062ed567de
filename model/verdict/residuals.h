/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * How much a mean may be wrong whose values hang together in time. Three scales: deviations from the
 * mean are joined by 1, 2 and 4. At each the autocorrelation is that of an autoregressive process of
 * order 1, corrected for its bias in short series (Marriott and Pope 1954). The scale with the most
 * doubt counts. Verdicts and change points stand on it. Pure functions, any thread.
 */
#pragma once

#include <stddef.h>

#define RESIDUALS_MAX 300
#define RESIDUALS_SCALES 3
#define RESIDUALS_LEAST 6	/* joined values, so that they tell anything */

extern const size_t residuals_scales[RESIDUALS_SCALES];

/* Deviations of values from their mean, in the order of time. */
struct residuals {
	double of[RESIDUALS_MAX];
	size_t n;
};

/* Means of m neighbours; what is left over goes at the front. */
struct residuals residuals_joined(const struct residuals *residuals, size_t m);

/* The sum of products of values that are so far apart. */
double residuals_products(const struct residuals *residuals, size_t lag);

/* How many values tell as much as one that is independent; sides (1 or 2) are taken together. */
double residuals_correlated(const struct residuals *sides, size_t n_sides);

/*
 * The long-run variance of single values, the largest of the scales: the mean of n values has that
 * divided by n. 0 if all are equal.
 */
double residuals_long_run(const struct residuals *residuals);
