/* SPDX-License-Identifier: GPL-2.0-only */
/* Pieces of recordings, and the statistics of a verdict on them; see verdict.h. */
#include "config.h"
#include "model/verdict/verdict.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A failed allocation inside uthash then leaves the element out instead of calling exit(). */
#define HASH_NONFATAL_OOM 1
#include <uthash.h>

/* ---- residuals ---- */

#define MOST_CORRELATED 0.97

static const size_t residuals_scales[RESIDUALS_SCALES] = { 1, 2, 4 };

/* Means of m neighbours; what is left over goes at the front. */
static struct residuals residuals_joined(const struct residuals *residuals, size_t m)
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

#define LEAST_INDEPENDENT 3	/* of all pieces, or nothing could ever be shown */

_Static_assert(PIECES_MAX <= RESIDUALS_MAX, "all pieces of a recording have their residuals");

/* An estimate of the difference: its standard error with its degrees of freedom. */
struct doubt {
	double error, df;
};

#define STEPS 300		/* of the fraction, which ends after some 30 */
#define PRECISION 1e-12
#define TINY 1e-30		/* in place of a zero, by which nothing is divided */
#define HALVINGS 60
#define NORMAL_DF 1e6		/* from here on t is normal */

static double not_zero(double value)
{
	return fabs(value) > TINY ? value : TINY;
}

/* The continued fraction of the incomplete beta function, by Lentz' method. */
static double beta_fraction(double a, double b, double x)
{
	double c = 1, d = 1 / not_zero(1 - (a + b) * x / (a + 1)), value = d;

	for (int m = 1; m < STEPS; m++) {
		const double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
		const double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));

		d = 1 / not_zero(1 + even * d);
		c = not_zero(1 + even / c);
		value *= d * c;
		d = 1 / not_zero(1 + odd * d);
		c = not_zero(1 + odd / c);
		value *= d * c;
		if (fabs(d * c - 1) < PRECISION)
			break;
	}
	return value;
}

/* The regularised incomplete beta function. */
static double beta(double a, double b, double x)
{
	double front;

	if (x <= 0 || x >= 1)
		return x >= 1;
	front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log1p(-x));
	return x < (a + 1) / (a + b + 2) ? front * beta_fraction(a, b, x) / a :
					   1 - front * beta_fraction(b, a, 1 - x) / b;
}

double student_t_tail(double t, double df)
{
	double p;

	if (df > NORMAL_DF)
		return erfc(t / sqrt(2)) / 2;
	p = beta(df / 2, 0.5, df / (df + t * t)) / 2;
	return t > 0 ? p : 1 - p;
}

double student_t_quantile(double probability, double df)
{
	double low = 0, high = 1e4;

	for (int i = 0; i < HALVINGS; i++) {
		const double middle = (low + high) / 2;

		if (student_t_tail(middle, df) > probability)
			low = middle;
		else
			high = middle;
	}
	return (low + high) / 2;
}

static double ratio(const struct verdict_run *run)
{
	double x = 0, w = 0;

	for (size_t i = 0; i < run->n; i++) {
		x += run->x[i];
		w += run->w[i];
	}
	return x / w;
}

/* What each piece adds to the error of the ratio, which is linear in small changes. */
static struct residuals residuals_of(const struct verdict_run *run, double value)
{
	struct residuals residuals = { .n = run->n };
	double mean = 0;

	for (size_t i = 0; i < run->n; i++)
		mean += run->w[i] / (double)run->n;
	for (size_t i = 0; i < run->n; i++)
		residuals.of[i] = (run->x[i] - value * run->w[i]) / mean;
	return residuals;
}

/* Welch and Satterthwaite, of pieces of one scale. */
static struct doubt doubt_at(const struct residuals whole[2], const double factor[2], size_t m)
{
	const struct residuals side[2] = { residuals_joined(&whole[0], m),
					   residuals_joined(&whole[1], m) };
	const double tau = residuals_correlated(side, 2);
	double variance = 0, weight = 0;

	for (int i = 0; i < 2; i++) {
		const double n = (double)side[i].n, its_tau = fmin(tau, n / LEAST_INDEPENDENT);
		const double part = factor[i] * factor[i] * residuals_products(&side[i], 0) / (n - its_tau) *
				    its_tau / n;

		variance += part;
		weight += part * part / (n / its_tau - 1);
	}
	return (struct doubt){ .error = sqrt(variance),
			       .df = weight > 0 ? fmax(variance * variance / weight, 1) : 1 };
}

