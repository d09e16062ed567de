/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the parts of a thread set share, lowest first:
 *
 * - thread_set_table.c: processes and threads by number, their states and their counters;
 * - thread_set_inherit.c: which counters a new task has inherited, by fork events and /proc;
 * - thread_set_counters.c: opening, replacing and reading counters;
 * - thread_set.c: the walk through /proc.
 *
 * No other modules include this header. Collector thread.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/pertask/thread_set_config.h"
#include "collect/slice/source.h"
#include "collect/sys/procfs.h"

#define HASH_NONFATAL_OOM 1
#include <uthash.h>

enum thread_state {
	THREAD_NEW,		/* found by a scan, counters not yet open */
	THREAD_COUNTED,
	THREAD_NO_PERMISSION,	/* the kernel refused to open its counters */
	THREAD_NO_FILES,	/* no descriptor was left for its counters */
	THREAD_EXITED		/* exited before its counters were open; /proc still has it */
};

/*
 * The counters that a new task may have inherited: they may count it until its own counters start.
 */
enum inherits {
	INHERITS_NOTHING,
	INHERITS_CREATOR,	/* those of the thread with the tid inherits_id */
	INHERITS_PROCESS,	/* those of one of the threads of the process inherits_id */
	INHERITS_ANY		/* those of any thread of the set */
};

struct set_process {
	int32_t pid;
	int32_t creator;	/* tid of the thread that created it; 0: not known */
	struct proc_stat stat;
	uint64_t start_code;	/* at the last scan */
	uint64_t found_scan;	/* scan that found it */
	uint64_t walked_scan;	/* last scan that walked its threads */
	uint64_t seen_scan;	/* last scan in which it existed */
	bool on_exec;		/* before its exec, with which counters and stat.comm begin */
	bool listed;		/* its threads were listed before: they create the new ones */
	bool execed;		/* since the last scan */
	/* Of the current scan: */
	bool has_exited;	/* one of its threads has exited, but its counters go on */
	bool involved;		/* has new tasks, or counters that are to be replaced */
	bool replace;		/* one of its threads, not known which, created a new task */
	bool kept;		/* replacing its counters now would lose a task */
	UT_hash_handle hh;
};

struct set_thread {
	int32_t tid, pid;
	enum thread_state state;
	uint64_t seen_scan;	/* last scan in which it existed */
	uint64_t ran_scan;	/* last scan during or after which it was seen to have run */
	uint64_t ran_ns;	/* when it was last seen to have run */
	uint64_t exited_scan;	/* scan that found it exited; 0: alive. Counters may go on */
	bool suspect;		/* an exec may have ended its counting, at this runtime_ns */
	enum inherits inherits;
	int32_t inherits_id;	/* tid or pid, see enum inherits */
	bool inherits_certain;	/* from a FORK record; otherwise guessed from /proc */
	unsigned int postponed;	/* scans in which the counters that it inherits had to be kept */
	unsigned int read_failures;	/* in a row */
	/* Of the current scan: */
	bool replace;		/* it created a new task */
	bool ready;		/* new task, counters open: start when the inherited ones stop */
	bool started;		/* counters started in this scan: older children have none */
	bool fits;		/* new task for which there are enough descriptors */
	bool known_to_sink;	/* was reported, so its exit will be */
	bool name_reported;
	bool ran;		/* in this interval */
	uint64_t runtime_ns;	/* THREAD_NEW, _NO_FILES: the busiest are opened first */
	char comm[COMM_LEN];
	struct thread_counters counters;	/* THREAD_COUNTED */
	UT_hash_handle hh;
};

struct recent_fork;
struct pending_fork;
struct replacement;

struct thread_set {
	struct thread_set_config config;
	int proc;				/* directory */
	struct set_process *processes;		/* by pid; in the order in which they were found */
	struct set_thread *threads;		/* by tid */
	struct set_thread **queue;		/* to be opened, creators before their children */
	size_t n_queue, cap_queue;
	struct replacement *replacements;	/* thread_set_counters.c */
	size_t n_replacements, cap_replacements;
	struct fork_feed fork_feed;		/* each is NULL: no fork events */
	struct recent_fork *recent_forks;	/* by tid; thread_set_inherit.c */
	struct pending_fork *pending_forks;	/* thread_set_inherit.c */
	size_t n_pending_forks, cap_pending_forks;
	uint64_t scans;				/* number of the current scan, from 1 */
	size_t fds;				/* descriptors that are open for counters */
	size_t n_stale;		/* threads that ran in this interval, shares may be stale */
	size_t n[THREAD_EXITED + 1];		/* threads by state */
	int last_errno;
	/* Of the current scan: */
	bool orphaned;			/* a process has exited, its children may live */
	bool replace_all, kept_all;	/* as `replace`, `kept` of a process, for all */
	bool found_unknown;		/* the second check found a task that is not in the table */
	const struct sink *sink;	/* of the scan or reading; NULL: counts are dropped */
	uint64_t now_ns;		/* when it began */
	size_t n_exited;
	struct set_process *process;	/* where the walk is */
	int32_t creator;		/* thread whose children the walk lists */
};

