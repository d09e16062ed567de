/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Each task that gets counters of its own was counted by inherited ones before. No task may ever be
 * counted twice at one time, or not at all. Also of children whose creator exits before a scan.
 */
#include "config.h"
#include "collect/pertask/thread_set.h"

#include <string.h>
#include <unistd.h>

#include "tests/fixtures/fixture_thread_set.h"
#include "tests/fixtures/test_main.h"

/* Each test without pinned parts and with them. */
#define TEST_SET(sentence)                                                                         \
	static void sentence(void **state);                                                        \
	LIST_TEST(sentence##_if_pinned, sentence, thread_set_setup_pinned, thread_set_teardown);   \
	TEST_WITH(sentence, thread_set_setup, thread_set_teardown)

static void create_20(void)
{
	task_is_created(20, 20, 11);
}

static void create_30(void)
{
	task_is_created(30, 30, 20);
}

static void create_12(void)
{
	task_is_created(10, 12, 11);
}

/* It runs so many ms more, which have counters of their own; nothing is lost of all that ran. */
static void runs_apart(int32_t tid, uint64_t ms, uint64_t all, uint64_t own)
{
	task_runs(tid, ms);
	expect_nothing_lost(all);
	assert_int_equal(reported.slots[tid], own);
}

TEST_SET(a_task_created_while_counters_are_replaced_is_not_lost)
{
	begin_counting();
	task_is_created(21, 21, 11);
	happens_at(2, create_20);		/* 1: open for 21, 2: replacement of 11's */
	scan();
	task_runs(20, 5);
	task_runs(21, 3);
	task_runs(11, 1);
	expect_nothing_lost(9000);
	assert_int_equal(thread_set_counted(set), 2);
	scan();				/* a quiet moment */
	assert_int_equal(thread_set_counted(set), 4);
	runs_apart(20, 5, 14000, 5000);
}

TEST_SET(a_task_that_a_new_task_creates_meanwhile_is_not_lost)
{
	begin_counting();
	task_is_created(20, 20, 11);
	happens_at(1, create_30);
	scan();
	task_runs(30, 5);
	expect_nothing_lost(5000);
	scan();
	runs_apart(30, 1, 6000, 1000);
}

TEST_SET(a_thread_created_meanwhile_is_not_lost)
{
	begin_counting();
	task_is_created(20, 20, 11);
	happens_at(2, create_12);
	scan();
	task_runs(12, 5);
	scan();
	runs_apart(12, 2, 7000, 2000);
}

static void create_12_to_19(void)
{
	static int32_t next;

	next = next < 12 || next == 19 ? 12 : next + 1;
	task_is_created(10, next, 10);
}

TEST_SET(a_new_task_of_unknown_creator_does_not_wait_forever)
{
	struct thread_set_config config = { .counters = &counters_config,
					    .proc_root = fake_proc_root, .fds_max = 1000,
					    .all_of_user = true, .user = getuid() };
	int scans = 0;

	thread_set_free(set);
	set = thread_set_new(&config);
	scan();
	task_is_created(20, 20, 0);
	do {
		task_runs(10, 1);
		happens_at(2, create_12_to_19);	/* each time */
		scan();
		task_runs(20, 1);
		tick();
		task_exits(fake.tasks[fake.n_tasks - 1].tid);
	} while (!reported.slots[20] && ++scans < 20);
	assert_in_range(scans, 2, 12);
}

TEST_SET(threads_that_have_not_run_keep_their_counters)
{
	int before;

	task_is_created(10, 12, 10);
	task_is_created(10, 13, 10);
	begin_counting();
	scan();
	scan();
	before = fake.n_inherited;
	task_is_created(10, 14, 12);
	scan();
	assert_int_equal(fake.n_inherited, before + 2);	/* 14's and 12's */
	runs_apart(14, 1, 1000, 1000);
}

TEST_SET(without_descriptors_for_a_replacement_the_old_counters_go_on)
{
	limit_files(3 * MEMBERS);
	begin_counting();
	task_is_created(20, 20, 11);
	scan();
	task_runs(20, 1);
	expect_nothing_lost(1000);
	assert_int_equal(reported.slots[11], 1000);
	assert_int_equal(thread_set_uncounted(set, UNCOUNTED_FILES), 0);
}

/* The kernel gives the thread that calls exec the number of the leader, which has exited. */
TEST_SET(an_exec_by_another_thread_is_followed)
{
	begin_counting();
	task_exits(11);
	task_find(10)->alive = false;
	fake.tasks[fake.n_tasks] = fake.tasks[1];
	fake.tasks[fake.n_tasks].alive = true;
	fake.tasks[fake.n_tasks++].tid = 10;
	proc_write_stat(10, 1, "other", 'R', 8192);
	task_runs(10, 1);
	scan();
	task_runs(10, 3);
	task_is_created(20, 20, 10);
	scan();
	fake_proc_write("99000000 0 1", "10/task/10/schedstat");
	scan();
	task_runs(10, 2);
	task_runs(20, 4);
	expect_nothing_lost(10000);
	assert_true(reported.slots[11] == 4000 && reported.slots[10] == 2000 &&
		    reported.slots[20] == 4000);
}

TEST_SET(an_exec_with_other_rights_is_reported_as_not_permitted)
{
	begin_counting();
	memset(task_find(11)->counted_by, 0, sizeof(task_find(11)->counted_by));
	memset(task_find(10)->counted_by, 0, sizeof(task_find(10)->counted_by));
	fake.refused = 10;
	task_exits(11);
	proc_write_stat(10, 1, "su", 'R', 1);
	scan();
	fake_proc_write("99000000 0 1", "10/task/10/schedstat");
	scan();
	assert_int_equal(thread_set_uncounted(set, UNCOUNTED_PERMISSION), 1);
	assert_false(thread_set_is_over(set));
	fake.refused = 0;		/* the program gives its rights up */
	proc_write_stat(10, 1, "bash", 'R', 4096);
	scan();
	task_runs(10, 1);
	expect_nothing_lost(1000);
	assert_int_equal(thread_set_uncounted(set, UNCOUNTED_PERMISSION), 0);
}

TEST_SET(an_orphan_of_a_process_of_the_set_is_not_counted_twice)
{
	task_is_created(20, 20, 10);
	begin_counting();
	task_is_created(30, 30, 20);
	task_runs(30, 1);
	task_exits(20);
	fake_proc_write("30 ", "10/task/10/children");	/* its reaper */
	proc_write_stat(30, 10, "name", 'S', 4096);
	scan();
	runs_apart(30, 2, 3000, 2000);
	scan();
	assert_true(reported.exited[20]);
}

static int32_t reaped;

static void reap(int32_t pid)
{
	reaped = pid;
}

/* The command is process 10, and our own process is 50. */
static void count_a_command(void)
{
	struct thread_set_config config = { .counters = &counters_config,
					    .proc_root = fake_proc_root,
					    .fds_max = 1000,
					    .self_pid = 50,
					    .subreaper = true,
					    .command = 10,
					    .reap = reap };

	thread_set_free(set);
	set = thread_set_new(&config);
	task_is_created(50, 50, 0);
	fake_proc_write("10 ", "50/task/50/children");
}

TEST_SET(orphans_of_a_command_are_found_with_us_and_waited_for)
{
	count_a_command();
	task_is_created(20, 20, 10);
	begin_counting();
	task_is_created(30, 30, 20);
	task_exits(20);
	proc_write_stat(30, 50, "name", 'S', 4096);
	fake_proc_write("10 30 ", "50/task/50/children");
	scan();
	runs_apart(30, 2, 2000, 2000);
	proc_write_stat(30, 50, "name", 'Z', 4096);
	scan();
	assert_int_equal(reaped, 30);
	proc_write_stat(10, 50, "name", 'Z', 4096);
	scan();
	assert_int_equal(reaped, 30);	/* the source does not wait for the command */
}

static void create_40_and_exit(void)
{
	task_is_created(40, 40, 20);
	task_exits(20);
	proc_write_stat(30, 50, "name", 'S', 4096);
	proc_write_stat(40, 50, "name", 'S', 4096);
	fake_proc_write("10 30 40 ", "50/task/50/children");
}

TEST_SET(a_child_of_a_creator_that_exits_meanwhile_is_not_lost)
{
	count_a_command();
	task_is_created(20, 20, 10);
	begin_counting();
	task_is_created(30, 30, 20);
	happens_at(1, create_40_and_exit);
	scan();
	task_runs(40, 5);
	task_runs(30, 1);
	for (int i = 0; i < 3; i++)
		scan();
	runs_apart(40, 2, 8000, 2000);
}

/* ---- children whose creator exits before a scan: fork events name them ---- */

static void begin(void)
{
	begin_counting();
	follow_forks();
}

TEST_SET(without_fork_events_an_orphan_counts_with_the_next_ancestor)
{
	begin_counting();
	task_creates_orphan(30, 20, 11);
	scan();
	task_runs(30, 2);
	expect_nothing_lost(2000);
	assert_int_equal(reported.slots[11], 2000);
}

TEST_SET(with_fork_events_an_orphan_has_counters_of_its_own)
{
	begin();
	task_creates_orphan(30, 20, 11);
	task_runs(30, 1);
	scan();
	runs_apart(30, 2, 3000, 2000);
	assert_int_equal(reported.slots[11], 1000);
}

TEST_SET(so_has_a_child_of_it_whose_fork_event_was_lost)
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

TEST_SET(only_the_counters_that_it_inherits_are_replaced)
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

TEST_SET(none_are_replaced_if_its_creator_was_in_the_set_and_has_exited)
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

TEST_SET(an_orphan_outlives_the_process_that_was_added)
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

TEST_SET(an_orphan_created_while_counters_are_opened_is_not_lost)
{
	begin();
	task_is_created(21, 21, 11);
	happens_at(2, create_orphan_30);	/* 1: open for 21, 2: replacement of 11's */
	scan();
	task_runs(30, 5);
	task_runs(21, 3);
	expect_nothing_lost(8000);
	scan();				/* a quiet moment */
	runs_apart(30, 2, 10000, 2000);
}

TEST_SET(generations_that_exit_between_two_scans_make_no_difference)
{
	begin();
	task_is_created(20, 20, 11);
	for (int32_t pid = 21; pid < 40; pid++) {
		task_is_created(pid, pid, pid - 1);
		task_exits(pid - 1);
	}
	proc_write_stat(39, 1, "name", 'S', 4096);
	scan();
	runs_apart(39, 2, 2000, 2000);
}

TEST_SET(a_fork_event_that_arrives_before_that_of_its_creator_waits_for_it)
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
	runs_apart(30, 2, 3000, 2000);
}

TEST_SET(a_task_created_by_a_process_outside_is_not_added)
{
	task_is_created(40, 40, 0);
	begin();
	task_creates_orphan(42, 41, 40);
	scan();
	scan();
	assert_int_equal(thread_set_counted(set), 2);
}

TEST_SET(a_new_thread_counts_with_its_creator)
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
	runs_apart(12, 2, 5000, 2000);
	assert_int_equal(reported.slots[11], 2000);
}
