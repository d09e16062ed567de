/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Reads what /proc tells about one process or thread, below a given root so that tests can use a
 * fixture. Never walks through /proc. Collector thread.
 */
#ifndef TDTOP_COLLECT_PROCFS_H
#define TDTOP_COLLECT_PROCFS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "model/cgroup.h"
#include "model/task.h"

struct procfs;

/* root: "/proc", or a fixture. NULL without memory. A root that does not exist knows nothing. */
struct procfs *procfs_new(const char *root);
void procfs_free(struct procfs *procfs);

/* Name, command line, effective user, cgroup, parent, number of threads. false: no such process. */
bool procfs_process(struct procfs *procfs, int32_t pid, struct task_facts *facts);

/* The name of a thread. false: no such thread. */
bool procfs_thread(struct procfs *procfs, int32_t pid, int32_t tid, char comm[COMM_LEN]);

/* Does this thread exist in this process? */
bool procfs_exists(struct procfs *procfs, int32_t pid, int32_t tid);

/* Tasks that exist on the machine (4th field of loadavg), 0 if not known. */
uint32_t procfs_tasks(struct procfs *procfs);

/* Reads the beginning of <root>/<path>, with a NUL behind it. Its length, or -1: not there, or not ours to read. */
ssize_t procfs_read(int root, const char *path, char *text, size_t size);

/* The name of a task in the file "comm" at this path. false: no such task. */
bool procfs_read_comm(int root, const char *path, char comm[COMM_LEN]);

/* The name of a thread. false: no such thread. */
bool procfs_thread_name(int root, int32_t pid, int32_t tid, char comm[COMM_LEN]);

/*
 * The path that says most about a process, out of the file's text: that of version 2, or of version
 * 1 the longest among cpu, cpuacct, pids and systemd's own. "" if there is none.
 */
void procfs_choose_cgroup(const char *text, char path[CGROUP_PATH_LEN]);

#endif
