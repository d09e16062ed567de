/* SPDX-License-Identifier: GPL-2.0-only */
/* The timetable of groups that take turns: when, which, and that nothing happens while nobody wants it. */
#include "config.h"
#include "collect/percpu/turns.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#define MS 1000000ULL
#define CPUS 4

static struct turns *turns;

static int setup(void **state)
{
	(void)state;
	turns = turns_new(CPUS, 2);
	assert_non_null(turns);
	turns_set_interval(turns, 600 * MS);	/* so a turn is 100 ms */
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	turns_free(turns);
	return 0;
}

static void until_more_is_wanted_turn_0_stays_and_nobody_wakes(void **state)
{
	(void)state;
	assert_true(turns_next_beat(turns) == UINT64_MAX);
	assert_false(turns_beat(turns, 1000 * MS));
	assert_int_equal(turns_due(turns, 0, 1000 * MS), 0);
}

static void a_wish_is_followed_at_once_and_cpus_begin_with_different_turns(void **state)
{
	(void)state;
	turns_want(turns, true, 1000 * MS);
	assert_true(turns_beat(turns, 1000 * MS));
	assert_int_equal(turns_due(turns, 0, 1000 * MS), 0);
	assert_int_equal(turns_due(turns, 1, 1000 * MS), 1);
	assert_int_equal(turns_due(turns, 2, 1000 * MS), 2);
	assert_int_equal(turns_due(turns, 3, 1000 * MS), 0);
	assert_int_equal(turns_due(turns, 0, 1099 * MS), 0);
	assert_int_equal(turns_due(turns, 0, 1100 * MS), 1);
	assert_true(turns_next_beat(turns) == 1020 * MS);
	assert_false(turns_beat(turns, 1019 * MS));
}

static void all_turns_come_around_each_for_its_time(void **state)
{
	uint64_t had[3] = { 0, 0, 0 };

	(void)state;
	turns_want(turns, true, 0);
	for (uint64_t now = 0; now < 1200 * MS; now += 5 * MS) {
		uint32_t due = turns_due(turns, 0, now);

		if (turns_beat(turns, now) && due != turns_of(turns, 0))
			turns_begin(turns, 0, due, now);
		had[turns_of(turns, 0)] += 5;
	}
	for (int turn = 0; turn < 3; turn++)
		assert_int_equal(had[turn], 400);
}

static void a_cpu_that_cannot_be_switched_keeps_its_turn_until_it_can(void **state)
{
	(void)state;
	turns_want(turns, true, 0);
	turns_begin(turns, 0, 1, 0);
	assert_int_equal(turns_due(turns, 0, 99 * MS), 1);
	assert_int_equal(turns_due(turns, 0, 100 * MS), 2);
	assert_int_equal(turns_due(turns, 0, 199 * MS), 2);
	assert_int_equal(turns_of(turns, 0), 1);
	turns_begin(turns, 0, 2, 199 * MS);
	assert_int_equal(turns_due(turns, 0, 298 * MS), 2);
	assert_int_equal(turns_due(turns, 0, 299 * MS), 0);
}

static uint64_t pause_after(uint64_t now)
{
	assert_true(turns_beat(turns, now));
	return turns_next_beat(turns) - now;
}

/* Nobody runs anywhere: nobody is woken often for it, but who asks must not sleep through a turn that begins. */
static void cpus_that_idle_are_asked_less_and_less_often_until_a_turn_begins(void **state)
{
	(void)state;
	turns_want(turns, true, 0);
	for (size_t cpu = 0; cpu < CPUS; cpu++)
		turns_begin(turns, cpu, 1, 0);
	assert_int_equal(pause_after(1000 * MS), 20 * MS);
	assert_int_equal(pause_after(1020 * MS), 40 * MS);
	assert_int_equal(pause_after(1060 * MS), 80 * MS);
	assert_int_equal(pause_after(1140 * MS), 160 * MS);
	assert_int_equal(pause_after(1300 * MS), 250 * MS);
	assert_int_equal(pause_after(1550 * MS), 250 * MS);
	turns_begin(turns, 2, 2, 1555 * MS);
	assert_true(turns_next_beat(turns) == 1575 * MS);
	assert_int_equal(pause_after(1575 * MS), 20 * MS);
	assert_int_equal(pause_after(1595 * MS), 40 * MS);
	assert_int_equal(pause_after(1635 * MS), 20 * MS);	/* then that turn is over */
}

