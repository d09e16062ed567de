/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Tasks as the kernel reports them: ids that are not those of a task, events in the life of a task,
 * and what /proc says about a process. Plain data for everything that decodes records or reads
 * /proc. Any thread.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "model/cgroup.h"

#define TID_IDLE 0
#define TID_UNKNOWN (-1)	/* it is not known who ran: the slice is unaccounted */
#define TID_OTHER_NS (-2)	/* any task outside of tdtop's pid namespace (BPF engine) */
#define USER_NAME_LEN 33		/* a user's name, or number, including the NUL */
#define COMM_LEN 16		/* the kernel's TASK_COMM_LEN, including the NUL */

/*
 * TASK_KNOWN: the source can answer questions about a task at once, as if it had been seen long
 * ago. TASK_ALREADY_EXITED: the same for a task that exited before the first interval; its last
 * slice may still come.
 */
enum task_event_kind {
	TASK_COMM,
	TASK_EXEC,
	TASK_FORK,
	TASK_EXIT,
	TASK_KNOWN,
	TASK_ALREADY_EXITED
};

/* Events of different CPUs may come out of order: compare time_ns. */
struct task_event {
	enum task_event_kind kind;	/* TASK_EXEC is a COMM by exec: a new command line */
	uint64_t time_ns;
	bool seen_late;		/* found in /proc: it happened some time before time_ns */
	int32_t pid, tid;
	int32_t ppid, ptid;	/* TASK_FORK: the parent, which called fork */
	char comm[COMM_LEN];	/* TASK_COMM, TASK_EXEC; TASK_ALREADY_EXITED if known */
};

/* Facts about a process that records do not tell. */
struct task_facts {
	char comm[COMM_LEN];
	char command[256];	/* arguments separated by spaces; "" for kernel threads */
	char user[USER_NAME_LEN];
	char cgroup[CGROUP_PATH_LEN];	/* path; "" if not known */
	int32_t ppid;
	bool kernel;		/* a kernel thread: it has no memory and no program of its own */
	uint32_t threads;	/* without a leader that has exited; 0: unknown */
	uint64_t threads_ns;	/* when they were counted, clock of the source; 0: unknown */
};
