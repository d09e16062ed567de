/* SPDX-License-Identifier: GPL-2.0-only */
/* Who a slice belongs to and what it is called, whatever the order of the records. */
#include "config.h"
#include "collect/tasks.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#define MS 1000000ULL

/* The machine that is asked: its processes all look alike, but for the name and what is counted. */
static struct {
	struct tasks *tasks;
	bool gone;		/* nobody exists any more */
	const char *comm, *command;
	uint32_t threads;
	int asked_process, asked_thread, asked_exists;
} world;

static bool tell_process(void *data, int32_t pid, struct task_facts *facts)
{
	(void)data;
	world.asked_process++;
	if (world.gone)
		return false;
	(void)snprintf(facts->comm, sizeof(facts->comm), "%s", world.comm);
	(void)snprintf(facts->command, sizeof(facts->command), "%s %d", world.command, pid);
	strcpy(facts->user, "ada");
	(void)snprintf(facts->cgroup, sizeof(facts->cgroup), "/%s", world.command);
	facts->ppid = 1;
	facts->threads = world.threads;
	return true;
}

static bool tell_thread(void *data, int32_t pid, int32_t tid, char comm[COMM_LEN])
{
	(void)data;
	(void)pid;
	world.asked_thread++;
	(void)snprintf(comm, COMM_LEN, "thread %d", tid);
	return !world.gone;
}

static bool tell_exists(void *data, int32_t pid, int32_t tid)
{
	(void)data;
	(void)pid;
	(void)tid;
	world.asked_exists++;
	return !world.gone;
}

static int setup(void **state)
{
	static const struct tasks_ask ask = { .process = tell_process,
					      .thread = tell_thread,
					      .exists = tell_exists };

	(void)state;
	memset(&world, 0, sizeof(world));
	world.comm = "proc";
	world.command = "proc";
	world.threads = 2;
	world.tasks = tasks_new(&ask);
	assert_non_null(world.tasks);
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	tasks_free(world.tasks);
	return 0;
}

/* A slice of 1 ms that ends at this time. */
static struct task *ran(int32_t pid, int32_t tid, uint64_t end_ns)
{
	const struct slice slice = { .time_ns = end_ns, .duration_ns = MS, .pid = pid, .tid = tid };
	struct task *task = tasks_of_slice(world.tasks, &slice);

	assert_non_null(task);
	assert_true(task->sum);
	task->sum->slices++;
	task->sum->busy_ns += MS;
	return task;
}

static void named(enum task_event_kind kind, int32_t pid, int32_t tid, uint64_t time_ns,
		  const char *comm)
{
	struct task_event event = { .kind = kind, .time_ns = time_ns, .pid = pid, .tid = tid };

	strcpy(event.comm, comm);
	tasks_event(world.tasks, &event);
}

static void forked(int32_t parent, int32_t pid, int32_t tid, uint64_t time_ns)
{
	const struct task_event event = { .kind = TASK_FORK, .time_ns = time_ns, .pid = pid,
					  .tid = tid, .ppid = parent, .ptid = parent };

	tasks_event(world.tasks, &event);
}

static void ended(int32_t pid, int32_t tid, uint64_t time_ns)
{
	named(TASK_EXIT, pid, tid, time_ns, "");
}

static void interval(uint64_t now_ns)
{
	tasks_resolve(world.tasks, now_ns);
	tasks_next_interval(world.tasks);
}

static uint32_t count_touched(void)
{
	const struct task *task;
	uint32_t n = 0;

	for (task = tasks_touched(world.tasks); task; task = task->next_touched)
		n++;
	return n;
}

static void a_task_is_one_entry_on_all_cpus_and_in_all_intervals(void **state)
{
	struct task *task = ran(10, 10, 5 * MS);

	(void)state;
	assert_ptr_equal(ran(10, 10, 9 * MS), task);
	interval(100 * MS);
	assert_ptr_equal(ran(10, 10, 110 * MS), task);
	assert_int_equal(task->sum->slices, 1);
	assert_int_equal(task->start_ns, 4 * MS);
}

