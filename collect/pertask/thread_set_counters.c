/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Opens, replaces and reads the counters of a thread set; see thread_set_parts.h. Collector
 * thread.
 */
#include "config.h"
#include "collect/pertask/thread_set_parts.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "model/list_room.h"

/* New counters in place of those that a thread has; no task has inherited them yet. */
struct replacement {
	struct set_thread *thread;
	struct thread_counters counters;	/* not open: the thread has exited */
};

/*
 * Reports a new task to the sink. Facts about its creator (user, cgroup) hold for the task until
 * /proc is asked about the task itself, and for good if it exits before; its name and command line
 * are its own.
 */
static void report_new_thread(const struct thread_set *set, struct set_thread *thread)
{
	const struct set_process *process = thread_set_process_of(set, thread);
	struct task_event event = { .kind = TASK_FORK, .time_ns = set->now_ns, .pid = thread->pid,
				    .tid = thread->tid };
	struct set_thread *creator;

	if (!set->sink || !set->sink->task || !process)
		return;
	if (thread->tid == thread->pid) {
		creator = thread_set_find_thread(set, process->creator ? process->creator :
									   process->stat.ppid);
		event.ppid = creator ? creator->pid : process->stat.ppid;
		event.ptid = creator ? creator->tid : 0;	/* the sink knows the set only */
		if (creator)
			creator->known_to_sink = true;
	}
	thread->known_to_sink = true;
	set->sink->task(set->sink->data, &event);
	if (thread->tid == thread->pid)
		thread_set_report(set, TASK_EXEC, thread);
}

/* The state of a thread whose counters could not be opened. */
static enum thread_state state_after(struct thread_set *set, int error)
{
	if (error == -ESRCH)
		return THREAD_EXITED;
	set->last_errno = -error;
	if (error == -EMFILE || error == -ENFILE || error == -ENOMEM)
		return THREAD_NO_FILES;
	return THREAD_NO_PERMISSION;
}

static int compare_runtime(const void *a, const void *b)
{
	const struct set_thread *one = *(struct set_thread *const *)a,
				*two = *(struct set_thread *const *)b;

	if (one->runtime_ns != two->runtime_ns)
		return one->runtime_ns > two->runtime_ns ? -1 : 1;
	return one->tid < two->tid ? -1 : one->tid > two->tid;
}

/* Closes pinned parts until this many descriptors are free: a thread without counters is worse. */
static void unpin_threads(struct thread_set *set, size_t needed)
{
	const struct thread_counters_config *config = set->config.counters;
	struct set_thread *thread, *next;

	HASH_ITER(hh, set->threads, thread, next) {
		if (set->fds + needed <= set->config.fds_max)
			return;
		if (thread->state != THREAD_COUNTED ||
		    !thread_counters_are_pinned(config, &thread->counters))
			continue;
		(void)thread_set_read_thread(set, thread);
		thread_counters_unpin(config, &thread->counters);
		set->fds -= config->n_pinned_fds;
	}
}

/*
 * Chooses the queued threads that are opened now: all of them, or the busiest if descriptors are
 * short.
 */
static void choose_threads(struct thread_set *set)
{
	size_t left = set->config.fds_max > set->fds ? set->config.fds_max - set->fds : 0;
	size_t fit = left / set->config.counters->n_fds;
	struct set_thread **by_runtime = NULL;

	/* The descriptors of one thread stay free: a replacement needs them for a moment. */
	fit = fit ? fit - 1 : 0;
	if (set->n_queue > fit)
		by_runtime = malloc(set->n_queue * sizeof(struct set_thread *));
	for (size_t i = 0; i < set->n_queue; i++) {
		struct set_thread *thread = set->queue[i];

		thread->fits = i < fit;
		if (!by_runtime)
			continue;
		by_runtime[i] = thread;
		thread->runtime_ns = proc_runtime_ns(set->proc, thread->pid, thread->tid);
	}
	if (!by_runtime)
		return;
	qsort(by_runtime, set->n_queue, sizeof(struct set_thread *), compare_runtime);
	for (size_t i = 0; i < set->n_queue; i++)
		by_runtime[i]->fits = i < fit;
	free(by_runtime);
}

static void name_thread(struct thread_set *set, struct set_thread *thread,
			const struct set_process *process)
{
	if (thread->tid == thread->pid && process)
		memcpy(thread->comm, process->stat.comm, COMM_LEN);
	else
		(void)procfs_thread_name(set->proc, thread->pid, thread->tid, thread->comm);
}

/*
 * Opens the pinned parts of a thread's counters, as long as a quarter of the descriptors stays free
 * for new threads. Returns false if these or the kernel do not permit it.
 */
static bool pin_thread(struct thread_set *set, struct set_thread *thread, bool on_exec)
{
	const struct thread_counters_config *config = set->config.counters;
	int ret;

	if (set->fds + config->n_pinned_fds > set->config.fds_max / 4 * 3)
		return false;
	ret = thread_counters_pin(config, thread->tid, on_exec, &thread->counters);
	if (!ret)
		set->fds += config->n_pinned_fds;
	return !ret || ret == -ESRCH;	/* it has exited: the next may be pinned */
}

