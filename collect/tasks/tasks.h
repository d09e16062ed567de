/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The registry of tasks (threads) and processes that were seen to run. Identity (which task a slice
 * or a record belongs to) is decided here by time, as records of different CPUs come out of order
 * and pids are used again; names are found by collect/tasks/names.c. Collector thread only.
 *
 * A task costs nothing while it sleeps: per interval only the tasks that ran or ended in it (the
 * "touched" ones) are visited.
 */
#ifndef TDTOP_COLLECT_TASKS_H
#define TDTOP_COLLECT_TASKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/slice/source.h"
#include "collect/tasks/process.h"
#include "collect/tasks/task_sums.h"

struct task {
	/* What every slice needs comes first, on as few cache lines as can be. */
	int32_t tid, pid;
	uint64_t start_ns;		/* forked, or first seen; fixed once it was shown */
	bool superseded;		/* a newer task has its tid */
	bool forked;			/* start_ns is from its FORK record */
	bool shown;			/* was in a snapshot: start_ns is a part of its key there */
	bool missed;			/* did not exist when it was looked for */
	bool dropping;			/* is in a list of ended tasks */
	struct task_sum *sum;		/* of this interval: it ran or ended in it, is "touched"; else NULL */
	UT_hash_handle hh;

	uint64_t exit_ns;		/* 0: not known to have ended */
	char comm[COMM_LEN];		/* "" if not known */
	uint64_t comm_ns;		/* when it got that name; 0: not known */
	uint32_t asked;			/* epoch of names in which its name was found; 0: never */
	struct process *process;
	struct task *next_touched;
	struct task *next_ended;	/* list of ended tasks; free list */
	struct task *older;		/* former task of this tid */
};

/* How to learn what no record has told; each function may be NULL. false: not known (any more). */
struct tasks_ask {
	void *data;
	size_t most;		/* tasks in the registry: nobody believes in more; 0: any number */
	bool (*process)(void *data, int32_t pid, struct task_facts *facts);
	bool (*thread)(void *data, int32_t pid, int32_t tid, char comm[COMM_LEN]);
	bool (*exists)(void *data, int32_t pid, int32_t tid);
};

struct tasks;

/* `ask` is copied; NULL: nobody to ask. NULL without memory. */
struct tasks *tasks_new(const struct tasks_ask *ask);
void tasks_free(struct tasks *tasks);

/*
 * The task that a slice belongs to, touched. The registry owns it; valid until the next
 * tasks_next_interval(). NULL without memory.
 */
struct task *tasks_of_slice(struct tasks *tasks, const struct slice *slice);

/* Takes a record in: who exists is known at once, names at the end of the interval. */
void tasks_event(struct tasks *tasks, const struct task_event *event);

/* Records were lost: what is known of tasks that exist now is in doubt, and asked for again. */
void tasks_lost(struct tasks *tasks);

/*
 * The end of the interval: names, users, command lines and thread counts of the touched tasks.
 * now_ns: source clock.
 */
void tasks_resolve(struct tasks *tasks, uint64_t now_ns);

/* The tasks that ran or ended in this interval, linked by next_touched. */
struct task *tasks_touched(const struct tasks *tasks);

/* How many tasks ended in this interval. */
uint32_t tasks_exited(const struct tasks *tasks);

/* Calls back for all that is known: each process, then each task. */
struct tasks_visitor {
	void *data;
	void (*process)(void *data, const struct process *process);
	void (*task)(void *data, const struct task *task);	/* one that has not ended */
	void (*ended)(void *data, const struct task *task);	/* in this interval or the one before */
};
void tasks_visit(const struct tasks *tasks, const struct tasks_visitor *visitor);

/* Tasks in the registry, for tests: must be bounded. */
size_t tasks_count(const struct tasks *tasks);

/*
 * Clears what was added up, forgets the tasks that ended an interval ago (their last slices may
 * come late) and a few of those that are gone without an EXIT record.
 */
void tasks_next_interval(struct tasks *tasks);

/* Is it certain, without a look into the registry, that the slice belongs to this task? */
static inline bool task_owns(const struct task *task, const struct slice *slice)
{
	return task->tid == slice->tid && task->pid == slice->pid && !task->superseded &&
	       slice->time_ns - slice->duration_ns + CLOCK_SKEW_NS >= task->start_ns;
}

#endif