static void only_tasks_that_ran_are_touched(void **state)
{
	int i;

	(void)state;
	for (i = 1; i <= 1000; i++)
		ran(i, i, 5 * MS);
	assert_int_equal(count_touched(), 1000);
	interval(100 * MS);
	assert_int_equal(count_touched(), 0);
	ran(7, 7, 110 * MS);
	assert_int_equal(count_touched(), 1);
}

static void a_first_sight_out_of_order_moves_the_start(void **state)
{
	struct task *task = ran(10, 11, 50 * MS);

	(void)state;
	assert_ptr_equal(ran(10, 11, 20 * MS), task);
	assert_int_equal(task->start_ns, 19 * MS);
	assert_int_equal(task->process->start_ns, 19 * MS);
	interval(100 * MS);
	assert_ptr_equal(ran(10, 11, 10 * MS), task);
	assert_int_equal(task->start_ns, 19 * MS);	/* shown: a key now */
	ran(20, 20, 10 * MS);
	task = ran(20, 21, 50 * MS);
	interval(200 * MS);
	assert_ptr_equal(ran(20, 21, 30 * MS), task);
	assert_int_equal(task->start_ns, 49 * MS);
}

static void a_process_begins_no_later_than_its_threads(void **state)
{
	struct task *late, *early;

	(void)state;
	late = ran(10, 10, 50 * MS);
	early = ran(10, 11, 20 * MS);
	assert_ptr_equal(late->process, early->process);
	assert_int_equal(late->process->start_ns, 19 * MS);
	interval(100 * MS);
	assert_int_equal(ran(10, 12, 5 * MS)->start_ns, 19 * MS);
}

static void a_process_is_asked_for_once(void **state)
{
	struct task *task = ran(10, 10, 5 * MS);

	(void)state;
	interval(100 * MS);
	assert_string_equal(task->comm, "proc");
	assert_string_equal(text_string(task->process->command), "proc 10");
	assert_string_equal(text_string(task->process->user), "ada");
	assert_int_equal(task->process->threads, 2);
	ran(10, 10, 110 * MS);
	interval(200 * MS);
	assert_int_equal(world.asked_process, 1);
	assert_int_equal(world.asked_thread, 0);
}

static void a_process_that_is_gone_is_not_asked_for_again(void **state)
{
	(void)state;
	world.gone = true;
	ran(10, 10, 5 * MS);
	interval(100 * MS);
	assert_string_equal(ran(10, 10, 110 * MS)->comm, "");
	interval(200 * MS);
	assert_int_equal(world.asked_process, 1);
}

static void a_thread_is_asked_for_by_its_own_name(void **state)
{
	struct task *task = ran(10, 11, 5 * MS);

	(void)state;
	interval(100 * MS);
	ran(10, 11, 110 * MS);
	interval(200 * MS);
	assert_string_equal(task->comm, "thread 11");
	assert_string_equal(task->process->comm, "proc");
	assert_int_equal(world.asked_thread, 1);
}

static void a_record_names_a_task_better_than_proc(void **state)
{
	struct task *task;

	(void)state;
	named(TASK_COMM, 10, 10, 3 * MS, "told");
	task = ran(10, 10, 5 * MS);
	interval(100 * MS);
	assert_string_equal(task->comm, "told");
	assert_string_equal(task->process->comm, "told");
	assert_string_equal(text_string(task->process->command), "proc 10");
}

static void the_later_name_wins_whatever_comes_first(void **state)
{
	struct task *task = ran(10, 10, 5 * MS);

	(void)state;
	named(TASK_COMM, 10, 10, 8 * MS, "second");
	named(TASK_COMM, 10, 10, 6 * MS, "first");
	interval(100 * MS);
	assert_string_equal(task->comm, "second");
	named(TASK_COMM, 10, 10, 7 * MS, "late");	/* in the next interval */
	interval(200 * MS);
	assert_string_equal(task->comm, "second");
}

static void a_child_inherits_the_name_its_parent_had_then(void **state)
{
	struct task *before, *after;

	(void)state;
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
	assert_string_equal(text_string(after->process->user), "ada");
	assert_int_equal(after->process->ppid, 10);
	assert_int_equal(world.asked_process, 1);	/* the parent */
}

