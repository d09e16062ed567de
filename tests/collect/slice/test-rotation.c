/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The timetable of groups that rotate: when, which, and that nothing happens until more than mux 0
 * is wanted.
 */
#include "config.h"
#include "collect/slice/rotation.h"

#include "tests/fixtures/test_main.h"

#define MS 1000000ULL
#define CPUS 4

static struct rotation *rotation;

SETUP
{
	rotation = rotation_new(CPUS, 2);
	assert_non_null(rotation);
	rotation_set_interval(rotation, 600 * MS);	/* so a mux interval is 100 ms */
}

TEARDOWN
{
	rotation_free(rotation);
}

static void want_all(uint64_t now_ns)
{
	rotation_want(rotation, (struct turns){ .groups = TURNS_ALL(2), .first = 1 }, now_ns);
}

static void want_none(uint64_t now_ns)
{
	rotation_want(rotation, (struct turns){ .groups = 0 }, now_ns);
}

TEST(until_more_is_wanted_mux_0_stays_and_no_timer_runs)
{
	assert_true(rotation_next_ns(rotation) == UINT64_MAX);
	assert_false(rotation_timer_due(rotation, 1000 * MS));
	assert_int_equal(rotation_mux_due(rotation, 0, 1000 * MS), 0);
}

TEST(rotation_starts_at_once_and_cpus_begin_with_different_groups)
{
	want_all(1000 * MS);
	assert_true(rotation_timer_due(rotation, 1000 * MS));
	assert_int_equal(rotation_mux_due(rotation, 0, 1000 * MS), 0);
	assert_int_equal(rotation_mux_due(rotation, 1, 1000 * MS), 1);
	assert_int_equal(rotation_mux_due(rotation, 2, 1000 * MS), 2);
	assert_int_equal(rotation_mux_due(rotation, 3, 1000 * MS), 0);
	assert_int_equal(rotation_mux_due(rotation, 0, 1099 * MS), 0);
	assert_int_equal(rotation_mux_due(rotation, 0, 1100 * MS), 1);
	assert_true(rotation_next_ns(rotation) == 1020 * MS);
	assert_false(rotation_timer_due(rotation, 1019 * MS));
}

/* For 1.2 s: how many milliseconds each group was on. */
static void rotate(uint64_t had[3])
{
	for (uint64_t now = 0; now < 1200 * MS; now += 5 * MS) {
		uint32_t due = rotation_mux_due(rotation, 0, now);

		if (rotation_timer_due(rotation, now) && due != rotation_mux(rotation, 0))
			rotation_switched(rotation, 0, due, now);
		had[rotation_mux(rotation, 0)] += 5;
	}
}

TEST(all_groups_come_around_each_for_its_time)
{
	uint64_t had[3] = { 0, 0, 0 };

	want_all(0);
	rotate(had);
	for (int mux = 0; mux < 3; mux++)
		assert_int_equal(had[mux], 400);
}

/* A round is four mux intervals, of 75 ms. */
TEST(of_two_groups_the_first_can_have_three_quarters_of_the_time)
{
	uint64_t had[3] = { 0, 0, 0 };

	rotation_want(rotation, (struct turns){ .groups = 1U << 2, .first = 3 }, 0);
	rotate(had);
	assert_int_equal(had[0], 900);
	assert_int_equal(had[1], 0);
	assert_int_equal(had[2], 300);
}

TEST(a_group_that_is_no_longer_wanted_goes_off_at_the_next_timer)
{
	want_all(0);
	rotation_switched(rotation, 0, 1, 0);
	rotation_want(rotation, (struct turns){ .groups = 1U << 2, .first = 3 }, 10 * MS);
	assert_true(rotation_timer_due(rotation, 10 * MS));
	assert_int_equal(rotation_mux_due(rotation, 0, 10 * MS), 0);
}

TEST(a_cpu_that_cannot_be_switched_keeps_its_group_until_it_can)
{
	want_all(0);
	rotation_switched(rotation, 0, 1, 0);
	assert_int_equal(rotation_mux_due(rotation, 0, 99 * MS), 1);
	assert_int_equal(rotation_mux_due(rotation, 0, 100 * MS), 2);
	assert_int_equal(rotation_mux_due(rotation, 0, 199 * MS), 2);
	assert_int_equal(rotation_mux(rotation, 0), 1);
	rotation_switched(rotation, 0, 2, 199 * MS);
	assert_int_equal(rotation_mux_due(rotation, 0, 298 * MS), 2);
	assert_int_equal(rotation_mux_due(rotation, 0, 299 * MS), 0);
}

