/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The registry of tasks (threads) and processes that were seen to run. It decides by time which
 * task a slice or a record belongs to, as records of different CPUs come out of order and pids are
 * reused; collect/tasks/names.c finds the names. Collector thread only.
 *
 * A sleeping task costs nothing: per interval only the "touched" tasks, which ran or exited in it,
 * are visited.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/slice/source.h"
#include "collect/tasks/process.h"

struct tasks;

/*
 * An empty registry; the caller frees it. lookup is copied; NULL: no lookups. NULL without memory.
 */
struct tasks *tasks_new(const struct task_lookup *lookup);
void tasks_free(struct tasks *tasks);

/*
 * The task that a slice belongs to, marked as touched. The registry owns it; valid until the next
 * tasks_next_interval(). NULL without memory.
 */
struct task *tasks_of_slice(struct tasks *tasks, const struct slice *slice);

/* Takes in a record: a new or exited task is known at once, its name at the end of the interval. */
void tasks_event(struct tasks *tasks, const struct task_event *event);

/* Records were lost: facts about all tasks that exist now are in doubt, and are looked up again. */
void tasks_lost(struct tasks *tasks);

/* Are the times wanted that tasks wait for a CPU? From the interval on that ends next. */
void tasks_want_waits(struct tasks *tasks, bool wanted);

/* Touched tasks of this interval whose wait was not asked for, as there were too many. */
uint32_t tasks_waits_left_out(const struct tasks *tasks);

/*
 * At the end of the interval, before tasks_resolve(): reads the CPU time of tasks (task->sum->run_ns), also of
 * those that ran and were not seen, which are touched if unseen ones are wanted. Costs a reading of /proc each. What
 * the interval before has read is where times begin.
 */
void tasks_read_runs(struct tasks *tasks, uint64_t now_ns, bool unseen);

/*
 * At the end of the interval: finds names, users, command lines, thread counts and waits of the
 * touched tasks. now_ns: source clock.
 */
void tasks_resolve(struct tasks *tasks, uint64_t now_ns);

/* The processes of the registry, which owns them. */
struct processes *tasks_processes(struct tasks *tasks);

/*
 * Looks up the facts of a process now: of one that was looked up before once more, and one that is
 * not in the registry gets an entry. NULL: there is no such process. Costs a lookup or two.
 */
struct process *tasks_ask_process(struct tasks *tasks, int32_t pid, uint64_t now_ns);

/* The tasks that ran or exited in this interval, linked by next_touched. */
struct task *tasks_touched(const struct tasks *tasks);

/* Its row is made, and its sum not read any more in this interval. */
void tasks_give_sum(struct tasks *tasks, const struct task *task);

/* The number of tasks that exited in this interval. */
uint32_t tasks_exited(const struct tasks *tasks);

/* Calls back for everything that is known: each process, then each task. */
struct tasks_visitor {
	void *data;
	void (*process)(void *data, const struct process *process);
	void (*task)(void *data, const struct task *task);	/* has not exited */
	void (*exited)(void *data, const struct task *task);	/* in this interval or before */
};
void tasks_visit(const struct tasks *tasks, const struct tasks_visitor *visitor);

/* The number of tasks in the registry, for tests: it must be bounded. */
size_t tasks_count(const struct tasks *tasks);

/*
 * Starts the next interval: clears the sums, drops the tasks that exited an interval ago (their
 * last slices may have come late) and a few of those that /proc does not know any more.
 */
void tasks_next_interval(struct tasks *tasks);
