/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The task source: attribution by thread. Each thread has counters of its own, read at each tick.
 * For users without permission to count whole CPUs: it counts their own processes, and only user
 * mode if kernel mode is not permitted. Opened by main; the source then runs on the collector
 * thread.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "collect/perf/perf_sys.h"
#include "collect/slice/source.h"
#include "model/err.h"

struct source_task_options {
	const char *pmu_root;		/* as in source_machine_open() */
	const struct perf_sys *sys;	/* NULL: the real kernel */
	const int32_t *pids;		/* n_pids 0 and no command: all processes of this user */
	size_t n_pids;
	/*
	 * Counts this child of ours from its exec on; the source ends with it. 0: no command. The
	 * source does not wait for it. This process must be its subreaper (session_parts.h): our other
	 * children are its orphans, and the source waits for those.
	 */
	int32_t command;
	const char *program;		/* name of the program that it will execute */
	int go;				/* fd: a byte is written to it when the command may start */
};

/*
 * Opens the source with the counters of all threads. 0 and *source, which the caller closes; or a
 * negative errno with a sentence.
 */
int source_task_open(const struct source_task_options *options, struct source **source,
		     struct err *err);
