/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Which slices of the CPUs belong to the watched processes: 10 is watched, 20 is not. /proc is a
 * directory of this test.
 */
#include "config.h"
#include "collect/percpu/process_filter.h"

#include "tests/fixtures/fake_proc.h"
#include "tests/fixtures/test_main.h"

#define PIDS 100
#define SELF 99

static struct {
	double slots[PIDS];
	double nameless;	/* slots in windows of tasks that are not watched */
	int exits[PIDS];
	uint64_t lost;
} shown;

static struct process_filter *filter;
static uint64_t now_ns;

static void show_slice(void *data, const struct slice *slice)
{
	if (slice->tid == TID_UNKNOWN)
		shown.nameless += slice_slots(slice);
	else
		shown.slots[slice->pid] += slice_slots(slice);
}

static void show_task(void *data, const struct task_event *event)
{
	shown.exits[event->pid] += event->kind == TASK_EXIT;
}

static void show_lost(void *data, int cpu, uint64_t records)
{
	shown.lost += records;
}

static const struct sink to = { .slice = show_slice, .task = show_task, .lost = show_lost };

static void proc_has(int32_t pid, int32_t ppid, char state)
{
	fake_proc_task(pid, pid, 0, "");
	fake_proc_stat(pid, ppid, "x", state, 0, 0);
}

static void proc_has_not(int32_t pid)
{
	fake_proc_remove("%d", pid);
}

static void runs_in(int32_t pid, double slots, enum slice_part part)
{
	const struct sink *sink = process_filter_sink(filter, &to);
	const struct slice slice = { .time_ns = ++now_ns, .duration_ns = 1, .pid = pid, .tid = pid,
				     .part = part,
				     .counts = { .present = 1U << EV_SLOTS,
						 .value = { [EV_SLOTS] = slots } } };

	sink->slice(sink->data, &slice);
}

static void runs(int32_t pid, double slots)
{
	runs_in(pid, slots, SLICE_WHOLE);
}

static void event(enum task_event_kind kind, int32_t pid, int32_t ppid)
{
	const struct sink *sink = process_filter_sink(filter, &to);
	const struct task_event event = { .kind = kind, .time_ns = ++now_ns, .pid = pid,
					  .tid = pid, .ppid = ppid, .ptid = ppid };

	sink->task(sink->data, &event);
}

static void rings_were_read(void)
{
	process_filter_settle(filter, ++now_ns, FILTER_READ_RECORDS);
}

static void interval_ended(void)
{
	process_filter_settle(filter, ++now_ns, FILTER_READ_SUMS);
}

SETUP
{
	memset(&shown, 0, sizeof(shown));
	now_ns = 1000;
	assert_non_null(fake_proc_new());
	proc_has(1, 0, 'S');
	proc_has(10, 1, 'S');
	proc_has(20, 1, 'S');
	filter = process_filter_new(fake_proc_root, SELF);
	assert_non_null(filter);
	assert_int_equal(process_filter_add(filter, 10, false), 0);
}

TEARDOWN
{
	process_filter_free(filter);
	fake_proc_done();
}

TEST(only_slices_of_the_watched_process_are_shown)
{
	process_filter_list(filter, now_ns);
	runs(10, 5);
	runs(20, 7);
	runs(TID_IDLE, 3);
	rings_were_read();
	assert_true(shown.slots[10] == 5);
	assert_true(shown.slots[20] == 0 && shown.slots[TID_IDLE] == 0 && shown.nameless == 0);
}

TEST(descendants_that_exist_already_are_shown_whatever_their_numbers)
{
	proc_has(5, 30, 'S');	/* grandchild of 10 */
	proc_has(30, 10, 'S');
	process_filter_list(filter, now_ns);
	runs(5, 1);
	runs(30, 2);
	assert_true(shown.slots[5] == 1 && shown.slots[30] == 2);
}

