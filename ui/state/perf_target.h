/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What perf is told to look at, so that it sees what a row is made of: a process, a thread, CPUs,
 * a cgroup, the processes of a user, the machine. Called when the detail copies a row; UI thread.
 */
#pragma once

#include "model/snapshot/snapshot.h"

#define PERF_TARGET 640

/* Quoted for a shell, in ASCII; all "" if perf cannot be told. */
struct perf_target {
	char text[PERF_TARGET];		/* "-p 3561", "-C 0-3", "-a" */
	char cgroup[PERF_TARGET];	/* with "-a": the cgroup, for -G; or "" */
};

void perf_target_find(const struct snapshot *snapshot, const struct row *row,
		      struct perf_target *target);
