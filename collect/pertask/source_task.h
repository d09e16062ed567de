/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The task source: attribution by thread. Each thread has counters of its own, read at each tick.
 * For users without permission to count whole CPUs: it counts their own processes, and only user
 * mode if kernel mode is not permitted. Opened by main; the source then runs on the collector
 * thread.
 */
#pragma once

#include "collect/perf/perf_sys.h"
#include "collect/slice/source.h"
#include "collect/sys/watched.h"
#include "model/err.h"

struct source_task_options {
	const char *pmu_root;		/* as in source_machine_open() */
	const struct perf_sys *sys;	/* NULL: the real kernel */
	struct watched watched;		/* nothing: all processes of this user. It waits for orphans of the command */
};

/*
 * Opens the source with the counters of all threads. 0 and *source, which the caller closes; or a
 * negative errno with a sentence.
 */
int source_task_open(const struct source_task_options *options, struct source **source,
		     struct err *err);
