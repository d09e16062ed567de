/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Which tasks are found, which counters are opened for them, and which task the counts belong to.
 */
#include "config.h"
#include "collect/pertask/thread_set.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "tests/fixtures/fixture_thread_set.h"
#include "tests/fixtures/test_main.h"

#define WITH_SETUP(sentence) TEST_WITH(sentence, thread_set_setup, thread_set_teardown)

static void run_and_tick(int32_t tid, uint64_t ms)
{
	task_runs(tid, ms);
	tick();
}

WITH_SETUP(each_thread_has_counters_of_its_own)
{
	begin_counting();
	assert_int_equal(thread_set_counted(set), 2);
	task_runs(10, 30);
	run_and_tick(11, 70);
	assert_true(reported.ns[10] == 30 * MS && reported.ns[11] == 70 * MS);
	assert_true(reported.slots[10] == 30000 && reported.slots[11] == 70000);
	assert_string_equal(reported.comm[11], "name");
	tick();
	assert_true(reported.slots[11] == 70000);
}

WITH_SETUP(a_process_that_does_not_exist_cannot_be_added)
{
	assert_false(thread_set_add_pid(set, 12, NULL));
}

WITH_SETUP(a_child_counts_with_its_creator_until_it_is_found)
{
	begin_counting();
	task_is_created(20, 20, 11);
	run_and_tick(20, 5);
	assert_true(reported.slots[11] == 5000);
	task_runs(20, 2);
	scan();
	task_runs(20, 40);
	run_and_tick(11, 1);
	assert_true(reported.slots[20] == 40000);
	assert_true(reported.slots[11] == 8000);
	assert_int_equal(thread_set_counted(set), 3);
}

WITH_SETUP(grandchildren_are_found_in_the_same_scan)
{
	begin_counting();
	task_is_created(20, 20, 11);
	task_is_created(20, 21, 20);
	task_is_created(30, 30, 21);
	scan();
	assert_int_equal(thread_set_counted(set), 5);
	task_runs(30, 1);
	run_and_tick(21, 2);
	assert_true(reported.slots[30] == 1000 && reported.slots[21] == 2000);
}

WITH_SETUP(a_new_process_replaces_only_the_counters_of_its_creator)
{
	int before;

	begin_counting();
	before = fake.n_groups;
	task_is_created(20, 20, 11);
	scan();
	assert_int_equal(fake.n_groups, before + 2);
	before = fake.n_groups;
	scan();
	assert_int_equal(fake.n_groups, before);
}

WITH_SETUP(a_new_thread_replaces_the_counters_of_all_threads_that_ran)
{
	int before;

	begin_counting();
	before = fake.n_groups;
	task_runs(10, 1);
	task_is_created(10, 12, 11);
	scan();
	assert_int_equal(fake.n_groups, before + 3);
	run_and_tick(12, 4);
	assert_true(reported.slots[12] == 4000);
}

WITH_SETUP(the_counts_of_an_exited_thread_are_kept)
{
	begin_counting();
	task_runs(11, 7);
	task_exits(11);
	scan();
	tick();
	assert_true(reported.slots[11] == 7000);
	assert_true(reported.exited[11]);
	assert_int_equal(thread_set_counted(set), 1);
}

WITH_SETUP(a_child_that_exits_between_two_scans_counts_with_its_creator)
{
	begin_counting();
	task_is_created(20, 20, 10);
	task_runs(20, 6);
	task_exits(20);
	fake_proc_write("", "10/task/10/children");
	scan();
	tick();
	assert_true(reported.slots[10] == 6000);
}

WITH_SETUP(counters_of_an_exited_thread_go_on_for_its_children)
{
	begin_counting();
	task_is_created(20, 20, 11);
	scan();
	task_is_created(30, 30, 20);
	task_exits(20);		/* 30 is a child of another process now, not to be found */
	fake_proc_write("", "10/task/11/children");
	for (int i = 0; i < 3; i++) {
		scan();
		assert_false(reported.exited[20]);
		run_and_tick(30, 900);
	}
	assert_int_equal(reported.slots[20], 3 * 900000);
	task_exits(30);
	scan_until_exited_are_dropped();
	assert_true(reported.exited[20]);
}

WITH_SETUP(the_exit_of_a_new_task_that_never_ran_is_reported)
{
	begin_counting();
	task_is_created(20, 20, 11);
	scan();
	task_exits(20);
	scan_until_exited_are_dropped();
	assert_true(reported.exited[20]);
}

WITH_SETUP(the_set_is_over_when_the_last_task_has_exited)
{
	begin_counting();
	assert_false(thread_set_is_over(set));
	task_exits(11);
	task_exits(10);
	scan();
	assert_false(thread_set_is_over(set));	/* they may have created a child */
	scan_until_exited_are_dropped();
	assert_true(thread_set_is_over(set));
	assert_int_equal(fake.fds, 0);
}

WITH_SETUP(a_zombie_has_exited)
{
	begin_counting();
	task_exits(11);
	task_find(10)->alive = false;	/* but /proc still lists it */
	proc_write_stat(10, 1, "name", 'Z', 4096);
	scan_until_exited_are_dropped();
	assert_true(thread_set_is_over(set));
}

