/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Reads what /proc tells about one process or thread, below a given root so that tests can use a
 * fixture. Never walks through /proc. Collector thread.
 */
#ifndef TDTOP_COLLECT_PROCFS_H
#define TDTOP_COLLECT_PROCFS_H

#include <stdbool.h>
#include <stdint.h>

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

#endif
