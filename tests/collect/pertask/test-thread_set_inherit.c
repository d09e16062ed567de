/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Whoever gets a group of his own was counted by another one before. What may never happen: that a task is counted by
 * two at one time, or by none.
 */
#include "config.h"
#include "collect/pertask/thread_set.h"

#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "tests/fixtures/fixture_thread_set.h"
#include "tests/fixtures/test.h"

static void make_20(void)
{
	task_starts(20, 20, 11);
}

static void make_30(void)
{
	task_starts(30, 30, 20);
}

static void make_12(void)
{
	task_starts(10, 12, 11);
}

TEST(who_is_made_while_a_group_is_opened_anew_is_not_lost)
{
	begin_watching();
	task_starts(21, 21, 11);
	happens_at(2, make_20);		/* 21's group is the first, 11's new one the second */
	look();
	task_runs(20, 5);
	task_runs(21, 3);
	task_runs(11, 1);
	expect_nothing_lost(9000);
	assert_int_equal(watch_counted(watch), 2);
	look();				/* a quiet moment */
	assert_int_equal(watch_counted(watch), 4);
	task_runs(20, 5);
	expect_nothing_lost(14000);
	assert_int_equal(told.slots[20], 5000);
}

TEST(nor_whom_a_newcomer_makes_meanwhile)
{
	begin_watching();
	task_starts(20, 20, 11);
	happens_at(1, make_30);
	look();
	task_runs(30, 5);
	expect_nothing_lost(5000);
	look();
	task_runs(30, 1);
	expect_nothing_lost(6000);
	assert_int_equal(told.slots[30], 1000);
}

TEST(nor_a_thread)
{
	begin_watching();
	task_starts(20, 20, 11);
	happens_at(2, make_12);
	look();
	task_runs(12, 5);
	look();
	task_runs(12, 2);
	expect_nothing_lost(7000);
	assert_int_equal(told.slots[12], 2000);
}

static void make_12_to_19(void)
{
	static int32_t next;

	next = next < 12 || next == 19 ? 12 : next + 1;
	task_starts(10, next, 10);
}

TEST(a_newcomer_of_unknown_maker_does_not_wait_for_ever)
{
	struct watch_config config = { .kind = &kind, .proc_root = fake.root, .fds_max = 1000,
				       .mine = true, .user = getuid() };
	int looks = 0;

	watch_free(watch);
	watch = watch_new(&config);
	look();
	task_starts(20, 20, 0);
	do {
		task_runs(10, 1);
		happens_at(2, make_12_to_19);	/* each time */
		look();
		task_runs(20, 1);
		tick();
		task_ends(fake.tasks[fake.n_tasks - 1].tid);
	} while (!told.slots[20] && ++looks < 20);
	assert_in_range(looks, 2, 12);
}

TEST(threads_that_have_not_run_keep_their_groups)
{
	int before;

	task_starts(10, 12, 10);
	task_starts(10, 13, 10);
	begin_watching();
	look();
	look();
	before = fake.n_groups;
	task_starts(10, 14, 12);
	look();
	assert_int_equal(fake.n_groups, before + 2);	/* 14's and 12's */
	task_runs(14, 1);
	expect_nothing_lost(1000);
	assert_int_equal(told.slots[14], 1000);
}

TEST(without_files_for_a_second_group_the_first_goes_on)
{
	limit_files(3 * MEMBERS);
	begin_watching();
	task_starts(20, 20, 11);
	look();
	task_runs(20, 1);
	expect_nothing_lost(1000);
	assert_int_equal(told.slots[11], 1000);
	assert_int_equal(watch_uncounted(watch, UNCOUNTED_FILES), 0);
}

/* As the kernel does it: the task has the number of the leader, which is gone. */
TEST(an_exec_by_another_thread_is_followed)
{
	begin_watching();
	task_ends(11);
	task_find(10)->alive = false;
	fake.tasks[fake.n_tasks] = fake.tasks[1];
	fake.tasks[fake.n_tasks].alive = true;
	fake.tasks[fake.n_tasks++].tid = 10;
	proc_write_stat(10, 1, "other", 'R', 8192);
	task_runs(10, 1);
	look();
	task_runs(10, 3);
	task_starts(20, 20, 10);
	look();
	proc_write("99000000 0 1", "10/task/10/schedstat");
	look();
	task_runs(10, 2);
	task_runs(20, 4);
	expect_nothing_lost(10000);
	assert_true(told.slots[11] == 4000 && told.slots[10] == 2000 && told.slots[20] == 4000);
}

