/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Finds the tasks: walks from the processes that are known to their threads and children, at each scan
 * anew, as nothing tells of them to somebody without rights. See watch.h. Collector thread.
 */
#include "config.h"
#include "collect/pertask/thread_set.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "collect/pertask/thread_set_table.h"

struct watch *watch_new(const struct watch_config *config)
{
	struct watch *watch = calloc(1, sizeof(*watch));

	if (!watch)
		return NULL;
	watch->config = *config;
	watch->proc = open(config->proc_root, O_PATH | O_DIRECTORY | O_CLOEXEC);
	return watch;
}

static void drop_process(struct watch *watch, struct watched_process *process)
{
	HASH_DEL(watch->processes, process);
	free(process);
}

void watch_drop_task(struct watch *watch, struct watched *task, uint64_t now_ns,
		     const struct sink *sink)
{
	watch_close_group(watch, task);
	if (task->known)
		watch_tell(sink, TASK_EXIT, now_ns, task);
	watch->n[task->state]--;
	HASH_DEL(watch->tasks, task);
	free(task);
}

void watch_free(struct watch *watch)
{
	if (!watch)
		return;
	while (watch->tasks)
		watch_drop_task(watch, watch->tasks, 0, NULL);
	while (watch->processes)
		drop_process(watch, watch->processes);
	if (watch->proc >= 0)
		close(watch->proc);
	watch_forget_births(watch, true);
	free(watch->queue);
	free(watch->renewals);
	free(watch);
}

struct watched_process *watch_find_process(const struct watch *watch, int32_t pid)
{
	struct watched_process *process;

	HASH_FIND_INT(watch->processes, &pid, process);
	return process;
}

struct watched *watch_find_task(const struct watch *watch, int32_t tid)
{
	struct watched *task;

	HASH_FIND_INT(watch->tasks, &tid, task);
	return task;
}

bool watch_is_alive(const struct watch *watch, const struct watched_process *process)
{
	return process->seen == watch->scans && process->stat.state != 'Z' &&
	       process->stat.state != 'X';
}

struct watched_process *watch_add_process(struct watch *watch, int32_t pid, int32_t maker)
{
	struct watched_process *process;
	struct proc_stat stat;

	if (pid == watch->config.but || !proc_stat_read(watch->proc, pid, &stat))
		return NULL;
	process = calloc(1, sizeof(*process));
	if (!process)
		return NULL;
	process->pid = pid;
	process->maker = maker;
	process->stat = stat;
	process->start_code = stat.start_code;
	process->found = process->seen = watch->scans;
	HASH_ADD_INT(watch->processes, pid, process);
	if (!process->hh.tbl) {
		free(process);
		return NULL;
	}
	return process;
}

bool watch_process(struct watch *watch, int32_t pid, const char *program)
{
	struct watched_process *process = watch_find_process(watch, pid);

	if (!process)
		process = watch_add_process(watch, pid, 0);
	if (process && program) {
		process->on_exec = true;
		(void)snprintf(process->stat.comm, COMM_LEN, "%.*s", COMM_LEN - 1, program);
	}
	return process;
}

/* Which groups may have counted a newcomer until now? At the first look there were none. */
static void set_cover(const struct watch *watch, const struct watched_process *process,
		      struct watched *task)
{
	task->cover_told = false;
	if (watch->scans <= 1)
		return;
	if (process->old) {
		task->cover = COVER_PROCESS;
		task->cover_id = process->pid;
	} else if (process->maker) {
		task->cover = COVER_MAKER;
		task->cover_id = process->maker;
	} else if (watch_find_process(watch, process->stat.ppid)) {
		task->cover = COVER_PROCESS;
		task->cover_id = process->stat.ppid;
	} else {
		task->cover = COVER_ALL;
	}
}

/* The same as the kernel has told it. */
static void set_told_cover(const struct watch *watch, struct watched *task)
{
	const struct watched_birth *born = watch_find_birth(watch, task->tid);

	if (!born || born->pid != task->pid)
		return;
	task->cover = born->cover;
	task->cover_id = born->cover_id;
	task->cover_told = true;
}

