/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Finds the tasks of a set; see thread_set.h. Each scan walks /proc again, from the processes that
 * are known to their threads and children, since an unprivileged user has no other way to learn
 * about new tasks. Collector thread.
 */
#include "config.h"
#include "collect/pertask/thread_set.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "collect/pertask/thread_set_parts.h"
#include "model/list_room.h"

struct thread_set *thread_set_new(const struct thread_set_config *config)
{
	struct thread_set *set = calloc(1, sizeof(*set));

	if (!set)
		return NULL;
	set->config = *config;
	set->proc = open(config->proc_root, O_PATH | O_DIRECTORY | O_CLOEXEC);
	return set;
}

static void drop_process(struct thread_set *set, struct set_process *process)
{
	HASH_DEL(set->processes, process);
	free(process);
}

void thread_set_free(struct thread_set *set)
{
	if (!set)
		return;
	set->sink = NULL;
	while (set->threads)
		thread_set_drop_thread(set, set->threads);
	while (set->processes)
		drop_process(set, set->processes);
	if (set->proc >= 0)
		close(set->proc);
	thread_set_forget_forks(set, true);
	free(set->queue);
	free(set->replacements);
	free(set);
}

bool thread_set_add_pid(struct thread_set *set, int32_t pid, const char *program)
{
	struct set_process *process = thread_set_find_process(set, pid);

	if (!process)
		process = thread_set_add_process(set, pid, 0);
	if (process && program) {
		process->on_exec = true;
		(void)snprintf(process->stat.comm, COMM_LEN, "%.*s", COMM_LEN - 1, program);
	}
	return process;
}

/*
 * Guesses from /proc which counters a new task may have inherited. Before the first scan there were
 * none.
 */
static void guess_inherited(const struct thread_set *set, const struct set_process *process,
			    struct set_thread *thread)
{
	thread->inherits_certain = false;
	if (set->scans <= 1)
		return;
	if (process->listed) {
		thread->inherits = INHERITS_PROCESS;
		thread->inherits_id = process->pid;
	} else if (process->creator) {
		thread->inherits = INHERITS_CREATOR;
		thread->inherits_id = process->creator;
	} else if (thread_set_find_process(set, process->stat.ppid)) {
		thread->inherits = INHERITS_PROCESS;
		thread->inherits_id = process->stat.ppid;
	} else {
		thread->inherits = INHERITS_ANY;
	}
}

/* Takes them from a FORK record instead, if there is one. */
static void take_inherited_from_fork(const struct thread_set *set, struct set_thread *thread)
{
	const struct recent_fork *recent = thread_set_find_fork(set, thread->tid);

	if (!recent || recent->pid != thread->pid)
		return;
	thread->inherits = recent->inherits;
	thread->inherits_id = recent->inherits_id;
	thread->inherits_certain = true;
}

static void queue_thread(struct thread_set *set, struct set_thread *thread)
{
	struct set_thread **queue =
		list_room(set->queue, set->n_queue + 1, &set->cap_queue, 64, sizeof(struct set_thread *));

	if (!queue)
		return;
	set->queue = queue;
	set->queue[set->n_queue++] = thread;
}

static void found_child(void *data, int32_t pid)
{
	struct thread_set *set = data;

	if (!thread_set_find_process(set, pid))
		(void)thread_set_add_process(set, pid, set->creator);
}

static struct set_thread *add_thread(struct thread_set *set, const struct set_process *process,
				     int32_t tid)
{
	struct set_thread *thread = calloc(1, sizeof(*thread));

	if (!thread)
		return NULL;
	thread->tid = tid;
	thread->pid = process->pid;
	HASH_ADD_INT(set->threads, tid, thread);
	if (!thread->hh.tbl) {
		free(thread);
		return NULL;
	}
	set->n[THREAD_NEW]++;
	guess_inherited(set, process, thread);
	take_inherited_from_fork(set, thread);
	return thread;
}