TEST(a_child_and_its_child_are_shown_without_proc)
{
	process_filter_list(filter, now_ns);
	event(TASK_FORK, 11, 10);
	event(TASK_FORK, 12, 11);
	event(TASK_EXIT, 11, 10);
	runs(12, 4);
	event(TASK_EXIT, 12, 11);
	assert_true(shown.slots[12] == 4);
	assert_int_equal(shown.exits[12], 1);
}

TEST(an_orphan_is_shown_after_its_parents_have_ended)
{
	process_filter_list(filter, now_ns);
	event(TASK_FORK, 11, 10);
	event(TASK_EXIT, 10, 1);
	proc_has_not(10);
	proc_has(11, 1, 'S');
	for (int i = 0; i < 5; i++)
		rings_were_read();
	runs(11, 4);
	assert_true(shown.slots[11] == 4);
	assert_false(process_filter_is_over(filter));
}

TEST(slices_that_come_before_the_fork_record_are_held_for_it)
{
	process_filter_list(filter, now_ns);
	runs(11, 4);
	event(TASK_EXIT, 11, 10);
	rings_were_read();
	assert_true(shown.slots[11] == 0);
	now_ns -= 10;
	event(TASK_FORK, 11, 10);
	rings_were_read();
	assert_true(shown.slots[11] == 4);
	assert_int_equal(shown.exits[11], 1);
}

TEST(fork_records_may_come_in_any_order)
{
	process_filter_list(filter, now_ns);
	event(TASK_FORK, 12, 11);
	runs(12, 4);
	event(TASK_FORK, 22, 21);
	runs(22, 4);
	event(TASK_FORK, 21, 20);
	event(TASK_FORK, 11, 10);
	rings_were_read();
	assert_true(shown.slots[12] == 4);
	assert_true(shown.slots[22] == 0);
}

TEST(without_a_fork_record_proc_is_asked)
{
	process_filter_list(filter, now_ns);
	proc_has(11, 10, 'S');
	proc_has(21, 20, 'S');
	runs(11, 4);
	runs(21, 5);
	runs(31, 6);	/* not even in /proc */
	rings_were_read();
	rings_were_read();
	assert_true(shown.slots[11] == 4);
	assert_true(shown.slots[21] == 0 && shown.slots[31] == 0);
}

TEST(after_lost_records_proc_says_which_processes_there_are)
{
	const struct sink *sink = process_filter_sink(filter, &to);

	process_filter_list(filter, now_ns);
	proc_has(11, 10, 'S');
	proc_has(12, 11, 'S');
	sink->lost(sink->data, 0, 3);
	rings_were_read();
	runs(12, 4);
	assert_true(shown.slots[12] == 4);
	assert_int_equal(shown.lost, 3);
}

TEST(a_number_that_is_used_again_is_another_process)
{
	process_filter_list(filter, now_ns);
	event(TASK_FORK, 11, 10);
	event(TASK_EXIT, 11, 10);
	event(TASK_FORK, 11, 20);
	runs(11, 4);
	event(TASK_FORK, 20, 10);
	runs(20, 3);
	assert_true(shown.slots[11] == 0);
	assert_true(shown.slots[20] == 3);
}

TEST(an_older_fork_record_does_not_change_a_listed_process)
{
	process_filter_list(filter, now_ns);
	now_ns -= 100;
	event(TASK_FORK, 10, 1);
	runs(10, 4);
	assert_true(shown.slots[10] == 4);
}

TEST(a_command_is_shown_from_its_exec_on)
{
	assert_int_equal(process_filter_add(filter, 40, true), 0);
	proc_has(40, SELF, 'S');
	process_filter_list(filter, now_ns);
	runs(40, 1);
	event(TASK_EXEC, 40, 0);
	runs(40, 2);
	rings_were_read();
	assert_true(shown.slots[40] == 2);
}

