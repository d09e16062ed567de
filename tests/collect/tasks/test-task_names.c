/* SPDX-License-Identifier: GPL-2.0-only */
/* What a task is called, whatever the order of the records; when /proc is asked, and when again. */
#include "config.h"
#include "collect/tasks/tasks.h"

#include <stddef.h>
#include <string.h>

#include "tests/fixtures/fixture_tasks.h"
#include "tests/fixtures/test.h"

TEST(a_process_is_asked_for_once)
{
	struct task *task = ran(10, 10, 5 * MS);

	interval(100 * MS);
	assert_string_equal(task->comm, "proc");
	assert_string_equal(string_text(task->process->command), "proc 10");
	assert_string_equal(string_text(task->process->user), "ada");
	assert_int_equal(task->process->threads, 2);
	ran(10, 10, 110 * MS);
	interval(200 * MS);
	assert_int_equal(world.asked_process, 1);
	assert_int_equal(world.asked_thread, 0);
}

TEST(a_process_that_is_gone_is_not_asked_for_again)
{
	world.exited = true;
	ran(10, 10, 5 * MS);
	interval(100 * MS);
	assert_string_equal(ran(10, 10, 110 * MS)->comm, "");
	interval(200 * MS);
	assert_int_equal(world.asked_process, 1);
}

TEST(a_thread_is_asked_for_by_its_own_name)
{
	struct task *task = ran(10, 11, 5 * MS);

	interval(100 * MS);
	ran(10, 11, 110 * MS);
	interval(200 * MS);
	assert_string_equal(task->comm, "thread 11");
	assert_string_equal(task->process->comm, "proc");
	assert_int_equal(world.asked_thread, 1);
}

TEST(a_record_names_a_task_better_than_proc)
{
	struct task *task;

	named(TASK_COMM, 10, 10, 3 * MS, "told");
	task = ran(10, 10, 5 * MS);
	interval(100 * MS);
	assert_string_equal(task->comm, "told");
	assert_string_equal(task->process->comm, "told");
	assert_string_equal(string_text(task->process->command), "proc 10");
}

TEST(the_later_name_wins_whatever_comes_first)
{
	struct task *task = ran(10, 10, 5 * MS);

	named(TASK_COMM, 10, 10, 8 * MS, "second");
	named(TASK_COMM, 10, 10, 6 * MS, "first");
	interval(100 * MS);
	assert_string_equal(task->comm, "second");
	named(TASK_COMM, 10, 10, 7 * MS, "late");	/* in the next interval */
	interval(200 * MS);
	assert_string_equal(task->comm, "second");
}

TEST(a_child_inherits_the_name_its_parent_had_then)
{
	struct task *before, *after;

	ran(10, 10, 2 * MS);
	forked(10, 21, 21, 9 * MS);
	forked(10, 20, 20, 5 * MS);
	named(TASK_COMM, 10, 10, 7 * MS, "new");
	named(TASK_COMM, 10, 10, 3 * MS, "old");
	before = ran(20, 20, 11 * MS);
	after = ran(21, 21, 11 * MS);
	interval(100 * MS);
	assert_string_equal(before->comm, "old");
	assert_string_equal(after->comm, "new");
	assert_string_equal(string_text(after->process->user), "ada");
	assert_int_equal(after->process->ppid, 10);
	assert_int_equal(world.asked_process, 1);	/* the parent */
}

TEST(a_thread_belongs_to_its_process_and_inherits_its_name)
{
	struct task *leader = ran(10, 10, 2 * MS), *thread;

	forked(10, 10, 11, 5 * MS);
	thread = ran(10, 11, 7 * MS);
	assert_ptr_equal(thread->process, leader->process);
	interval(100 * MS);
	assert_string_equal(thread->comm, "proc");
	assert_int_equal(thread->start_ns, 5 * MS);
}

TEST(exec_reads_the_command_line_again)
{
	struct task *task = ran(10, 10, 5 * MS);

	interval(100 * MS);
	world.command = "other";
	named(TASK_COMM, 10, 10, 101 * MS, "renamed");
	ran(10, 10, 110 * MS);
	interval(200 * MS);
	assert_string_equal(string_text(task->process->command), "proc 10");
	named(TASK_EXEC, 10, 10, 201 * MS, "other");
	ran(10, 10, 210 * MS);
	interval(300 * MS);
	assert_string_equal(task->comm, "other");
	assert_string_equal(string_text(task->process->command), "other 10");
}

TEST(a_short_life_is_told_by_records_alone)
{
	struct task *task;

	ran(10, 10, 2 * MS);
	interval(100 * MS);
	world.exited = true;
	forked(10, 20, 20, 101 * MS);
	named(TASK_EXEC, 20, 20, 102 * MS, "cc1");
	ended(20, 20, 110 * MS);
	task = ran(20, 20, 110 * MS);
	tasks_resolve(world.tasks, 200 * MS);
	assert_string_equal(task->comm, "cc1");
	assert_string_equal(string_text(task->process->user), "ada");
	assert_string_equal(string_text(task->process->command), "");	/* its parent's is not its own */
	assert_true(process_exited(task->process));
	assert_int_equal(world.asked_process, 1);
}