static void queue_task(struct watch *watch, struct watched *task)
{
	if (watch->n_queue == watch->cap_queue) {
		size_t cap = watch->cap_queue ? 2 * watch->cap_queue : 64;
		struct watched **queue = realloc(watch->queue, cap * sizeof(struct watched *));

		if (!queue)
			return;
		watch->queue = queue;
		watch->cap_queue = cap;
	}
	watch->queue[watch->n_queue++] = task;
}

static void found_child(void *data, int32_t pid)
{
	struct watch *watch = data;

	if (!watch_find_process(watch, pid))
		(void)watch_add_process(watch, pid, watch->maker);
}

static struct watched *add_task(struct watch *watch, const struct watched_process *process,
				int32_t tid)
{
	struct watched *task = calloc(1, sizeof(*task));

	if (!task)
		return NULL;
	task->tid = tid;
	task->pid = process->pid;
	HASH_ADD_INT(watch->tasks, tid, task);
	if (!task->hh.tbl) {
		free(task);
		return NULL;
	}
	watch->n[WATCHED_NEW]++;
	set_cover(watch, process, task);
	set_told_cover(watch, task);
	return task;
}

#define SUSPECT_NS 20000000	/* more than a running task's runtime may lag behind */

/*
 * An exec may end the counting: another thread has done it, which is the leader now and keeps its group; or who
 * executes gets other rights, and the kernel takes the groups away. Nothing tells, but then the leader
 * runs, and its group's time stands still. It comes again, as a newcomer.
 */
static void check_exec(struct watch *watch, const struct watched_process *process,
		       struct watched *task)
{
	uint64_t runtime_ns;

	if (task->state == WATCHED_COUNTED && (process->execed || task->suspect)) {
		(void)watch_read_group(watch, task, watch->now_ns, watch->sink);
		runtime_ns = proc_runtime_ns(watch->proc, task->pid, task->tid);
		if (process->execed) {
			task->suspect = true;
			task->runtime_ns = runtime_ns;
			return;
		}
		if (!task->suspect || runtime_ns < task->runtime_ns + SUSPECT_NS)
			return;
	} else if (task->state != WATCHED_PERMISSION || !process->execed) {
		return;
	}
	task->suspect = false;
	watch_close_group(watch, task);
	watch_set_state(watch, task, WATCHED_NEW);
	set_cover(watch, process, task);
}

static void found_thread(void *data, int32_t tid)
{
	struct watch *watch = data;
	const struct watched_process *process = watch->process;
	struct watched *task = watch_find_task(watch, tid);

	/* A zombie leader is listed as long as it has threads, or a parent that does not wait for it. */
	if (tid == process->pid && (process->stat.state == 'Z' || process->stat.state == 'X'))
		return;
	if (!task)
		task = add_task(watch, process, tid);
	else if (tid == process->pid)
		check_exec(watch, process, task);
	if (!task || task->exited)
		return;		/* gone: another one has its number by now, and waits until it is forgotten */
	task->seen = watch->scans;
	if (task->state == WATCHED_NEW || task->state == WATCHED_FILES)
		queue_task(watch, task);
	watch->maker = tid;
	proc_each_child(watch->proc, process->pid, tid, found_child, watch);
}

/* Its threads and children; children are put behind it, so the walk comes to them, too. */
static void scan_process(struct watch *watch, struct watched_process *process)
{
	struct proc_stat stat;

	process->walked = watch->scans;
	if (!proc_stat_read(watch->proc, process->pid, &stat) ||
	    stat.start_ticks != process->stat.start_ticks)
		return;		/* ended, or another one by now */
	process->seen = watch->scans;
	process->stat.state = stat.state;
	process->execed = stat.start_code != process->start_code;
	process->start_code = stat.start_code;
	watch->process = process;
	(void)proc_each_thread(watch->proc, process->pid, found_thread, watch);
	process->old = true;
}

