/* SPDX-License-Identifier: GPL-2.0-only */
/* Steps of a running value; see change_point.h. */
#include "config.h"
#include "model/verdict/change_point.h"

#include <math.h>

#include "model/verdict/verdict.h"

#define CLIP 3			/* standard deviations, */
#define CLIP_STEPS 2		/* or steps, that a value counts for at most; */
#define CLIP_PART 4		/* and it takes so many values to reach the limit */
#define UNSURE 0.3		/* times 1 / n of independent values: more of the variance, where n is small, */
#define UNSURE_MOST 0.2		/* but no more than that */
#define LAG 16			/* values that are too new for the reference: a change may have begun */
#define EVERY 10		/* values between two looks at the reference */
#define LEAST_LIMIT 3.0
#define LEAST_RUN 3		/* values that make a level */
#define LEAST_PART 0.9		/* of CHANGE_STEP that the levels are apart */
#define BEGINNING 0.25		/* of the limit: something seems to begin */
/* 95 % of the places of the maximum of a two-sided Brownian motion with drift are within it (Bai 1997). */
#define DOUBT 11.0

static const double half_step = CHANGE_STEP / 2;

_Static_assert(CHANGE_MOST <= RESIDUALS_MAX, "the reference has its residuals");

static void put_past(struct change_point *series, double value)
{
	series->past[series->n_past++ % CHANGE_MOST] = (float)value;
}

static void put_recent(struct change_point *series, uint64_t seq, double value)
{
	series->recent[series->n_recent % CHANGE_RECENT] = (float)value;
	series->recent_seq[series->n_recent++ % CHANGE_RECENT] = (uint32_t)seq;
}

static size_t recent_place(const struct change_point *series, size_t ago)
{
	return (series->n_recent - 1 - ago) % CHANGE_RECENT;
}

/* The h that a sum has to exceed; see the head of change_point.h. */
static double limit_of(double variance, double n, double rarity)
{
	const double h = fmax(log(4 * half_step * half_step / variance * rarity), LEAST_LIMIT);
	const double more = h * h * variance / (2 * n * half_step * half_step);

	return h + more * (1 + fmin(2 * more / h, 1));
}

static void measure_reference(struct change_point *series, double rarity)
{
	struct residuals residuals = { .n = series->n_past < CHANGE_MOST ? series->n_past : CHANGE_MOST };
	const size_t n = residuals.n, first = series->n_past - n;

	series->mean = 0;
	for (size_t i = 0; i < n; i++)
		series->mean += (double)series->past[(first + i) % CHANGE_MOST] / (double)n;
	for (size_t i = 0; i < n; i++)
		residuals.of[i] = (double)series->past[(first + i) % CHANGE_MOST] - series->mean;
	series->deviation = sqrt(residuals_products(&residuals, 0) / (double)(n - 1));
	/* Loads that never differ have a spread, too, a 20th of the step. */
	series->variance = fmax(residuals_long_run(&residuals), pow(CHANGE_STEP / 20, 2)) +
			   pow(series->deviation, 2) * sqrt(2 / (double)n);
	series->variance *= 1 + fmin(UNSURE * residuals_correlated(&residuals, 1) / (double)n, UNSURE_MOST);
	series->limit = limit_of(series->variance, (double)n, rarity);
}

static void add_to_sums(struct change_point *series, double value)
{
	const double most = fmax(CLIP * series->deviation, CLIP_STEPS * CHANGE_STEP);
	const double e = fmin(fmax(value - series->mean, -most), most);

	for (int way = 0; way < 2; way++) {
		const double gain = 2 * half_step / series->variance * ((way ? -e : e) - half_step);

		series->sum[way] += fmin(gain, series->limit / CLIP_PART);
		series->sum[way] = fmax(series->sum[way], 0);
		series->run[way] = series->sum[way] > 0 ? series->run[way] + 1 : 0;
	}
}

/* The mean of the last n values. */
static double recent_mean(const struct change_point *series, size_t n)
{
	double sum = 0;

	for (size_t i = 0; i < n; i++)
		sum += (double)series->recent[recent_place(series, i)];
	return sum / (double)n;
}

/*
 * How many values the new level has: where the sum of those beyond the middle of both levels is the
 * largest, that is the most likely place.
 */
static size_t new_values(const struct change_point *series, size_t run, double after)
{
	const double middle = (series->mean + after) / 2;
	double sum = 0, most = -INFINITY;
	size_t n = run;

	for (size_t i = 0; i < run; i++) {
		const double beyond = (double)series->recent[recent_place(series, i)] - middle;

		sum += after > series->mean ? beyond : -beyond;
		if (sum > most) {
			most = sum;
			n = i + 1;
		}
	}
	return n;
}

/* Forgets everything but the last n values. */
static void begin_anew(struct change_point *series, size_t n)
{
	const struct change_point old = *series;

	*series = (struct change_point){ 0 };
	for (size_t i = n; i--;)
		put_past(series, (double)old.recent[recent_place(&old, i)]);
}

/* Has the larger sum found a step? */
static bool is_found(const struct change_point *series, uint64_t seq, struct change_found *found, size_t *n)
{
	const int way = series->sum[1] > series->sum[0];
	const size_t run = series->run[way] < CHANGE_RECENT ? series->run[way] : CHANGE_RECENT;
	double step;

	if (series->sum[way] <= series->limit || run < LEAST_RUN)
		return false;
	*n = new_values(series, run, recent_mean(series, run));
	if (*n < LEAST_RUN)
		return false;
	found->before = series->mean;
	found->after = recent_mean(series, *n);
	step = found->after - found->before;
	found->seq = seq - (uint32_t)((uint32_t)seq - series->recent_seq[recent_place(series, *n - 1)]);
	found->doubt = (uint64_t)ceil(DOUBT * series->variance / (step * step));
	return (way ? -step : step) >= LEAST_PART * CHANGE_STEP;
}

bool change_point_add(struct change_point *series, uint64_t seq, double value, double rarity,
		      struct change_found *found)
{
	size_t n;

	series->missed = 0;
	if (series->n_past < CHANGE_LEAST) {
		put_past(series, value);
		return false;
	}
	if (series->age++ % EVERY == 0 &&
	    (series->age == 1 || fmax(series->sum[0], series->sum[1]) < BEGINNING * series->limit))
		measure_reference(series, rarity);
	put_recent(series, seq, value);
	add_to_sums(series, value);
	if (series->n_recent > LAG && fmax(series->sum[0], series->sum[1]) < BEGINNING * series->limit)
		put_past(series, (double)series->recent[recent_place(series, LAG)]);
	if (!is_found(series, seq, found, &n))
		return false;
	begin_anew(series, n);
	return true;
}

void change_point_miss(struct change_point *series, uint64_t intervals)
{
	if (!series->n_past)
		return;
	series->missed += intervals < CHANGE_MISSING ? (size_t)intervals : CHANGE_MISSING;
	if (series->missed >= CHANGE_MISSING)
		*series = (struct change_point){ 0 };
}
