/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Which task a slice belongs to, whatever the order of the records: lives of threads, processes,
 * pids.
 */
#include "config.h"
#include "collect/tasks/tasks.h"

#include "tests/fixtures/fixture_tasks.h"
#include "tests/fixtures/test_main.h"

static uint32_t count_touched(void)
{
	const struct task *task;
	uint32_t n = 0;

	for (task = tasks_touched(world.tasks); task; task = task->next_touched)
		n++;
	return n;
}

WORLD_TEST(a_task_is_one_entry_on_all_cpus_and_in_all_intervals)
{
	struct task *task = ran(10, 10, 5 * MS);

	assert_ptr_equal(ran(10, 10, 9 * MS), task);
	interval(100 * MS);
	assert_ptr_equal(ran(10, 10, 110 * MS), task);
	assert_int_equal(task->sum->slices, 1);
	assert_int_equal(task->start_ns, 4 * MS);
}

WORLD_TEST(only_tasks_that_ran_are_touched)
{
	int i;

	for (i = 1; i <= 1000; i++)
		ran(i, i, 5 * MS);
	assert_int_equal(count_touched(), 1000);
	interval(100 * MS);
	assert_int_equal(count_touched(), 0);
	ran(7, 7, 110 * MS);
	assert_int_equal(count_touched(), 1);
}

WORLD_TEST(a_first_slice_out_of_order_moves_the_start)
{
	struct task *task = ran(10, 11, 50 * MS);

	assert_ptr_equal(ran(10, 11, 20 * MS), task);
	assert_int_equal(task->start_ns, 19 * MS);
	assert_int_equal(task->process->start_ns, 19 * MS);
	interval(100 * MS);
	assert_ptr_equal(ran(10, 11, 10 * MS), task);
	assert_int_equal(task->start_ns, 19 * MS);	/* in a snapshot: now a key */
	ran(20, 20, 10 * MS);
	task = ran(20, 21, 50 * MS);
	interval(200 * MS);
	assert_ptr_equal(ran(20, 21, 30 * MS), task);
	assert_int_equal(task->start_ns, 49 * MS);
}

WORLD_TEST(a_process_begins_no_later_than_its_threads)
{
	struct task *late, *early;

	late = ran(10, 10, 50 * MS);
	early = ran(10, 11, 20 * MS);
	assert_ptr_equal(late->process, early->process);
	assert_int_equal(late->process->start_ns, 19 * MS);
	interval(100 * MS);
	assert_int_equal(ran(10, 12, 5 * MS)->start_ns, 19 * MS);
}

WORLD_TEST(threads_are_counted_by_records_after_proc_was_read)
{
	struct task *task = ran(10, 10, 5 * MS);

	forked(10, 10, 11, 6 * MS);	/* /proc has counted it already */
	interval(100 * MS);
	assert_int_equal(task->process->threads, 2);
	forked(10, 10, 12, 110 * MS);
	forked(10, 10, 13, 111 * MS);
	task_exited(10, 12, 120 * MS);
	interval(200 * MS);
	assert_int_equal(task->process->threads, 3);
	forked(10, 10, 14, 90 * MS);	/* late: older than the count of /proc */
	interval(300 * MS);
	assert_int_equal(task->process->threads, 3);
}

WORLD_TEST(a_process_exits_with_its_last_thread)
{
	struct task *leader = ran(10, 10, 5 * MS);

	ran(10, 11, 5 * MS);
	interval(100 * MS);
	task_exited(10, 10, 110 * MS);
	tasks_resolve(world.tasks, 200 * MS);
	assert_false(process_exited(leader->process));
	tasks_next_interval(world.tasks);
	task_exited(10, 11, 210 * MS);
	tasks_resolve(world.tasks, 300 * MS);
	assert_true(process_exited(leader->process));
}

WORLD_TEST(a_thread_that_was_never_seen_keeps_its_process_alive)
{
	struct task *thread = ran(10, 11, 5 * MS);	/* two threads exist, one sleeps */

	interval(100 * MS);
	task_exited(10, 11, 110 * MS);
	tasks_resolve(world.tasks, 200 * MS);
	assert_false(process_exited(thread->process));
}

