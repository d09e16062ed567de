/* SPDX-License-Identifier: GPL-2.0-only */
/* Deviations that hang together in time; see residuals.h. */
#include "config.h"
#include "model/verdict/residuals.h"

#include <math.h>

#define MOST_CORRELATED 0.97

const size_t residuals_scales[RESIDUALS_SCALES] = { 1, 2, 4 };

struct residuals residuals_joined(const struct residuals *residuals, size_t m)
{
	struct residuals joined = { .n = residuals->n / m };
	const size_t skipped = residuals->n % m;

	for (size_t i = 0; i < joined.n; i++)
		for (size_t k = 0; k < m; k++)
			joined.of[i] += residuals->of[skipped + i * m + k] / (double)m;
	return joined;
}

double residuals_products(const struct residuals *residuals, size_t lag)
{
	double sum = 0;

	for (size_t i = lag; i < residuals->n; i++)
		sum += residuals->of[i] * residuals->of[i - lag];
	return sum;
}

double residuals_correlated(const struct residuals *sides, size_t n_sides)
{
	double squares = 0, neighbours = 0, n = 0, rho;

	for (size_t i = 0; i < n_sides; i++) {
		squares += residuals_products(&sides[i], 0);
		neighbours += residuals_products(&sides[i], 1);
		n += (double)sides[i].n / (double)n_sides;
	}
	if (squares <= 0)
		return 1;
	rho = fmin(fmax((n * neighbours / squares + 1) / (n - 3), 0), MOST_CORRELATED);
	return (1 + rho) / (1 - rho);
}

double residuals_long_run(const struct residuals *residuals)
{
	double most = 0;

	for (size_t i = 0; i < RESIDUALS_SCALES; i++) {
		const size_t m = residuals_scales[i];
		const struct residuals joined = residuals_joined(residuals, m);

		if (joined.n >= RESIDUALS_LEAST)
			most = fmax(most, (double)m * residuals_products(&joined, 0) / (double)(joined.n - 1) *
						  residuals_correlated(&joined, 1));
	}
	return most;
}
