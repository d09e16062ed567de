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
#define DIVIDED_STEP 1.5	/* steps of CHANGE_STEP, and */
#define DIVIDED_LIMIT 3		/* limits: so much divides a new reference, whose spread is known the less */
#define DIVIDED_LEAST 10	/* values on each side of it */
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

static double deviation_of(const struct residuals *residuals)
{
	return sqrt(residuals_products(residuals, 0) / (double)(residuals->n - 1));
}

/* The long-run variance that is reckoned with. Loads that never differ have a spread, too, a 20th of the step. */
static double spread_of(const struct residuals *residuals)
{
	const double n = (double)residuals->n, deviation = deviation_of(residuals);
	const double variance = fmax(residuals_long_run(residuals), pow(CHANGE_STEP / 20, 2)) +
				pow(deviation, 2) * sqrt(2 / n);

	return variance * (1 + fmin(UNSURE * residuals_correlated(residuals, 1) / n, UNSURE_MOST));
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
	series->deviation = deviation_of(&residuals);
	series->variance = spread_of(&residuals);
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

static void put_new(struct change_point *series, uint64_t seq, double value)
{
	put_past(series, value);
	put_recent(series, seq, value);
}

/* Forgets everything but the last n values. */
static void begin_anew(struct change_point *series, size_t n)
{
	const struct change_point old = *series;

	*series = (struct change_point){ 0 };
	for (size_t i = n; i--;)
		put_new(series, old.recent_seq[recent_place(&old, i)], (double)old.recent[recent_place(&old, i)]);
}

/* Sets what was found: the last n values are the new level. seq: of the newest. */
static void set_found(const struct change_point *series, uint64_t seq, size_t n, struct change_found *found)
{
	const double step = found->after - found->before;

	found->seq = seq - (uint32_t)((uint32_t)seq - series->recent_seq[recent_place(series, n - 1)]);
	found->doubt = (uint64_t)ceil(DOUBT * series->variance / (step * step));
}

/* Where its values are most unlike: so many of the last ones have another mean, in *found. */
static size_t divide_reference(const struct change_point *series, struct change_found *found)
{
	double sum = 0, all = 0, most = -1;
	size_t n = 0;

	for (size_t i = 0; i < CHANGE_LEAST; i++)
		all += (double)series->past[i];
	for (size_t i = 1; i <= CHANGE_LEAST - DIVIDED_LEAST; i++) {
		const double after = (sum += (double)series->recent[recent_place(series, i - 1)]) / (double)i;
		const double before = (all - sum) / (double)(CHANGE_LEAST - i);
		const double weight = (after - before) * (after - before) * (double)(i * (CHANGE_LEAST - i));

		if (i < DIVIDED_LEAST || weight <= most)
			continue;
		most = weight;
		n = i;
		found->before = before;
		found->after = after;
	}
	return n;
}

/*
 * Has a new reference two levels? What changes again soon after a change does it there, and it would spoil the
 * reference for all that follows. The spread is that around both levels.
 */
static bool is_divided(struct change_point *series, uint64_t seq, double rarity, struct change_found *found, size_t *n)
{
	struct residuals residuals = { .n = CHANGE_LEAST };
	double step, weight;

	*n = divide_reference(series, found);
	for (size_t i = 0; i < CHANGE_LEAST; i++)
		residuals.of[i] = (double)series->past[i] - (i < CHANGE_LEAST - *n ? found->before : found->after);
	step = found->after - found->before;
	weight = (double)*n * (double)(CHANGE_LEAST - *n) / CHANGE_LEAST;
	series->variance = spread_of(&residuals);
	if (fabs(step) < DIVIDED_STEP * CHANGE_STEP ||
	    step * step * weight / (2 * series->variance) <
		    DIVIDED_LIMIT * limit_of(series->variance, CHANGE_LEAST, rarity))
		return false;
	set_found(series, seq, *n, found);
	return true;
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
	set_found(series, seq, *n, found);
	return (way ? -step : step) >= LEAST_PART * CHANGE_STEP;
}

bool change_point_add(struct change_point *series, uint64_t seq, double value, double rarity,
		      struct change_found *found)
{
	size_t n;

	series->missed = 0;
	if (series->n_past < CHANGE_LEAST) {
		put_new(series, seq, value);
		if (series->n_past < CHANGE_LEAST || !is_divided(series, seq, rarity, found, &n))
			return false;
		begin_anew(series, n);
		return true;
	}
	if (series->age++ % EVERY == 0 &&
	    (series->age == 1 || fmax(series->sum[0], series->sum[1]) < BEGINNING * series->limit))
		measure_reference(series, rarity);
	put_recent(series, seq, value);
	add_to_sums(series, value);
	if (series->age > LAG && fmax(series->sum[0], series->sum[1]) < BEGINNING * series->limit)
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
