/* SPDX-License-Identifier: GPL-2.0-only */
/* Which tasks are found, what is opened on them, and whose the counts are. */
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

TEST(each_thread_has_a_group_of_its_own)
{
	begin_watching();
	assert_int_equal(watch_counted(watch), 2);
	task_runs(10, 30);
	task_runs(11, 70);
	tick();
	assert_true(told.ns[10] == 30 * MS && told.ns[11] == 70 * MS);
	assert_true(told.slots[10] == 30000 && told.slots[11] == 70000);
	assert_string_equal(told.comm[11], "name");
	tick();
	assert_true(told.slots[11] == 70000);
}

TEST(a_process_that_is_not_there_cannot_be_watched)
{
	assert_false(watch_process(watch, 12, NULL));
}

TEST(what_a_task_starts_counts_with_it_until_it_is_found)
{
	begin_watching();
	task_starts(20, 20, 11);
	task_runs(20, 5);
	tick();
	assert_true(told.slots[11] == 5000);
	task_runs(20, 2);
	look();
	task_runs(20, 40);
	task_runs(11, 1);
	tick();
	assert_true(told.slots[20] == 40000);
	assert_true(told.slots[11] == 8000);
	assert_int_equal(watch_counted(watch), 3);
}

TEST(grandchildren_are_found_in_the_same_look)
{
	begin_watching();
	task_starts(20, 20, 11);
	task_starts(20, 21, 20);
	task_starts(30, 30, 21);
	look();
	assert_int_equal(watch_counted(watch), 5);
	task_runs(30, 1);
	task_runs(21, 2);
	tick();
	assert_true(told.slots[30] == 1000 && told.slots[21] == 2000);
}

TEST(only_the_makers_group_is_opened_anew_for_a_process)
{
	int before;

	begin_watching();
	before = fake.n_groups;
	task_starts(20, 20, 11);
	look();
	assert_int_equal(fake.n_groups, before + 2);
	before = fake.n_groups;
	look();
	assert_int_equal(fake.n_groups, before);
}

TEST(who_made_a_thread_is_not_known_so_all_that_ran_are_opened_anew)
{
	int before;

	begin_watching();
	before = fake.n_groups;
	task_runs(10, 1);
	task_starts(10, 12, 11);
	look();
	assert_int_equal(fake.n_groups, before + 3);
	task_runs(12, 4);
	tick();
	assert_true(told.slots[12] == 4000);
}

TEST(a_thread_that_ends_leaves_what_it_cost)
{
	begin_watching();
	task_runs(11, 7);
	task_ends(11);
	look();
	tick();
	assert_true(told.slots[11] == 7000);
	assert_true(told.exited[11]);
	assert_int_equal(watch_counted(watch), 1);
}

TEST(short_lives_between_two_looks_are_their_makers)
{
	begin_watching();
	task_starts(20, 20, 10);
	task_runs(20, 6);
	task_ends(20);
	proc_write("", "10/task/10/children");
	look();
	tick();
	assert_true(told.slots[10] == 6000);
}

TEST(a_group_whose_thread_ended_counts_on_for_its_children)
{
	begin_watching();
	task_starts(20, 20, 11);
	look();
	task_starts(30, 30, 20);
	task_ends(20);		/* 30 is somebody else's child now, not to be found */
	proc_write("", "10/task/11/children");
	for (int i = 0; i < 3; i++) {
		look();
		assert_false(told.exited[20]);
		task_runs(30, 900);
		tick();
	}
	assert_int_equal(told.slots[20], 3 * 900000);
	task_ends(30);
	look_for_a_while();
	assert_true(told.exited[20]);
}

TEST(the_end_of_a_newcomer_that_never_ran_is_told)
{
	begin_watching();
	task_starts(20, 20, 11);
	look();
	task_ends(20);
	look_for_a_while();
	assert_true(told.exited[20]);
}