/* One recording a side. Returns how many of the doubts there are. */
static size_t doubts_within(const struct verdict_run *before, const struct verdict_run *after,
			    const struct verdict *verdict, double factor, struct doubt *doubts)
{
	const struct residuals side[2] = { residuals_of(before, verdict->before),
					   residuals_of(after, verdict->after) };
	const size_t least = before->n < after->n ? before->n : after->n;
	size_t n = 0;

	for (size_t i = 0; i < RESIDUALS_SCALES; i++)
		if (!i || least / residuals_scales[i] >= RESIDUALS_LEAST)
			doubts[n++] = doubt_at(side, (double[]){ factor, 1 }, residuals_scales[i]);
	return n;
}

static double spread(const struct verdict_run *runs, size_t n, double mean)
{
	double sum = 0;

	for (size_t i = 0; i < n; i++)
		sum += pow(ratio(&runs[i]) - mean, 2);
	return sum;
}

static double mean_of(const struct verdict_run *runs, size_t n)
{
	double sum = 0;

	for (size_t i = 0; i < n; i++)
		sum += ratio(&runs[i]) / (double)n;
	return sum;
}

static bool has_pieces(const struct verdict_run *runs, size_t n, size_t pieces)
{
	for (size_t i = 0; i < n; i++)
		if (runs[i].n < pieces)
			return false;
	return n > 0;
}

static enum verdict_result result_at(const struct verdict *verdict, double level)
{
	return verdict->p < level ? VERDICT_EXCEEDED :
	       verdict->p_within < level ? VERDICT_WITHIN : VERDICT_UNDECIDED;
}

/* The scale with the most doubt counts, for each of the answers. */
static void decide(struct verdict *verdict, const struct verdict_question *question,
		   const struct doubt *doubts, size_t n, double level)
{
	const double rise = verdict->after - question->factor * verdict->before;
	const double over = (question->falls ? -rise : rise) - question->threshold;

	verdict->p = verdict->p_within = verdict->error = 0;
	verdict->could_show = question->threshold;
	for (size_t i = 0; i < n; i++) {
		const double error = doubts[i].error, df = doubts[i].df;
		const bool exact = error <= 0;	/* as of a load that the demo invents */
		const double t = exact ? 0 : over / error;

		verdict->p = fmax(verdict->p, exact ? over <= 0 : student_t_tail(t, df));
		verdict->p_within = fmax(verdict->p_within, exact ? over > 0 : student_t_tail(-t, df));
		verdict->error = fmax(verdict->error, error);
		verdict->could_show = fmax(verdict->could_show, question->threshold + error *
			(student_t_quantile(level, df) + student_t_quantile(1 - VERDICT_POWER, df)));
	}
	verdict->result = result_at(verdict, level);
}

struct verdict verdict_of(const struct verdict_run *before, size_t n_before,
			  const struct verdict_run *after, size_t n_after,
			  const struct verdict_question *question, double level)
{
	const bool single = n_before == 1 && n_after == 1;
	const size_t pieces = single ? VERDICT_PIECES : 1;
	struct verdict verdict = { .result = VERDICT_UNDECIDED, .before = NAN, .after = NAN,
				   .error = NAN, .could_show = NAN, .p = 1, .p_within = 1 };
	struct doubt doubts[RESIDUALS_SCALES];
	size_t n = 1;

	if (has_pieces(before, n_before, 1))
		verdict.before = mean_of(before, n_before);
	if (has_pieces(after, n_after, 1))
		verdict.after = mean_of(after, n_after);
	if (!has_pieces(before, n_before, pieces) || !has_pieces(after, n_after, pieces))
		verdict.result = VERDICT_TOO_SHORT;
	if (verdict.result < VERDICT_UNDECIDED)
		return verdict;
	if (single) {
		n = doubts_within(before, after, &verdict, question->factor, doubts);
	} else {
		const double df = (double)(n_before + n_after - 2);
		const double variance = (spread(before, n_before, verdict.before) +
					 spread(after, n_after, verdict.after)) / df;

		doubts[0] = (struct doubt){
			.df = df,
			.error = sqrt(variance * (question->factor * question->factor / (double)n_before +
						  1 / (double)n_after)) };
	}
	decide(&verdict, question, doubts, n, level);
	return verdict;
}

void verdict_holm(const double *p, size_t n, bool *held)
{
	bool goes_on = true;

	for (size_t i = 0; i < n; i++)
		held[i] = false;
	for (size_t k = 0; k < n && goes_on; k++) {
		size_t least = n;

		for (size_t i = 0; i < n; i++)
			if (!held[i] && (least == n || p[i] < p[least]))
				least = i;
		goes_on = p[least] <= VERDICT_LEVEL / (double)(n - k);
		held[least] = goes_on;
	}
}

/* ---- pieces ---- */

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
