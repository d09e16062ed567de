/* SPDX-License-Identifier: GPL-2.0-only */
/* Rows that are sums of processes: users and cgroups. Called by finish.c. */
#ifndef TDTOP_MODEL_SNAPSHOT_GROUP_H
#define TDTOP_MODEL_SNAPSHOT_GROUP_H

#include "model/snapshot/snapshot.h"
#include "model/snapshot/sort.h"

/*
 * Makes the rows of ROW_USER and ROW_CGROUP from the finished processes. The two lists are memory
 * to sort in. 0 or -ENOMEM.
 */
int group_processes(struct snapshot *snapshot, struct sort_list *keys, struct sort_list *spare);

#endif
