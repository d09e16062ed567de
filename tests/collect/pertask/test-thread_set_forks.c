/* SPDX-License-Identifier: GPL-2.0-only */
/* Children whose maker has ended before anybody looked: the kernel tells of them, and of who covers them. */
#include "config.h"
#include "collect/pertask/thread_set.h"

#include <stddef.h>
#include <stdint.h>

#include "tests/fixtures/fixture_thread_set.h"
#include "tests/fixtures/test.h"

static void begin(void)
{
	begin_watching();
	hear_births();
}

TEST(untold_an_orphan_counts_with_who_is_left)
{
	begin_watching();
	task_starts_orphan(30, 20, 11);
	look();
	task_runs(30, 2);
	expect_nothing_lost(2000);
	assert_int_equal(told.slots[11], 2000);
}

TEST(an_orphan_has_a_row_of_its_own)
{
	begin();
	task_starts_orphan(30, 20, 11);
	task_runs(30, 1);
	look();
	task_runs(30, 2);
	expect_nothing_lost(3000);
	assert_int_equal(told.slots[30], 2000);
	assert_int_equal(told.slots[11], 1000);
}

TEST(so_have_its_children_of_whom_nobody_told)
{
	begin();
	task_starts_orphan(30, 20, 11);
	task_starts(40, 40, 30);
	fake.n_births--;		/* lost */
	look();
	task_runs(30, 1);
	task_runs(40, 2);
	look();
	task_runs(40, 4);
	expect_nothing_lost(7000);
	assert_in_range(told.slots[40], 4000, 6000);
}

TEST(only_the_group_that_covers_it_is_opened_anew)
{
	int before;

	begin();
	task_runs(10, 1);
	task_runs(11, 1);
	before = fake.n_groups;
	task_starts_orphan(30, 20, 11);
	look();
	assert_int_equal(fake.n_groups - before, 2);	/* its own, and 11's */
}

TEST(and_none_if_its_maker_was_known_and_has_ended)
{
	int before;

	begin();
	task_starts(20, 20, 11);
	look();
	task_runs(10, 1);
	task_runs(11, 1);
	task_starts(30, 30, 20);
	task_runs(30, 1);
	task_ends(20);
	proc_write_stat(30, 1, "name", 'S', 4096);
	before = fake.n_groups;
	look();
	assert_int_equal(fake.n_groups - before, 1);	/* its own; that of its maker is closed */
	task_runs(30, 2);
	expect_nothing_lost(5000);
	assert_int_equal(told.slots[20], 1000);
	assert_int_equal(told.slots[30], 2000);
}

TEST(it_outlives_the_process_that_was_named)
{
	begin();
	task_starts_orphan(30, 20, 11);
	task_runs(30, 1);
	task_ends(11);
	task_ends(10);
	for (int i = 0; i < 3; i++) {
		look();
		task_runs(30, 2);
	}
	expect_nothing_lost(7000);
	assert_int_equal(told.slots[30], 6000);
	assert_true(told.exited[11]);
	assert_false(watch_over(watch));
	task_ends(30);
	look_for_a_while();
	assert_true(watch_over(watch));
}

static void make_orphan_30(void)
{
	task_starts_orphan(30, 20, 11);
}

TEST(one_that_is_made_while_groups_are_opened_is_not_lost)
{
	begin();
	task_starts(21, 21, 11);
	happens_at(2, make_orphan_30);	/* 21's group is the first, 11's new one the second */
	look();
	task_runs(30, 5);
	task_runs(21, 3);
	expect_nothing_lost(8000);
	look();				/* a quiet moment */
	task_runs(30, 2);
	expect_nothing_lost(10000);
	assert_int_equal(told.slots[30], 2000);
}

TEST(generations_that_end_between_two_looks_make_no_difference)
{
	begin();
	task_starts(20, 20, 11);
	for (int32_t pid = 21; pid < 40; pid++) {
		task_starts(pid, pid, pid - 1);
		task_ends(pid - 1);
	}
	proc_write_stat(39, 1, "name", 'S', 4096);
	look();
	task_runs(39, 2);
	expect_nothing_lost(2000);
	assert_int_equal(told.slots[39], 2000);
}

TEST(a_child_that_is_told_before_its_maker_waits_for_it)
{
	struct task_event maker;

	begin();
	task_starts_orphan(30, 20, 11);
	maker = fake.births[0];
	fake.births[0] = fake.births[1];
	fake.n_births = 1;
	look();
	task_runs(30, 1);
	fake.births[fake.n_births++] = maker;	/* from the ring of another CPU */
	look();
	task_runs(30, 2);
	expect_nothing_lost(3000);
	assert_int_equal(told.slots[30], 2000);
}

TEST(who_is_made_by_others_is_none_of_ours)
{
	task_starts(40, 40, 0);
	begin();
	task_starts_orphan(42, 41, 40);
	look();
	look();
	assert_int_equal(watch_counted(watch), 2);
}

TEST(a_thread_counts_with_the_one_that_made_it)
{
	int before;

	begin();
	task_runs(10, 1);
	task_runs(11, 1);
	before = fake.n_groups;
	task_starts(10, 12, 11);
	task_runs(12, 1);
	look();
	assert_int_equal(fake.n_groups - before, 2);	/* 10's goes on, too */
	task_runs(12, 2);
	expect_nothing_lost(5000);
	assert_int_equal(told.slots[12], 2000);
	assert_int_equal(told.slots[11], 2000);
}

#define WITH_SETUP(name) cmocka_unit_test_setup_teardown(name, watch_setup, watch_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		WITH_SETUP(untold_an_orphan_counts_with_who_is_left),
		WITH_SETUP(an_orphan_has_a_row_of_its_own),
		WITH_SETUP(so_have_its_children_of_whom_nobody_told),
		WITH_SETUP(only_the_group_that_covers_it_is_opened_anew),
		WITH_SETUP(and_none_if_its_maker_was_known_and_has_ended),
		WITH_SETUP(it_outlives_the_process_that_was_named),
		WITH_SETUP(one_that_is_made_while_groups_are_opened_is_not_lost),
		WITH_SETUP(generations_that_end_between_two_looks_make_no_difference),
		WITH_SETUP(a_child_that_is_told_before_its_maker_waits_for_it),
		WITH_SETUP(who_is_made_by_others_is_none_of_ours),
		WITH_SETUP(a_thread_counts_with_the_one_that_made_it),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