TEST(nothing_is_left_when_the_last_one_has_ended)
{
	begin_watching();
	assert_false(watch_over(watch));
	task_ends(11);
	task_ends(10);
	look();
	assert_false(watch_over(watch));	/* they may have made something */
	look_for_a_while();
	assert_true(watch_over(watch));
	assert_int_equal(fake.fds, 0);
}

TEST(a_zombie_has_ended)
{
	begin_watching();
	task_ends(11);
	task_find(10)->alive = false;	/* but /proc has it still */
	proc_write_stat(10, 1, "name", 'Z', 4096);
	look_for_a_while();
	assert_true(watch_over(watch));
}

TEST(a_pid_that_is_used_again_is_another_process)
{
	begin_watching();
	task_runs(10, 3);
	task_ends(11);
	task_ends(10);
	task_starts(10, 10, 0);
	proc_write("10 (other) S 1 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 99 0 0 0 1 0\n", "10/stat");
	look_for_a_while();
	assert_true(watch_over(watch));
	assert_true(told.slots[10] == 3000);
}

TEST(one_that_may_not_be_counted_does_not_hide_the_others)
{
	fake.refused = 11;
	begin_watching();
	task_runs(10, 1);
	tick();
	assert_true(told.slots[10] == 1000);
	assert_int_equal(told.uncounted[UNCOUNTED_PERMISSION], 1);
	assert_int_equal(watch_errno(watch), EACCES);
	assert_false(watch_over(watch));
}

TEST(when_files_run_short_the_busiest_are_counted)
{
	task_starts(10, 12, 10);
	task_starts(10, 13, 10);
	limit_files(3 * MEMBERS + 1);	/* two groups, and one to open another anew */
	begin_watching();
	assert_int_equal(watch_counted(watch), 2);
	task_runs(13, 1);
	task_runs(12, 1);
	task_runs(10, 1);
	tick();
	assert_true(told.slots[13] == 1000 && told.slots[12] == 1000 && !told.slots[10]);
	assert_int_equal(told.uncounted[UNCOUNTED_FILES], 2);
	assert_true(fake.fds_most <= 3 * MEMBERS);
	task_ends(13);
	look();
	look();
	assert_int_equal(watch_counted(watch), 2);
	assert_int_equal(watch_uncounted(watch, UNCOUNTED_FILES), 1);
}

TEST(a_limit_that_comes_as_a_surprise_is_told_too)
{
	fake.fds_limit = MEMBERS + 1;
	begin_watching();
	assert_int_equal(watch_counted(watch), 1);
	assert_int_equal(watch_uncounted(watch, UNCOUNTED_FILES), 1);
	assert_int_equal(fake.fds, MEMBERS);
}

TEST(a_reading_that_fails_is_made_up_for_by_the_next)
{
	begin_watching();
	task_runs(10, 1);
	fake.broken = 10;
	fake.broken_times = 3;
	for (int i = 0; i < 3; i++)
		tick();
	assert_int_equal(told.slots[10], 0);
	task_runs(10, 2);
	tick();
	assert_true(told.slots[10] == 3000);
}

TEST(a_group_that_is_never_read_is_opened_anew)
{
	begin_watching();
	fake.broken = 10;
	fake.broken_times = 11;		/* 10, and one before it is closed */
	for (int i = 0; i < 10; i++)
		tick();
	assert_int_equal(watch_counted(watch), 2);
	task_runs(10, 2);
	tick();
	assert_true(told.slots[10] == 2000);
}

TEST(a_group_that_a_child_has_torn_is_opened_once_more)
{
	fake.broken = 10;
	fake.broken_times = 1;
	begin_watching();
	assert_int_equal(watch_counted(watch), 2);
	assert_int_equal(fake.n_groups, 3);
	assert_int_equal(fake.fds, 2 * MEMBERS);
}