WITH_SETUP(a_reused_pid_is_another_process)
{
	begin_counting();
	task_runs(10, 3);
	task_exits(11);
	task_exits(10);
	task_is_created(10, 10, 0);
	fake_proc_write("10 (other) S 1 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 99 0 0 0 1 0\n", "10/stat");
	scan_until_exited_are_dropped();
	assert_true(thread_set_is_over(set));
	assert_true(reported.slots[10] == 3000);
}

WITH_SETUP(a_thread_without_permission_does_not_hide_the_others)
{
	fake.refused = 11;
	begin_counting();
	run_and_tick(10, 1);
	assert_true(reported.slots[10] == 1000);
	assert_int_equal(reported.uncounted[UNCOUNTED_PERMISSION], 1);
	assert_int_equal(thread_set_errno(set), EACCES);
	assert_false(thread_set_is_over(set));
}

WITH_SETUP(when_descriptors_run_short_the_busiest_are_counted)
{
	task_is_created(10, 12, 10);
	task_is_created(10, 13, 10);
	limit_files(3 * MEMBERS + 1);	/* for two threads, and one replacement */
	begin_counting();
	assert_int_equal(thread_set_counted(set), 2);
	task_runs(13, 1);
	task_runs(12, 1);
	run_and_tick(10, 1);
	assert_true(reported.slots[13] == 1000 && reported.slots[12] == 1000 &&
		    !reported.slots[10]);
	assert_int_equal(reported.uncounted[UNCOUNTED_FILES], 2);
	assert_true(fake.fds_most <= 3 * MEMBERS);
	task_exits(13);
	scan();
	scan();
	assert_int_equal(thread_set_counted(set), 2);
	assert_int_equal(thread_set_uncounted(set, UNCOUNTED_FILES), 1);
}

WITH_SETUP(an_unexpected_limit_of_descriptors_is_reported)
{
	fake.fds_limit = MEMBERS + 1;
	begin_counting();
	assert_int_equal(thread_set_counted(set), 1);
	assert_int_equal(thread_set_uncounted(set, UNCOUNTED_FILES), 1);
	assert_int_equal(fake.fds, MEMBERS);
}

WITH_SETUP(the_next_reading_makes_up_for_a_failed_one)
{
	begin_counting();
	task_runs(10, 1);
	fake.broken = 10;
	fake.broken_times = 3;
	for (int i = 0; i < 3; i++)
		tick();
	assert_int_equal(reported.slots[10], 0);
	run_and_tick(10, 2);
	assert_true(reported.slots[10] == 3000);
}

WITH_SETUP(counters_that_can_never_be_read_are_reopened)
{
	begin_counting();
	fake.broken = 10;
	fake.broken_times = 11;		/* 10, and one before they are closed */
	for (int i = 0; i < 10; i++)
		tick();
	assert_int_equal(thread_set_counted(set), 2);
	run_and_tick(10, 2);
	assert_true(reported.slots[10] == 2000);
}

WITH_SETUP(counters_that_a_child_has_torn_are_opened_once_more)
{
	fake.broken = 10;
	fake.broken_times = 1;
	begin_counting();
	assert_int_equal(thread_set_counted(set), 2);
	assert_int_equal(fake.n_groups, 3);
	assert_int_equal(fake.fds, 2 * MEMBERS);
}

WITH_SETUP(an_exec_is_reported_even_if_the_name_stays)
{
	begin_counting();
	run_and_tick(10, 1);
	memset(&reported, 0, sizeof(reported));
	proc_write_stat(10, 1, "name", 'R', 8192);
	run_and_tick(10, 1);
	assert_string_equal(reported.comm[10], "name");
	proc_write_stat(10, 1, "a) b (c", 'R', 8192);
	run_and_tick(10, 1);
	assert_string_equal(reported.comm[10], "a) b (c");
}

/* It has no code, whose address would be another one: its arguments would be forgotten. */
WITH_SETUP(the_end_of_a_process_is_no_exec)
{
	begin_counting();
	run_and_tick(10, 1);
	memset(&reported, 0, sizeof(reported));
	proc_write_stat(10, 1, "name", 'Z', 0);
	run_and_tick(10, 1);
	assert_string_equal(reported.comm[10], "");
}

WITH_SETUP(a_command_counts_from_its_exec_on_under_its_name)
{
	task_exits(11);
	assert_true(thread_set_add_pid(set, 10, "make"));
	scan();
	assert_true(fake.groups[0].on_exec && !fake.groups[0].enabled);
	fake.groups[0].enabled = true;	/* exec */
	task_is_created(10, 12, 10);
	scan();
	assert_false(fake.groups[fake.n_groups - 1].on_exec);
	run_and_tick(10, 1);
	assert_true(reported.slots[10] == 1000);
}