static void a_thread_belongs_to_its_process_and_inherits_its_name(void **state)
{
	struct task *leader = ran(10, 10, 2 * MS), *thread;

	(void)state;
	forked(10, 10, 11, 5 * MS);
	thread = ran(10, 11, 7 * MS);
	assert_ptr_equal(thread->process, leader->process);
	interval(100 * MS);
	assert_string_equal(thread->comm, "proc");
	assert_int_equal(thread->start_ns, 5 * MS);
}

static void exec_reads_the_command_line_again(void **state)
{
	struct task *task = ran(10, 10, 5 * MS);

	(void)state;
	interval(100 * MS);
	world.command = "other";
	named(TASK_COMM, 10, 10, 101 * MS, "renamed");
	ran(10, 10, 110 * MS);
	interval(200 * MS);
	assert_string_equal(text_string(task->process->command), "proc 10");
	named(TASK_EXEC, 10, 10, 201 * MS, "other");
	ran(10, 10, 210 * MS);
	interval(300 * MS);
	assert_string_equal(task->comm, "other");
	assert_string_equal(text_string(task->process->command), "other 10");
}

static void a_short_life_is_told_by_records_alone(void **state)
{
	struct task *task;

	(void)state;
	ran(10, 10, 2 * MS);
	interval(100 * MS);
	world.gone = true;
	forked(10, 20, 20, 101 * MS);
	named(TASK_EXEC, 20, 20, 102 * MS, "cc1");
	ended(20, 20, 110 * MS);
	task = ran(20, 20, 110 * MS);
	tasks_resolve(world.tasks, 200 * MS);
	assert_string_equal(task->comm, "cc1");
	assert_string_equal(text_string(task->process->user), "ada");
	assert_string_equal(text_string(task->process->command), "");	/* its parent's is not its own */
	assert_true(process_exited(task->process));
	assert_int_equal(world.asked_process, 1);
}

static void threads_are_counted_by_records_after_proc_was_read(void **state)
{
	struct task *task = ran(10, 10, 5 * MS);

	(void)state;
	forked(10, 10, 11, 6 * MS);	/* /proc knows of it already */
	interval(100 * MS);
	assert_int_equal(task->process->threads, 2);
	forked(10, 10, 12, 110 * MS);
	forked(10, 10, 13, 111 * MS);
	ended(10, 12, 120 * MS);
	interval(200 * MS);
	assert_int_equal(task->process->threads, 3);
	forked(10, 10, 14, 90 * MS);	/* late: older than what /proc told */
	interval(300 * MS);
	assert_int_equal(task->process->threads, 3);
}

static void a_process_ends_with_its_last_thread(void **state)
{
	struct task *leader = ran(10, 10, 5 * MS);

	(void)state;
	ran(10, 11, 5 * MS);
	interval(100 * MS);
	ended(10, 10, 110 * MS);
	tasks_resolve(world.tasks, 200 * MS);
	assert_false(process_exited(leader->process));
	tasks_next_interval(world.tasks);
	ended(10, 11, 210 * MS);
	tasks_resolve(world.tasks, 300 * MS);
	assert_true(process_exited(leader->process));
}

static void a_thread_that_was_never_seen_keeps_its_process_alive(void **state)
{
	struct task *thread = ran(10, 11, 5 * MS);	/* two threads exist, one sleeps */

	(void)state;
	interval(100 * MS);
	ended(10, 11, 110 * MS);
	tasks_resolve(world.tasks, 200 * MS);
	assert_false(process_exited(thread->process));
}

static void a_process_lives_on_without_its_leader(void **state)
{
	struct task *leader = ran(10, 10, 5 * MS);	/* two threads exist, one sleeps */

	(void)state;
	interval(100 * MS);
	ended(10, 10, 110 * MS);
	tasks_resolve(world.tasks, 200 * MS);
	assert_false(process_exited(leader->process));
}

static void a_thread_that_lives_outweighs_a_wrong_number(void **state)
{
	struct task *leader = ran(10, 10, 5 * MS);

	(void)state;
	world.threads = 1;
	ran(10, 11, 5 * MS);
	interval(100 * MS);
	ended(10, 11, 110 * MS);
	tasks_resolve(world.tasks, 200 * MS);
	assert_int_equal(leader->process->threads, 0);
	assert_false(process_exited(leader->process));
}

