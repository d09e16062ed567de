/* SPDX-License-Identifier: GPL-2.0-only */
/* The groups of the watched tasks: opened, read, replaced; see watch.h. Collector thread. */
#include "config.h"
#include "collect/pertask/thread_set_table.h"

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
static void tell_newcomer(const struct watch *watch, const struct sink *sink, uint64_t now_ns, struct watched *task)
{
	const struct watched_process *process = watch_process_of(watch, task);
	struct task_event event = { .kind = TASK_FORK, .time_ns = now_ns, .pid = task->pid,
				    .tid = task->tid };
	struct watched *maker;

	if (!sink || !sink->task || !process)
		return;
	if (task->tid == task->pid) {
		maker = watch_find_task(watch, process->maker ? process->maker : process->stat.ppid);
		event.ppid = maker ? maker->pid : process->stat.ppid;
		event.ptid = maker ? maker->tid : 0;	/* nobody is told of who is not watched */
		if (maker)
			maker->known = true;
	}
	task->known = true;
	sink->task(sink->data, &event);
	if (task->tid == task->pid)
		watch_tell(sink, TASK_EXEC, now_ns, task);
}

void watch_close_group(struct watch *watch, struct watched *task)
{
	if (task->state != WATCHED_COUNTED)
		return;
	task_group_close(watch->config.kind, &task->group);
	watch->fds -= watch->config.kind->n_fds;
}