TEST(who_is_known_is_asked_for_at_once_and_has_a_name_to_the_end)
{
	struct task *task;

	named(TASK_KNOWN, 10, 10, 1, "");
	assert_int_equal(world.asked_process, 1);
	task = ran(10, 10, 5 * MS);
	ended(10, 10, 6 * MS);
	tasks_resolve(world.tasks, 10 * MS);
	assert_string_equal(task->comm, "proc");
	assert_string_equal(string_text(task->process->user), "ada");
	assert_int_equal(world.asked_process, 1);
}

TEST(who_is_told_to_have_ended_has_a_name_for_its_last_slice_and_is_then_forgotten)
{
	struct task *task;

	named(TASK_ALREADY_EXITED, 10, 10, 1, "was");
	assert_null(tasks_touched(world.tasks));	/* no row without a slice */
	assert_int_equal(tasks_exited(world.tasks), 0);
	task = ran(10, 10, 5 * MS);
	tasks_resolve(world.tasks, 10 * MS);
	assert_string_equal(task->comm, "was");
	assert_string_equal(string_text(task->process->user), "ada");
	assert_true(task->exit_ns != 0);
	interval(100 * MS);
	assert_int_equal(tasks_count(world.tasks), 0);
}

TEST(after_lost_records_names_are_asked_for_again)
{
	struct task *task = ran(10, 10, 5 * MS);

	named(TASK_COMM, 10, 10, 3 * MS, "told");
	interval(100 * MS);
	tasks_lost(world.tasks);
	ran(10, 10, 110 * MS);
	interval(200 * MS);
	assert_string_equal(task->comm, "proc");
	ran(10, 10, 210 * MS);
	interval(300 * MS);
	assert_int_equal(world.asked_process, 2);
}

TEST(doubts_are_cleared_a_few_at_a_time)
{
	int i;

	for (i = 1; i <= 1000; i++)
		ran(i, i, 5 * MS);
	interval(100 * MS);
	assert_int_equal(world.asked_process, 1000);
	tasks_lost(world.tasks);
	for (i = 1; i <= 1000; i++)
		ran(i, i, 105 * MS);
	interval(200 * MS);
	assert_int_equal(world.asked_process, 1064);
}

TEST(a_process_that_moved_to_another_cgroup_is_found_there)
{
	struct task *task = ran(10, 10, 5 * MS);

	named(TASK_COMM, 10, 10, 6 * MS, "told");
	interval(100 * MS);
	assert_string_equal(string_text(task->process->cgroup), "/proc");
	world.command = "moved";
	world.comm = "other";
	ran(10, 10, 3000 * MS);
	interval(3100 * MS);
	assert_string_equal(string_text(task->process->cgroup), "/proc");	/* asked not long ago */
	interval(9000 * MS);
	assert_string_equal(string_text(task->process->cgroup), "/proc");	/* it sleeps */
	ran(10, 10, 9100 * MS);
	interval(9200 * MS);
	assert_string_equal(string_text(task->process->cgroup), "/moved");
	assert_string_equal(task->comm, "told");
	assert_int_equal(world.asked_process, 2);
}

TEST(all_that_run_are_asked_for_again_a_few_at_a_time)
{
	uint64_t now = 0;

	for (int i = 0; i < 12; i++, now += 6000 * MS) {
		int asked = world.asked_process;

		for (int pid = 1; pid <= 100; pid++)
			ran(pid, pid, now + 5 * MS);
		if (i == 3)
			world.command = "moved";
		interval(now + 100 * MS);
		if (i)
			assert_true(world.asked_process - asked <= 16);
	}
	for (int pid = 1; pid <= 100; pid++)
		assert_string_equal(string_text(ran(pid, pid, now)->process->cgroup), "/moved");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		WORLD_TEST(a_process_is_asked_for_once),
		WORLD_TEST(a_process_that_is_gone_is_not_asked_for_again),
		WORLD_TEST(a_thread_is_asked_for_by_its_own_name),
		WORLD_TEST(a_record_names_a_task_better_than_proc),
		WORLD_TEST(the_later_name_wins_whatever_comes_first),
		WORLD_TEST(a_child_inherits_the_name_its_parent_had_then),
		WORLD_TEST(a_thread_belongs_to_its_process_and_inherits_its_name),
		WORLD_TEST(exec_reads_the_command_line_again),
		WORLD_TEST(a_short_life_is_told_by_records_alone),
		WORLD_TEST(who_is_known_is_asked_for_at_once_and_has_a_name_to_the_end),
		WORLD_TEST(who_is_told_to_have_ended_has_a_name_for_its_last_slice_and_is_then_forgotten),
		WORLD_TEST(after_lost_records_names_are_asked_for_again),
		WORLD_TEST(a_process_that_moved_to_another_cgroup_is_found_there),
		WORLD_TEST(all_that_run_are_asked_for_again_a_few_at_a_time),
		WORLD_TEST(doubts_are_cleared_a_few_at_a_time),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
