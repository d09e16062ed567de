/* SPDX-License-Identifier: GPL-2.0-only */
/* Verdicts about simulated recordings whose truth is known; the tables are those of tests/bench/bench-verdict.c. */
#include "config.h"
#include "model/verdict/verdict.h"

#include "tests/fixtures/simulated_runs.h"
#include "tests/fixtures/test_main.h"

#define PAIRS 400

static const struct verdict_question three_points = { .threshold = 3, .factor = 1 };

/* How many of PAIRS are "exceeded", where the second is so many points above the first. */
static int exceeded(const struct verdict_question *question, size_t runs, size_t pieces, double rho,
		    double rise)
{
	uint64_t seed = 1;
	int n = 0;

	for (int i = 0; i < PAIRS; i++) {
		static struct simulated_runs before, after;

		simulate_runs(&before, runs, pieces, 30, rho, &seed);
		simulate_runs(&after, runs, pieces, 30 + rise, rho, &seed);
		n += verdict_of(before.runs, runs, after.runs, runs, question, VERDICT_LEVEL).result ==
		     VERDICT_EXCEEDED;
	}
	return n;
}

TEST(tails_and_quantiles_of_t_are_those_of_the_tables)
{
	assert_float_equal(student_t_tail(2.624494, 14), 0.01, 1e-6);
	assert_float_equal(student_t_tail(3.746947, 4), 0.01, 1e-6);
	assert_float_equal(student_t_tail(-1, 1), 0.75, 1e-9);
	assert_float_equal(student_t_quantile(0.01, 1e9), 2.326348, 1e-5);
	assert_float_equal(student_t_quantile(0.2, 4), 0.940965, 1e-5);
}

TEST(equal_loads_are_seldom_called_changed_however_they_are_correlated)
{
	const struct verdict_question any = { .threshold = 0, .factor = 1 };

	for (double rho = 0; rho < 0.8; rho += 0.35)
		for (size_t pieces = 30; pieces <= 120; pieces *= 2)
			assert_in_range(exceeded(&any, 1, pieces, rho, 0), 0, PAIRS * 15 / 1000);
	assert_in_range(exceeded(&any, 3, 60, 0.5, 0), 0, PAIRS * 15 / 1000);
}

TEST(a_large_change_is_found_and_a_smaller_one_than_the_limit_is_not)
{
	assert_in_range(exceeded(&three_points, 1, 60, 0, 8), PAIRS * 97 / 100, PAIRS);
	assert_in_range(exceeded(&three_points, 1, 60, 0.5, 13), PAIRS * 90 / 100, PAIRS);
	assert_in_range(exceeded(&three_points, 1, 60, 0, 3), 0, PAIRS * 15 / 1000);
	assert_int_equal(exceeded(&three_points, 1, 60, 0, -8), 0);
}

TEST(falls_and_percents_of_the_value_are_asked_about_as_well)
{
	const struct verdict_question falls = { .threshold = 3, .factor = 1, .falls = true };
	const struct verdict_question tenth = { .factor = 0.9, .falls = true };

	assert_in_range(exceeded(&falls, 1, 60, 0, -8), PAIRS * 97 / 100, PAIRS);
	assert_in_range(exceeded(&tenth, 1, 60, 0, -8), PAIRS * 97 / 100, PAIRS);
	assert_in_range(exceeded(&tenth, 1, 60, 0, -2), 0, PAIRS / 100);	/* 6.7 % */
	assert_in_range(exceeded(&tenth, 5, 60, 0, -8), PAIRS * 97 / 100, PAIRS);
}

TEST(what_is_too_short_or_never_changes_is_told_apart)
{
	static struct simulated_runs before, after;
	uint64_t seed = 1;
	struct verdict verdict;

	simulate_runs(&before, 1, VERDICT_PIECES - 1, 30, 0, &seed);
	simulate_runs(&after, 1, 60, 30, 0, &seed);
	verdict = verdict_of(before.runs, 1, after.runs, 1, &three_points, VERDICT_LEVEL);
	assert_int_equal(verdict.result, VERDICT_TOO_SHORT);
	assert_float_equal(verdict.p, 1, 0);
	for (size_t i = 0; i < 60; i++)
		before.x[0][i] = 30 * (before.w[0][i] = 1);
	before.runs[0].n = 60;
	verdict = verdict_of(before.runs, 1, before.runs, 1, &three_points, VERDICT_LEVEL);
	assert_int_equal(verdict.result, VERDICT_WITHIN);
	assert_float_equal(verdict.error, 0, 0);
}

TEST(verdicts_of_several_rows_hold_together_by_holm)
{
	bool held[3];

	verdict_holm((double[]){ 0.001, 0.5, 0.006 }, 3, held);
	assert_true(held[0] && !held[1] && !held[2]);
	verdict_holm((double[]){ 0.004, 0.001, 0.009 }, 3, held);
	assert_true(held[0] && held[1] && held[2]);
}

TEST(pieces_grow_with_the_recording_and_lose_nothing)
{
	struct pieces *pieces = pieces_new();
	struct pieces_row *row = pieces_row(pieces, "a");
	double x[PIECES_MAX], w[PIECES_MAX], sum = 0, weights = 0;
	size_t n;

	for (int i = 1; i <= 1000; i++) {
		if (i % 2)	/* it did not run in the others */
			pieces_add(pieces, row, 1, i, 2);
		pieces_next_interval(pieces);
	}
	n = pieces_of_value(pieces, row, row, 1, x, w);
	assert_in_range(n, PIECES_MAX / 2, PIECES_MAX);
	for (size_t i = 0; i < n; i++) {
		sum += x[i];
		weights += w[i];
	}
	assert_float_equal(sum, 250000, 0);
	assert_float_equal(weights, 1000, 0);
	assert_ptr_equal(pieces_find(pieces, "a"), row);
	assert_null(pieces_find(pieces, "b"));
	pieces_free(pieces);
}
