/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A group counts what its task makes, too: it covers it. Before a newcomer has a group of its own, all that
 * may cover it must be opened anew, and nobody may fall between the old groups and the new ones. Two
 * looks make sure of that: who was there at the first has a group of his own by the second, and who is
 * not known at the second was made while groups were opened, and may be covered by the old ones only.
 * See watch.h. Collector thread.
 */
#include "config.h"
#include "collect/pertask/thread_set_table.h"

/*
 * A newcomer of which nothing is known, beside processes that make children all the time, would wait for
 * ever for a quiet moment. After so many looks it has its group at the cost of such children's first moments.
 */
#define PUT_OFF_MAX 10
#define LINGER_NS 1000000000ULL

struct watched_process *watch_process_of(const struct watch *watch, const struct watched *task)
{
	return watch_find_process(watch, task->pid);
}

static bool keep_process(struct watch *watch, struct watched_process *process)
{
	if (process->kept)
		return false;
	process->kept = true;
	watch->kept_all |= watch->renew_all;
	return true;
}

void watch_keep(struct watch *watch, const struct watched *task)
{
	struct watched_process *process = watch_process_of(watch, task);

	if (process)
		(void)keep_process(watch, process);
	else
		watch->kept_all = true;
}

bool watch_is_kept(const struct watch *watch, const struct watched *task)
{
	const struct watched_process *process = watch_process_of(watch, task);

	return process && process->kept ? true : watch->kept_all;
}

static void involve(struct watched_process *process)
{
	if (process)
		process->involved = true;
}

/* The children of a thread that ended are those of another thread of its process, or of another process. */
static void doubt_maker(struct watch *watch, struct watched *task)
{
	const struct watched_process *process = watch_process_of(watch, task);
	const struct watched *maker;

	if (task->cover_told)
		return;
	if (watch->orphaned && process && process->found == watch->scans)
		task->cover = COVER_ALL;
	if (task->cover != COVER_MAKER)
		return;
	maker = watch_find_task(watch, task->cover_id);
	process = maker ? watch_process_of(watch, maker) : NULL;
	if (!process || !process->has_exited)
		return;
	task->cover = COVER_PROCESS;
	task->cover_id = process->pid;
}

void watch_mark_cover(struct watch *watch, struct watched *task)
{
	struct watched_process *process = NULL;
	struct watched *maker = NULL;

	if (task->cover == COVER_NONE)
		return;
	involve(watch_process_of(watch, task));
	doubt_maker(watch, task);
	if (task->cover == COVER_MAKER)
		maker = watch_find_task(watch, task->cover_id);
	if (task->cover == COVER_PROCESS) {
		process = watch_find_process(watch, task->cover_id);
		if (!process)
			task->cover = COVER_ALL;
	}
	if (maker)
		maker->renew = true;
	if (process)
		process->renew = true;
	watch->renew_all |= task->cover == COVER_ALL;
}

/*
 * What a thread made and did not take along is another thread's of its process, where it is found. What a process
 * made is found if all processes are looked at, and at the next look at the latest. Else it may be anywhere:
 * the group is kept as long as it counts something, and a moment longer.
 */
static bool may_go(struct watch *watch, struct watched *task,
		   const struct watched_process *process, uint64_t now_ns, const struct sink *sink)
{
	if (process && watch_is_alive(watch, process)) {
		const struct watched *leader = watch_find_task(watch, process->pid);

		/* It may be the leader by now. */
		return !process->execed && !(leader && leader->suspect);
	}
	/* Somebody else may be found that it has made, unless all are told. */
	if (watch->births.each && task->renew)
		return true;
	if (watch->renew_all || task->exited == watch->scans)
		return watch->renew_all;
	if (watch->config.mine || watch->config.adopts || 2 * watch->fds > watch->config.fds_max)
		return true;
	(void)watch_read_group(watch, task, now_ns, sink);
	return now_ns > task->moved_ns + LINGER_NS;
}

/* May it have made somebody who was found just now? Who has not run since the last look has not. */
static bool has_run(struct watch *watch, struct watched *task, uint64_t now_ns,
		    const struct sink *sink)
{
	if (task->moved + 1 < watch->scans)
		(void)watch_read_group(watch, task, now_ns, sink);
	return task->unread || task->moved + 1 >= watch->scans;
}

