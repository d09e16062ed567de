/* SPDX-License-Identifier: GPL-2.0-only */
/* The groups of the watched tasks: opened, read, opened anew; see watch.h. Collector thread. */
#include "config.h"
#include "collect/watch_task.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/*
 * A child that was made while its maker's group was being opened spoils all readings as long as it lives
 * (ECHILD); what was counted comes later, in one. So many times; then the group is opened anew.
 */
#define UNREAD_MAX 10

void watch_set_state(struct watch *watch, struct watched *task, enum watched_state state)
{
	watch->n[task->state]--;
	watch->n[state]++;
	task->state = state;
}

void watch_tell(const struct sink *sink, enum task_event_kind kind, uint64_t now_ns,
		const struct watched *task)
{
	struct task_event event = { .kind = kind, .time_ns = now_ns, .pid = task->pid,
				    .tid = task->tid };

	memcpy(event.comm, task->comm, COMM_LEN);
	if (sink && sink->task)
		sink->task(sink->data, &event);
}

/*
 * A newcomer. What is known of its maker holds for it, too, until it has been asked itself, and for good if it
 * ends before; but its name and command are its own.
 */
static void tell_newcomer(const struct sink *sink, uint64_t now_ns, const struct watched *task,
			  const struct watched_process *process)
{
	struct task_event event = { .kind = TASK_FORK, .time_ns = now_ns, .pid = task->pid,
				    .tid = task->tid };

	if (!sink || !sink->task || !process)
		return;
	if (task->tid == task->pid) {
		event.ppid = process->stat.ppid;
		event.ptid = process->maker ? process->maker : process->stat.ppid;
	}
	sink->task(sink->data, &event);
	if (task->tid == task->pid)
		watch_tell(sink, TASK_EXEC, now_ns, task);
}

void watch_close_group(struct watch *watch, struct watched *task)
{
	if (task->state != WATCHED_COUNTED)
		return;
	task_group_close(watch->config.kind, &task->group);
	watch->fds -= watch->config.kind->group.n;
}

bool watch_read_group(struct watch *watch, struct watched *task, uint64_t now_ns,
		      const struct sink *sink)
{
	struct slice slice = { .time_ns = now_ns, .cpu = CPU_UNKNOWN, .pid = task->pid,
			       .tid = task->tid };
	uint64_t running_ns;

	if (task_group_read(watch->config.kind, &task->group, &slice, &running_ns)) {
		task->ran = false;
		return ++task->unread < UNREAD_MAX;
	}
	task->unread = 0;
	task->ran = slice.duration_ns > 0;
	if (!task->ran || !sink)
		return true;
	if (!task->told && task->comm[0])
		watch_tell(sink, TASK_COMM, now_ns, task);
	task->told = true;
	sink->slice(sink->data, &slice);
	if (sink->times)
		sink->times(sink->data, CPU_UNKNOWN, slice.duration_ns, running_ns);
	return true;
}

/* What an open that failed makes of the task. */
static enum watched_state state_of(struct watch *watch, int error)
{
	if (error == -ESRCH)
		return WATCHED_DEAD;
	watch->last_errno = -error;
	if (error == -EMFILE || error == -ENFILE || error == -ENOMEM)
		return WATCHED_FILES;
	return WATCHED_PERMISSION;
}

/*
 * A group in place of the one that the task has: the same, but nothing inherited it yet. The new one is
 * whole before the old one is closed, and starts after it: no slot counts twice, few are lost. false: it
 * keeps the old one, as that cannot be read now, or the new one would not be whole.
 */
static bool renew(struct watch *watch, struct watched *task, uint64_t now_ns,
		  const struct sink *sink, bool always)
{
	const struct task_group_kind *kind = watch->config.kind;
	struct task_group fresh;
	int ret = task_group_open(kind, task->tid, false, &fresh);
	unsigned int unread = task->unread;
	bool read = watch_read_group(watch, task, now_ns, sink) && !task->unread;

	if (ret == -ECHILD || (!read && !always)) {
		if (!ret)
			task_group_close(kind, &fresh);
		if (!read)
			task->unread = unread;	/* only ticks count */
		return false;
	}
	watch_close_group(watch, task);
	watch_set_state(watch, task, ret ? state_of(watch, ret) : WATCHED_COUNTED);
	if (ret)
		return true;
	watch->fds += kind->group.n;
	task->group = fresh;
	task->unread = 0;
	(void)task_group_enable(kind, &task->group);
	return true;
}

static void renew_marked(struct watch *watch, uint64_t now_ns, const struct sink *sink)
{
	struct watched *task, *next;

	HASH_ITER(hh, watch->tasks, task, next) {
		struct watched_process *process = watch_find_process(watch, task->pid);
		bool marked = watch->renew_all || task->renew || (process && process->renew);

		task->renew = false;
		/* Not opened, so what covers it covers its children, too. */
		task->kept = task->cover && task->state != WATCHED_COUNTED;
		if (task->state != WATCHED_COUNTED || task->waits || !marked ||
		    renew(watch, task, now_ns, sink, false))
			continue;
		task->kept = watch->kept_any = true;
		if (process)
			process->kept = true;
	}
}

static void mark_cover(struct watch *watch, const struct watched *task)
{
	struct watched_process *process = NULL;
	struct watched *maker = NULL;

	if (task->cover == COVER_MAKER)
		maker = watch_find_task(watch, task->cover_id);
	if (task->cover == COVER_PROCESS)
		process = watch_find_process(watch, task->cover_id);
	if (maker)
		maker->renew = true;	/* one that is new itself waits for its own cover */
	if (process)
		process->renew = true;
	watch->renew_all |= task->cover == COVER_ALL;
}