#define SUSPECT_NS 20000000	/* more than the runtime of a running task may lag behind */

/*
 * Notices an exec that has ended the counting of its process. Either another thread called it,
 * which is the leader now but keeps the counters of its old number; or the program has other
 * rights, and the kernel removed the counters. No event says so, but the leader runs while the time
 * of its counters stands still. The leader is then opened again like a new task.
 */
static void check_exec(struct thread_set *set, const struct set_process *process,
		       struct set_thread *thread)
{
	uint64_t runtime_ns;

	if (thread->state == THREAD_COUNTED && (process->execed || thread->suspect)) {
		(void)thread_set_read_thread(set, thread);
		runtime_ns = proc_runtime_ns(set->proc, thread->pid, thread->tid);
		if (process->execed) {
			thread->suspect = true;
			thread->runtime_ns = runtime_ns;
			return;
		}
		if (!thread->suspect || runtime_ns < thread->runtime_ns + SUSPECT_NS)
			return;
	} else if (thread->state != THREAD_NO_PERMISSION || !process->execed) {
		return;
	}
	thread->suspect = false;
	thread_set_close_counters(set, thread);
	thread_set_change_state(set, thread, THREAD_NEW);
	guess_inherited(set, process, thread);
}

static void found_thread(void *data, int32_t tid)
{
	struct thread_set *set = data;
	const struct set_process *process = set->process;
	struct set_thread *thread = thread_set_find_thread(set, tid);

	/* /proc lists a zombie leader while it has threads, or a parent that does not wait. */
	if (tid == process->pid && (process->stat.state == 'Z' || process->stat.state == 'X'))
		return;
	if (!thread)
		thread = add_thread(set, process, tid);
	else if (tid == process->pid)
		check_exec(set, process, thread);
	if (!thread || thread->exited_scan)
		return;		/* exited: a new task of this number waits until it is dropped */
	thread->seen_scan = set->scans;
	if (thread->state == THREAD_NEW || thread->state == THREAD_NO_FILES)
		queue_thread(set, thread);
	set->creator = tid;
	proc_each_child(set->proc, process->pid, tid, found_child, set);
}

/*
 * Walks threads and children of a process; children are appended to the list, so the walk reaches
 * them as well.
 */
static void scan_process(struct thread_set *set, struct set_process *process)
{
	struct proc_stat stat;

	process->walked_scan = set->scans;
	if (!proc_stat_read(set->proc, process->pid, &stat) ||
	    stat.start_ticks != process->stat.start_ticks)
		return;		/* exited, or its number belongs to another process by now */
	process->seen_scan = set->scans;
	process->stat.state = stat.state;
	process->execed = proc_stat_execed(&stat, process->start_code);
	if (process->execed)
		process->start_code = stat.start_code;
	set->process = process;
	(void)proc_each_thread(set->proc, process->pid, found_thread, set);
	process->listed = true;
}

static void found_process(void *data, int32_t pid)
{
	struct thread_set *set = data;

	if (!thread_set_find_process(set, pid) && proc_is_of_user(set->proc, pid, set->config.user))
		(void)thread_set_add_process(set, pid, 0);
}

/*
 * Drops threads that /proc does not list any more. Counters of an exited thread go on for its
 * children; thread_set_must_replace() decides when they are closed.
 */
static void drop_exited_threads(struct thread_set *set)
{
	struct set_process *process;
	struct set_thread *thread, *next;

	set->n_exited = 0;
	HASH_ITER(hh, set->threads, thread, next) {
		if (thread->seen_scan == set->scans)
			continue;
		if (thread->state != THREAD_COUNTED) {
			thread_set_drop_thread(set, thread);
			continue;
		}
		process = thread_set_process_of(set, thread);
		if (process && thread_set_is_alive(set, process))
			process->has_exited = true;
		else
			set->orphaned |= !thread->exited_scan;
		if (!thread->exited_scan)
			thread->exited_scan = set->scans;
		set->n_exited++;
	}
}

