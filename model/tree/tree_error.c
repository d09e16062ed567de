/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The error of a value is that of counting a part of the time: groups take turns, and a process
 * does not do the same thing all the time. Each interval is left out once, and the value made of
 * the others; how far it moves says what the interval contributes. (Grouped jackknife, which is
 * right for ratios of sums. Each contribution is corrected by the weight that it has itself, as HC2
 * does: MacKinnon, White, "Some heteroskedasticity-consistent covariance matrix estimators",
 * J. Econometrics 29, 1985; neighbours that move in the same direction add: Newey, West,
 * Econometrica 55, 1987.)
 *
 * Not all of the spread is an error: the process may have changed. Level 1 and 2 are counted all
 * the time, so what follows them (a straight line) is a change, and only the spread around it
 * counts.
 *
 * With few intervals the spread itself is uncertain: the error is widened as Student's t asks, so
 * that twice the error means the same with 3 intervals as with 10.
 */
#include "config.h"
#include "model/tree/tree_parts.h"

#include <math.h>

#define LINE_INTERVALS 5	/* to see what follows level 2, */
#define LINE_SPREAD 0.01	/* which has changed at least by so much, standard deviation, */
#define LEVERAGE_MAX 0.8	/* and no interval alone decides on the line; */
#define LINE_REST 0.1		/* at most the rest of the error is explained by it */

struct line {			/* of what follows level 2 */
	bool known;
	double mean, squares;	/* of level 2, weighted; its variance */
	double slope;
};

/* How far the value of this interval is from that of all, as a first approximation. */
static double away(const struct error_interval *interval, double value)
{
	return (value - interval->without) * (1 - interval->share) / interval->share;
}

static double leverage(const struct error_interval *interval, const struct line *line)
{
	const double x = interval->level2 - line->mean;

	return interval->share + (line->known ? interval->share * x * x / line->squares : 0);
}

static struct line find_line(const struct error_interval *intervals, size_t n, double value)
{
	struct line line = { .known = true };
	double products = 0;
	size_t used = 0;

	for (size_t i = 0; i < n; i++)
		if (intervals[i].used) {
			line.mean += intervals[i].share * intervals[i].level2;
			used++;
		}
	for (size_t i = 0; i < n; i++)
		if (intervals[i].used) {
			const double x = intervals[i].level2 - line.mean;

			line.squares += intervals[i].share * x * x;
			products += intervals[i].share * x * away(&intervals[i], value);
		}
	line.known = used >= LINE_INTERVALS && line.squares > LINE_SPREAD * LINE_SPREAD;
	for (size_t i = 0; i < n && line.known; i++)
		if (intervals[i].used && leverage(&intervals[i], &line) > LEVERAGE_MAX)
			line.known = false;
	line.slope = line.known ? products / line.squares : 0;
	return line;
}

/* Twice the error holds 95 % of the cases, at so many degrees of freedom; by 1.96. */
static double student(double freedom)
{
	static const double widen[] = { 6.483, 2.195, 1.624, 1.417, 1.312,
					1.248, 1.206, 1.177, 1.154 };
	const size_t n = sizeof(widen) / sizeof(widen[0]);
	double from_1 = fmax(0, freedom - 1), part;
	size_t at = (size_t)from_1;

	if (at + 1 >= n)
		return widen[n - 1];
	part = from_1 - (double)at;
	return widen[at] + part * (widen[at + 1] - widen[at]);
}

/* The error of the sum of what the intervals contribute, around a line. */
static double spread(const struct error_interval *intervals, size_t n, double value,
		     const struct line *line)
{
	double sum = 0, neighbours = 0, before = 0;

	for (size_t i = 0; i < n; i++) {
		double moves = 0;

		if (intervals[i].used) {
			moves = away(&intervals[i], value);
			if (line->known)
				moves -= line->slope * (intervals[i].level2 - line->mean);
			moves *= intervals[i].share / sqrt(1 - leverage(&intervals[i], line));
		}
		sum += moves * moves;
		neighbours += moves * before;
		before = moves;
	}
	return sqrt(fmax(sum, sum + neighbours));
}

double tree_error(const struct error_interval *intervals, size_t n, double value)
{
	static const struct line none = { .known = false };
	const struct line line = find_line(intervals, n, value);
	double shares = 0, freedom, error;
	size_t used = 0;

	for (size_t i = 0; i < n; i++) {
		if (!intervals[i].used)
			continue;
		if (!(intervals[i].share > 0 && intervals[i].share < 1))
			return NAN;
		shares += intervals[i].share * intervals[i].share;
		used++;
	}
	if (used < ERROR_INTERVALS || shares > 0.5)
		return NAN;
	freedom = 1 / shares - 1;
	error = spread(intervals, n, value, &none) * student(freedom);
	if (line.known)
		error = fmax(error * LINE_REST,
			     spread(intervals, n, value, &line) * student(freedom - 1));
	return error;
}