static void found_process(void *data, int32_t pid)
{
	struct watch *watch = data;

	if (!watch_find_process(watch, pid) && proc_is_of_user(watch->proc, pid, watch->config.user))
		(void)watch_add_process(watch, pid, 0);
}

/* A thread that /proc has no more. Its group counts on for what it made; when it may go is watch_is_marked()'s to say. */
static void forget_tasks(struct watch *watch, uint64_t now_ns, const struct sink *sink)
{
	struct watched_process *process;
	struct watched *task, *next;

	watch->n_exited = 0;
	HASH_ITER(hh, watch->tasks, task, next) {
		if (task->seen == watch->scans)
			continue;
		if (task->state != WATCHED_COUNTED) {
			watch_drop_task(watch, task, now_ns, sink);
			continue;
		}
		process = watch_process_of(watch, task);
		if (process && watch_is_alive(watch, process))
			process->has_exited = true;
		else
			watch->orphaned |= !task->exited;
		if (!task->exited)
			task->exited = watch->scans;
		watch->n_exited++;
	}
}

static void forget_processes(struct watch *watch)
{
	struct watched_process *process, *next;

	HASH_ITER(hh, watch->processes, process, next) {
		process->has_exited = process->involved = process->renew = process->kept = false;
		if (process->seen != watch->scans)
			drop_process(watch, process);
	}
}

/* PR_SET_CHILD_SUBREAPER: whose parent has ended is ours, and nobody else will wait for it. */
static void found_adopted(void *data, int32_t pid)
{
	struct watch *watch = data;
	struct watched_process *process = watch_find_process(watch, pid);
	struct proc_stat stat;

	if (pid == watch->config.command)
		return;
	if (proc_stat_read(watch->proc, pid, &stat) && stat.state == 'Z')
		watch->config.reap(pid);
	else if (!process)
		(void)watch_add_process(watch, pid, 0);
}

static void found_own_thread(void *data, int32_t tid)
{
	struct watch *watch = data;

	proc_each_child(watch->proc, watch->config.but, tid, found_adopted, watch);
}

/* All that were not yet walked through in this look, and their children. */
static void walk(struct watch *watch)
{
	struct watched_process *process;

	for (process = watch->processes; process; process = process->hh.next)
		if (process->walked != watch->scans)
			scan_process(watch, process);
}

void watch_scan(struct watch *watch, uint64_t now_ns, const struct sink *sink)
{
	watch->scans++;
	watch->n_queue = 0;
	watch->now_ns = now_ns;
	watch->sink = sink;
	watch->orphaned = watch->renew_all = watch->kept_all = false;
	watch_forget_births(watch, false);
	watch_take_births(watch, NULL);
	walk(watch);
	/* After the children, of which it is known who made them. */
	if (watch->config.mine)
		proc_each_process(watch->proc, found_process, watch);
	if (watch->config.adopts)
		(void)proc_each_thread(watch->proc, watch->config.but, found_own_thread, watch);
	walk(watch);
	forget_tasks(watch, now_ns, sink);
	watch_open(watch, now_ns, sink);
	forget_processes(watch);
}

size_t watch_tids(const struct watch *watch, int32_t *tids, size_t most)
{
	const struct watched *task;
	size_t n = 0;

	for (task = watch->tasks; task; task = task->hh.next, n++)
		if (n < most)
			tids[n] = task->tid;
	return n;
}

size_t watch_counted(const struct watch *watch)
{
	return watch->n[WATCHED_COUNTED];
}

uint32_t watch_uncounted(const struct watch *watch, enum uncounted why)
{
	return (uint32_t)watch->n[why == UNCOUNTED_FILES ? WATCHED_FILES : WATCHED_PERMISSION];
}

int watch_errno(const struct watch *watch)
{
	return watch->last_errno;
}

bool watch_over(const struct watch *watch)
{
	return !watch->config.mine && !watch->n[WATCHED_NEW] && !watch->n[WATCHED_COUNTED] &&
	       !watch->n[WATCHED_PERMISSION] && !watch->n[WATCHED_FILES];
}
