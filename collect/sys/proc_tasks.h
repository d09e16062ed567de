/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Lists tasks from /proc below a given root: the threads of a process, the children of a thread,
 * all processes; and reads what identifies a task. For the sources of single tasks only: the switch
 * source never walks through /proc. Collector thread.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "model/task.h"

/* What /proc/PID/stat says. */
struct proc_stat {
	char comm[COMM_LEN];
	char state;		/* 'R', 'S', ... 'Z' */
	int32_t ppid;
	uint64_t start_ticks;	/* since boot: differs if the pid is reused */
	uint64_t start_code;	/* changes with each exec; 1 or 0 if we may not see it */
};

/*
 * Reads it with one read(2). root: an open directory, "/proc" or a fixture. false: no such process.
 */
bool proc_stat_read(int root, int32_t pid, struct proc_stat *stat);

/* Was there an exec since start_code was read? A zombie has none any more. */
bool proc_stat_execed(const struct proc_stat *stat, uint64_t start_code);

/* The pid of the process that this thread belongs to; 0: no such thread. */
int32_t proc_leader(int root, int32_t tid);

/* What /proc/PID/task/TID/schedstat says; all 0 if the kernel does not account it. */
struct proc_schedstat {
	uint64_t runtime_ns;	/* CPU time so far */
	uint64_t wait_ns;	/* could run, and waited for a CPU; a wait counts when it ends */
};

/* false: no such thread. */
bool proc_schedstat_read(int root, int32_t pid, int32_t tid, struct proc_schedstat *schedstat);

/* CPU time of a thread so far, in ns; 0 if not known. */
uint64_t proc_runtime_ns(int root, int32_t pid, int32_t tid);

/* Does this process belong to this user? false also if there is no such process. */
bool proc_is_of_user(int root, int32_t pid, uid_t uid);

typedef void proc_found(void *data, int32_t id);

/* Calls found() with each tid of a process. false, with errno: ENOENT, ESRCH: no such process; or it cannot be read. */
bool proc_each_thread(int root, int32_t pid, proc_found *found, void *data);

/* Calls found() with each process that this thread created and that was not reparented. */
void proc_each_child(int root, int32_t pid, int32_t tid, proc_found *found, void *data);

/* Calls found() with the pid of each process. */
void proc_each_process(int root, proc_found *found, void *data);