static void open_thread(struct thread_set *set, struct set_thread *thread)
{
	struct set_process *process = thread_set_process_of(set, thread);
	bool on_exec = process && process->on_exec;
	int ret = thread_counters_open(set->config.counters, thread->tid, on_exec, &thread->counters);

	if (ret == -ECHILD)
		return;		/* it creates children all the time: try again at the next scan */
	thread_set_change_state(set, thread, ret ? state_after(set, ret) : THREAD_COUNTED);
	if (ret)
		return;
	set->fds += set->config.counters->n_fds;
	thread->ready = !on_exec;
	if (process)
		process->on_exec = false;
	name_thread(set, thread, process);
	thread_set_mark_inherited(set, thread);
}

static void open_new_threads(struct thread_set *set)
{
	for (size_t i = 0; i < set->n_queue; i++) {
		struct set_thread *thread = set->queue[i];

		if (thread->fits)
			open_thread(set, thread);
		else if (thread->inherits == INHERITS_NOTHING)
			thread_set_change_state(set, thread, THREAD_NO_FILES);
	}
}

/* After all new threads have counters: what is left of descriptors and memory is shared. */
static void pin_new_threads(struct thread_set *set)
{
	for (size_t i = 0; i < set->n_queue; i++) {
		struct set_thread *thread = set->queue[i];

		if (thread->state == THREAD_COUNTED && !pin_thread(set, thread, !thread->ready))
			return;
	}
}

static struct replacement *add_replacement(struct thread_set *set)
{
	struct replacement *replacements =
		list_room(set->replacements, set->n_replacements + 1, &set->cap_replacements, 64,
			  sizeof(*replacements));

	if (!replacements)
		return NULL;
	set->replacements = replacements;
	return &set->replacements[set->n_replacements];
}

/*
 * Opens a replacement for a thread's counters, which go on until all is ready. false: they cannot
 * be replaced in this scan.
 */
static bool prepare_replacement(struct thread_set *set, struct set_thread *thread)
{
	const struct thread_counters_config *config = set->config.counters;
	struct replacement *replacement = add_replacement(set);
	unsigned int read_failures = thread->read_failures;
	int ret = -ESRCH;

	if (!replacement || set->fds + config->n_fds > set->config.fds_max)
		return false;
	(void)thread_set_read_thread(set, thread);
	if (thread->read_failures) {
		thread->read_failures = read_failures;	/* only failures at ticks count */
		return false;
	}
	/*
	 * If the thread exits after the walk, its counters cannot be replaced: they are kept, and
	 * its children are looked for at the next scan.
	 */
	if (!thread->exited_scan)
		ret = thread_counters_open(config, thread->tid, false, &replacement->counters);
	if (ret && !thread->exited_scan)
		return false;
	if (ret)
		replacement->counters.part = NULL;
	else
		set->fds += config->n_fds;
	replacement->thread = thread;
	set->n_replacements++;
	return true;
}

/*
 * Starts the counters of a new task, or closes them if the inherited ones go on until the next
 * scan.
 */
static void start_thread(struct thread_set *set, struct set_thread *thread)
{
	thread->ready = false;
	if (thread_set_still_inherits(set, thread)) {
		thread_set_close_counters(set, thread);
		thread_set_change_state(set, thread, THREAD_NEW);
		thread->postponed++;
		return;
	}
	thread->inherits = INHERITS_NOTHING;
	thread->postponed = 0;
	thread->started = true;
	(void)thread_counters_enable(set->config.counters, &thread->counters);
	if (set->scans > 1)
		report_new_thread(set, thread);
}

/*
 * Stops the old counters and starts the new ones. The gap is kept as short as possible, since what
 * runs in it is lost; but no slot is counted twice.
 */
static void start_counters(struct thread_set *set)
{
	const struct thread_counters_config *config = set->config.counters;

	for (size_t i = 0; i < set->n_replacements; i++) {
		struct replacement *replacement = &set->replacements[i];

		if (thread_set_is_kept(set, replacement->thread))
			continue;
		/* Of a thread that has exited another may have the number: by an exec. */
		thread_counters_disable(config, &replacement->thread->counters,
					!thread_counters_is_open(&replacement->counters));
		if (thread_counters_is_open(&replacement->counters))
			(void)thread_counters_enable(config, &replacement->counters);
		replacement->thread->started = true;
	}
	for (size_t i = 0; i < set->n_queue; i++)
		if (set->queue[i]->ready)
			start_thread(set, set->queue[i]);
}

/*
 * Closes one of each two: the old counters, after a last reading, or a replacement that did not
 * start.
 */