/* Is what covered it still there? */
static bool is_covered(const struct watch *watch, const struct watched *task)
{
	const struct watched_process *process = NULL;
	const struct watched *maker = NULL;

	if (task->cover == COVER_MAKER)
		maker = watch_find_task(watch, task->cover_id);
	if (task->cover == COVER_PROCESS)
		process = watch_find_process(watch, task->cover_id);
	return (maker && maker->kept) || (process && process->kept) ||
	       (task->cover == COVER_ALL && watch->kept_any);
}

static int compare_runtime(const void *a, const void *b)
{
	const struct watched *one = *(struct watched *const *)a, *two = *(struct watched *const *)b;

	if (one->runtime_ns != two->runtime_ns)
		return one->runtime_ns > two->runtime_ns ? -1 : 1;
	return one->tid < two->tid ? -1 : one->tid > two->tid;
}

/* How many of the newcomers may be opened: all, or the busiest that descriptors are there for. */
static size_t choose(struct watch *watch)
{
	size_t each = watch->config.kind->group.n;
	size_t left = watch->config.fds_max > watch->fds ? watch->config.fds_max - watch->fds : 0;
	size_t fit = left / each;

	/* One group stays free: to open another one anew takes a second for a moment. */
	fit = fit ? fit - 1 : 0;
	if (watch->n_queue <= fit)
		return watch->n_queue;
	for (size_t i = 0; i < watch->n_queue; i++)
		watch->queue[i]->runtime_ns =
			proc_runtime_ns(watch->proc, watch->queue[i]->pid, watch->queue[i]->tid);
	qsort(watch->queue, watch->n_queue, sizeof(struct watched *), compare_runtime);
	return fit;
}

static void name_task(struct watch *watch, struct watched *task, const struct watched_process *process)
{
	if (task->tid == task->pid && process)
		memcpy(task->comm, process->stat.comm, COMM_LEN);
	else
		(void)proc_thread_name(watch->proc, task->pid, task->tid, task->comm);
}

static void open_task(struct watch *watch, struct watched *task)
{
	struct watched_process *process;
	int ret;

	HASH_FIND_INT(watch->processes, &task->pid, process);
	task->waits = !process || !process->on_exec;
	ret = task_group_open(watch->config.kind, task->tid, !task->waits, &task->group);
	if (ret == -ECHILD) {
		task->waits = false;	/* it makes children all the time: at the next look */
		return;
	}
	watch_set_state(watch, task, ret ? state_of(watch, ret) : WATCHED_COUNTED);
	task->waits &= !ret;
	if (ret)
		return;
	watch->fds += watch->config.kind->group.n;
	name_task(watch, task, process);
	if (process)
		process->on_exec = false;
	mark_cover(watch, task);
}

/* Now that nothing else counts it, a newcomer starts; or it goes on with what covers it until the next look. */
static void start_task(struct watch *watch, struct watched *task, uint64_t now_ns,
		       const struct sink *sink)
{
	task->waits = false;
	if (is_covered(watch, task)) {
		watch_close_group(watch, task);
		watch_set_state(watch, task, WATCHED_NEW);
		task->kept = true;
		return;
	}
	task->cover = COVER_NONE;
	(void)task_group_enable(watch->config.kind, &task->group);
	if (watch->scans > 1)
		tell_newcomer(sink, now_ns, task, watch_find_process(watch, task->pid));
}

/* All newcomers are opened, then what covered them is opened anew, then they start: hardly a slot is lost. */
void watch_open(struct watch *watch, uint64_t now_ns, const struct sink *sink)
{
	size_t fit = choose(watch);

	for (size_t i = 0; i < watch->n_queue; i++) {
		struct watched *task = watch->queue[i];

		if (i < fit && (task->state == WATCHED_NEW || task->state == WATCHED_FILES))
			open_task(watch, task);
		else if (task->state == WATCHED_NEW)
			watch_set_state(watch, task, WATCHED_FILES);
	}
	renew_marked(watch, now_ns, sink);
	for (size_t i = 0; i < watch->n_queue; i++)
		if (watch->queue[i]->waits)
			start_task(watch, watch->queue[i], now_ns, sink);
}

/* Has it another name? A leader's is that of the process, and an exec changes its command, too. */
static void tell_name(struct watch *watch, struct watched *task, uint64_t now_ns,
		      const struct sink *sink)
{
	struct watched_process *process;
	enum task_event_kind kind = TASK_COMM;
	struct proc_stat stat;

	HASH_FIND_INT(watch->processes, &task->pid, process);
	if (task->gone || !process)
		return;
	if (task->tid != task->pid) {
		if (!proc_thread_name(watch->proc, task->pid, task->tid, stat.comm))
			return;
	} else {
		if (!proc_stat_read(watch->proc, task->pid, &stat) ||
		    stat.start_ticks != process->stat.start_ticks)
			return;
		if (stat.start_code != process->stat.start_code)
			kind = TASK_EXEC;
		process->stat = stat;
	}
	if (kind == TASK_COMM && !strncmp(stat.comm, task->comm, COMM_LEN))
		return;
	memcpy(task->comm, stat.comm, COMM_LEN);
	watch_tell(sink, kind, now_ns, task);
}

void watch_read(struct watch *watch, uint64_t now_ns, const struct sink *sink)
{
	struct watched *task, *next;

	HASH_ITER(hh, watch->tasks, task, next) {
		if (task->state != WATCHED_COUNTED)
			continue;
		if (!watch_read_group(watch, task, now_ns, sink))
			(void)renew(watch, task, now_ns, sink, true);
		else if (task->ran && sink)
			tell_name(watch, task, now_ns, sink);
	}
	for (enum uncounted why = 0; sink && sink->uncounted && why < UNCOUNTED_KINDS; why++)
		sink->uncounted(sink->data, why, watch_uncounted(watch, why));
}
