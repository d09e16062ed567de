/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Decides which inherited counters are replaced; see thread_set_parts.h. A thread's counters also
 * count the tasks that it creates. Before a new task starts counters of its own, all counters that
 * it may have inherited must be replaced, and no task may fall between the old counters and the new
 * ones. Two checks of /proc ensure that. A task found by the first (the walk) has its own counters
 * by the second. A task first seen by the second was created while counters were being opened, and
 * may have inherited only the old ones.
 *
 * FORK records of different CPUs arrive in no order. If the creator of a task is not known now, a record that the
 * next call reads may name it. So such a record is tried once more. Collector thread.
 */
#include "config.h"
#include "collect/pertask/thread_set_parts.h"

#include <stdlib.h>

#include "model/list_room.h"

/*
 * A new task of unknown origin, on a machine where other processes of the set create children all
 * the time, would wait forever for a quiet moment. After so many scans it gets its counters, at the
 * cost of the first moments of such children.
 */
#define POSTPONED_MAX 10
#define LINGER_NS 1000000000ULL

static bool keep_process(struct thread_set *set, struct set_process *process)
{
	if (process->kept)
		return false;
	process->kept = true;
	set->kept_all |= set->replace_all;
	return true;
}

void thread_set_keep(struct thread_set *set, const struct set_thread *thread)
{
	struct set_process *process = thread_set_process_of(set, thread);

	if (process)
		(void)keep_process(set, process);
	else
		set->kept_all = true;
}

bool thread_set_is_kept(const struct thread_set *set, const struct set_thread *thread)
{
	const struct set_process *process = thread_set_process_of(set, thread);

	return process && process->kept ? true : set->kept_all;
}

/* ---- FORK records ---- */

/*
 * Keeps the counters that a new task inherits, as they also count the tasks that it has created.
 * false: they were kept already.
 */
static bool keep_inherited(struct thread_set *set, enum inherits inherits, int32_t inherits_id)
{
	struct set_process *process = NULL;
	const struct set_thread *creator;
	bool all = set->kept_all;

	if (inherits == INHERITS_CREATOR) {
		creator = thread_set_find_thread(set, inherits_id);
		process = creator ? thread_set_process_of(set, creator) : NULL;
	} else if (inherits == INHERITS_PROCESS) {
		process = thread_set_find_process(set, inherits_id);
	}
	if (process)
		return keep_process(set, process);
	set->kept_all = true;
	return !all;
}

/* A FORK record, until it is clear whether a thread of the set created the task. */
struct pending_fork {
	struct task_event fork_event;
	bool retried;		/* its creator was not known at the first try */
};

const struct recent_fork *thread_set_find_fork(const struct thread_set *set, int32_t tid)
{
	struct recent_fork *recent;

	HASH_FIND_INT(set->recent_forks, &tid, recent);
	return recent;
}

void thread_set_forget_forks(struct thread_set *set, bool all)
{
	struct recent_fork *recent, *next;

	HASH_ITER(hh, set->recent_forks, recent, next) {
		if (!all && recent->scan + 1 >= set->scans)
			continue;
		HASH_DEL(set->recent_forks, recent);
		free(recent);
	}
	if (!all)
		return;
	free(set->pending_forks);
	set->pending_forks = NULL;
	set->n_pending_forks = set->cap_pending_forks = 0;
}

static void note_fork(void *data, const struct task_event *fork_event)
{
	struct thread_set *set = data;
	struct pending_fork *pending;

	pending = list_room(set->pending_forks, set->n_pending_forks + 1, &set->cap_pending_forks, 64,
			    sizeof(*pending));
	if (!pending)
		return;
	set->pending_forks = pending;
	set->pending_forks[set->n_pending_forks++] =
		(struct pending_fork){ .fork_event = *fork_event };
}

static int compare_times(const void *a, const void *b)
{
	const struct pending_fork *one = a, *two = b;

	return (one->fork_event.time_ns > two->fork_event.time_ns) -
	       (one->fork_event.time_ns < two->fork_event.time_ns);
}

/*
 * Finds the counters that the new task inherits: those of its creator, or those that its creator
 * inherits. false: no thread of the set created it.
 */
static bool find_inherited(const struct thread_set *set, const struct task_event *fork_event,
			   struct recent_fork *recent)
{
	const struct set_thread *creator = thread_set_find_thread(set, fork_event->ptid);
	const struct recent_fork *creator_fork = thread_set_find_fork(set, fork_event->ptid);

	if (creator && creator->pid == fork_event->ppid) {
		recent->inherits = INHERITS_CREATOR;
		recent->inherits_id = creator->tid;
		return true;
	}
	if (creator_fork && creator_fork->pid == fork_event->ppid) {
		recent->inherits = creator_fork->inherits;
		recent->inherits_id = creator_fork->inherits_id;
		return true;
	}
	recent->inherits = INHERITS_PROCESS;
	recent->inherits_id = fork_event->ppid;
	return thread_set_find_process(set, fork_event->ppid);
}

