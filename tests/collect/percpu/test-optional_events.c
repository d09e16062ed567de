/* SPDX-License-Identifier: GPL-2.0-only */
/* When level 2 is left out: only over the budget, only while nobody looks, and not to and fro. */
#include "config.h"
#include "collect/percpu/optional_events.h"

#include <stddef.h>

#include "tests/fixtures/test.h"

enum { WANTED = 1, OVER = 2, CALM = 4 };

static struct leave_out leave;
static int changes;

static int setup(void **state)
{
	(void)state;
	leave = (struct leave_out){ .out = false };
	changes = 0;
	return 0;
}

static void ticks(int n, int how)
{
	while (n-- > 0)
		changes += leave_out_step(&leave, how & WANTED, how & OVER, how & CALM);
}

TEST(within_the_budget_nothing_is_left_out)
{
	ticks(100, 0);
	ticks(100, CALM);
	assert_int_equal(changes, 0);
}

TEST(over_it_level_2_goes_at_once_unless_somebody_looks)
{
	ticks(50, OVER | WANTED);
	assert_false(leave.out);
	setup(NULL);
	ticks(1, OVER);
	assert_true(leave.out);
}

TEST(who_looks_has_it_again_at_once)
{
	ticks(5, OVER);
	ticks(1, OVER | WANTED);
	assert_false(leave.out);
	assert_int_equal(changes, 2);
}

TEST(who_looks_to_and_fro_does_not_open_the_groups_each_time)
{
	for (int i = 0; i < 20; i++) {
		ticks(2, OVER | WANTED);
		ticks(3, OVER);
	}
	assert_int_equal(changes, 0);
	ticks(10, OVER);
	assert_int_equal(changes, 1);
}

/* Without level 2 all costs less: that is no reason to take it back. */
TEST(it_comes_back_only_after_a_long_calm)
{
	ticks(1, OVER);
	ticks(100, 0);
	ticks(29, CALM);
	ticks(1, 0);
	ticks(29, CALM);
	assert_true(leave.out);
	ticks(1, CALM);
	assert_false(leave.out);
	assert_int_equal(changes, 2);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(within_the_budget_nothing_is_left_out, setup),
		cmocka_unit_test_setup(over_it_level_2_goes_at_once_unless_somebody_looks, setup),
		cmocka_unit_test_setup(who_looks_has_it_again_at_once, setup),
		cmocka_unit_test_setup(who_looks_to_and_fro_does_not_open_the_groups_each_time, setup),
		cmocka_unit_test_setup(it_comes_back_only_after_a_long_calm, setup),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
