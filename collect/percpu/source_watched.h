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

#include "collect/slice/source.h"
#include "collect/sys/watched.h"
#include "model/err.h"

/*
 * Gives this source of whole CPUs, which has not started, a filter (struct source_filter), and its machine the
 * name of what is watched. records: it can be recorded, from the beginning on. It waits for the orphans of a
 * command. 0, or a negative errno with a sentence: the source has no filter.
 */
int source_watch(struct source *source, const struct watched *watched, bool records, struct err *err);
