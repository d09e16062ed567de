/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Adds the slices of one interval up, per task and per CPU, and fills a snapshot from the sums at
 * its end. A source calls the sink, collect/collector.c the rest; collector thread only.
 */
#ifndef TDTOP_COLLECT_AGGREGATE_H
#define TDTOP_COLLECT_AGGREGATE_H

#include <stdint.h>

#include "collect/slice/source.h"
#include "collect/tasks/tasks.h"

struct aggregate;
struct snapshot;

/* Borrows both, which must outlive it. NULL without memory. */
struct aggregate *aggregate_new(const struct machine *machine, struct tasks *tasks);
void aggregate_free(struct aggregate *aggregate);

/* The sink for the source; owned by the aggregate. */
const struct sink *aggregate_sink(struct aggregate *aggregate);

/*
 * The interval ended at now_ns (source clock): fills machine, rows, lost, running_ratio, tasks_ran
 * and tasks_exited of a cleared draft, finishes it, and begins the next interval. 0, or -ENOMEM: the
 * draft has fewer rows than it should; the next interval begins all the same.
 *
 * What is whose: counts of TID_IDLE are the CPU's idle_slots, its time idle_ns; counts of
 * TID_UNKNOWN are unaccounted_slots, and its time is neither busy nor idle, as it may hold both.
 * The time of an unowned slice is its task's, the counts are unaccounted. So on each CPU
 * slots = those of the tasks + idle_slots + unaccounted_slots, exactly.
 *
 * A process that ended shows as `threads` those that it had in this interval; a task whose name
 * nobody knows any more is called ":1234", as perf does.
 */
int aggregate_fill(struct aggregate *aggregate, struct snapshot *draft, uint64_t now_ns);

#endif