WORLD_TEST(a_process_lives_on_without_its_leader)
{
	struct task *leader = ran(10, 10, 5 * MS);	/* two threads exist, one sleeps */

	interval(100 * MS);
	task_exited(10, 10, 110 * MS);
	tasks_resolve(world.tasks, 200 * MS);
	assert_false(process_exited(leader->process));
}

WORLD_TEST(a_live_thread_outweighs_a_wrong_thread_count)
{
	struct task *leader = ran(10, 10, 5 * MS);

	world.threads = 1;
	ran(10, 11, 5 * MS);
	interval(100 * MS);
	task_exited(10, 11, 110 * MS);
	tasks_resolve(world.tasks, 200 * MS);
	assert_int_equal(leader->process->threads, 0);
	assert_false(process_exited(leader->process));
}

WORLD_TEST(the_last_slice_may_come_after_the_exit)
{
	struct task *task = ran(10, 10, 5 * MS);

	task_exited(10, 10, 9 * MS);
	assert_ptr_equal(ran(10, 10, 10 * MS), task);
	assert_int_equal(tasks_exited(world.tasks), 1);
	interval(100 * MS);
	assert_ptr_equal(ran(10, 10, 11 * MS), task);	/* even in the next interval */
	assert_int_equal(task->exit_ns, 9 * MS);
	assert_int_equal(task->sum->slices, 1);
	assert_int_equal(tasks_exited(world.tasks), 0);
}

WORLD_TEST(a_reused_pid_is_another_task)
{
	struct task *old = ran(10, 10, 5 * MS), *new;

	task_exited(10, 10, 9 * MS);
	forked(1, 10, 10, 20 * MS);
	named(TASK_COMM, 10, 10, 21 * MS, "new");
	named(TASK_COMM, 10, 10, 3 * MS, "old");
	new = ran(10, 10, 25 * MS);
	assert_ptr_not_equal(new, old);
	assert_ptr_not_equal(new->process, old->process);
	assert_ptr_equal(ran(10, 10, 10 * MS), old);	/* late, of the exited task */
	assert_ptr_equal(ran(10, 10, 30 * MS), new);
	tasks_resolve(world.tasks, 100 * MS);
	assert_string_equal(old->comm, "old");
	assert_string_equal(new->comm, "new");
	assert_int_equal(old->sum->slices, 2);
	assert_int_equal(new->sum->slices, 2);
	assert_true(process_exited(old->process));
	assert_false(process_exited(new->process));
	tasks_next_interval(world.tasks);
	interval(200 * MS);
	assert_ptr_equal(ran(10, 10, 210 * MS), new);	/* the old one is forgotten */
	assert_null(new->older);
	assert_null(new->process->older);
}

WORLD_TEST(a_pid_is_reused_although_its_exit_comes_late)
{
	struct task *old = ran(10, 10, 5 * MS), *new;

	forked(1, 10, 10, 20 * MS);
	new = ran(10, 10, 25 * MS);
	assert_ptr_not_equal(new, old);
	task_exited(10, 10, 9 * MS);
	assert_int_equal(new->exit_ns, 0);
	assert_int_not_equal(old->exit_ns, 0);
	assert_int_equal(tasks_exited(world.tasks), 1);
}

WORLD_TEST(slices_that_come_before_the_fork_record_are_the_childs)
{
	struct task *task = ran(20, 20, 12 * MS);

	ran(20, 21, 13 * MS);
	forked(20, 20, 21, 11 * MS);
	forked(1, 20, 20, 10 * MS);
	assert_ptr_equal(ran(20, 20, 15 * MS), task);
	assert_int_equal(task->start_ns, 10 * MS);
	assert_int_equal(task->process->start_ns, 10 * MS);
	assert_int_equal(count_touched(), 2);
}

WORLD_TEST(a_threads_slices_may_come_before_its_leaders_fork_record)
{
	struct task *thread = ran(20, 21, 13 * MS);

	forked(1, 20, 20, 10 * MS);
	assert_ptr_equal(ran(20, 20, 15 * MS)->process, thread->process);
	assert_int_equal(thread->process->alive, 2);
	assert_null(thread->process->older);
}

WORLD_TEST(another_pid_with_the_same_tid_is_another_task)
{
	struct task *thread = ran(10, 12, 5 * MS);
	struct task *process = ran(12, 12, 50 * MS);

	assert_ptr_not_equal(thread, process);
	assert_int_equal(process->process->pid, 12);
	assert_int_not_equal(thread->exit_ns, 0);
}

