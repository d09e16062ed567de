/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Names of tasks, whatever the order of the records; when /proc is asked, and when it is asked
 * again.
 */
#include "config.h"
#include "collect/tasks/tasks.h"

#include "tests/fixtures/fixture_tasks.h"
#include "tests/fixtures/test_main.h"

/* It ran until then in an interval that ends so. */
static void ran_until(int32_t pid, int32_t tid, uint64_t time_ns, uint64_t end_ns)
{
	ran(pid, tid, time_ns);
	interval(end_ns);
}

WORLD_TEST(a_process_is_looked_up_once)
{
	struct task *task = ran(10, 10, 5 * MS);

	interval(100 * MS);
	assert_string_equal(task->comm, "proc");
	assert_string_equal(string_text(task->process->command), "proc 10");
	assert_string_equal(string_text(task->process->user), "ada");
	assert_int_equal(task->process->threads, 2);
	ran_until(10, 10, 110 * MS, 200 * MS);
	assert_int_equal(world.process_lookups, 1);
	assert_int_equal(world.thread_lookups, 0);
}

WORLD_TEST(an_exited_process_is_not_looked_up_again)
{
	world.exited = true;
	ran_until(10, 10, 5 * MS, 100 * MS);
	assert_string_equal(ran(10, 10, 110 * MS)->comm, "");
	interval(200 * MS);
	assert_int_equal(world.process_lookups, 1);
}

WORLD_TEST(a_thread_is_looked_up_by_its_own_tid)
{
	struct task *task = ran(10, 11, 5 * MS);

	interval(100 * MS);
	ran_until(10, 11, 110 * MS, 200 * MS);
	assert_string_equal(task->comm, "thread 11");
	assert_string_equal(task->process->comm, "proc");
	assert_int_equal(world.thread_lookups, 1);
}

WORLD_TEST(a_name_from_a_record_wins_over_proc)
{
	struct task *task;

	named(TASK_COMM, 10, 10, 3 * MS, "record");
	task = ran(10, 10, 5 * MS);
	interval(100 * MS);
	assert_string_equal(task->comm, "record");
	assert_string_equal(task->process->comm, "record");
	assert_string_equal(string_text(task->process->command), "proc 10");
}

WORLD_TEST(the_later_name_wins_whichever_record_comes_first)
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

WORLD_TEST(a_child_inherits_the_name_its_parent_had_then)
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
	assert_int_equal(world.process_lookups, 1);	/* the parent */
}

WORLD_TEST(a_thread_belongs_to_its_process_and_inherits_its_name)
{
	struct task *leader = ran(10, 10, 2 * MS), *thread;

	forked(10, 10, 11, 5 * MS);
	thread = ran(10, 11, 7 * MS);
	assert_ptr_equal(thread->process, leader->process);
	interval(100 * MS);
	assert_string_equal(thread->comm, "proc");
	assert_int_equal(thread->start_ns, 5 * MS);
}

WORLD_TEST(exec_reads_the_command_line_again)
{
	struct task *task = ran(10, 10, 5 * MS);

	interval(100 * MS);
	world.command = "other";
	named(TASK_COMM, 10, 10, 101 * MS, "renamed");
	ran_until(10, 10, 110 * MS, 200 * MS);
	assert_string_equal(string_text(task->process->command), "proc 10");
	named(TASK_EXEC, 10, 10, 201 * MS, "other");
	ran_until(10, 10, 210 * MS, 300 * MS);
	assert_string_equal(task->comm, "other");
	assert_string_equal(string_text(task->process->command), "other 10");
}

WORLD_TEST(a_child_of_a_kernel_thread_is_one_until_it_runs_a_program)
{
	struct task *child;

	world.kernel = true;
	ran(2, 2, 2 * MS);
	forked(2, 20, 20, 5 * MS);
	child = ran(20, 20, 11 * MS);
	interval(100 * MS);
	assert_true(child->process->kernel);
	world.kernel = false;
	named(TASK_EXEC, 20, 20, 201 * MS, "modprobe");
	task_exited(20, 20, 202 * MS);	/* so /proc is not asked again */
	ran_until(20, 20, 203 * MS, 300 * MS);
	assert_false(child->process->kernel);
}

/* The command of tdtop is one, from its end to that of tdtop. */
WORLD_TEST(a_zombie_keeps_the_arguments_that_were_known)
{
	struct task *task = ran(10, 10, 5 * MS);

	interval(100 * MS);
	world.command = "";
	ran_until(10, 10, 9100 * MS, 9200 * MS);
	assert_int_equal(world.process_lookups, 2);
	assert_string_equal(string_text(task->process->command), "proc 10");
	named(TASK_EXEC, 10, 10, 9300 * MS, "other");
	ran_until(10, 10, 9400 * MS, 9500 * MS);
	assert_string_equal(string_text(task->process->command), "");	/* those of "other" */
}

WORLD_TEST(a_short_life_is_known_from_records_alone)
{
	struct task *task;

	ran_until(10, 10, 2 * MS, 100 * MS);
	world.exited = true;
	forked(10, 20, 20, 101 * MS);
	named(TASK_EXEC, 20, 20, 102 * MS, "cc1");
	task_exited(20, 20, 110 * MS);
	task = ran(20, 20, 110 * MS);
	tasks_resolve(world.tasks, 200 * MS);
	assert_string_equal(task->comm, "cc1");
	assert_string_equal(string_text(task->process->user), "ada");
	assert_string_equal(string_text(task->process->command), "");	/* not its parent's */
	assert_true(process_exited(task->process));
	assert_int_equal(world.process_lookups, 1);
}