bool watch_read_group(struct watch *watch, struct watched *task, uint64_t now_ns,
		      const struct sink *sink)
{
	struct slice slice = { .time_ns = now_ns, .cpu = CPU_UNKNOWN, .pid = task->pid,
			       .tid = task->tid };
	uint64_t running_ns;

	if (task_group_read(watch->config.kind, &task->group, &slice, &running_ns))
		return ++task->unread < UNREAD_MAX;
	task->unread = 0;
	if (!slice.duration_ns)
		return true;
	task->moved = watch->scans;
	task->moved_ns = now_ns;
	task->suspect = false;
	if (!sink)
		return true;
	task->ran = true;
	if (!task->told && task->comm[0])
		watch_tell(sink, TASK_COMM, now_ns, task);
	task->told = task->known = true;
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

static int compare_runtime(const void *a, const void *b)
{
	const struct watched *one = *(struct watched *const *)a, *two = *(struct watched *const *)b;

	if (one->runtime_ns != two->runtime_ns)
		return one->runtime_ns > two->runtime_ns ? -1 : 1;
	return one->tid < two->tid ? -1 : one->tid > two->tid;
}

/* Which of the newcomers may be opened: all, or the busiest that descriptors are there for. */
static void choose(struct watch *watch)
{
	size_t left = watch->config.fds_max > watch->fds ? watch->config.fds_max - watch->fds : 0;
	size_t fit = left / watch->config.kind->n_fds;
	struct watched **by_runtime = NULL;

	/* One group stays free: to open another one anew takes a second for a moment. */
	fit = fit ? fit - 1 : 0;
	if (watch->n_queue > fit)
		by_runtime = malloc(watch->n_queue * sizeof(struct watched *));
	for (size_t i = 0; i < watch->n_queue; i++) {
		struct watched *task = watch->queue[i];

		task->fits = i < fit;
		if (!by_runtime)
			continue;
		by_runtime[i] = task;
		task->runtime_ns = proc_runtime_ns(watch->proc, task->pid, task->tid);
	}
	if (!by_runtime)
		return;
	qsort(by_runtime, watch->n_queue, sizeof(struct watched *), compare_runtime);
	for (size_t i = 0; i < watch->n_queue; i++)
		by_runtime[i]->fits = i < fit;
	free(by_runtime);
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
	struct watched_process *process = watch_process_of(watch, task);
	bool on_exec = process && process->on_exec;
	int ret = task_group_open(watch->config.kind, task->tid, on_exec, &task->group);

	if (ret == -ECHILD)
		return;		/* it makes children all the time: at the next look */
	watch_set_state(watch, task, ret ? state_of(watch, ret) : WATCHED_COUNTED);
	if (ret)
		return;
	watch->fds += watch->config.kind->n_fds;
	task->waits = !on_exec;
	if (process)
		process->on_exec = false;
	name_task(watch, task, process);
	watch_mark_cover(watch, task);
}

static void open_newcomers(struct watch *watch)
{
	for (size_t i = 0; i < watch->n_queue; i++) {
		struct watched *task = watch->queue[i];

		if (task->fits)
			open_task(watch, task);
		else if (task->cover == COVER_NONE)
			watch_set_state(watch, task, WATCHED_FILES);
	}
}

static struct renewal *add_renewal(struct watch *watch)
{
	if (watch->n_renewals == watch->cap_renewals) {
		size_t cap = watch->cap_renewals ? 2 * watch->cap_renewals : 64;
		struct renewal *renewals = realloc(watch->renewals, cap * sizeof(*renewals));

		if (!renewals)
			return NULL;
		watch->renewals = renewals;
		watch->cap_renewals = cap;
	}
	return &watch->renewals[watch->n_renewals];
}

/* Opens what shall be in the place of a group, which goes on until all is ready. false: it cannot be replaced now. */
static bool prepare(struct watch *watch, struct watched *task, uint64_t now_ns,
		    const struct sink *sink)
{
	const struct task_group_kind *kind = watch->config.kind;
	struct renewal *renewal = add_renewal(watch);
	unsigned int unread = task->unread;
	int ret = -ESRCH;

	if (!renewal || watch->fds + kind->n_fds > watch->config.fds_max)
		return false;
	(void)watch_read_group(watch, task, now_ns, sink);
	if (task->unread) {
		task->unread = unread;	/* only ticks count */
		return false;
	}
	/* One that has ended since the walk came by: what it left is looked for the next time. */
	if (!task->exited)
		ret = task_group_open(kind, task->tid, false, &renewal->group);
	if (ret && !task->exited)
		return false;
	if (ret)
		renewal->group.part = NULL;
	else
		watch->fds += kind->n_fds;
	renewal->task = task;
	watch->n_renewals++;
	return true;
}

/* A newcomer starts, or it goes on with what covers it until the next look. */
static void start_task(struct watch *watch, struct watched *task, uint64_t now_ns,
		       const struct sink *sink)
{
	task->waits = false;
	if (watch_is_covered(watch, task)) {
		watch_close_group(watch, task);
		watch_set_state(watch, task, WATCHED_NEW);
		task->put_off++;
		return;
	}
	task->cover = COVER_NONE;
	task->put_off = 0;
	task->fresh = true;
	(void)task_group_enable(watch->config.kind, &task->group);
	if (watch->scans > 1)
		tell_newcomer(watch, sink, now_ns, task);
}

/*
 * The old groups stop, the new ones start: as little as can be lies between, for what runs meanwhile is lost. But
 * nothing counts twice.
 */
static void begin_groups(struct watch *watch, uint64_t now_ns, const struct sink *sink)
{
	const struct task_group_kind *kind = watch->config.kind;

	for (size_t i = 0; i < watch->n_renewals; i++) {
		struct renewal *renewal = &watch->renewals[i];

		if (watch_is_kept(watch, renewal->task))
			continue;
		task_group_disable(kind, &renewal->task->group);
		if (task_group_is_open(&renewal->group))
			(void)task_group_enable(kind, &renewal->group);
		renewal->task->fresh = true;
	}
	for (size_t i = 0; i < watch->n_queue; i++)
		if (watch->queue[i]->waits)
			start_task(watch, watch->queue[i], now_ns, sink);
}

/* Of each two groups only one is left: what the old one has counted is told before it is closed. */
static void finish_renewals(struct watch *watch, uint64_t now_ns, const struct sink *sink)
{
	const struct task_group_kind *kind = watch->config.kind;

	for (size_t i = 0; i < watch->n_renewals; i++) {
		struct watched *task = watch->renewals[i].task;
		struct task_group fresh = watch->renewals[i].group;

		if (!task->fresh) {
			if (task_group_is_open(&fresh))
				watch->fds -= kind->n_fds;
			task_group_close(kind, &fresh);
			continue;
		}
		(void)watch_read_group(watch, task, now_ns, sink);
		watch_close_group(watch, task);
		task->group = fresh;
		task->unread = 0;
		if (task_group_is_open(&fresh))
			continue;
		watch_set_state(watch, task, WATCHED_DEAD);
		if (task->exited)
			watch_drop_task(watch, task, now_ns, sink);
	}
}

/* Who had no group and has now lost its cover is not counted any more, which is told. */
static void settle(struct watch *watch)
{
	struct watched *task, *next;

	HASH_ITER(hh, watch->tasks, task, next) {
		if (task->state != WATCHED_COUNTED && task->cover != COVER_NONE &&
		    !watch_is_covered(watch, task)) {
			task->cover = COVER_NONE;
			if (task->state == WATCHED_NEW)
				watch_set_state(watch, task, WATCHED_FILES);
		}
	}
	HASH_ITER(hh, watch->tasks, task, next)
		task->renew = task->fresh = false;
}

void watch_open(struct watch *watch, uint64_t now_ns, const struct sink *sink)
{
	struct watched *task, *next;

	watch->n_renewals = 0;
	if (!watch->n_queue && !watch->n_exited)
		return;
	choose(watch);
	open_newcomers(watch);
	HASH_ITER(hh, watch->tasks, task, next) {
		if (watch_is_marked(watch, task, now_ns, sink) &&
		    !prepare(watch, task, now_ns, sink))
			watch_keep(watch, task);
	}
	watch_look_again(watch);
	begin_groups(watch, now_ns, sink);
	finish_renewals(watch, now_ns, sink);
	settle(watch);
}

/* What it has counted since it could be read last is lost. */
static void reopen(struct watch *watch, struct watched *task)
{
	int ret;

	watch_close_group(watch, task);
	ret = task_group_open(watch->config.kind, task->tid, false, &task->group);
	watch_set_state(watch, task, ret ? state_of(watch, ret) : WATCHED_COUNTED);
	task->unread = 0;
	if (ret)
		return;
	watch->fds += watch->config.kind->n_fds;
	(void)task_group_enable(watch->config.kind, &task->group);
}

/* Has it another name? A leader's is that of the process, and an exec changes its command, too. */
static void tell_name(struct watch *watch, struct watched *task, uint64_t now_ns,
		      const struct sink *sink)
{
	struct watched_process *process = watch_process_of(watch, task);
	enum task_event_kind kind = TASK_COMM;
	struct proc_stat stat;

	if (task->exited || !process)
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
			reopen(watch, task);
		else if (task->ran)
			tell_name(watch, task, now_ns, sink);
		task->ran = false;
	}
	for (enum uncounted why = 0; sink && sink->uncounted && why < UNCOUNTED_KINDS; why++)
		sink->uncounted(sink->data, why, watch_uncounted(watch, why));
}