WORLD_TEST(exec_by_a_thread_keeps_the_process_alive)
{
	struct task *leader = ran(10, 10, 5 * MS);

	ran(10, 11, 6 * MS);
	task_exited(10, 10, 8 * MS);
	named(TASK_EXEC, 10, 10, 9 * MS, "other");
	assert_ptr_equal(ran(10, 10, 12 * MS), leader);
	interval(100 * MS);
	assert_false(process_exited(leader->process));
	interval(200 * MS);
	interval(300 * MS);
	assert_ptr_equal(ran(10, 10, 310 * MS), leader);
	assert_string_equal(leader->comm, "other");
}

/* Rings are read CPU by CPU: the one with the exec may be read before the old leader's. */
WORLD_TEST(the_exit_of_the_old_leader_may_come_after_the_exec)
{
	struct task *leader = ran(10, 10, 5 * MS);

	ran(10, 11, 6 * MS);
	interval(7 * MS);
	named(TASK_EXEC, 10, 10, 9 * MS, "other");
	ran(10, 10, 12 * MS);
	task_exited(10, 10, 8 * MS);
	assert_int_equal(leader->exit_ns, 0);
	interval(100 * MS);
	ran(10, 10, 150 * MS);
	interval(200 * MS);
	assert_ptr_equal(ran(10, 10, 250 * MS), leader);
	assert_null(leader->process->older);
}

/* The kernel gives the leader's tid to the thread that calls exec: its own has no EXIT record. */
WORLD_TEST(a_process_whose_thread_called_exec_exits_with_its_new_leader)
{
	struct task *leader = ran(10, 10, 5 * MS), *thread = ran(10, 11, 6 * MS);

	task_exited(10, 10, 8 * MS);
	named(TASK_EXEC, 10, 10, 9 * MS, "other");
	assert_int_equal(thread->exit_ns, 9 * MS);
	assert_int_equal(leader->process->alive, 1);
	ran(10, 10, 12 * MS);
	world.threads = 1;
	interval(100 * MS);
	task_exited(10, 10, 160 * MS);
	tasks_resolve(world.tasks, 200 * MS);
	assert_true(process_exited(leader->process));
}

WORLD_TEST(a_slice_from_before_the_exec_makes_no_thread_of_the_new_program)
{
	struct task *leader = ran(10, 10, 5 * MS), *thread;

	named(TASK_EXEC, 10, 10, 9 * MS, "other");
	thread = ran(10, 11, 7 * MS);
	assert_int_equal(thread->exit_ns, 9 * MS);
	assert_int_equal(leader->process->alive, 1);
}

WORLD_TEST(threads_of_the_new_program_outlive_an_exec_that_comes_late)
{
	struct task *thread;

	ran(10, 10, 5 * MS);
	forked(10, 10, 12, 11 * MS);
	thread = ran(10, 12, 14 * MS);
	named(TASK_EXEC, 10, 10, 9 * MS, "other");
	assert_int_equal(thread->exit_ns, 0);
	assert_int_equal(thread->process->alive, 2);
}

/* Without records /proc is read from time to time, and tells of an exec later than of threads. */
WORLD_TEST(an_exec_that_is_seen_late_ends_no_thread)
{
	const struct task_event exec = { .kind = TASK_EXEC, .time_ns = 20 * MS, .seen_late = true,
					 .pid = 10, .tid = 10, .comm = "other" };
	struct task *thread;

	ran(10, 10, 5 * MS);
	thread = ran(10, 12, 14 * MS);
	tasks_event(world.tasks, &exec);
	assert_int_equal(thread->exit_ns, 0);
}

WORLD_TEST(exec_long_after_the_leader_exited_keeps_the_process)
{
	struct task *thread = ran(10, 11, 6 * MS), *leader = ran(10, 10, 5 * MS);

	assert_ptr_equal(thread->process, leader->process);
	task_exited(10, 10, 8 * MS);
	interval(100 * MS);
	interval(200 * MS);		/* the leader is forgotten */
	interval(300 * MS);
	leader = ran(10, 10, 312 * MS);	/* on a CPU that is read before the exec's */
	assert_ptr_equal(leader->process, thread->process);
	named(TASK_EXEC, 10, 10, 310 * MS, "other");
	assert_ptr_equal(ran(10, 10, 320 * MS), leader);
	assert_int_equal(leader->process->alive, 1);
	assert_false(leader->process->leader_exited);
}

