/* SPDX-License-Identifier: GPL-2.0-only */
/* Looks tasks up in /proc or asks the source; see collector_parts.h. Collector thread. */
#include "config.h"
#include "collect/collector/collector_parts.h"

#include <stddef.h>

#include "collect/perfdata/recorder.h"
#include "collect/slice/source.h"
#include "collect/sys/procfs.h"

#define TASKS_OF_FILE_MAX (1U << 18)	/* of a recording: small files must not fill the memory */

static bool ask_source(const struct lookups *lookups, const struct task_question *question)
{
	return lookups->source->ops->task(lookups->source, question);
}

static bool ask_process(void *data, int32_t pid, struct task_facts *facts)
{
	struct lookups *lookups = data;
	bool known = lookups->procfs ? procfs_process(lookups->procfs, pid, facts) :
		ask_source(lookups, &(struct task_question){ .pid = pid, .facts = facts });

	if (lookups->recorder)
		recorder_process(lookups->recorder, pid, known ? facts : NULL);
	return known;
}

static bool ask_thread(void *data, int32_t pid, int32_t tid, char comm[COMM_LEN])
{
	struct lookups *lookups = data;
	bool known = lookups->procfs ? procfs_thread(lookups->procfs, pid, tid, comm) :
		ask_source(lookups, &(struct task_question){ .pid = pid, .tid = tid, .comm = comm });

	if (lookups->recorder)
		recorder_thread(lookups->recorder, pid, tid, known ? comm : "");
	return known;
}

static bool ask_proc_exists(void *data, int32_t pid, int32_t tid)
{
	struct lookups *lookups = data;

	return procfs_exists(lookups->procfs, pid, tid);
}

/* Of a task that has run the CPU time is 0 where the kernel does not account it, nor waits. */
static bool ask_proc_times(void *data, int32_t pid, int32_t tid, struct proc_schedstat *times)
{
	const struct lookups *lookups = data;

	return proc_schedstat_read(procfs_root(lookups->procfs), pid, tid, times) && times->runtime_ns;
}

static uint64_t ask_clock(void *data)
{
	const struct lookups *lookups = data;

	return lookups->source->ops->clock_ns(lookups->source);
}

static bool ask_source_times(void *data, int32_t pid, int32_t tid, struct proc_schedstat *times)
{
	times->runtime_ns = 0;
	return ask_source(data,
			  &(struct task_question){ .pid = pid, .tid = tid, .wait_ns = &times->wait_ns });
}

/*
 * A source that opens tasks reports each
 * exit itself, later than /proc: as long as the children of a task count with it, the task has not
 * ended.
 */
struct task_lookup lookups_of(struct lookups *lookups)
{
	const struct source_ops *ops = lookups->source->ops;

	if (ops->asks_proc)
		return (struct task_lookup){ .data = lookups,
					   .process = ask_process,
					   .thread = ask_thread,
					   .exists = ops->opens_tasks ? NULL : ask_proc_exists,
					   .times = ask_proc_times,
					   .clock_ns = ask_clock };
	if (ops->task)
		return (struct task_lookup){
			.data = lookups,
			.max_tasks = TASKS_OF_FILE_MAX,
			.process = ask_process,
			.thread = ask_thread,
			.times = ask_source_times,
			.clock_ns = ask_clock,
		};
	return (struct task_lookup){ .data = NULL };
}

/* The last pids of a list. */
struct newest {
	int32_t pids[LOOKUPS_FIRST];
	size_t n;
};

static void take_pid(void *data, int32_t pid)
{
	struct newest *newest = data;

	newest->pids[newest->n++ % LOOKUPS_FIRST] = pid;
}

void lookups_first(struct lookups *lookups, struct tasks *tasks)
{
	struct source *source = lookups->source;
	const bool watched = source->machine.watched[0];
	struct newest newest = { .n = 0 };
	struct task_facts facts;
	uint64_t now_ns;

	/*
	 * Of single tasks only these are wanted, and their source names them; but a recording may
	 * have the slices of all.
	 */
	if (!lookups->procfs || (watched && !lookups->recorder))
		return;
	proc_each_process(procfs_root(lookups->procfs), take_pid, &newest);
	now_ns = source->ops->clock_ns(source);
	for (size_t i = 0; i < newest.n && i < LOOKUPS_FIRST; i++)
		if (watched)
			(void)ask_process(lookups, newest.pids[i], &facts);
		else
			(void)tasks_ask_process(tasks, newest.pids[i], now_ns);
}