/* It was caught after 300 ms, then after a second: turn 0 has 300 ms, then 400, and the others come after it. */
static void a_cpu_that_idles_for_long_goes_back_to_turn_0_before_the_next_and_rests_there(void **state)
{
	(void)state;
	turns_want(turns, true, 0);
	turns_begin(turns, 0, 1, 0);
	assert_int_equal(turns_due(turns, 0, 300 * MS), 0);
	turns_begin(turns, 0, 0, 300 * MS);
	assert_int_equal(turns_due(turns, 0, 599 * MS), 0);
	assert_int_equal(turns_due(turns, 0, 600 * MS), 2);
	turns_begin(turns, 0, 2, 600 * MS);
	assert_int_equal(turns_due(turns, 0, 1600 * MS), 0);
	turns_begin(turns, 0, 0, 1600 * MS);
	assert_int_equal(turns_due(turns, 0, 1999 * MS), 0);
	assert_int_equal(turns_due(turns, 0, 2000 * MS), 1);
}

static void a_cpu_that_rested_takes_turns_as_others_do_when_it_is_busy(void **state)
{
	(void)state;
	turns_want(turns, true, 0);
	turns_begin(turns, 0, 1, 0);
	turns_begin(turns, 0, 0, 1000 * MS);
	turns_begin(turns, 0, 2, 1400 * MS);
	assert_int_equal(turns_due(turns, 0, 1500 * MS), 0);
	turns_begin(turns, 0, 0, 1500 * MS);
	assert_int_equal(turns_due(turns, 0, 1600 * MS), 1);
}

static void when_no_more_is_wanted_all_go_back_and_then_nobody_wakes(void **state)
{
	(void)state;
	turns_want(turns, true, 0);
	turns_begin(turns, 3, 2, 0);
	turns_want(turns, false, 0);
	assert_true(turns_next_beat(turns) <= 1 * MS);
	assert_true(turns_beat(turns, 1 * MS));
	assert_int_equal(turns_due(turns, 3, 1 * MS), 0);
	turns_begin(turns, 3, 0, 1 * MS);
	assert_true(turns_next_beat(turns) == UINT64_MAX);
}

static void turns_are_neither_too_short_nor_too_long(void **state)
{
	(void)state;
	turns_want(turns, true, 0);
	turns_begin(turns, 0, 1, 0);
	turns_set_interval(turns, 1 * MS);
	assert_int_equal(turns_due(turns, 0, 19 * MS), 1);
	assert_int_equal(turns_due(turns, 0, 20 * MS), 2);
	turns_set_interval(turns, 60000 * MS);
	assert_int_equal(turns_due(turns, 0, 249 * MS), 1);
	assert_int_equal(turns_due(turns, 0, 250 * MS), 2);
}

static void without_other_groups_nothing_can_be_wanted(void **state)
{
	struct turns *alone = turns_new(1, 0);

	(void)state;
	assert_non_null(alone);
	turns_want(alone, true, 0);
	assert_false(turns_wanted(alone));
	assert_true(turns_next_beat(alone) == UINT64_MAX);
	turns_free(alone);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(until_more_is_wanted_turn_0_stays_and_nobody_wakes),
		TEST(a_wish_is_followed_at_once_and_cpus_begin_with_different_turns),
		TEST(all_turns_come_around_each_for_its_time),
		TEST(a_cpu_that_cannot_be_switched_keeps_its_turn_until_it_can),
		TEST(a_cpu_that_idles_for_long_goes_back_to_turn_0_before_the_next_and_rests_there),
		TEST(cpus_that_idle_are_asked_less_and_less_often_until_a_turn_begins),
		TEST(a_cpu_that_rested_takes_turns_as_others_do_when_it_is_busy),
		TEST(when_no_more_is_wanted_all_go_back_and_then_nobody_wakes),
		TEST(turns_are_neither_too_short_nor_too_long),
		TEST(without_other_groups_nothing_can_be_wanted),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
