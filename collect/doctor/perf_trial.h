/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A trial: the group counts on one CPU that is kept busy, and what it says is looked at. Some
 * hypervisors show counters that stand still or say nonsense. Main thread, for --doctor.
 */
#ifndef TDTOP_COLLECT_PERF_TRIAL_H
#define TDTOP_COLLECT_PERF_TRIAL_H

#include <stdbool.h>
#include <stdint.h>

#include "collect/perf/perf_open.h"
#include "model/formula.h"
#include "model/snapshot/soundness.h"

struct trial {
	int cpu;
	uint64_t enabled_ns, running_ns;
	struct counts counts;
	struct values values;		/* of them, by the family */
	enum soundness soundness;	/* SOUND also if the counter never ran: then it says nothing */
};

/*
 * Lets the group, as perf_probe() has found that it fits, count for as long as sys->work() takes. 0, or
 * a negative errno of the kernel. -ENOSYS without sys->work.
 */
int perf_trial(const struct perf_sys *sys, const struct pmu *pmu, const struct family *family,
	       const struct group_options *fits, struct trial *trial);

#endif