static uint32_t exits_of_an_exec(int32_t pid, bool exec_first)
{
	ran(pid, pid, 5 * MS);
	ran(pid, pid + 1, 6 * MS);	/* calls exec */
	ran(pid, pid + 2, 6 * MS);
	if (exec_first)
		named(TASK_EXEC, pid, pid, 9 * MS, "other");
	task_exited(pid, pid + 2, 7 * MS);
	task_exited(pid, pid, 8 * MS);
	if (!exec_first)
		named(TASK_EXEC, pid, pid, 9 * MS, "other");
	return tasks_exited(world.tasks);
}

WORLD_TEST(exec_ends_all_threads_but_one_in_whichever_order_the_records_come)
{
	assert_int_equal(exits_of_an_exec(10, false), 2);
	interval(100 * MS);
	assert_int_equal(exits_of_an_exec(20, true), 2);
}

WORLD_TEST(exited_tasks_are_forgotten_an_interval_later)
{
	uint64_t now_ns = 100 * MS;
	int32_t pid;

	for (pid = 100; pid < 10100; pid++) {
		forked(1, pid, pid, now_ns);
		task_exited(pid, pid, now_ns + MS);
		now_ns += 10 * MS;
		if (pid % 100 == 0)
			interval(now_ns);
	}
	interval(now_ns);
	interval(now_ns);
	assert_true(tasks_count(world.tasks) <= 1);	/* pid 1, which forked them */
}

WORLD_TEST(tasks_with_a_lost_exit_are_found_and_forgotten)
{
	int i;

	for (i = 1; i <= 500; i++)
		ran(i, i, 5 * MS);
	interval(100 * MS);
	world.exited = true;
	for (i = 0; i < 100 && tasks_count(world.tasks); i++) {
		int lookups = world.exists_lookups;

		interval(200 * MS);
		assert_true(world.exists_lookups - lookups <= 16);
	}
	assert_int_equal(tasks_count(world.tasks), 0);
}

/* Its EXIT record may come with the next interval, for a task that has names. */
WORLD_TEST(a_task_that_is_missed_once_is_still_known)
{
	ran(10, 10, 5 * MS);
	interval(100 * MS);
	world.exited = true;
	interval(200 * MS);
	assert_int_equal(tasks_count(world.tasks), 1);
	interval(300 * MS);
	assert_int_equal(tasks_count(world.tasks), 0);
}

WORLD_TEST(sleeping_tasks_are_not_forgotten)
{
	int i;

	for (i = 1; i <= 20; i++)
		ran(i, i, 5 * MS);
	for (i = 0; i < 50; i++)
		interval(100 * MS);
	assert_int_equal(tasks_count(world.tasks), 20);
}

/* A recording may name any number of tasks, and fill the memory with them. */
WORLD_TEST(tasks_beyond_the_limit_are_not_added)
{
	const struct task_lookup lookup = { .max_tasks = 2 };
	const struct slice third = { .time_ns = 2 * MS, .duration_ns = MS, .pid = 12, .tid = 12 };

	tasks_free(world.tasks);
	world.tasks = tasks_new(&lookup);
	assert_non_null(world.tasks);
	(void)ran(10, 10, 2 * MS);
	(void)ran(11, 11, 2 * MS);
	assert_null(tasks_of_slice(world.tasks, &third));
	(void)ran(11, 11, 3 * MS);
	assert_int_equal(tasks_count(world.tasks), 2);
}

/*
 * The CPUs' rings are read one after the other: here first all records of the children's CPU, then
 * the FORK records of the parent's.
 */