TEST(an_exec_is_told_even_if_the_name_stays)
{
	begin_watching();
	task_runs(10, 1);
	tick();
	memset(&told, 0, sizeof(told));
	proc_write_stat(10, 1, "name", 'R', 8192);
	task_runs(10, 1);
	tick();
	assert_string_equal(told.comm[10], "name");
	proc_write_stat(10, 1, "a) b (c", 'R', 8192);
	task_runs(10, 1);
	tick();
	assert_string_equal(told.comm[10], "a) b (c");
}

TEST(a_command_counts_from_its_exec_on_under_its_name)
{
	task_ends(11);
	assert_true(watch_process(watch, 10, "make"));
	look();
	assert_true(fake.groups[0].on_exec && !fake.groups[0].enabled);
	fake.groups[0].enabled = true;	/* exec */
	task_starts(10, 12, 10);
	look();
	assert_false(fake.groups[fake.n_groups - 1].on_exec);
	task_runs(10, 1);
	tick();
	assert_true(told.slots[10] == 1000);
}

TEST(all_processes_of_a_user_are_found_by_looking_at_all)
{
	struct watch_config config = { .kind = &kind, .proc_root = fake.root, .fds_max = 1000,
				       .mine = true, .user = getuid(), .but = 30 };

	watch_free(watch);
	watch = watch_new(&config);
	task_starts(20, 20, 0);
	task_starts(30, 30, 0);
	look();
	assert_int_equal(watch_counted(watch), 3);
	task_starts(40, 40, 0);	/* its maker is not watched: all groups may cover it */
	look();
	assert_int_equal(watch_counted(watch), 4);
	assert_false(watch_over(watch));
}

TEST(a_thousand_children_are_read_in_pieces)
{
	static char text[8192];
	for (int i = 0; i < 1000; i++)
		(void)snprintf(text + strlen(text), 8, "%d ", 90000 + i);
	strcat(text, "20 ");
	begin_watching();
	task_starts(20, 20, 11);
	proc_write(text, "10/task/11/children");
	look();
	assert_int_equal(watch_counted(watch), 3);
}

#define WITH_SETUP(name) cmocka_unit_test_setup_teardown(name, watch_setup, watch_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		WITH_SETUP(each_thread_has_a_group_of_its_own),
		WITH_SETUP(a_process_that_is_not_there_cannot_be_watched),
		WITH_SETUP(what_a_task_starts_counts_with_it_until_it_is_found),
		WITH_SETUP(grandchildren_are_found_in_the_same_look),
		WITH_SETUP(only_the_makers_group_is_opened_anew_for_a_process),
		WITH_SETUP(who_made_a_thread_is_not_known_so_all_that_ran_are_opened_anew),
		WITH_SETUP(a_thread_that_ends_leaves_what_it_cost),
		WITH_SETUP(short_lives_between_two_looks_are_their_makers),
		WITH_SETUP(a_group_whose_thread_ended_counts_on_for_its_children),
		WITH_SETUP(the_end_of_a_newcomer_that_never_ran_is_told),
		WITH_SETUP(nothing_is_left_when_the_last_one_has_ended),
		WITH_SETUP(a_zombie_has_ended),
		WITH_SETUP(a_pid_that_is_used_again_is_another_process),
		WITH_SETUP(one_that_may_not_be_counted_does_not_hide_the_others),
		WITH_SETUP(when_files_run_short_the_busiest_are_counted),
		WITH_SETUP(a_limit_that_comes_as_a_surprise_is_told_too),
		WITH_SETUP(a_reading_that_fails_is_made_up_for_by_the_next),
		WITH_SETUP(a_group_that_is_never_read_is_opened_anew),
		WITH_SETUP(a_group_that_a_child_has_torn_is_opened_once_more),
		WITH_SETUP(an_exec_is_told_even_if_the_name_stays),
		WITH_SETUP(a_command_counts_from_its_exec_on_under_its_name),
		WITH_SETUP(all_processes_of_a_user_are_found_by_looking_at_all),
		WITH_SETUP(a_thousand_children_are_read_in_pieces),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