static void finish_replacements(struct thread_set *set)
{
	const struct thread_counters_config *config = set->config.counters;

	for (size_t i = 0; i < set->n_replacements; i++) {
		struct set_thread *thread = set->replacements[i].thread;
		struct thread_counters fresh = set->replacements[i].counters;

		if (!thread->started) {
			if (thread_counters_is_open(&fresh))
				set->fds -= config->n_fds;
			thread_counters_close(config, &fresh);
			continue;
		}
		(void)thread_set_read_thread(set, thread);
		thread->read_failures = 0;
		if (thread_counters_is_open(&fresh)) {
			thread_counters_replace(config, &thread->counters, &fresh);
			set->fds -= config->n_fds;
			continue;
		}
		thread_set_close_counters(set, thread);
		thread_set_change_state(set, thread, THREAD_EXITED);
		if (thread->exited_scan)
			thread_set_drop_thread(set, thread);
	}
}

/*
 * A thread without counters whose inherited counters were replaced is not counted any more, and is
 * reported as uncounted.
 */
static void settle_uncounted(struct thread_set *set)
{
	struct set_thread *thread, *next;

	HASH_ITER(hh, set->threads, thread, next) {
		if (thread->state != THREAD_COUNTED && thread->inherits != INHERITS_NOTHING &&
		    !thread_set_still_inherits(set, thread)) {
			thread->inherits = INHERITS_NOTHING;
			if (thread->state == THREAD_NEW)
				thread_set_change_state(set, thread, THREAD_NO_FILES);
		}
	}
	HASH_ITER(hh, set->threads, thread, next)
		thread->replace = thread->started = false;
}

void thread_set_open_counters(struct thread_set *set)
{
	struct set_thread *thread, *next;

	set->n_replacements = 0;
	if (!set->n_queue && !set->n_exited)
		return;
	unpin_threads(set, (set->n_queue + 1) * set->config.counters->n_fds);
	choose_threads(set);
	open_new_threads(set);
	pin_new_threads(set);
	HASH_ITER(hh, set->threads, thread, next) {
		if (thread_set_must_replace(set, thread) && !prepare_replacement(set, thread))
			thread_set_keep(set, thread);
	}
	thread_set_check_again(set);
	start_counters(set);
	finish_replacements(set);
	settle_uncounted(set);
}

/* Counts since the last successful reading are lost. */
static void reopen_counters(struct thread_set *set, struct set_thread *thread)
{
	int ret;

	thread_set_close_counters(set, thread);
	ret = thread_counters_open(set->config.counters, thread->tid, false, &thread->counters);
	thread_set_change_state(set, thread, ret ? state_after(set, ret) : THREAD_COUNTED);
	thread->read_failures = 0;
	if (ret)
		return;
	set->fds += set->config.counters->n_fds;
	(void)pin_thread(set, thread, false);
	(void)thread_counters_enable(set->config.counters, &thread->counters);
}

/*
 * Reports a new name. A leader's name is that of the process, and an exec also changes the command
 * line.
 */
static void report_name(struct thread_set *set, struct set_thread *thread)
{
	struct set_process *process = thread_set_process_of(set, thread);
	enum task_event_kind kind = TASK_COMM;
	struct proc_stat stat;

	if (thread->exited_scan || !process)
		return;
	if (thread->tid != thread->pid) {
		if (!procfs_thread_name(set->proc, thread->pid, thread->tid, stat.comm))
			return;
	} else {
		if (!proc_stat_read(set->proc, thread->pid, &stat) ||
		    stat.start_ticks != process->stat.start_ticks)
			return;
		if (proc_stat_execed(&stat, process->stat.start_code))
			kind = TASK_EXEC;
		process->stat = stat;
	}
	if (kind == TASK_COMM && !strncmp(stat.comm, thread->comm, COMM_LEN))
		return;
	memcpy(thread->comm, stat.comm, COMM_LEN);
	thread_set_report(set, kind, thread);
}

/*
 * Opens the pinned parts of a thread that runs without: descriptors or memory may be free by now.
 * Returns false if they are not.
 */
static bool pin_again(struct thread_set *set, struct set_thread *thread)
{
	const struct thread_counters_config *config = set->config.counters;

	if (thread->exited_scan || thread_counters_are_pinned(config, &thread->counters))
		return true;
	if (!pin_thread(set, thread, false))
		return false;
	(void)thread_counters_enable(config, &thread->counters);
	return true;
}

void thread_set_read_counters(struct thread_set *set)
{
	const struct thread_counters_config *config = set->config.counters;
	bool may_pin = true;
	struct set_thread *thread, *next;

	set->n_stale = 0;
	HASH_ITER(hh, set->threads, thread, next) {
		if (thread->state != THREAD_COUNTED)
			continue;
		if (!thread_set_read_thread(set, thread))
			reopen_counters(set, thread);
		else if (thread->ran)
			report_name(set, thread);
		if (thread->ran && thread_counters_may_be_stale(config, &thread->counters)) {
			set->n_stale++;
			may_pin = may_pin && pin_again(set, thread);
		}
		thread->ran = false;
	}
}
