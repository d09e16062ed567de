/* SPDX-License-Identifier: GPL-2.0-only */
/* The error from the spread between intervals, where it can be computed by hand. */
#include "config.h"
#include "model/tree/tree_parts.h"

#include "tests/fixtures/test_main.h"

#define N 10

static struct error_interval intervals[N];

/* Intervals of the same length: their values, and the mean. */
static double of_values(const double *values, size_t n)
{
	double sum = 0;

	for (size_t i = 0; i < n; i++)
		sum += values[i];
	for (size_t i = 0; i < n; i++)
		intervals[i] = (struct error_interval){
			.used = true, .share = 1.0 / (double)n, .level2 = NAN,
			.without = (sum - values[i]) / (double)(n - 1) };
	return sum / (double)n;
}

TEST(two_intervals_tell_nothing)
{
	const double value = of_values((double[]){ 1, 2 }, 2);

	assert_true(isnan(tree_error(intervals, 2, value)));
}

TEST(one_that_is_most_of_the_sum_tells_nothing)
{
	const double value = of_values((double[]){ 1, 2, 3, 4 }, 4);

	intervals[0].share = 0.8;
	intervals[1].share = intervals[2].share = 0.1;
	intervals[3].used = false;
	assert_true(isnan(tree_error(intervals, 4, value)));
}

TEST(equal_values_have_no_error)
{
	const double value = of_values((double[]){ 5, 5, 5, 5 }, 4);

	assert_true(tree_error(intervals, 4, value) < 1e-12);
}

/* That of the mean, by the standard deviation; widened for 9 degrees of freedom. */
TEST(it_is_the_standard_error_of_a_mean)
{
	const double value = of_values((double[]){ 1, -1, -1, 1, 1, -1, -1, 1, 1, -1 }, N);
	const double expected = sqrt(10.0 / 9) / sqrt(10) * 1.154;

	assert_true(fabs(tree_error(intervals, N, value) - expected) < 1e-9);
}

TEST(neighbours_that_move_together_add)
{
	const double mixed = of_values((double[]){ 1, -1, 1, -1, 1, -1, 1, -1, 1, -1 }, N);
	const double error = tree_error(intervals, N, mixed);
	const double slow = of_values((double[]){ 1, 1, 1, 1, 1, -1, -1, -1, -1, -1 }, N);

	assert_true(tree_error(intervals, N, slow) > 1.2 * error);
}

TEST(what_follows_level_2_leaves_a_tenth)
{
	const double values[N] = { 1, 2, 3, 4, 5, 5, 4, 3, 2, 1 };
	const double value = of_values(values, N), error = tree_error(intervals, N, value);

	for (size_t i = 0; i < N; i++)
		intervals[i].level2 = 0.1 * values[i] + 0.2;
	assert_true(fabs(tree_error(intervals, N, value) - error / 10) < 1e-9);
	for (size_t i = 0; i < N; i++)		/* it has hardly changed */
		intervals[i].level2 = 0.001 * values[i] + 0.2;
	assert_true(fabs(tree_error(intervals, N, value) - error) < 1e-9);
}

TEST(one_interval_makes_no_line)
{
	const double values[N] = { 9, 1, 2, 1, 2, 1, 2, 1, 2, 1 };
	const double value = of_values(values, N), error = tree_error(intervals, N, value);

	for (size_t i = 0; i < N; i++)
		intervals[i].level2 = i ? 0.2 : 0.9;
	assert_true(fabs(tree_error(intervals, N, value) - error) < 1e-9);
}

TEST(intervals_in_which_nothing_ran_do_not_count)
{
	const double value = of_values((double[]){ 1, 2, 4, 0 }, 3);
	const double error = tree_error(intervals, 3, value);

	intervals[3] = (struct error_interval){ .used = false, .share = NAN, .without = NAN };
	assert_true(tree_error(intervals, 4, value) == error);
}