/*
 * Notes a FORK record. NULL: the creator is not known, or there is no memory. *is_new: a process
 * that was not in the set, and is alive, was added.
 */
static const struct recent_fork *take_fork(struct thread_set *set,
					   const struct task_event *fork_event, bool *is_new)
{
	struct recent_fork found = { .tid = fork_event->tid,
				     .pid = fork_event->pid,
				     .scan = set->scans };
	struct recent_fork *recent;
	int32_t creator;

	if (!find_inherited(set, fork_event, &found))
		return NULL;
	HASH_FIND_INT(set->recent_forks, &fork_event->tid, recent);
	if (recent) {	/* an older task had the same number */
		HASH_DEL(set->recent_forks, recent);
		free(recent);
	}
	recent = malloc(sizeof(*recent));
	if (!recent)
		return NULL;
	*recent = found;
	HASH_ADD_INT(set->recent_forks, tid, recent);
	if (!recent->hh.tbl) {
		free(recent);
		return NULL;
	}
	creator = recent->inherits == INHERITS_CREATOR ? recent->inherits_id : 0;
	*is_new = recent->pid == recent->tid && !thread_set_find_process(set, recent->pid) &&
		  thread_set_add_process(set, recent->pid, creator);
	return recent;
}

void thread_set_take_forks(struct thread_set *set, bool keep)
{
	size_t unclear = 0;

	if (!set->fork_feed.each)
		return;
	set->fork_feed.each(set->fork_feed.data, note_fork, set);
	if (set->n_pending_forks)
		qsort(set->pending_forks, set->n_pending_forks, sizeof(set->pending_forks[0]),
		      compare_times);
	for (size_t i = 0; i < set->n_pending_forks; i++) {
		struct pending_fork pending = set->pending_forks[i];
		bool is_new = false;
		const struct recent_fork *recent = take_fork(set, &pending.fork_event, &is_new);

		if (is_new && keep)
			(void)keep_inherited(set, recent->inherits, recent->inherits_id);
		if (recent || pending.retried)
			continue;
		pending.retried = true;
		set->pending_forks[unclear++] = pending;
	}
	set->n_pending_forks = unclear;
}

/* ---- which are replaced ---- */

static void involve(struct set_process *process)
{
	if (process)
		process->involved = true;
}

/* Children of an exited thread belong to another thread of its process, or to another process. */
static void doubt_creator(struct thread_set *set, struct set_thread *thread)
{
	const struct set_process *process = thread_set_process_of(set, thread);
	const struct set_thread *creator;

	if (thread->inherits_certain)
		return;
	if (set->orphaned && process && process->found_scan == set->scans)
		thread->inherits = INHERITS_ANY;
	if (thread->inherits != INHERITS_CREATOR)
		return;
	creator = thread_set_find_thread(set, thread->inherits_id);
	process = creator ? thread_set_process_of(set, creator) : NULL;
	if (!process || !process->has_exited)
		return;
	thread->inherits = INHERITS_PROCESS;
	thread->inherits_id = process->pid;
}

void thread_set_mark_inherited(struct thread_set *set, struct set_thread *thread)
{
	struct set_process *process = NULL;
	struct set_thread *creator = NULL;

	if (thread->inherits == INHERITS_NOTHING)
		return;
	involve(thread_set_process_of(set, thread));
	doubt_creator(set, thread);
	if (thread->inherits == INHERITS_CREATOR)
		creator = thread_set_find_thread(set, thread->inherits_id);
	if (thread->inherits == INHERITS_PROCESS) {
		process = thread_set_find_process(set, thread->inherits_id);
		if (!process)
			thread->inherits = INHERITS_ANY;
	}
	if (creator)
		creator->replace = true;
	if (process)
		process->replace = true;
	set->replace_all |= thread->inherits == INHERITS_ANY;
}

/*
 * May the counters of this exited thread be closed? A child that it left behind now belongs to
 * another thread of its process, where the walk finds it. Children of an exited process are found
 * if all processes are checked, at the next scan at the latest. Otherwise they may be anywhere: the
 * counters are kept as long as they count, and LINGER_NS longer.
 */
