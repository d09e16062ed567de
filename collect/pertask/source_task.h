/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Attribution by task: a group per thread, read at each tick. For single
 * processes, for a command, and for users who may not count whole CPUs: their own processes, and of those
 * only user mode where the kernel's part is not theirs to count.
 */
#ifndef TDTOP_COLLECT_SOURCE_TASK_H
#define TDTOP_COLLECT_SOURCE_TASK_H

#include <stddef.h>
#include <stdint.h>

#include "collect/perf/perf_open.h"
#include "collect/slice/source.h"
#include "model/err.h"

struct source_task_options {
	const char *pmu_root;		/* as of source_cores_open() */
	const struct perf_sys *sys;	/* NULL: the kernel's own */
	const int32_t *pids;		/* watch these; n_pids 0 and no command: all of this user */
	size_t n_pids;
	/*
	 * Watch this child of ours, from its exec on; the source ends with it. 0: none. It is not waited for. This
	 * process must be its reaper (launch.h): our other children are orphans of it, and are waited for.
	 */
	int32_t command;
	const char *program;		/* what it will execute */
	int go;				/* fd: a byte is written when it may */
};

/* 0 and *source, which the caller closes; the groups are open then. Or a negative errno with a sentence. */
int source_task_open(const struct source_task_options *options, struct source **source,
		     struct err *err);

#endif
