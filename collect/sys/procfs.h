/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Reads what /proc says about one process or thread, below a given root, so that tests can use a
 * fixture; lists tasks; and says which symbols the kernel has. Collector thread.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "model/cgroup.h"
#include "model/machine.h"
#include "model/task.h"

/* ---- for the registry of tasks: with a cache of user names ---- */

struct procfs;

/* root: "/proc" or a fixture; if it does not exist, no task does. NULL if memory is short. */
struct procfs *procfs_new(const char *root);
void procfs_free(struct procfs *procfs);

/* The open directory, for functions that take a root; -1: it does not exist. */
int procfs_root(const struct procfs *procfs);

/*
 * Fills in name, command line, effective user, cgroup, parent, number of threads. false: no such
 * process.
 */
bool procfs_process(struct procfs *procfs, int32_t pid, struct task_facts *facts);

/* Reads the name of a thread. false: no such thread. */
bool procfs_thread(struct procfs *procfs, int32_t pid, int32_t tid, char comm[COMM_LEN]);

/* Does this thread exist in this process? */
bool procfs_exists(struct procfs *procfs, int32_t pid, int32_t tid);

/*
 * Reads loadavg: the load averages, and the number of tasks on the machine, which it returns; 0 if
 * that is not known.
 */
uint32_t procfs_load(struct procfs *procfs, struct load_average *average);

/* ---- single files; root: an open directory, "/proc" or a fixture ---- */

/* Reads the name of a thread. false: no such thread. */
bool procfs_thread_name(int root, int32_t pid, int32_t tid, char comm[COMM_LEN]);

/*
 * Chooses the path that says most about a process from the text of /proc/PID/cgroup: the path of
 * version 2, or the longest of version 1 among cpu, cpuacct, pids and systemd's own. "" if there is
 * none. Any thread.
 */
void procfs_choose_cgroup(const char *text, char path[CGROUP_PATH_LEN]);

/* ---- for the sources of single tasks: the switch source never walks through /proc ---- */

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

/* ---- symbols of the kernel ---- */

/*
 * Calls back for each symbol of the kernel itself, not of modules, in the order of the file below
 * root ("": the real machine), until the callback returns false. type: as nm(1) prints it. The name
 * is valid during the call. Addresses are 0 for users who may not know them (kernel.kptr_restrict).
 * Reading all takes some 20 ms; nothing happens if it cannot be read.
 */
void kallsyms_each(const char *root,
		   bool (*symbol)(void *data, uint64_t address, char type, const char *name),
		   void *data);