WITH_SETUP(all_processes_of_a_user_are_found)
{
	struct thread_set_config config = { .counters = &counters_config,
					    .proc_root = fake_proc_root, .fds_max = 1000,
					    .all_of_user = true, .user = getuid(), .self_pid = 30 };

	thread_set_free(set);
	set = thread_set_new(&config);
	task_is_created(20, 20, 0);
	task_is_created(30, 30, 0);
	scan();
	assert_int_equal(thread_set_counted(set), 3);
	task_is_created(40, 40, 0);	/* its creator is outside: it may inherit any counters */
	scan();
	assert_int_equal(thread_set_counted(set), 4);
	assert_false(thread_set_is_over(set));
}

WITH_SETUP(a_thousand_children_are_read_in_pieces)
{
	static char text[8192];
	for (int i = 0; i < 1000; i++)
		(void)snprintf(text + strlen(text), 16, "%d ", 90000 + i);
	strcat(text, "20 ");
	begin_counting();
	task_is_created(20, 20, 11);
	fake_proc_write(text, "10/task/11/children");
	scan();
	assert_int_equal(thread_set_counted(set), 3);
}

static struct fake_group *pinned_group_of(int32_t tid)
{
	for (int i = 0; i < fake.n_groups; i++)
		if (fake.groups[i].pinned && fake.groups[i].open && fake.groups[i].tid == tid)
			return &fake.groups[i];
	fail();
	return NULL;
}

#define PINNED(sentence) TEST_WITH(sentence, thread_set_setup_pinned, thread_set_teardown)

PINNED(a_pinned_part_counts_the_thread_and_its_shares_are_not_stale)
{
	begin_counting();
	task_runs(10, 3);
	assert_int_equal(pinned_group_of(10)->slots, 3000);
	expect_nothing_lost(3000);
	assert_int_equal(reported.ns[10], 3 * MS);
	assert_false(reported.scaled[10] || reported.stale);
}

PINNED(a_child_counts_with_its_creator_until_it_is_pinned)
{
	begin_counting();
	task_is_created(20, 20, 10);
	task_runs(20, 2);
	run_and_tick(10, 1);
	assert_true(reported.slots[10] == 3000 && reported.slots[20] == 0);
	scan();
	task_runs(20, 4);
	expect_nothing_lost(7000);
	assert_int_equal(reported.slots[20], 4000);
	assert_int_equal(pinned_group_of(20)->slots, 4000);
}

PINNED(pinned_parts_go_on_while_inherited_ones_are_replaced)
{
	const struct fake_group *pinned;
	int inherited;

	begin_counting();
	pinned = pinned_group_of(10);
	inherited = fake.n_inherited;
	task_is_created(20, 20, 10);
	scan();
	assert_int_equal(fake.n_inherited, inherited + 2);
	assert_ptr_equal(pinned_group_of(10), pinned);
	task_runs(10, 1);
	expect_nothing_lost(1000);
}

PINNED(a_thread_without_memory_for_a_ring_is_counted_and_marked)
{
	fake.rings_limit = 1;
	begin_counting();
	task_runs(10, 1);
	task_runs(11, 1);
	expect_nothing_lost(2000);
	assert_int_equal(reported.stale, 1);
	assert_true(reported.scaled[10] != reported.scaled[11]);
	fake.rings_limit = 2;	/* from the next tick on */
	tick();
	task_runs(10, 1);
	run_and_tick(11, 1);
	task_runs(10, 1);
	run_and_tick(11, 1);
	assert_int_equal(reported.stale, 0);
	assert_false(reported.scaled[10] || reported.scaled[11]);
}

PINNED(without_any_ring_there_are_no_pinned_parts)
{
	const struct group group = counters_config.part[0].group;

	thread_counters_config_init(&counters_config, counters_config.sys, &group, 1);
	fake.rings_limit = 0;
	assert_false(pin_counters());
	begin_counting();
	task_runs(10, 1);
	expect_nothing_lost(1000);
	assert_int_equal(reported.stale, 0);	/* that is said of the machine */
}

PINNED(new_threads_take_the_descriptors_of_pinned_parts)
{
	limit_files(6 * MEMBERS);	/* for four threads, a pinned part and a replacement */
	begin_counting();
	assert_int_equal(fake.rings, 1);
	task_runs(10, 1);
	task_runs(11, 1);
	task_is_created(10, 12, 10);
	task_is_created(20, 20, 10);
	scan();
	assert_int_equal(thread_set_counted(set), 4);
	assert_int_equal(fake.rings, 0);
	task_runs(20, 1);
	expect_nothing_lost(3000);
}

/* Somebody with more rights has a pinned event of his own on the CPU. */
PINNED(a_pinned_part_that_was_off_is_enabled_again)
{
	begin_counting();
	pinned_group_of(10)->in_error = true;
	task_runs(10, 1);
	expect_nothing_lost(1000);
	assert_true(reported.stale == 1 && reported.scaled[10]);
	task_runs(10, 1);
	expect_nothing_lost(2000);
	assert_true(reported.stale == 0 && !reported.scaled[10]);
	assert_int_equal(pinned_group_of(10)->slots, 1000);
}