TEST(the_end_of_all_watched_processes_is_the_end)
{
	process_filter_list(filter, now_ns);
	event(TASK_FORK, 11, 10);
	proc_has(11, 10, 'R');
	rings_were_read();
	event(TASK_EXIT, 10, 1);
	proc_has(10, 1, 'Z');
	rings_were_read();
	rings_were_read();
	assert_false(process_filter_is_over(filter));
	event(TASK_EXIT, 11, 1);
	rings_were_read();
	rings_were_read();
	assert_false(process_filter_is_over(filter));	/* /proc says that it is still there */
	proc_has_not(11);
	rings_were_read();
	rings_were_read();
	assert_true(process_filter_is_over(filter));
}

/* A source of sums has none until the interval ends, and the dying task may run into the next one. */
TEST(an_ended_process_is_known_until_all_sums_of_it_were_read)
{
	process_filter_list(filter, now_ns);
	event(TASK_FORK, 11, 10);
	event(TASK_EXIT, 11, 10);
	for (int i = 0; i < 50; i++)
		rings_were_read();
	runs(11, 4);
	interval_ended();
	runs(11, 1);
	interval_ended();
	assert_true(shown.slots[11] == 5);
}

TEST(an_ended_process_is_forgotten_after_two_intervals)
{
	process_filter_list(filter, now_ns);
	event(TASK_FORK, 11, 10);
	event(TASK_EXIT, 11, 10);
	for (int i = 0; i < 5; i++)
		interval_ended();
	runs(11, 4);
	interval_ended();
	interval_ended();
	interval_ended();
	assert_true(shown.slots[11] == 0);
}

/*
 * The child ran and exited on a CPU whose ring is read before that of its parent, or after it, and
 * then the FORK record comes with the next reading.
 */
TEST(an_exit_that_comes_before_the_fork_record_ends_the_process)
{
	const double slots[] = { 0, 4, 0, 4 };	/* 0: no slice came either */

	for (size_t i = 0; i < 4; i++) {
		const int32_t pid = 11 + (int32_t)i;

		process_filter_list(filter, now_ns);
		now_ns += 100;
		if (slots[i] > 0)
			runs(pid, slots[i]);
		event(TASK_EXIT, pid, 10);
		if (i >= 2)
			rings_were_read();
		now_ns -= 100;
		event(TASK_FORK, pid, 10);
		now_ns += 100;
		event(TASK_EXIT, 10, 1);
		proc_has_not(10);
		for (int n = 0; n < 3; n++)
			rings_were_read();
		assert_true(process_filter_is_over(filter));
		assert_true(shown.slots[pid] == slots[i]);
	}
}

/* CPUs are opened one by one: one may write FORK records while another writes no EXIT record. */
TEST(an_exit_before_the_processes_were_listed_is_noticed)
{
	for (int32_t pid = 11; pid < 13; pid++) {
		now_ns += 100;
		if (pid == 11)
			proc_has(pid, 10, 'Z');		/* it is still listed */
		process_filter_list(filter, now_ns);
		now_ns -= 50;
		event(TASK_FORK, pid, 10);
		now_ns += 50;
		proc_has_not(pid);
		event(TASK_EXIT, 10, 1);
		proc_has_not(10);
		for (int n = 0; n < 3; n++)
			rings_were_read();
		assert_true(process_filter_is_over(filter));
	}
}

TEST(a_process_that_has_ended_before_counting_began_is_noticed)
{
	proc_has_not(10);
	process_filter_list(filter, now_ns);
	rings_were_read();
	rings_were_read();
	assert_true(process_filter_is_over(filter));
}

TEST(in_windows_all_tasks_count_but_the_others_have_no_name)
{
	process_filter_list(filter, now_ns);
	runs_in(10, 5, SLICE_WINDOW);
	runs_in(20, 7, SLICE_WINDOW);
	runs_in(TID_UNKNOWN, 100, SLICE_GAP);
	assert_true(shown.slots[10] == 5);
	assert_true(shown.slots[20] == 0);
	assert_true(shown.nameless == 107);
}

TEST(at_the_end_nothing_is_held)
{
	process_filter_list(filter, now_ns);
	proc_has(11, 10, 'S');
	runs(11, 4);
	process_filter_settle(filter, ++now_ns, FILTER_READ_LAST);
	assert_true(shown.slots[11] == 4);
}
