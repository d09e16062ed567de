/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A task (thread) as the registry knows it, and the functions that look up facts about it. The
 * registry (collect/tasks/tasks.c) owns the entries, collect/tasks/names.c fills in the names.
 * Collector thread only.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "collect/slice/source.h"
#include "collect/sys/procfs.h"
#include "collect/tasks/process.h"
#include "collect/tasks/task_sums.h"

struct task {
	/* The fields that every slice needs come first, on as few cache lines as possible. */
	int32_t pid, tid;	/* as in struct slice */
	uint64_t start_ns;		/* fork, or first seen; fixed once it was in a snapshot, where
					 * task_key_ns() is its key */
	bool superseded;		/* a newer task has its tid */
	bool forked;			/* start_ns is from its FORK record */
	bool unproven;			/* of its former task's process, which may just be dying,
					 * until a FORK record says that it is another life */
	bool lingers;			/* in this interval it ran long after its exit */
	bool shown;			/* was in a snapshot: start_ns is part of its key there */
	bool missed_once;		/* did not exist at the last lookup */
	bool listed_as_exited;		/* is in a list of exited tasks */
	bool wait_known;		/* the reading of wait_ns did not fail */
	struct task_sum *sum;		/* ran or exited in this interval: "touched"; else NULL */
	uint64_t exit_ns;		/* 0: not known to have exited */

	char comm[COMM_LEN];		/* "": not known */
	uint64_t comm_ns;		/* when it got that name; 0: not known */
	uint32_t lookup_epoch;		/* names.epoch of the last lookup of its name; 0: none */
	uint32_t wait_series;		/* of the reading of wait_ns, or of its failure; 0: none */
	uint64_t wait_ns;		/* at its last reading; see collect/tasks/tasks_parts.h */
	uint64_t run_ns, run_read_ns;	/* likewise its CPU time, and when that was, */
	uint64_t run_round;		/* and in which interval */
	uint32_t run_follows;		/* intervals in which that is still read though it does not run */
	struct process *process;
	struct task *next_touched;
	struct task *next_alive, **link_alive;	/* in process->first_alive, unless it exited */
	struct task *next_exited;	/* in a list of exited tasks; in the free list */
	struct task *older;		/* former task of this tid */
};

_Static_assert(offsetof(struct task, tid) - offsetof(struct task, pid) == sizeof(int32_t) &&
	       offsetof(struct slice, tid) - offsetof(struct slice, pid) == sizeof(int32_t),
	       "task_owns() compares both ids at once");

/*
 * How to look up what no record has told. Each function may be NULL. It returns false if the facts
 * are not known (any more).
 */
struct task_lookup {
	void *data;
	size_t max_tasks;		/* limit of tasks in the registry; 0: none */
	bool (*process)(void *data, int32_t pid, struct task_facts *facts);
	bool (*thread)(void *data, int32_t pid, int32_t tid, char comm[COMM_LEN]);
	bool (*exists)(void *data, int32_t pid, int32_t tid);
	/* How long it ran, 0: not known, and could run and waited for a CPU, since it began. */
	bool (*times)(void *data, int32_t pid, int32_t tid, struct proc_schedstat *times);
	uint64_t (*clock_ns)(void *data);	/* when that was: now, source clock; with .times */
};

/*
 * The start of the task as its key in snapshots, where a process starts no later than its tasks: its
 * process may have been in one before this task was known to have begun earlier.
 */
static inline uint64_t task_key_ns(const struct task *task)
{
	return task->start_ns > task->process->start_ns ? task->start_ns : task->process->start_ns;
}

/* Does the slice certainly belong to this task? Then the registry need not be searched. */
static inline bool task_owns(const struct task *task, const struct slice *slice)
{
	return memcmp((const char *)task + offsetof(struct task, pid),	/* and tid */
		      (const char *)slice + offsetof(struct slice, pid), 2 * sizeof(int32_t)) == 0 &&
	       !task->superseded && !task->exit_ns &&
	       slice->time_ns - slice->duration_ns + CLOCK_SKEW_NS >= task->start_ns;
}