static bool may_close(struct thread_set *set, struct set_thread *thread,
		      const struct set_process *process)
{
	if (process && thread_set_is_alive(set, process)) {
		const struct set_thread *leader = thread_set_find_thread(set, process->pid);

		/* The thread may be the leader by now. */
		return !process->execed && !(leader && leader->suspect);
	}
	/* Without fork events the walk may still find another task that the thread created. */
	if (set->fork_feed.each && thread->replace)
		return true;
	if (set->replace_all || thread->exited_scan == set->scans)
		return set->replace_all;
	if (set->config.all_of_user || set->config.subreaper || 2 * set->fds > set->config.fds_max)
		return true;
	(void)thread_set_read_thread(set, thread);
	return set->now_ns > thread->ran_ns + LINGER_NS;
}

/*
 * May the thread have created a task that was found just now? Not if it has not run since the last
 * scan.
 */
static bool has_run(struct thread_set *set, struct set_thread *thread)
{
	if (thread->ran_scan + 1 < set->scans)
		(void)thread_set_read_thread(set, thread);
	return thread->read_failures || thread->ran_scan + 1 >= set->scans;
}

bool thread_set_must_replace(struct thread_set *set, struct set_thread *thread)
{
	struct set_process *process = thread_set_process_of(set, thread);
	bool marked = thread->replace;

	if (thread->state != THREAD_COUNTED || thread->ready)
		return false;
	if (thread->exited_scan) {
		marked = may_close(set, thread, process);
		if (!marked && process && process->replace)
			(void)keep_process(set, process);
	} else if (!marked && (set->replace_all || (process && process->replace))) {
		marked = has_run(set, thread);
	}
	if (marked)
		involve(process);
	return marked;
}

/* With hidepid the kernel lists some children that /proc does not show. */
static void seen_child(void *data, int32_t pid)
{
	struct thread_set *set = data;
	struct proc_stat stat;

	if (pid != set->config.self_pid && !thread_set_find_process(set, pid))
		set->found_unknown |= proc_stat_read(set->proc, pid, &stat);
}

static void seen_thread(void *data, int32_t tid)
{
	struct thread_set *set = data;

	/* A leader that is not in the table is a zombie. */
	set->found_unknown |= tid != set->process->pid && !thread_set_find_thread(set, tid);
	proc_each_child(set->proc, set->process->pid, tid, seen_child, set);
}

static void seen_own_thread(void *data, int32_t tid)
{
	struct thread_set *set = data;

	proc_each_child(set->proc, set->config.self_pid, tid, seen_child, set);
}

static void seen_process(void *data, int32_t pid)
{
	struct thread_set *set = data;

	set->found_unknown |= pid != set->config.self_pid && !thread_set_find_process(set, pid) &&
			      proc_is_of_user(set->proc, pid, set->config.user);
}

static bool has_waited_enough(const struct thread_set *set)
{
	for (size_t i = 0; i < set->n_queue; i++)
		if (set->queue[i]->postponed >= POSTPONED_MAX &&
		    set->queue[i]->inherits == INHERITS_ANY)
			return true;
	return false;
}

void thread_set_check_again(struct thread_set *set)
{
	struct set_process *process;
	bool again;

	if (has_waited_enough(set))
		return;
	thread_set_take_forks(set, true);	/* created while counters were being opened */
	for (process = set->processes; process; process = process->hh.next) {
		if (!process->involved && !set->replace_all)
			continue;
		set->found_unknown = false;
		set->process = process;
		(void)proc_each_thread(set->proc, process->pid, seen_thread, set);
		if (set->found_unknown)
			(void)keep_process(set, process);
	}
	set->found_unknown = false;
	if (set->replace_all && set->config.all_of_user)
		proc_each_process(set->proc, seen_process, set);
	if (set->replace_all && set->config.subreaper)
		(void)proc_each_thread(set->proc, set->config.self_pid, seen_own_thread, set);
	set->kept_all |= set->found_unknown;
	do {
		again = false;
		for (size_t i = 0; i < set->n_queue; i++)
			if (set->queue[i]->ready && set->queue[i]->inherits != INHERITS_NOTHING &&
			    thread_set_is_kept(set, set->queue[i]))
				again |= keep_inherited(set, set->queue[i]->inherits,
							set->queue[i]->inherits_id);
	} while (again);
}

bool thread_set_still_inherits(const struct thread_set *set, const struct set_thread *thread)
{
	const struct set_process *process;
	const struct set_thread *creator;

	switch (thread->inherits) {
	case INHERITS_NOTHING:
		return false;
	case INHERITS_CREATOR:
		creator = thread_set_find_thread(set, thread->inherits_id);
		if (!creator || creator->started)
			return false;
		/* A creator without counters still inherits, and so does the new task. */
		return creator->state == THREAD_COUNTED || creator->inherits != INHERITS_NOTHING;
	case INHERITS_PROCESS:
		process = thread_set_find_process(set, thread->inherits_id);
		return !process || !process->replace || process->kept || set->kept_all;
	case INHERITS_ANY:
		return !set->replace_all || set->kept_all;
	}
	return false;
}
