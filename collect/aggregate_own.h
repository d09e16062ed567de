/* SPDX-License-Identifier: GPL-2.0-only */
/* What aggregate.c, which adds slices up, and aggregate_rows.c, which makes rows of the sums, share. Collector thread. */
#ifndef TDTOP_COLLECT_AGGREGATE_OWN_H
#define TDTOP_COLLECT_AGGREGATE_OWN_H

#include <stdint.h>

#include "collect/aggregate.h"
#include "collect/window_samples.h"
#include "collect/slice/tally.h"

struct cpu_sum {
	struct task *recent[2];		/* the newest first; NULL after each interval */
	struct tally tally;		/* of all slices */
	struct tally ran;		/* of those that are not idle, where slots are of cores */
	uint64_t busy_ns, idle_ns;
	uint64_t unknown_ns;		/* nobody knows who ran, or whether */
	uint64_t counted_ns;		/* of busy_ns: with slots of their own, and these: */
	double counted_slots;
	uint64_t slices;
	double idle_slots, unaccounted_slots;
};

struct aggregate {
	const struct machine *machine;
	const struct machine *told;	/* the same, as it was when the next two were made: for snapshots */
	struct cpu_sum *cpus;		/* in the order of told->cpus */
	struct window_samples *shares;		/* likewise */
	struct self_cost self;		/* as the source told it last */
	struct tasks *tasks;
	uint32_t of_core;		/* bits 1 << EV_x: events that count half of their core; 0: none does */
	struct sink sink;
	uint64_t lost;
	uint64_t enabled_ns, running_ns;	/* of all CPUs */
	uint32_t uncounted[UNCOUNTED_KINDS];
	struct tally_plans plans;
	struct task_sum other_ns;		/* of all tasks of other pid namespaces */
	struct cpu_sum nowhere;			/* of slices whose CPU is not known */
};

/*
 * Fills rows, tasks_ran and tasks_exited of a draft from sums that are settled, and finishes it. 0, or -ENOMEM: it has
 * fewer rows than it should.
 */
int aggregate_rows(const struct aggregate *aggregate, struct snapshot *draft);

#endif