WORLD_TEST(a_known_task_is_looked_up_at_once_and_has_a_name_to_the_end)
{
	struct task *task;

	named(TASK_KNOWN, 10, 10, 1, "");
	assert_int_equal(world.process_lookups, 1);
	task = ran(10, 10, 5 * MS);
	task_exited(10, 10, 6 * MS);
	tasks_resolve(world.tasks, 10 * MS);
	assert_string_equal(task->comm, "proc");
	assert_string_equal(string_text(task->process->user), "ada");
	assert_int_equal(world.process_lookups, 1);
}

WORLD_TEST(a_task_already_exited_has_a_name_for_its_last_slice_and_is_then_forgotten)
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

WORLD_TEST(after_lost_records_names_are_looked_up_again)
{
	struct task *task = ran(10, 10, 5 * MS);

	named(TASK_COMM, 10, 10, 3 * MS, "record");
	interval(100 * MS);
	tasks_lost(world.tasks);
	ran_until(10, 10, 110 * MS, 200 * MS);
	assert_string_equal(task->comm, "proc");
	ran_until(10, 10, 210 * MS, 300 * MS);
	assert_int_equal(world.process_lookups, 2);
}

WORLD_TEST(doubts_are_cleared_a_few_at_a_time)
{
	int i;

	for (i = 1; i <= 1000; i++)
		ran(i, i, 5 * MS);
	interval(100 * MS);
	assert_int_equal(world.process_lookups, 1000);
	tasks_lost(world.tasks);
	for (i = 1; i <= 1000; i++)
		ran(i, i, 105 * MS);
	interval(200 * MS);
	assert_int_equal(world.process_lookups, 1064);
}

WORLD_TEST(a_process_that_moved_to_another_cgroup_is_found_there)
{
	struct task *task = ran(10, 10, 5 * MS);

	named(TASK_COMM, 10, 10, 6 * MS, "record");
	interval(100 * MS);
	assert_string_equal(string_text(task->process->cgroup), "/proc");
	world.command = "moved";
	world.comm = "other";
	ran_until(10, 10, 3000 * MS, 3100 * MS);
	assert_string_equal(string_text(task->process->cgroup), "/proc");	/* looked up lately */
	interval(9000 * MS);
	assert_string_equal(string_text(task->process->cgroup), "/proc");	/* it sleeps */
	ran_until(10, 10, 9100 * MS, 9200 * MS);
	assert_string_equal(string_text(task->process->cgroup), "/moved");
	assert_string_equal(task->comm, "record");
	assert_int_equal(world.process_lookups, 2);
}

WORLD_TEST(running_processes_are_looked_up_again_a_few_at_a_time)
{
	uint64_t now = 0;

	for (int i = 0; i < 12; i++, now += 6000 * MS) {
		int lookups = world.process_lookups;

		for (int pid = 1; pid <= 100; pid++)
			ran(pid, pid, now + 5 * MS);
		if (i == 3)
			world.command = "moved";
		interval(now + 100 * MS);
		if (i)
			assert_true(world.process_lookups - lookups <= 16);
	}
	for (int pid = 1; pid <= 100; pid++)
		assert_string_equal(string_text(ran(pid, pid, now)->process->cgroup), "/moved");
}

/* /proc is read some time after the end of an interval. */
WORLD_TEST(a_thread_that_began_before_proc_was_read_is_counted_once)
{
	struct task *task = ran(10, 10, 5 * MS);

	world.threads = 3;	/* also the one that begins now */
	world.threads_ns = 105 * MS;
	interval(100 * MS);
	forked(10, 10, 11, 102 * MS);
	ran_until(10, 10, 110 * MS, 200 * MS);
	assert_int_equal(task->process->threads, 3);
}

WORLD_TEST(a_thread_that_exited_before_proc_was_read_is_subtracted_once)
{
	struct task *task = ran(10, 10, 5 * MS);

	ran(10, 11, 6 * MS);
	world.threads = 1;	/* no longer the one that exits now */
	world.threads_ns = 105 * MS;
	interval(100 * MS);
	task_exited(10, 11, 102 * MS);
	interval(200 * MS);
	assert_int_equal(task->process->threads, 1);
}

WORLD_TEST(a_thread_that_began_after_proc_was_read_is_added)
{
	struct task *task = ran(10, 10, 5 * MS);

	world.threads_ns = 105 * MS;
	interval(100 * MS);
	forked(10, 10, 11, 107 * MS);
	interval(200 * MS);
	assert_int_equal(task->process->threads, 3);
	assert_int_equal(world.process_lookups, 1);
}

/* The kernel counts a thread until some time after its EXIT record. */
WORLD_TEST(proc_is_read_again_if_a_thread_exited_just_then)
{
	struct task *task = ran(10, 10, 5 * MS);

	ran(10, 11, 6 * MS);
	world.threads_ns = 105 * MS;
	interval(100 * MS);
	task_exited(10, 11, 105 * MS - 1000);
	ran(10, 10, 110 * MS);
	world.threads = 1;
	world.threads_ns = 205 * MS;
	interval(200 * MS);
	assert_int_equal(task->process->threads, 1);
	assert_int_equal(world.process_lookups, 2);
}

WORLD_TEST(a_process_whose_threads_are_in_doubt_has_exited_with_its_leader)
{
	struct task *task = ran(10, 10, 5 * MS);

	world.threads = 1;
	world.threads_ns = 105 * MS;
	interval(100 * MS);
	ran(10, 10, 104 * MS);
	task_exited(10, 10, 105 * MS - 1000);
	world.exited = true;
	tasks_resolve(world.tasks, 200 * MS);
	assert_true(process_exited(task->process));
}
