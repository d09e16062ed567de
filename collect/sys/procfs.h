/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Reads what /proc says about one process or thread, below a given root, so that tests can use a
 * fixture. Lists of tasks are in proc_tasks.h; this module never walks through /proc. Collector
 * thread.
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

/*
 * Reads the beginning of the file <root>/<path> with one read(2) and adds a NUL. Returns the
 * length, or -1 if the file does not exist or may not be read.
 */
ssize_t procfs_read(int root, const char *path, char *text, size_t size);

/* Reads the name of a thread. false: no such thread. */
bool procfs_thread_name(int root, int32_t pid, int32_t tid, char comm[COMM_LEN]);

/*
 * Chooses the path that says most about a process from the text of /proc/PID/cgroup: the path of
 * version 2, or the longest of version 1 among cpu, cpuacct, pids and systemd's own. "" if there is
 * none. Any thread.
 */
void procfs_choose_cgroup(const char *text, char path[CGROUP_PATH_LEN]);
