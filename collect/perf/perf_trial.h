/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A trial: the group counts on one CPU that is kept busy, and the counts are checked. Some
 * hypervisors offer counters that stand still or have impossible values. Called by --doctor, and by
 * cores.c where events are opened that the hypervisor hides. Main thread.
 */
#pragma once

#include <stdint.h>

#include "collect/perf/perf_open.h"
#include "collect/perf/perf_sys.h"
#include "model/formula.h"
#include "model/snapshot/soundness.h"

struct trial {
	int cpu;
	uint64_t enabled_ns, running_ns;
	struct counts counts;
	struct values values;		/* of the counts, by the family's formulas */
	enum soundness soundness;	/* SOUND also if the counter never ran */
};

/*
 * Counts the group, with the options that perf_probe() found to fit, while sys->work() keeps the CPU
 * busy for so long (per_task: the calling thread, which works there). 0, or a negative errno of the
 * kernel; -ENOSYS without sys->work.
 */
int perf_trial(const struct perf_sys *sys, const struct pmu *pmu, const struct family *family,
	       const struct group_options *fits, uint64_t work_ns, struct trial *trial);