static void drop_exited_processes(struct thread_set *set)
{
	struct set_process *process, *next;

	HASH_ITER(hh, set->processes, process, next) {
		process->has_exited = process->involved = process->replace = process->kept = false;
		if (process->seen_scan != set->scans)
			drop_process(set, process);
	}
}

/*
 * PR_SET_CHILD_SUBREAPER: a process that loses its parent becomes our child, and no other process
 * waits for it.
 */
static void found_orphan(void *data, int32_t pid)
{
	struct thread_set *set = data;
	struct set_process *process = thread_set_find_process(set, pid);
	struct proc_stat stat;

	if (pid == set->config.command)
		return;
	if (proc_stat_read(set->proc, pid, &stat) && stat.state == 'Z')
		set->config.reap(pid);
	else if (!process)
		(void)thread_set_add_process(set, pid, 0);
}

static void found_own_thread(void *data, int32_t tid)
{
	struct thread_set *set = data;

	proc_each_child(set->proc, set->config.self_pid, tid, found_orphan, set);
}

/* Walks all processes that were not yet walked in this scan, and their children. */
static void walk(struct thread_set *set)
{
	struct set_process *process;

	for (process = set->processes; process; process = process->hh.next)
		if (process->walked_scan != set->scans)
			scan_process(set, process);
}

void thread_set_scan(struct thread_set *set, uint64_t now_ns, const struct sink *sink)
{
	set->scans++;
	set->n_queue = 0;
	set->now_ns = now_ns;
	set->sink = sink;
	set->orphaned = set->replace_all = set->kept_all = false;
	thread_set_forget_forks(set, false);
	thread_set_take_forks(set, false);
	walk(set);
	/* After the walk, which knows the creator of each child that it finds. */
	if (set->config.all_of_user)
		proc_each_process(set->proc, found_process, set);
	if (set->config.subreaper)
		(void)proc_each_thread(set->proc, set->config.self_pid, found_own_thread, set);
	walk(set);
	drop_exited_threads(set);
	thread_set_open_counters(set);
	drop_exited_processes(set);
}

void thread_set_follow_forks(struct thread_set *set, const struct fork_feed *feed, size_t fds)
{
	set->fork_feed = *feed;
	set->config.fds_max -= fds < set->config.fds_max ? fds : set->config.fds_max;
}

size_t thread_set_tids(const struct thread_set *set, int32_t *tids, size_t max)
{
	const struct set_thread *thread;
	size_t n = 0;

	for (thread = set->threads; thread; thread = thread->hh.next, n++)
		if (n < max)
			tids[n] = thread->tid;
	return n;
}

size_t thread_set_counted(const struct thread_set *set)
{
	return set->n[THREAD_COUNTED];
}

uint32_t thread_set_uncounted(const struct thread_set *set, enum uncounted why)
{
	return (uint32_t)set->n[why == UNCOUNTED_FILES ? THREAD_NO_FILES : THREAD_NO_PERMISSION];
}

void thread_set_read(struct thread_set *set, uint64_t now_ns, const struct sink *sink)
{
	set->now_ns = now_ns;
	set->sink = sink;
	thread_set_read_counters(set);
	for (enum uncounted why = 0; sink && sink->uncounted && why < UNCOUNTED_KINDS; why++)
		sink->uncounted(sink->data, why, thread_set_uncounted(set, why));
	if (sink && sink->stale)
		sink->stale(sink->data, (uint32_t)set->n_stale);
}

int thread_set_errno(const struct thread_set *set)
{
	return set->last_errno;
}

bool thread_set_is_over(const struct thread_set *set)
{
	return !set->config.all_of_user && !set->n[THREAD_NEW] && !set->n[THREAD_COUNTED] &&
	       !set->n[THREAD_NO_PERMISSION] && !set->n[THREAD_NO_FILES];
}
