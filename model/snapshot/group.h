/* SPDX-License-Identifier: GPL-2.0-only */
/* Rows that are sums of processes: users, cgroups and command names. Called by finish.c. */
#pragma once

#include "model/snapshot/snapshot.h"

/* Index of the row of this kind that a process is part of; -1: none. Any thread. */
int32_t group_of(const struct row *process, enum row_kind kind);

/*
 * Makes the rows of ROW_USER, ROW_CGROUP and ROW_NAME from the finished processes. 0 or -ENOMEM.
 */
int group_processes(struct snapshot *snapshot);