WORLD_TEST(lives_of_one_pid_in_one_interval_are_kept_apart)
{
	struct task *life[3];

	for (uint64_t i = 0; i < 3; i++) {
		life[i] = ran(70, 70, (100 * i + 10) * MS);
		task_exited(70, 70, (100 * i + 12) * MS);
		assert_ptr_equal(ran(70, 70, (100 * i + 15) * MS), life[i]);	/* its last switch */
	}
	for (uint64_t i = 0; i < 3; i++)
		forked(1, 70, 70, (100 * i + 5) * MS);
	assert_ptr_not_equal(life[0], life[1]);
	assert_ptr_not_equal(life[1], life[2]);
	for (uint64_t i = 0; i < 3; i++) {
		assert_true(life[i]->forked);
		assert_int_equal(life[i]->start_ns, (100 * i + 5) * MS);
		assert_int_equal(life[i]->sum->slices, 2);
	}
	assert_int_equal(tasks_count(world.tasks), 4);	/* the fourth is the parent */
}

/* It waits for a CPU in the middle of its exit, and no FORK record says that there is another. */
WORLD_TEST(a_task_that_is_preempted_while_it_dies_is_no_other_one)
{
	struct task *task = ran(10, 10, 5 * MS);

	named(TASK_COMM, 10, 10, 6 * MS, "as");
	task_exited(10, 10, 9 * MS);
	for (uint64_t end_ns = 100; end_ns < 300; end_ns += 100) {
		(void)ran(10, 10, (end_ns - 20) * MS);
		(void)ran(10, 10, (end_ns + 50) * MS);
		tasks_resolve(world.tasks, (end_ns + 80) * MS);
		assert_int_equal(count_touched(), 1);
		assert_ptr_equal(tasks_touched(world.tasks), task);
		assert_string_equal(task->comm, "as");
		assert_int_equal(task->sum->busy_ns, (end_ns == 100 ? 3 : 2) * MS);
		assert_true(process_exited(task->process));
		tasks_next_interval(world.tasks);
	}
	interval(500 * MS);
	interval(600 * MS);
	assert_int_equal(tasks_count(world.tasks), 0);
}

WORLD_TEST(a_fork_record_may_come_an_interval_after_the_slices_of_its_task)
{
	struct task *old = ran(10, 10, 5 * MS), *new;

	task_exited(10, 10, 9 * MS);
	(void)ran(10, 10, 95 * MS);
	interval(100 * MS);
	forked(1, 10, 10, 90 * MS);
	new = ran(10, 10, 110 * MS);
	tasks_resolve(world.tasks, 200 * MS);
	assert_ptr_not_equal(new->process, old->process);
	assert_false(process_exited(new->process));
	assert_int_equal(new->process->alive, 1);
}

/* The BPF engine says when the task of a slice began. The sum of an interval ends late. */
WORLD_TEST(a_slice_that_says_when_its_task_began_is_of_that_one)
{
	struct slice slice = { .time_ns = 60 * MS, .duration_ns = MS, .pid = 10, .tid = 10,
			       .life_ns = 4 * MS };
	struct task *task = ran(10, 10, 5 * MS), *next;

	task_exited(10, 10, 9 * MS);
	assert_ptr_equal(tasks_of_slice(world.tasks, &slice), task);
	slice.life_ns = 50 * MS;
	next = tasks_of_slice(world.tasks, &slice);
	assert_ptr_not_equal(next->process, task->process);
	tasks_resolve(world.tasks, 100 * MS);
	assert_int_equal(count_touched(), 2);
}

/* Each lookup walks the lives of a tid: a recording of nothing but forks would take hours. */
WORLD_TEST(lives_of_one_tid_are_bounded)
{
	for (uint64_t i = 0; i < 1000; i++)
		forked(1, 70, 70, (2000 - i) * MS);
	assert_true(tasks_count(world.tasks) <= LIVES_MAX + 1);	/* and pid 1, which forked them */
	assert_int_equal(ran(70, 70, 2001 * MS)->start_ns, 2000 * MS);
}

/* A thread keeps each life of its process in the registry, after its leader was forgotten. */
WORLD_TEST(lives_of_one_pid_are_bounded)
{
	int32_t tid = 1000;

	for (uint64_t i = 1; i <= 200; i++, tid++) {
		forked(1, 70, 70, i * 100 * MS);
		(void)ran(70, tid, (i * 100 + 10) * MS);
		task_exited(70, 70, (i * 100 + 20) * MS);
		interval((i * 100 + 50) * MS);
		interval((i * 100 + 60) * MS);
	}
	assert_int_equal(ran(70, tid - 1, 30000 * MS)->process->start_ns,
			 (uint64_t)LIVES_MAX * 100 * MS);
}
