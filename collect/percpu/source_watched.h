/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Single processes, or a command, for a user who may count whole CPUs. It is the source of all CPUs,
 * but only the slices of these processes and their descendants are shown (process_filter.h). Unlike
 * counters of their own (collect/pertask), which Linux saves and restores in 8 bits at each switch
 * where shares come from PERF_METRICS, this is exact for every slice. A recording of it has all tasks
 * of the CPUs. Opened by main; the source then runs on the collector thread.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/slice/source.h"
#include "model/err.h"

struct source_watched_options {
	const int32_t *pids;
	size_t n_pids;
	/*
	 * A child of ours, watched from its exec on; the source ends with it. 0: no command. The
	 * source does not wait for it, but for our other children, which are its orphans
	 * (session_parts.h).
	 */
	int32_t command;
	const char *program;	/* name of the program that it will execute */
	int go;			/* fd: a byte is written to it when the command may start */
	bool records;		/* it can be recorded, from the beginning on */
};

/*
 * Gives this source of whole CPUs, which has not started, a filter (struct source_filter), and its machine the
 * name of what is watched. 0, or a negative errno with a sentence: the source has no filter.
 */
int source_watch(struct source *source, const struct source_watched_options *options, struct err *err);