static uint64_t pause_after(uint64_t now)
{
	assert_true(rotation_timer_due(rotation, now));
	return rotation_next_ns(rotation) - now;
}

/* All CPUs idle: the timer must be rare, but not miss the end of a mux interval that starts. */
TEST(cpus_that_idle_are_asked_less_and_less_often_until_a_group_is_switched)
{
	want_all(0);
	for (size_t cpu = 0; cpu < CPUS; cpu++)
		rotation_switched(rotation, cpu, 1, 0);
	assert_int_equal(pause_after(1000 * MS), 20 * MS);
	assert_int_equal(pause_after(1020 * MS), 40 * MS);
	assert_int_equal(pause_after(1060 * MS), 80 * MS);
	assert_int_equal(pause_after(1140 * MS), 160 * MS);
	assert_int_equal(pause_after(1300 * MS), 250 * MS);
	assert_int_equal(pause_after(1550 * MS), 250 * MS);
	rotation_switched(rotation, 2, 2, 1555 * MS);
	assert_true(rotation_next_ns(rotation) == 1575 * MS);
	assert_int_equal(pause_after(1575 * MS), 20 * MS);
	assert_int_equal(pause_after(1595 * MS), 40 * MS);
	assert_int_equal(pause_after(1635 * MS), 20 * MS);	/* then that mux interval is over */
}

/*
 * It could be switched after 300 ms, then after a second: mux 0 has 300 ms, then 400; then come the
 * others.
 */
TEST(a_cpu_that_idles_for_long_goes_back_to_mux_0_before_the_next_and_stays_there)
{
	want_all(0);
	rotation_switched(rotation, 0, 1, 0);
	assert_int_equal(rotation_mux_due(rotation, 0, 300 * MS), 0);
	rotation_switched(rotation, 0, 0, 300 * MS);
	assert_int_equal(rotation_mux_due(rotation, 0, 599 * MS), 0);
	assert_int_equal(rotation_mux_due(rotation, 0, 600 * MS), 2);
	rotation_switched(rotation, 0, 2, 600 * MS);
	assert_int_equal(rotation_mux_due(rotation, 0, 1600 * MS), 0);
	rotation_switched(rotation, 0, 0, 1600 * MS);
	assert_int_equal(rotation_mux_due(rotation, 0, 1999 * MS), 0);
	assert_int_equal(rotation_mux_due(rotation, 0, 2000 * MS), 1);
}

TEST(a_cpu_that_stayed_rotates_as_others_do_when_it_is_busy)
{
	want_all(0);
	rotation_switched(rotation, 0, 1, 0);
	rotation_switched(rotation, 0, 0, 1000 * MS);
	rotation_switched(rotation, 0, 2, 1400 * MS);
	assert_int_equal(rotation_mux_due(rotation, 0, 1500 * MS), 0);
	rotation_switched(rotation, 0, 0, 1500 * MS);
	assert_int_equal(rotation_mux_due(rotation, 0, 1600 * MS), 1);
}

TEST(when_no_more_is_wanted_all_go_back_and_then_no_timer_runs)
{
	want_all(0);
	rotation_switched(rotation, 3, 2, 0);
	want_none(0);
	assert_true(rotation_next_ns(rotation) <= 1 * MS);
	assert_true(rotation_timer_due(rotation, 1 * MS));
	assert_int_equal(rotation_mux_due(rotation, 3, 1 * MS), 0);
	rotation_switched(rotation, 3, 0, 1 * MS);
	assert_true(rotation_next_ns(rotation) == UINT64_MAX);
}

TEST(mux_intervals_are_neither_too_short_nor_too_long)
{
	want_all(0);
	rotation_switched(rotation, 0, 1, 0);
	rotation_set_interval(rotation, 1 * MS);
	assert_int_equal(rotation_mux_due(rotation, 0, 19 * MS), 1);
	assert_int_equal(rotation_mux_due(rotation, 0, 20 * MS), 2);
	rotation_set_interval(rotation, 60000 * MS);
	assert_int_equal(rotation_mux_due(rotation, 0, 249 * MS), 1);
	assert_int_equal(rotation_mux_due(rotation, 0, 250 * MS), 2);
}

TEST(without_other_groups_nothing_can_be_wanted)
{
	struct rotation *alone = rotation_new(1, 0);

	assert_non_null(alone);
	rotation_want(alone, (struct turns){ .groups = TURNS_ALL(2), .first = 1 }, 0);
	assert_false(rotation_wanted(alone));
	assert_true(rotation_next_ns(alone) == UINT64_MAX);
	rotation_free(alone);
}
