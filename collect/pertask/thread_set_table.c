/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The table of a thread set: entries, states, and the reading of counters; see thread_set_parts.h.
 * Collector thread.
 */
#include "config.h"
#include "collect/pertask/thread_set_parts.h"

#include <stdlib.h>
#include <string.h>

/*
 * A child that is created while the counters of its creator are being opened makes every reading
 * fail with ECHILD as long as it lives; the counts of that time come later, in one reading. After
 * so many failures in a row the counters are reopened.
 */
#define READ_FAILURES_MAX 10

struct set_process *thread_set_find_process(const struct thread_set *set, int32_t pid)
{
	struct set_process *process;

	HASH_FIND_INT(set->processes, &pid, process);
	return process;
}

struct set_thread *thread_set_find_thread(const struct thread_set *set, int32_t tid)
{
	struct set_thread *thread;

	HASH_FIND_INT(set->threads, &tid, thread);
	return thread;
}

struct set_process *thread_set_process_of(const struct thread_set *set,
					  const struct set_thread *thread)
{
	return thread_set_find_process(set, thread->pid);
}

bool thread_set_is_alive(const struct thread_set *set, const struct set_process *process)
{
	return process->seen_scan == set->scans && process->stat.state != 'Z' &&
	       process->stat.state != 'X';
}

struct set_process *thread_set_add_process(struct thread_set *set, int32_t pid, int32_t creator)
{
	struct set_process *process;
	struct proc_stat stat;

	if (pid == set->config.self_pid || !proc_stat_read(set->proc, pid, &stat))
		return NULL;
	process = calloc(1, sizeof(*process));
	if (!process)
		return NULL;
	process->pid = pid;
	process->creator = creator;
	process->stat = stat;
	process->start_code = stat.start_code;
	process->found_scan = process->seen_scan = set->scans;
	HASH_ADD_INT(set->processes, pid, process);
	if (!process->hh.tbl) {
		free(process);
		return NULL;
	}
	return process;
}

void thread_set_change_state(struct thread_set *set, struct set_thread *thread,
			     enum thread_state state)
{
	set->n[thread->state]--;
	set->n[state]++;
	thread->state = state;
}

void thread_set_report(const struct thread_set *set, enum task_event_kind kind, const struct set_thread *thread)
{
	struct task_event event = { .kind = kind, .time_ns = set->now_ns, .seen_late = true,
				    .pid = thread->pid, .tid = thread->tid };

	memcpy(event.comm, thread->comm, COMM_LEN);
	if (set->sink && set->sink->task)
		set->sink->task(set->sink->data, &event);
}

void thread_set_close_counters(struct thread_set *set, struct set_thread *thread)
{
	if (thread->state != THREAD_COUNTED)
		return;
	set->fds -= thread_counters_fds(set->config.counters, &thread->counters);
	thread_counters_close(set->config.counters, &thread->counters);
}

bool thread_set_read_thread(struct thread_set *set, struct set_thread *thread)
{
	struct slice slice = { .time_ns = set->now_ns, .cpu = CPU_UNKNOWN, .pid = thread->pid, .tid = thread->tid };
	const struct sink *sink = set->sink;
	uint64_t running_ns;

	if (thread_counters_read(set->config.counters, &thread->counters, &slice, &running_ns))
		return ++thread->read_failures < READ_FAILURES_MAX;
	thread->read_failures = 0;
	if (!slice.duration_ns)
		return true;
	thread->ran_scan = set->scans;
	thread->ran_ns = set->now_ns;
	thread->suspect = false;
	if (!sink)
		return true;
	thread->ran = true;
	if (!thread->name_reported && thread->comm[0])
		thread_set_report(set, TASK_COMM, thread);
	thread->name_reported = thread->known_to_sink = true;
	sink->slice(sink->data, &slice);
	if (sink->times)
		sink->times(sink->data, CPU_UNKNOWN, slice.duration_ns, running_ns);
	return true;
}

void thread_set_drop_thread(struct thread_set *set, struct set_thread *thread)
{
	thread_set_close_counters(set, thread);
	if (thread->known_to_sink)
		thread_set_report(set, TASK_EXIT, thread);
	set->n[thread->state]--;
	HASH_DEL(set->threads, thread);
	free(thread);
}