TEST(who_executes_with_other_rights_is_told_as_not_permitted)
{
	begin_watching();
	memset(task_find(11)->covered_by, 0, sizeof(task_find(11)->covered_by));
	memset(task_find(10)->covered_by, 0, sizeof(task_find(10)->covered_by));
	fake.refused = 10;
	task_ends(11);
	proc_write_stat(10, 1, "su", 'R', 1);
	look();
	proc_write("99000000 0 1", "10/task/10/schedstat");
	look();
	assert_int_equal(watch_uncounted(watch, UNCOUNTED_PERMISSION), 1);
	assert_false(watch_over(watch));
	fake.refused = 0;		/* and gives them up */
	proc_write_stat(10, 1, "bash", 'R', 4096);
	look();
	task_runs(10, 1);
	expect_nothing_lost(1000);
	assert_int_equal(watch_uncounted(watch, UNCOUNTED_PERMISSION), 0);
}

TEST(an_orphan_of_a_watched_process_is_not_counted_twice)
{
	task_starts(20, 20, 10);
	begin_watching();
	task_starts(30, 30, 20);
	task_runs(30, 1);
	task_ends(20);
	proc_write("30 ", "10/task/10/children");	/* its reaper */
	proc_write_stat(30, 10, "name", 'S', 4096);
	look();
	task_runs(30, 2);
	expect_nothing_lost(3000);
	assert_int_equal(told.slots[30], 2000);
	look();
	assert_true(told.exited[20]);
}

static int32_t reaped;

static void reap(int32_t pid)
{
	reaped = pid;
}

/* Process 10 is one, and we are 50. */
static void watch_a_command(void)
{
	struct watch_config config = { .kind = &kind, .proc_root = fake.root, .fds_max = 1000,
				       .but = 50, .adopts = true, .command = 10, .reap = reap };

	watch_free(watch);
	watch = watch_new(&config);
	task_starts(50, 50, 0);
	proc_write("10 ", "50/task/50/children");
}

TEST(orphans_of_a_command_are_found_with_us_and_waited_for)
{
	watch_a_command();
	task_starts(20, 20, 10);
	begin_watching();
	task_starts(30, 30, 20);
	task_ends(20);
	proc_write_stat(30, 50, "name", 'S', 4096);
	proc_write("10 30 ", "50/task/50/children");
	look();
	task_runs(30, 2);
	expect_nothing_lost(2000);
	assert_int_equal(told.slots[30], 2000);
	proc_write_stat(30, 50, "name", 'Z', 4096);
	look();
	assert_int_equal(reaped, 30);
	proc_write_stat(10, 50, "name", 'Z', 4096);
	look();
	assert_int_equal(reaped, 30);	/* the command is somebody else's to wait for */
}

static void make_40_and_end(void)
{
	task_starts(40, 40, 20);
	task_ends(20);
	proc_write_stat(30, 50, "name", 'S', 4096);
	proc_write_stat(40, 50, "name", 'S', 4096);
	proc_write("10 30 40 ", "50/task/50/children");
}

TEST(what_a_maker_that_ends_meanwhile_has_made_is_not_lost)
{
	watch_a_command();
	task_starts(20, 20, 10);
	begin_watching();
	task_starts(30, 30, 20);
	happens_at(1, make_40_and_end);
	look();
	task_runs(40, 5);
	task_runs(30, 1);
	for (int i = 0; i < 3; i++)
		look();
	task_runs(40, 2);
	expect_nothing_lost(8000);
	assert_int_equal(told.slots[40], 2000);
}

#define WITH_SETUP(name) cmocka_unit_test_setup_teardown(name, watch_setup, watch_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		WITH_SETUP(who_is_made_while_a_group_is_opened_anew_is_not_lost),
		WITH_SETUP(nor_whom_a_newcomer_makes_meanwhile),
		WITH_SETUP(nor_a_thread),
		WITH_SETUP(what_a_maker_that_ends_meanwhile_has_made_is_not_lost),
		WITH_SETUP(a_newcomer_of_unknown_maker_does_not_wait_for_ever),
		WITH_SETUP(threads_that_have_not_run_keep_their_groups),
		WITH_SETUP(without_files_for_a_second_group_the_first_goes_on),
		WITH_SETUP(an_exec_by_another_thread_is_followed),
		WITH_SETUP(who_executes_with_other_rights_is_told_as_not_permitted),
		WITH_SETUP(orphans_of_a_command_are_found_with_us_and_waited_for),
		WITH_SETUP(an_orphan_of_a_watched_process_is_not_counted_twice),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
