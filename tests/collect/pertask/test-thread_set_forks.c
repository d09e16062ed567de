/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Children whose creator exits before a scan: fork events name them, and the counters that they
 * inherit.
 */
#include "config.h"
#include "collect/pertask/thread_set.h"

#include <stddef.h>
#include <stdint.h>

#include "tests/fixtures/fixture_thread_set.h"
#include "tests/fixtures/test.h"

static void begin(void)
{
	begin_counting();
	follow_forks();
}

TEST(without_fork_events_an_orphan_counts_with_the_next_ancestor)
{
	begin_counting();
	task_creates_orphan(30, 20, 11);
	scan();
	task_runs(30, 2);
	expect_nothing_lost(2000);
	assert_int_equal(reported.slots[11], 2000);
}

TEST(with_fork_events_an_orphan_has_counters_of_its_own)
{
	begin();
	task_creates_orphan(30, 20, 11);
	task_runs(30, 1);
	scan();
	task_runs(30, 2);
	expect_nothing_lost(3000);
	assert_int_equal(reported.slots[30], 2000);
	assert_int_equal(reported.slots[11], 1000);
}

TEST(so_has_a_child_of_it_whose_fork_event_was_lost)
{
	begin();
	task_creates_orphan(30, 20, 11);
	task_is_created(40, 40, 30);
	fake.n_fork_events--;		/* lost */
	scan();
	task_runs(30, 1);
	task_runs(40, 2);
	scan();
	task_runs(40, 4);
	expect_nothing_lost(7000);
	assert_in_range(reported.slots[40], 4000, 6000);
}

TEST(only_the_counters_that_it_inherits_are_replaced)
{
	int before;

	begin();
	task_runs(10, 1);
	task_runs(11, 1);
	before = fake.n_inherited;
	task_creates_orphan(30, 20, 11);
	scan();
	assert_int_equal(fake.n_inherited - before, 2);	/* 30's own, and 11's */
}

TEST(none_are_replaced_if_its_creator_was_in_the_set_and_has_exited)
{
	int before;

	begin();
	task_is_created(20, 20, 11);
	scan();
	task_runs(10, 1);
	task_runs(11, 1);
	task_is_created(30, 30, 20);
	task_runs(30, 1);
	task_exits(20);
	proc_write_stat(30, 1, "name", 'S', 4096);
	before = fake.n_inherited;
	scan();
	assert_int_equal(fake.n_inherited - before, 1);	/* 30's own; its creator's are closed */
	task_runs(30, 2);
	expect_nothing_lost(5000);
	assert_int_equal(reported.slots[20], 1000);
	assert_int_equal(reported.slots[30], 2000);
}

TEST(an_orphan_outlives_the_process_that_was_added)
{
	begin();
	task_creates_orphan(30, 20, 11);
	task_runs(30, 1);
	task_exits(11);
	task_exits(10);
	for (int i = 0; i < 3; i++) {
		scan();
		task_runs(30, 2);
	}
	expect_nothing_lost(7000);
	assert_int_equal(reported.slots[30], 6000);
	assert_true(reported.exited[11]);
	assert_false(thread_set_is_over(set));
	task_exits(30);
	scan_until_exited_are_dropped();
	assert_true(thread_set_is_over(set));
}

static void create_orphan_30(void)
{
	task_creates_orphan(30, 20, 11);
}

TEST(an_orphan_created_while_counters_are_opened_is_not_lost)
{
	begin();
	task_is_created(21, 21, 11);
	happens_at(2, create_orphan_30);	/* 1: open for 21, 2: replacement of 11's */
	scan();
	task_runs(30, 5);
	task_runs(21, 3);
	expect_nothing_lost(8000);
	scan();				/* a quiet moment */
	task_runs(30, 2);
	expect_nothing_lost(10000);
	assert_int_equal(reported.slots[30], 2000);
}

TEST(generations_that_exit_between_two_scans_make_no_difference)
{
	begin();
	task_is_created(20, 20, 11);
	for (int32_t pid = 21; pid < 40; pid++) {
		task_is_created(pid, pid, pid - 1);
		task_exits(pid - 1);
	}
	proc_write_stat(39, 1, "name", 'S', 4096);
	scan();
	task_runs(39, 2);
	expect_nothing_lost(2000);
	assert_int_equal(reported.slots[39], 2000);
}

TEST(a_fork_event_that_arrives_before_that_of_its_creator_waits_for_it)
{
	struct task_event creator;

	begin();
	task_creates_orphan(30, 20, 11);
	creator = fake.fork_events[0];
	fake.fork_events[0] = fake.fork_events[1];
	fake.n_fork_events = 1;
	scan();
	task_runs(30, 1);
	fake.fork_events[fake.n_fork_events++] = creator;	/* from the ring of another CPU */
	scan();
	task_runs(30, 2);
	expect_nothing_lost(3000);
	assert_int_equal(reported.slots[30], 2000);
}

TEST(a_task_created_by_a_process_outside_is_not_added)
{
	task_is_created(40, 40, 0);
	begin();
	task_creates_orphan(42, 41, 40);
	scan();
	scan();
	assert_int_equal(thread_set_counted(set), 2);
}

TEST(a_new_thread_counts_with_its_creator)
{
	int before;

	begin();
	task_runs(10, 1);
	task_runs(11, 1);
	before = fake.n_inherited;
	task_is_created(10, 12, 11);
	task_runs(12, 1);
	scan();
	assert_int_equal(fake.n_inherited - before, 2);	/* 10's go on */
	task_runs(12, 2);
	expect_nothing_lost(5000);
	assert_int_equal(reported.slots[12], 2000);
	assert_int_equal(reported.slots[11], 2000);
}

/* Each test without pinned parts and with them. */
#define WITH_SETUP(name) \
	cmocka_unit_test_setup_teardown(name, thread_set_setup, thread_set_teardown), \
	cmocka_unit_test_setup_teardown(name, thread_set_setup_pinned, thread_set_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		WITH_SETUP(without_fork_events_an_orphan_counts_with_the_next_ancestor),
		WITH_SETUP(with_fork_events_an_orphan_has_counters_of_its_own),
		WITH_SETUP(so_has_a_child_of_it_whose_fork_event_was_lost),
		WITH_SETUP(only_the_counters_that_it_inherits_are_replaced),
		WITH_SETUP(none_are_replaced_if_its_creator_was_in_the_set_and_has_exited),
		WITH_SETUP(an_orphan_outlives_the_process_that_was_added),
		WITH_SETUP(an_orphan_created_while_counters_are_opened_is_not_lost),
		WITH_SETUP(generations_that_exit_between_two_scans_make_no_difference),
		WITH_SETUP(a_fork_event_that_arrives_before_that_of_its_creator_waits_for_it),
		WITH_SETUP(a_task_created_by_a_process_outside_is_not_added),
		WITH_SETUP(a_new_thread_counts_with_its_creator),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
