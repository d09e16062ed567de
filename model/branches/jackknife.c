/* SPDX-License-Identifier: GPL-2.0-only */
/* Standard errors from random groups; see tallies.h. */
#include "config.h"
#include "model/branches/tallies.h"

#include <math.h>

#include "model/profile/profile.h"

uint64_t groups_sum(const struct groups *groups)
{
	uint64_t sum = 0;

	for (int g = 0; g < GROUPS; g++)
		sum += groups->of[g];
	return sum;
}

void groups_add(struct groups *to, const struct groups *from)
{
	for (int g = 0; g < GROUPS; g++)
		to->of[g] += from->of[g];
}

void groups_subtract(struct groups *from, const struct groups *what)
{
	for (int g = 0; g < GROUPS; g++)
		from->of[g] -= what->of[g];
}

struct estimate estimate_none(void)
{
	return (struct estimate){ NAN, NAN };
}

double jackknife_error(const double without[GROUPS])
{
	double mean = 0, sum = 0;

	for (int g = 0; g < GROUPS; g++)
		mean += without[g] / GROUPS;
	for (int g = 0; g < GROUPS; g++)
		sum += (without[g] - mean) * (without[g] - mean);
	return sqrt(sum * (GROUPS - 1) / GROUPS);
}

struct estimate groups_ratio(const struct groups *n, const struct groups *of)
{
	double all = (double)groups_sum(n), base = (double)groups_sum(of), without[GROUPS];
	struct estimate ratio = { all / base, NAN };
	int used = 0;

	if (base <= 0)
		return estimate_none();
	for (int g = 0; g < GROUPS; g++) {
		double rest = base - (double)of->of[g];

		if (rest <= 0)
			return ratio;
		without[g] = (all - (double)n->of[g]) / rest;
		used += of->of[g] > 0;
	}
	if (used >= LEAST_GROUPS)
		ratio.error = jackknife_error(without);
	return ratio;
}

struct estimate groups_part(const struct groups *n, const struct groups *of)
{
	uint64_t part = groups_sum(n), all = groups_sum(of);
	struct estimate ratio = groups_ratio(n, of);

	if (all && (!part || part == all))
		ratio.error = fmin(SEEN_BY_NONE / (double)all, 1);
	return ratio;
}
