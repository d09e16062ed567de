/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Processes in the registry of tasks (collect/tasks/tasks.c), and their tasks: one entry for each life of a pid,
 * kept as long as one of its tasks is. Collector thread only.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "collect/slice/source.h"
#include "collect/sys/procfs.h"
#include "collect/tasks/task_sums.h"
#include "model/strings.h"

/*
 * A table from pids or tids to what they are of: open addressing. Every slice of a task that was
 * not the last one here looks one up, and a chain would be a miss of the cache per link. By uthash the
 * end of an interval took 3.7 % more instructions, and a task 163 bytes more (tests/cost.tsv). Pure; one
 * thread.
 */

struct id_table {		/* zeroed: empty; item is NULL where nothing is */
	struct id_slot {
		void *item;
		int32_t id;
	} *slots;
	size_t n, cap;		/* used ones; all, a power of two */
};

/* Knuth's multiplicative hash, with its upper half mixed into the lower half, which is used. */
static inline size_t id_table_slot(const struct id_table *table, int32_t id)
{
	const uint32_t hash = (uint32_t)id * 0x9e3779b1U;

	return (hash ^ hash >> 16) & (table->cap - 1);
}

/* The slot of this id, or the free one where it belongs. The table has slots, and free ones. */
static inline size_t id_table_seek(const struct id_table *table, int32_t id)
{
	size_t at = id_table_slot(table, id);

	while (table->slots[at].item && table->slots[at].id != id)
		at = (at + 1) & (table->cap - 1);
	return at;
}

/* The item of this id; NULL: there is none. */
static inline void *id_table_find(const struct id_table *table, int32_t id)
{
	return table->n ? table->slots[id_table_seek(table, id)].item : NULL;
}

/* Sets the item (not NULL) of this id. False without memory, unless it has another before. */
bool id_table_set(struct id_table *table, int32_t id, void *item);

/* Removes an id that is in the table; others may move to slots before theirs. */
void id_table_remove(struct id_table *table, int32_t id);

void id_table_done(struct id_table *table);

/*
 * Tolerance for comparing times of different CPUs: their clocks differ by less, and no pid is
 * reused within it.
 */
#define CLOCK_SKEW_NS 100000ULL

/*
 * Lives of one tid or pid that are kept at a time; each lookup walks them. The kernel reuses a pid
 * only after all others, so more of them within two intervals are a damaged or hostile recording:
 * its further lives are not believed.
 */
#define LIVES_MAX 64

struct task;

struct process {
	int32_t pid;
	int32_t ppid;			/* 0: not known */
	uint64_t start_ns;		/* fork, or first seen; fixed once it was in a snapshot */
	bool forked;			/* start_ns is from its FORK record */
	bool shown;			/* was in a snapshot: start_ns is part of its key there */
	bool leader_exited;
	bool kernel;			/* a kernel thread */
	uint32_t listed_in;		/* the last interval in whose list it is; 0: none */
	uint32_t refs;			/* tasks in the registry that belong to it */
	uint32_t alive;			/* those of them that have not exited: */
	struct task *first_alive;	/* linked by next_alive */
	uint64_t exec_ns;		/* of its last exec; 0: none is known */
	uint32_t touched;		/* those of them that ran or exited in this interval */
	uint32_t touched_in;		/* the last interval with such a task; 0: none */
	uint64_t touched_ns;		/* its end, source clock */
	struct window_row *windows;	/* in interval touched_in (collect/collector/aggregate_parts.h) */
	struct process *next_recent, **link_recent;	/* in processes.recent; link NULL: not */
	struct process *next_listed;
	int32_t no_parent;		/* a ppid that no process has; 0: none */
	bool watched;			/* the user has named its pid */
	bool exit_reported;		/* its exit was in a snapshot */
	uint32_t rest_intervals;	/* its row of what it did outside of regions is due in so
					 * many intervals more (collect/collector/region_sums.c) */
	uint32_t name;			/* of its row, in the snapshot that is being filled */
	uint32_t lookup_epoch;		/* names.epoch of its last lookup; 0: none */
	uint32_t refresh_round;		/* names.refresh_round of its last lookup */

	char comm[COMM_LEN];		/* of its leader; "": not known */
	uint64_t comm_ns;		/* when it got that name; 0: not known */
	struct string *command;		/* NULL: not known, or a kernel thread */
	struct string *user, *cgroup;	/* NULL: not known */
	uint32_t threads;		/* that exist; valid if threads_known */
	bool threads_known;
	bool threads_doubted;		/* a record is too close to that: to be asked again */
	uint64_t threads_ns;		/* when counted: later FORK and EXIT records change it */
	uint64_t proc_threads_ns;	/* the same, of the last answer that told when; 0: none */
	struct lifetime_sum *lifetime_sum;	/* of all its tasks; owned; NULL: nothing */
	uint64_t lookup_ns;		/* when that was, source clock; 0: none */

	struct process *older;		/* former process of this pid; in the free list: next */
};

struct processes {
	struct id_table by_pid;		/* the newest life of each */
	struct process *unused;
	struct strings strings;		/* of all processes */
	uint32_t interval;		/* the number of the current one, from 1 */
	struct process *recent;		/* those ever touched, the last touched first */
	/* Those with a row in the snapshot that is being filled: collect/tasks/listing.h. */
	struct process *listed, **link_listed;
};

/* Begins an interval: no process is listed, or was touched in it. Also the first one. */
void processes_next_interval(struct processes *processes);

/* A task of the process ran or exited in this interval. */
void process_touch(struct processes *processes, struct process *process);

/* Appends a process to those with a row in this interval. False: it is one already. */
bool process_list(struct processes *processes, struct process *process);

/* The process that had this pid at a time; the newest if none did; NULL: pid not known. */
struct process *process_find(const struct processes *processes, int32_t pid, uint64_t time_ns);

/* Adds a new life of this pid, without tasks. NULL without memory, or if it has LIVES_MAX. */
struct process *process_add(struct processes *processes, int32_t pid, uint64_t start_ns);

/* A task of the process began at start_ns: moves the start of the process there, unless it is fixed. */
void process_began_by(struct process *process, uint64_t start_ns);

/* A task of the process leaves the registry; with the last one the entry is freed. */
void process_release(struct processes *processes, struct process *process);

/* Has the process exited? (It may still have thread rows in this interval.) */
bool process_exited(const struct process *process);

/* Frees the table and the unused entries. All processes must have been released. */
void processes_done(struct processes *processes);

/*
 * A task (thread) as the registry knows it, and the functions that look up facts about it. The registry
 * (collect/tasks/tasks.c) owns the entries, collect/tasks/names.c fills in the names.
 */
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
