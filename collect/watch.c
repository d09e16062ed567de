/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Finds the tasks: walks from the processes that are known to their threads and children, at each scan
 * anew, as nothing tells of them to somebody without rights. See watch.h. Collector thread.
 */
#include "config.h"
#include "collect/watch.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "collect/watch_task.h"

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

static void drop_task(struct watch *watch, struct watched *task, uint64_t now_ns,
		      const struct sink *sink)
{
	watch_close_group(watch, task);
	if (task->told)
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
		drop_task(watch, watch->tasks, 0, NULL);
	while (watch->processes)
		drop_process(watch, watch->processes);
	if (watch->proc >= 0)
		close(watch->proc);
	free(watch->queue);
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

/* NULL: it is gone, is not to be watched, or there is no memory. */
static struct watched_process *add_process(struct watch *watch, int32_t pid, int32_t maker)
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
	process->seen = watch->scans;
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
		process = add_process(watch, pid, 0);
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
		(void)add_process(watch, pid, watch->maker);
}

static void found_thread(void *data, int32_t tid)
{
	struct watch *watch = data;
	struct watched_process *process = watch->process;
	struct watched *task = watch_find_task(watch, tid);

	/* A zombie leader is listed as long as it has threads, or a parent that does not wait for it. */
	if (tid == process->pid && (process->stat.state == 'Z' || process->stat.state == 'X'))
		return;
	if (!task) {
		task = calloc(1, sizeof(*task));
		if (!task)
			return;
		task->tid = tid;
		task->pid = process->pid;
		watch->n[WATCHED_NEW]++;
		HASH_ADD_INT(watch->tasks, tid, task);
		if (!task->hh.tbl) {
			watch->n[WATCHED_NEW]--;
			free(task);
			return;
		}
		set_cover(watch, process, task);
	}
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

	if (!proc_stat_read(watch->proc, process->pid, &stat) ||
	    stat.start_ticks != process->stat.start_ticks)
		return;		/* ended, or another one by now */
	process->seen = watch->scans;
	process->stat.state = stat.state;
	watch->process = process;
	(void)proc_each_thread(watch->proc, process->pid, found_thread, watch);
	process->old = true;
}

static void found_process(void *data, int32_t pid)
{
	struct watch *watch = data;

	if (!watch_find_process(watch, pid) && proc_is_of_user(watch->proc, pid, watch->config.user))
		(void)add_process(watch, pid, 0);
}

/* A thread that /proc has no more; its group counts on for what it has started and not yet ended. */
static void forget_tasks(struct watch *watch, uint64_t now_ns, const struct sink *sink)
{
	struct watched *task, *next;

	HASH_ITER(hh, watch->tasks, task, next) {
		if (task->seen == watch->scans)
			continue;
		task->gone = true;
		if (task->state == WATCHED_COUNTED &&
		    !task_group_over(watch->config.kind, &task->group))
			continue;
		if (task->state == WATCHED_COUNTED)
			(void)watch_read_group(watch, task, now_ns, sink);
		drop_task(watch, task, now_ns, sink);
	}
}

static void forget_processes(struct watch *watch)
{
	struct watched_process *process, *next;

	HASH_ITER(hh, watch->processes, process, next) {
		process->renew = process->kept = false;
		if (process->seen != watch->scans)
			drop_process(watch, process);
	}
}

void watch_scan(struct watch *watch, uint64_t now_ns, const struct sink *sink)
{
	struct watched_process *process;

	watch->scans++;
	watch->n_queue = 0;
	watch->renew_all = watch->kept_any = false;
	if (watch->config.mine)
		proc_each_process(watch->proc, found_process, watch);
	for (process = watch->processes; process; process = process->hh.next)
		scan_process(watch, process);
	forget_tasks(watch, now_ns, sink);
	watch_open(watch, now_ns, sink);
	forget_processes(watch);
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