/* The entry with this number; NULL: none. The table owns it. */
struct set_process *thread_set_find_process(const struct thread_set *set, int32_t pid);
struct set_thread *thread_set_find_thread(const struct thread_set *set, int32_t tid);

/* The process of a thread; NULL: it has exited. */
struct set_process *thread_set_process_of(const struct thread_set *set,
					  const struct set_thread *thread);

/*
 * Is the process alive at this scan? A leader that exits before its other threads counts as exited.
 */
bool thread_set_is_alive(const struct thread_set *set, const struct set_process *process);

/*
 * Adds a process. creator: a tid, or 0. NULL: it has exited, is our own, or there is no memory. The
 * table owns the entry.
 */
struct set_process *thread_set_add_process(struct thread_set *set, int32_t pid, int32_t creator);

/*
 * Removes and frees a thread that has exited and whose counters count no child any more. The sink
 * (may be NULL) is told of its exit if it knows the thread.
 */
void thread_set_drop_thread(struct thread_set *set, struct set_thread *thread);

void thread_set_change_state(struct thread_set *set, struct set_thread *thread,
			     enum thread_state state);

/* Sends a task event with the thread's name to the sink. */
void thread_set_report(const struct thread_set *set, enum task_event_kind kind, const struct set_thread *thread);

/*
 * Reads the thread's counters and sends the counts to the sink (NULL: drops them). false: reading
 * has failed so often in a row that the counters must be reopened.
 */
bool thread_set_read_thread(struct thread_set *set, struct set_thread *thread);

/* Closes the thread's counters if they are open. The caller sets the next state. */
void thread_set_close_counters(struct thread_set *set, struct set_thread *thread);

/*
 * Fork events: with them the counters that a new task has inherited are known for certain, even if its creator exited
 * before a scan.
 */

/* A task created during the last two scans, and the counters that it inherits. */
struct recent_fork {
	int32_t tid, pid;
	enum inherits inherits;
	int32_t inherits_id;
	uint64_t scan;		/* in which the fork event was read */
	UT_hash_handle hh;
};

/*
 * Reads the fork events since the last call, notes the tasks that threads of the set have created,
 * and adds new processes that are alive. keep: the counters that these inherit are kept in this scan.
 */
void thread_set_take_forks(struct thread_set *set, bool keep);

/* NULL: no recent fork event of this task. Valid until the next take or forget. */
const struct recent_fork *thread_set_find_fork(const struct thread_set *set, int32_t tid);

/* Forgets the forks of older scans, whose tasks are found by now or have exited; or all of them. */
void thread_set_forget_forks(struct thread_set *set, bool all);

/*
 * Which counters a new task has inherited, and which of them must be replaced before it gets its own. Which cannot be
 * replaced in this scan without losing a task. Called in the order of these functions.
 */

/* Marks the counters that this new task may have inherited: they must be replaced. */
void thread_set_mark_inherited(struct thread_set *set, struct set_thread *thread);

/*
 * After all new tasks are marked: must this thread's counters be replaced (or closed, if it has
 * exited)? May read them, to see whether the thread has run.
 */
bool thread_set_must_replace(struct thread_set *set, struct set_thread *thread);

/*
 * Keeps the thread's counters in this scan: they cannot be replaced, or not without losing a task.
 */
void thread_set_keep(struct thread_set *set, const struct set_thread *thread);
bool thread_set_is_kept(const struct thread_set *set, const struct set_thread *thread);

/*
 * With all new counters open but not started: looks for tasks that were created since the walk.
 * Which counters such a task inherits is not known, so the old counters are kept, and it is found
 * by a later scan.
 */
void thread_set_check_again(struct thread_set *set);

/*
 * Does this new task still count with inherited counters, after all counters not kept were
 * replaced?
 */
bool thread_set_still_inherits(const struct thread_set *set, const struct set_thread *thread);

/* ---- opening, replacing and reading counters ---- */

/*
 * Opens counters for all queued threads, replaces the counters that they have inherited, and closes
 * counters of exited threads that count no child. The last counts of closed counters go to the
 * sink.
 */
void thread_set_open_counters(struct thread_set *set);

/* Reads the counters of all threads; counts and new names go to the sink (NULL: dropped). */
void thread_set_read_counters(struct thread_set *set);
