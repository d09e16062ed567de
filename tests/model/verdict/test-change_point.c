/* SPDX-License-Identifier: GPL-2.0-only */
/* Change points of simulated series whose truth is known; the tables are those of tests/bench/bench-changes.c. */
#include "config.h"
#include "model/verdict/change_point.h"

#include "tests/fixtures/simulated_series.h"
#include "tests/fixtures/test_main.h"

#define SERIES 200
#define HOURS 100
#define RARE (3600.0 * 16 / 3)	/* values: of the four classes of a machine three alarms in four hours */

static const double rhos[] = { 0, 0.25, 0.5, 0.7 };

TEST(steady_values_are_called_changed_less_often_than_is_allowed)
{
	for (size_t i = 0; i < 4; i++)
		for (double spread = 1; spread <= 4; spread *= 2)
			assert_in_range(4 * simulate_hours(HOURS, spread, rhos[i], RARE), 0, HOURS);
	assert_int_equal(simulate_hours(10, 0, 0, RARE), 0);
}

TEST(a_step_of_five_points_is_found_after_5_to_25_seconds_where_it_began)
{
	for (size_t i = 0; i < 4; i++) {
		const struct simulated_steps steps = simulate_steps(SERIES, CHANGE_MOST, 5, 2, rhos[i], RARE);

		assert_in_range(steps.found, SERIES * 90 / 100, SERIES);
		assert_in_range(steps.delay, 3, 25);
		assert_in_range(steps.placed, steps.found * 93 / 100, steps.found);
		assert_float_equal(steps.step, 5, 0.5);
	}
}

TEST(a_large_step_is_found_sooner_and_a_tiny_one_is_none)
{
	const struct simulated_steps large = simulate_steps(SERIES, CHANGE_LEAST, -20, 2, 0.5, RARE);
	const struct simulated_steps tiny = simulate_steps(SERIES, CHANGE_MOST, 1, 1, 0, RARE);

	assert_in_range(large.found, SERIES * 95 / 100, SERIES);
	assert_in_range(large.delay, 3, 15);
	assert_float_equal(large.step, -20, 1);
	assert_int_equal(tiny.found, 0);
}

/* Adds so many equal values. Returns whether there was a change, and which. */
static bool add(struct change_point *series, uint64_t *seq, int n, double value, struct change_found *found)
{
	bool any = false;

	for (int i = 0; i < n; i++)
		any |= change_point_add(series, (*seq)++, value, RARE, found);
	return any;
}

static void assert_found(const struct change_found *found, uint64_t seq, double before, double after)
{
	assert_int_equal(found->seq, seq);
	assert_float_equal(found->before, before, 1e-4);
	assert_float_equal(found->after, after, 1e-4);
}

/* A pulse: its end comes too soon after its begin to be looked for at once. */
TEST(a_step_among_the_values_of_a_new_reference_is_found_when_it_is_whole)
{
	struct change_point series = { 0 };
	struct change_found found;
	uint64_t seq = 1;

	assert_false(add(&series, &seq, CHANGE_LEAST, 10, &found));
	assert_true(add(&series, &seq, 30, 33, &found));
	assert_true(add(&series, &seq, 30, 10, &found));
	assert_found(&found, CHANGE_LEAST + 31, 33, 10);
	assert_false(add(&series, &seq, 30, 10, &found));
	assert_true(add(&series, &seq, 5, 33, &found));	/* the pulse has not made it blind */
}

TEST(intervals_without_a_value_change_nothing_until_nothing_is_known_any_more)
{
	struct change_point series = { 0 };
	struct change_found found;
	uint64_t seq = 1;

	assert_false(add(&series, &seq, CHANGE_LEAST, 30, &found));
	change_point_miss(&series, CHANGE_MISSING - 1);
	seq += CHANGE_MISSING - 1;
	assert_true(add(&series, &seq, 5, 40, &found));
	assert_found(&found, CHANGE_LEAST + CHANGE_MISSING, 30, 40);
	assert_false(add(&series, &seq, CHANGE_LEAST, 40, &found));
	change_point_miss(&series, CHANGE_MISSING);
	assert_false(add(&series, &seq, CHANGE_LEAST, 60, &found));	/* it begins again */
	assert_true(add(&series, &seq, 5, 30, &found));
}
