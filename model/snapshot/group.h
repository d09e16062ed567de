/* SPDX-License-Identifier: GPL-2.0-only */
/* Rows that are sums of processes: users, cgroups and command names. Called by finish.c. */
#ifndef TDTOP_MODEL_SNAPSHOT_GROUP_H
#define TDTOP_MODEL_SNAPSHOT_GROUP_H

#include "model/snapshot/snapshot.h"

/* Index of the row of this kind that a process is part of; -1: none. Any thread. */
int32_t group_of(const struct row *process, enum row_kind kind);

/*
 * Makes the rows of ROW_USER, ROW_CGROUP and ROW_NAME from the finished processes. 0 or -ENOMEM.
 */
int group_processes(struct snapshot *snapshot);

#endif
