/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Tasks as the kernel reports them: the ids that are not a task's, what happens to a task, and what /proc says of
 * a process. Plain data, used by everything that decodes records or asks /proc. Any thread.
 */
#ifndef TDTOP_MODEL_TASK_H
#define TDTOP_MODEL_TASK_H

#include <stdint.h>

#include "model/cgroup.h"

#define TID_IDLE 0
#define TID_UNKNOWN (-1)	/* nobody knows who ran: the slice is unaccounted */
#define COMM_LEN 16		/* TASK_COMM_LEN of the kernel, with its NUL */

/*
 * TASK_KNOWN: the source can tell of it at once, as of one that has been seen long ago. TASK_ALREADY_EXITED: the same of
 * one that ended before the first interval; its last slice may still come.
 */
enum task_event_kind { TASK_COMM, TASK_EXEC, TASK_FORK, TASK_EXIT, TASK_KNOWN, TASK_ALREADY_EXITED };

/* Events of different CPUs may come out of order: compare time_ns, never assume order. */
struct task_event {
	enum task_event_kind kind;	/* TASK_EXEC is a COMM by exec: the command line changed too */
	uint64_t time_ns;
	int32_t pid, tid;
	int32_t ppid, ptid;	/* TASK_FORK: who forked */
	char comm[COMM_LEN];	/* TASK_COMM, TASK_EXEC; TASK_ALREADY_EXITED, if known */
};

/* What is known of a process beside its records. */
struct task_facts {
	char comm[COMM_LEN];
	char command[256];	/* command line, spaces between arguments; "" for kernel threads */
	char user[33];
	char cgroup[CGROUP_PATH_LEN];	/* path; "" if not known */
	int32_t ppid;
	uint32_t threads;
};

#endif
