/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Adds the slices of one interval, per task and per CPU, and fills a snapshot from the sums at its
 * end. A source calls the sink, collect/collector/collector.c everything else. Collector thread.
 */
#pragma once

#include <stdint.h>

#include "collect/slice/source.h"
#include "collect/tasks/tasks.h"

struct aggregate;
struct snapshot;

/* Borrows machine and tasks, which must outlive it. NULL without memory. */
struct aggregate *aggregate_new(const struct machine *machine, struct tasks *tasks);
void aggregate_free(struct aggregate *aggregate);

/*
 * The processes that the user has named: they are listed from the first interval on, whether they
 * run or not. The array is borrowed.
 */
void aggregate_name_processes(struct aggregate *aggregate, const int32_t *pids, size_t n);

/*
 * Slices have regions from now on, which are these; or NULL: they have none. Borrowed, and must
 * outlive it. Between two intervals, so that no slice of it has regions of others. 0, or -ENOMEM:
 * regions have no rows.
 */
int aggregate_set_regions(struct aggregate *aggregate, struct regions *regions);

/* The sink for the source; owned by the aggregate. */
const struct sink *aggregate_sink(struct aggregate *aggregate);

/*
 * Ends the interval at now_ns (source clock): fills machine, rows, lost, running_ratio, tasks_ran
 * and tasks_exited of a cleared draft, finishes it, and begins the next interval. 0, or -ENOMEM:
 * the draft lacks some rows, but the next interval has begun.
 *
 * Attribution: counts of TID_IDLE are idle_slots of the CPU, its time is idle_ns. Counts of
 * TID_UNKNOWN are unaccounted_slots; its time is neither busy nor idle, as it may be both. The time
 * of an unowned slice belongs to its task, its counts are unaccounted. So on each CPU slots = slots
 * of the tasks + idle_slots + unaccounted_slots, exactly.
 *
 * `threads` of an exited process are those that it had in this interval. A task whose name is no
 * longer known is called ":1234", as in perf.
 */
int aggregate_fill(struct aggregate *aggregate, struct snapshot *draft, uint64_t now_ns);

/*
 * Drops the slices so far, and begins the next interval: not all CPUs counted until now. What is
 * known of tasks stays, but names are looked up again, as some of their records are missing.
 */
void aggregate_skip(struct aggregate *aggregate, uint64_t now_ns);