static void the_last_slice_may_come_after_the_exit(void **state)
{
	struct task *task = ran(10, 10, 5 * MS);

	(void)state;
	ended(10, 10, 9 * MS);
	assert_ptr_equal(ran(10, 10, 10 * MS), task);
	assert_int_equal(tasks_gone(world.tasks), 1);
	interval(100 * MS);
	assert_ptr_equal(ran(10, 10, 11 * MS), task);	/* even in the next interval */
	assert_int_equal(task->exit_ns, 9 * MS);
	assert_int_equal(task->sum->slices, 1);
	assert_int_equal(tasks_gone(world.tasks), 0);
}

static void a_pid_that_is_used_again_is_another_task(void **state)
{
	struct task *old = ran(10, 10, 5 * MS), *new;

	(void)state;
	ended(10, 10, 9 * MS);
	forked(1, 10, 10, 20 * MS);
	named(TASK_COMM, 10, 10, 21 * MS, "new");
	named(TASK_COMM, 10, 10, 3 * MS, "old");
	new = ran(10, 10, 25 * MS);
	assert_ptr_not_equal(new, old);
	assert_ptr_not_equal(new->process, old->process);
	assert_ptr_equal(ran(10, 10, 10 * MS), old);	/* late, of the one that died */
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

static void a_pid_is_used_again_though_its_exit_comes_late(void **state)
{
	struct task *old = ran(10, 10, 5 * MS), *new;

	(void)state;
	forked(1, 10, 10, 20 * MS);
	new = ran(10, 10, 25 * MS);
	assert_ptr_not_equal(new, old);
	ended(10, 10, 9 * MS);
	assert_int_equal(new->exit_ns, 0);
	assert_int_not_equal(old->exit_ns, 0);
	assert_int_equal(tasks_gone(world.tasks), 1);
}

static void slices_that_come_before_the_fork_record_are_the_childs(void **state)
{
	struct task *task = ran(20, 20, 12 * MS);

	(void)state;
	ran(20, 21, 13 * MS);
	forked(20, 20, 21, 11 * MS);
	forked(1, 20, 20, 10 * MS);
	assert_ptr_equal(ran(20, 20, 15 * MS), task);
	assert_int_equal(task->start_ns, 10 * MS);
	assert_int_equal(task->process->start_ns, 10 * MS);
	assert_int_equal(count_touched(), 2);
}

static void a_threads_slices_may_come_before_its_leaders_fork_record(void **state)
{
	struct task *thread = ran(20, 21, 13 * MS);

	(void)state;
	forked(1, 20, 20, 10 * MS);
	assert_ptr_equal(ran(20, 20, 15 * MS)->process, thread->process);
	assert_int_equal(thread->process->alive, 2);
	assert_null(thread->process->older);
}

static void another_pid_with_the_same_tid_is_another_task(void **state)
{
	struct task *thread = ran(10, 12, 5 * MS);
	struct task *process = ran(12, 12, 50 * MS);

	(void)state;
	assert_ptr_not_equal(thread, process);
	assert_int_equal(process->process->pid, 12);
	assert_int_not_equal(thread->exit_ns, 0);
}

static void exec_by_a_thread_keeps_the_process_alive(void **state)
{
	struct task *leader = ran(10, 10, 5 * MS);

	(void)state;
	ran(10, 11, 6 * MS);
	ended(10, 10, 8 * MS);
	named(TASK_EXEC, 10, 10, 9 * MS, "other");
	assert_ptr_equal(ran(10, 10, 12 * MS), leader);
	interval(100 * MS);
	assert_false(process_exited(leader->process));
	interval(200 * MS);
	interval(300 * MS);
	assert_ptr_equal(ran(10, 10, 310 * MS), leader);
	assert_string_equal(leader->comm, "other");
}

static void tasks_that_ended_are_forgotten_an_interval_later(void **state)
{
	uint64_t now_ns = 100 * MS;
	int32_t pid;

	(void)state;
	for (pid = 100; pid < 10100; pid++) {
		forked(1, pid, pid, now_ns);
		ended(pid, pid, now_ns + MS);
		now_ns += 10 * MS;
		if (pid % 100 == 0)
			interval(now_ns);
	}
	interval(now_ns);
	interval(now_ns);
	assert_true(tasks_count(world.tasks) <= 1);	/* pid 1, who forked them */
}

static void tasks_whose_exit_was_lost_are_found_out(void **state)
{
	int i;

	(void)state;
	for (i = 1; i <= 500; i++)
		ran(i, i, 5 * MS);
	interval(100 * MS);
	world.gone = true;
	for (i = 0; i < 100 && tasks_count(world.tasks); i++) {
		int asked = world.asked_exists;

		interval(200 * MS);
		assert_true(world.asked_exists - asked <= 16);
	}
	assert_int_equal(tasks_count(world.tasks), 0);
}

static void who_is_known_is_asked_for_at_once_and_has_a_name_to_the_end(void **state)
{
	struct task *task;

	(void)state;
	named(TASK_KNOWN, 10, 10, 1, "");
	assert_int_equal(world.asked_process, 1);
	task = ran(10, 10, 5 * MS);
	ended(10, 10, 6 * MS);
	tasks_resolve(world.tasks, 10 * MS);
	assert_string_equal(task->comm, "proc");
	assert_string_equal(text_string(task->process->user), "ada");
	assert_int_equal(world.asked_process, 1);
}

static void who_is_told_to_have_ended_has_a_name_for_its_last_slice_and_is_then_forgotten(void **state)
{
	struct task *task;

	(void)state;
	named(TASK_ENDED, 10, 10, 1, "was");
	assert_null(tasks_touched(world.tasks));	/* no row without a slice */
	assert_int_equal(tasks_gone(world.tasks), 0);
	task = ran(10, 10, 5 * MS);
	tasks_resolve(world.tasks, 10 * MS);
	assert_string_equal(task->comm, "was");
	assert_string_equal(text_string(task->process->user), "ada");
	assert_true(task->exit_ns != 0);
	interval(100 * MS);
	assert_int_equal(tasks_count(world.tasks), 0);
}

/* Its EXIT record may come with the next interval, and be about a task that has names. */
static void a_task_that_is_missed_once_is_still_known(void **state)
{
	(void)state;
	ran(10, 10, 5 * MS);
	interval(100 * MS);
	world.gone = true;
	interval(200 * MS);
	assert_int_equal(tasks_count(world.tasks), 1);
	interval(300 * MS);
	assert_int_equal(tasks_count(world.tasks), 0);
}

static void tasks_that_sleep_are_not_forgotten(void **state)
{
	int i;

	(void)state;
	for (i = 1; i <= 20; i++)
		ran(i, i, 5 * MS);
	for (i = 0; i < 50; i++)
		interval(100 * MS);
	assert_int_equal(tasks_count(world.tasks), 20);
}

static void after_lost_records_names_are_asked_for_again(void **state)
{
	struct task *task = ran(10, 10, 5 * MS);

	(void)state;
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

static void doubts_are_cleared_a_few_at_a_time(void **state)
{
	int i;

	(void)state;
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

static void a_process_that_moved_to_another_cgroup_is_found_there(void **state)
{
	struct task *task = ran(10, 10, 5 * MS);

	(void)state;
	named(TASK_COMM, 10, 10, 6 * MS, "told");
	interval(100 * MS);
	assert_string_equal(text_string(task->process->cgroup), "/proc");
	world.command = "moved";
	world.comm = "other";
	ran(10, 10, 3000 * MS);
	interval(3100 * MS);
	assert_string_equal(text_string(task->process->cgroup), "/proc");	/* asked not long ago */
	interval(9000 * MS);
	assert_string_equal(text_string(task->process->cgroup), "/proc");	/* it sleeps */
	ran(10, 10, 9100 * MS);
	interval(9200 * MS);
	assert_string_equal(text_string(task->process->cgroup), "/moved");
	assert_string_equal(task->comm, "told");
	assert_int_equal(world.asked_process, 2);
}

static void all_that_run_are_asked_for_again_a_few_at_a_time(void **state)
{
	uint64_t now = 0;

	(void)state;
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
		assert_string_equal(text_string(ran(pid, pid, now)->process->cgroup), "/moved");
}

/* A recording may tell of any number of tasks, and fill the memory with them. */
static void tasks_end_where_nobody_believes_in_more(void **state)
{
	const struct tasks_ask ask = { .most = 2 };
	const struct slice third = { .time_ns = 2 * MS, .duration_ns = MS, .pid = 12, .tid = 12 };

	(void)state;
	tasks_free(world.tasks);
	world.tasks = tasks_new(&ask);
	assert_non_null(world.tasks);
	(void)ran(10, 10, 2 * MS);
	(void)ran(11, 11, 2 * MS);
	assert_null(tasks_of_slice(world.tasks, &third));
	(void)ran(11, 11, 3 * MS);
	assert_int_equal(tasks_count(world.tasks), 2);
}

/* One CPU's ring is read after the other: here all that the child's CPU has, then the FORK records of the parent's. */
static void lives_of_one_pid_in_one_interval_are_kept_apart(void **state)
{
	struct task *life[3];

	(void)state;
	for (uint64_t i = 0; i < 3; i++) {
		life[i] = ran(70, 70, (100 * i + 10) * MS);
		ended(70, 70, (100 * i + 12) * MS);
		assert_ptr_equal(ran(70, 70, (100 * i + 15) * MS), life[i]);	/* while it dies */
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
	assert_int_equal(tasks_count(world.tasks), 4);	/* with the parent: none without a slice */
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(a_task_is_one_entry_on_all_cpus_and_in_all_intervals),
		TEST(only_tasks_that_ran_are_touched),
		TEST(a_first_sight_out_of_order_moves_the_start),
		TEST(a_process_begins_no_later_than_its_threads),
		TEST(a_process_is_asked_for_once),
		TEST(a_process_that_is_gone_is_not_asked_for_again),
		TEST(a_thread_is_asked_for_by_its_own_name),
		TEST(a_record_names_a_task_better_than_proc),
		TEST(the_later_name_wins_whatever_comes_first),
		TEST(a_child_inherits_the_name_its_parent_had_then),
		TEST(a_thread_belongs_to_its_process_and_inherits_its_name),
		TEST(exec_reads_the_command_line_again),
		TEST(a_short_life_is_told_by_records_alone),
		TEST(threads_are_counted_by_records_after_proc_was_read),
		TEST(a_process_ends_with_its_last_thread),
		TEST(a_thread_that_was_never_seen_keeps_its_process_alive),
		TEST(a_process_lives_on_without_its_leader),
		TEST(a_thread_that_lives_outweighs_a_wrong_number),
		TEST(the_last_slice_may_come_after_the_exit),
		TEST(a_pid_that_is_used_again_is_another_task),
		TEST(lives_of_one_pid_in_one_interval_are_kept_apart),
		TEST(a_pid_is_used_again_though_its_exit_comes_late),
		TEST(slices_that_come_before_the_fork_record_are_the_childs),
		TEST(a_threads_slices_may_come_before_its_leaders_fork_record),
		TEST(another_pid_with_the_same_tid_is_another_task),
		TEST(exec_by_a_thread_keeps_the_process_alive),
		TEST(tasks_that_ended_are_forgotten_an_interval_later),
		TEST(tasks_whose_exit_was_lost_are_found_out),
		TEST(who_is_known_is_asked_for_at_once_and_has_a_name_to_the_end),
		TEST(who_is_told_to_have_ended_has_a_name_for_its_last_slice_and_is_then_forgotten),
		TEST(a_task_that_is_missed_once_is_still_known),
		TEST(tasks_that_sleep_are_not_forgotten),
		TEST(after_lost_records_names_are_asked_for_again),
		TEST(a_process_that_moved_to_another_cgroup_is_found_there),
		TEST(all_that_run_are_asked_for_again_a_few_at_a_time),
		TEST(doubts_are_cleared_a_few_at_a_time),
		TEST(tasks_end_where_nobody_believes_in_more),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
