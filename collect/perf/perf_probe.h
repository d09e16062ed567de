/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Finds out which groups this machine accepts: opens a group on one CPU as it will be opened on
 * all, and a smaller one if the kernel refuses it. Used by the sources when they open and by
 * --doctor; main or collector thread.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "collect/perf/perf_open.h"
#include "collect/perf/perf_sys.h"
#include "collect/sys/facts.h"
#include "collect/sys/pmu.h"
#include "model/err.h"
#include "model/formula.h"
#include "model/snapshot/soundness.h"

enum probe_counts {
	PROBE_COUNTS,		/* the group was on during the trial */
	PROBE_SHARED,		/* it was on for a part of the time: others also count slots */
	PROBE_TAKEN		/* it was never on: others hold a counter that it needs */
};

/* Where a group is tried. All borrowed. */
struct probe {
	const struct perf_sys *sys;
	const struct pmu *pmu;
	const struct facts *facts;	/* for the sentences */
};

/*
 * Opens the group on one CPU as it will be opened on all (per_task: on the calling thread), and steps
 * down until the kernel accepts it: with IPC, without IPC, without corrections, level 1 only. With
 * per_task it also goes without the kernel's part, if that is not permitted. It goes without guests
 * where virtual machines may own the counters (facts_mediated_vpmu()), or where the group is accepted
 * only so (EOPNOTSUPP). options: in: what is wanted; out: what fits. With `counts` (may be NULL) it also
 * lets the group count for a moment, and leaves out IPC and corrections, which need general counters, if
 * the group is on only without them. 0, or a negative errno with the sentence for the user.
 */
int perf_probe(const struct probe *probe, const struct family *family, struct group_options *options,
	       enum probe_counts *counts, struct err *err);

/*
 * The same; and if the kernel refuses the family's group, tries the family that counts without the
 * PERF_METRICS register and sets *family to it. Kernels before 6.11 list slots in guests that
 * cannot count them (556a7c039a52).
 */
int perf_probe_family(const struct probe *probe, const struct family **family,
		      struct group_options *options, enum probe_counts *counts, struct err *err);

/*
 * Can events be opened on this CPU? A CPU that goes offline or comes online is in the kernel's list
 * for some milliseconds without having any (kernel: perf_event_exit_cpu(), perf_event_init_cpu()).
 */
bool perf_probe_cpu(const struct perf_sys *sys, int cpu);

/* The same on this machine, for struct cpu_sys. */
bool perf_probe_cpu_here(int cpu);

/*
 * Does this group count on this CPU of this machine now, next to all other users? PROBE_TAKEN: no, or refused.
 * For struct cpu_sys.
 */
enum probe_counts perf_probe_group_here(const struct group *group, int cpu);

/*
 * Does this machine accept all groups that rotate with the one of `options`, as perf_probe()
 * returned it? Returns their number; 0 if the family has none, or if the kernel does not accept all
 * of them: then *why has a sentence. try_counting: lets them count for a moment, and returns 0 if
 * one was never on.
 */
int perf_probe_rotation(const struct probe *probe, const struct family *family,
			const struct group_options *options, bool try_counting, struct err *why);

/* The group counts on a busy CPU: some hypervisors offer counters that stand still or have impossible values. */
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
