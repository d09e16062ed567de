/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Has a value risen from one recording to another by more than a threshold, beyond doubt? A value is
 * a ratio of sums over the pieces of a recording (slots of a class / slots). Pure functions, any
 * thread.
 *
 * With one recording a side the doubt is that of how the value changes within them. It comes from
 * residuals of the pieces, joined by 1, 2 and 4, and Welch's t. Each of these scales has an
 * autocorrelation that is pooled over both sides and corrected for its bias in short series (Marriott
 * and Pope 1954). The scale with the most doubt counts. It assumes that what changes more slowly than
 * the recording is long does not matter, and knows nothing of how runs of the same program differ: that
 * is what the threshold is for. With at least three recordings on each side the doubt is the spread of
 * the runs' values, by Student's t with a pooled variance; runs must be independent, best made in turn.
 *
 * Several verdicts at once are made together by Holm's method, so that a false alarm in any of them
 * has the probability VERDICT_LEVEL at most.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Student's t distribution: tails, and the value of a tail. Pure functions. */

/*
 * The probability that a t of so many degrees of freedom (more than 0) is above t: the incomplete
 * beta function of df / 2, 1/2 at df / (df + t^2), as a continued fraction (DLMF 8.17.22).
 */
double student_t_tail(double t, double df);

/* The t above which lies this probability, which is above 0 and at most 0.5. */
double student_t_quantile(double probability, double df);

#define VERDICT_LEVEL 0.01	/* false alarms of all verdicts together, at most */
#define VERDICT_POWER 0.8	/* how often what "could be shown" is shown */
#define VERDICT_PIECES 20	/* pieces that a single recording needs */
#define VERDICT_RUNS 3		/* recordings that each side needs, if one side has several */

/* A value over the pieces of a recording: its numerators, and its denominators above 0. */
struct verdict_run {
	const double *x, *w;
	size_t n;
};

/* The question: is after - factor x before above the threshold? */
struct verdict_question {
	double threshold;	/* in units of the value */
	double factor;		/* 1: the threshold is a difference. "+5 %": 1.05, threshold 0 */
	bool falls;		/* is before x factor - after above it? */
};

enum verdict_result {
	VERDICT_TOO_SHORT,	/* too few pieces with the value */
	VERDICT_UNDECIDED,	/* neither is beyond doubt */
	VERDICT_WITHIN,		/* the change is beyond doubt not above the threshold */
	VERDICT_EXCEEDED	/* the change is beyond doubt above it */
};

struct verdict {
	enum verdict_result result;
	double before, after;	/* the value on each side; of several runs their mean; NAN: none */
	double error;		/* standard error of after - factor x before */
	double could_show;	/* the change that is shown in VERDICT_POWER of such comparisons, in
				 * the direction of the question; NAN: nothing could be told */
	double p;		/* of "exceeded", one-sided; 1: nothing is known */
	double p_within;	/* of "within" */
};

/*
 * Answers the question about n_before and n_after recordings, one on each side or at least
 * VERDICT_RUNS, at this level (VERDICT_LEVEL, or what is left of it for one of several rows). What it
 * does not know is NAN in the result.
 */
struct verdict verdict_of(const struct verdict_run *before, size_t n_before,
			  const struct verdict_run *after, size_t n_after,
			  const struct verdict_question *question, double level);

/*
 * Which of n answers with these p are "exceeded" together, by Holm (1979); held[i] says so. n is at
 * most VERDICT_ROWS.
 */
#define VERDICT_ROWS 256
void verdict_holm(const double *p, size_t n, bool *held);

/* ---- residuals ---- */

#define RESIDUALS_MAX 300
#define RESIDUALS_SCALES 3
#define RESIDUALS_LEAST 6	/* joined values, so that they tell anything */

/* Deviations of values from their mean, in the order of time. */
struct residuals {
	double of[RESIDUALS_MAX];
	size_t n;
};

/* The sum of products of values that are so far apart. */
double residuals_products(const struct residuals *residuals, size_t lag);

/* How many values tell as much as one that is independent; sides (1 or 2) are taken together. */
double residuals_correlated(const struct residuals *sides, size_t n_sides);

/*
 * The long-run variance of single values, the largest of the scales: the mean of n values has that
 * divided by n. 0 if all are equal.
 */
double residuals_long_run(const struct residuals *residuals);

/*
 * ---- values of rows over a recording, cut into pieces of equal length ----
 *
 * When there are too many pieces, each two become one. So a recording of any length is read once, and the
 * memory is bounded by PIECES_NAMES. One thread.
 */

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
