/* SPDX-License-Identifier: GPL-2.0-only */
/* A registry of tasks and its world; see fixture_tasks.h. */
#include "config.h"
#include "tests/fixture_tasks.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

struct world world;

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

int world_setup(void **state)
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

int world_teardown(void **state)
{
	(void)state;
	tasks_free(world.tasks);
	return 0;
}

struct task *ran(int32_t pid, int32_t tid, uint64_t end_ns)
{
	const struct slice slice = { .time_ns = end_ns, .duration_ns = MS, .pid = pid, .tid = tid };
	struct task *task = tasks_of_slice(world.tasks, &slice);

	assert_non_null(task);
	assert_true(task->sum);
	task->sum->slices++;
	task->sum->busy_ns += MS;
	return task;
}

void named(enum task_event_kind kind, int32_t pid, int32_t tid, uint64_t time_ns,
		  const char *comm)
{
	struct task_event event = { .kind = kind, .time_ns = time_ns, .pid = pid, .tid = tid };

	strcpy(event.comm, comm);
	tasks_event(world.tasks, &event);
}

void forked(int32_t parent, int32_t pid, int32_t tid, uint64_t time_ns)
{
	const struct task_event event = { .kind = TASK_FORK, .time_ns = time_ns, .pid = pid,
					  .tid = tid, .ppid = parent, .ptid = parent };

	tasks_event(world.tasks, &event);
}

void ended(int32_t pid, int32_t tid, uint64_t time_ns)
{
	named(TASK_EXIT, pid, tid, time_ns, "");
}

void interval(uint64_t now_ns)
{
	tasks_resolve(world.tasks, now_ns);
	tasks_next_interval(world.tasks);
}