bool watch_is_marked(struct watch *watch, struct watched *task, uint64_t now_ns,
		     const struct sink *sink)
{
	struct watched_process *process = watch_process_of(watch, task);
	bool marked = task->renew;

	if (task->state != WATCHED_COUNTED || task->waits)
		return false;
	if (task->exited) {
		marked = may_go(watch, task, process, now_ns, sink);
		if (!marked && process && process->renew)
			(void)keep_process(watch, process);
	} else if (!marked && (watch->renew_all || (process && process->renew))) {
		marked = has_run(watch, task, now_ns, sink);
	}
	if (marked)
		involve(process);
	return marked;
}

/* With hidepid some children are listed that /proc does not have. */
static void seen_child(void *data, int32_t pid)
{
	struct watch *watch = data;
	struct proc_stat stat;

	if (pid != watch->config.but && !watch_find_process(watch, pid))
		watch->missed |= proc_stat_read(watch->proc, pid, &stat);
}

static void seen_thread(void *data, int32_t tid)
{
	struct watch *watch = data;

	/* A leader that is not known is a zombie. */
	watch->missed |= tid != watch->process->pid && !watch_find_task(watch, tid);
	proc_each_child(watch->proc, watch->process->pid, tid, seen_child, watch);
}

static void seen_own_thread(void *data, int32_t tid)
{
	struct watch *watch = data;

	proc_each_child(watch->proc, watch->config.but, tid, seen_child, watch);
}

static void seen_process(void *data, int32_t pid)
{
	struct watch *watch = data;

	watch->missed |= pid != watch->config.but && !watch_find_process(watch, pid) &&
			 proc_is_of_user(watch->proc, pid, watch->config.user);
}

/* What covers a newcomer is kept, as it covers what the newcomer made, too. Was it not yet? */
static bool keep_cover(struct watch *watch, enum watched_cover cover, int32_t cover_id)
{
	struct watched_process *process = NULL;
	const struct watched *maker;
	bool all = watch->kept_all;

	if (cover == COVER_MAKER) {
		maker = watch_find_task(watch, cover_id);
		process = maker ? watch_process_of(watch, maker) : NULL;
	} else if (cover == COVER_PROCESS) {
		process = watch_find_process(watch, cover_id);
	}
	if (process)
		return keep_process(watch, process);
	watch->kept_all = true;
	return !all;
}

/* Made while groups were opened. */
static void keep_cover_of_born(struct watch *watch, enum watched_cover cover, int32_t cover_id)
{
	(void)keep_cover(watch, cover, cover_id);
}

static bool has_waited_enough(const struct watch *watch)
{
	for (size_t i = 0; i < watch->n_queue; i++)
		if (watch->queue[i]->put_off >= PUT_OFF_MAX && watch->queue[i]->cover == COVER_ALL)
			return true;
	return false;
}

void watch_look_again(struct watch *watch)
{
	struct watched_process *process;
	bool again;

	if (has_waited_enough(watch))
		return;
	watch_take_births(watch, keep_cover_of_born);
	for (process = watch->processes; process; process = process->hh.next) {
		if (!process->involved && !watch->renew_all)
			continue;
		watch->missed = false;
		watch->process = process;
		(void)proc_each_thread(watch->proc, process->pid, seen_thread, watch);
		if (watch->missed)
			(void)keep_process(watch, process);
	}
	watch->missed = false;
	if (watch->renew_all && watch->config.mine)
		proc_each_process(watch->proc, seen_process, watch);
	if (watch->renew_all && watch->config.adopts)
		(void)proc_each_thread(watch->proc, watch->config.but, seen_own_thread, watch);
	watch->kept_all |= watch->missed;
	do {
		again = false;
		for (size_t i = 0; i < watch->n_queue; i++)
			if (watch->queue[i]->waits && watch->queue[i]->cover != COVER_NONE &&
			    watch_is_kept(watch, watch->queue[i]))
				again |= keep_cover(watch, watch->queue[i]->cover, watch->queue[i]->cover_id);
	} while (again);
}

bool watch_is_covered(const struct watch *watch, const struct watched *task)
{
	const struct watched_process *process;
	const struct watched *maker;

	switch (task->cover) {
	case COVER_NONE:
		return false;
	case COVER_MAKER:
		maker = watch_find_task(watch, task->cover_id);
		if (!maker || maker->fresh)
			return false;
		/* What has no group itself is covered by what covers its maker. */
		return maker->state == WATCHED_COUNTED || maker->cover != COVER_NONE;
	case COVER_PROCESS:
		process = watch_find_process(watch, task->cover_id);
		return !process || !process->renew || process->kept || watch->kept_all;
	case COVER_ALL:
		return !watch->renew_all || watch->kept_all;
	}
	return false;
}
