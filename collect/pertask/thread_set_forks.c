/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Takes FORK records into a thread set; see thread_set_parts.h. Records of different CPUs arrive in
 * no order. If the creator of a task is not known now, a record that the next call reads may name
 * it. So such a record is tried once more. Collector thread.
 */
#include "config.h"
#include "collect/pertask/thread_set_parts.h"

#include <stdlib.h>

#include "model/list_room.h"

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

void thread_set_take_forks(struct thread_set *set, fork_taken *found)
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

		if (is_new && found)
			found(set, recent->inherits, recent->inherits_id);
		if (recent || pending.retried)
			continue;
		pending.retried = true;
		set->pending_forks[unclear++] = pending;
	}
	set->n_pending_forks = unclear;
}
