/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Which tasks there are: the threads of a process, the children of a thread, the processes of a user,
 * from /proc below a given root. For attribution by task only; the way by switches never walks through
 * /proc. Collector thread.
 */
#ifndef TDTOP_COLLECT_PROC_TASKS_H
#define TDTOP_COLLECT_PROC_TASKS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "model/task.h"

/* What /proc/PID/stat says; one read(2). */
struct proc_stat {
	char comm[COMM_LEN];
	char state;		/* 'R', 'S', ... 'Z' */
	int32_t ppid;
	uint64_t start_ticks;	/* since boot: tells a pid that is used again apart */
	uint64_t start_code;	/* changes with each exec; 1 or 0 where that is not ours to know */
};

/* root: an open directory, "/proc" or a fixture. false: no such process. */
bool proc_stat_read(int root, int32_t pid, struct proc_stat *stat);

/* The process that a thread belongs to; its own number if it is the leader; 0: there is no such thread. */
int32_t proc_leader(int root, int32_t tid);

/* CPU time of a thread so far; 0 if not known. */
uint64_t proc_runtime_ns(int root, int32_t pid, int32_t tid);

/* The real user of this process. false: no such process. */
bool proc_is_of_user(int root, int32_t pid, uid_t uid);

typedef void proc_found(void *data, int32_t id);

/* Tells the tids of a process. false: no such process. */
bool proc_each_thread(int root, int32_t pid, proc_found *found, void *data);

/* Tells the processes that this thread made and that have not been given to another parent. */
void proc_each_child(int root, int32_t pid, int32_t tid, proc_found *found, void *data);

/* Tells the pids of all processes. */
void proc_each_process(int root, proc_found *found, void *data);

#endif
