/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What this machine can count per thread: one event group for each PMU of its cores that the kernel
 * accepts (for whole CPUs there is another plan, in collect/percpu). Main thread.
 */
#ifndef TDTOP_COLLECT_PERTASK_THREAD_COUNTING_PLAN_H
#define TDTOP_COLLECT_PERTASK_THREAD_COUNTING_PLAN_H

#include "collect/perf/perf_open.h"
#include "collect/perf/perf_sys.h"
#include "model/err.h"
#include "model/machine.h"

struct thread_counting_plan {
	struct group_options options;	/* in: what is wanted beside the levels; out: what fits */
	struct group group[CORE_TYPES];
	size_t n_groups;
	uint64_t reset_ns;	/* CPU time after which registers are reset: group_make_pinned() */
};

/*
 * Makes the plan. root: directory below which sysfs is read, "" for the machine itself. machine: in
 * with its CPUs, out with those that are counted, its family and its levels. 0, or a negative errno
 * with a sentence.
 */
int thread_counting_plan_make(const char *root, const struct perf_sys *sys, struct machine *machine,
			      struct thread_counting_plan *plan, struct err *err);

#endif
