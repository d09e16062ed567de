/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Finds out which groups this machine accepts: opens a group on one CPU as it will be opened on all, and a smaller
 * one if the kernel refuses it. Used by the sources when they open and by --doctor; main or collector thread.
 */
#ifndef TDTOP_COLLECT_PERF_PROBE_H
#define TDTOP_COLLECT_PERF_PROBE_H

#include <stdbool.h>

#include "collect/perf/perf_open.h"
#include "collect/sys/facts.h"
#include "collect/sys/pmu.h"
#include "model/err.h"
#include "model/formula.h"

enum probe_counts {
	PROBE_COUNTS,		/* the group ran in the trial */
	PROBE_SHARED,		/* it ran a part of the time: somebody else counts slots too */
	PROBE_TAKEN		/* it never ran: somebody else holds the counter */
};

/* Where a group is tried. All borrowed. */
struct probe {
	const struct perf_sys *sys;
	const struct pmu *pmu;
	const struct facts *facts;	/* for the sentences */
};

/*
 * Opens the group on one CPU as it will be opened on all (per_task: on the calling thread), and steps
 * down until it is accepted: with IPC, without, level 1 only; per_task also without the kernel's part, if
 * that is not permitted. options: in what is wanted, out what fits. With `counts` (may be
 * NULL) the group is also let run for a moment, and what needs general counters is left out if it is only
 * on without them. 0, or a negative errno with the sentence for the
 * user.
 */
int perf_probe(const struct probe *probe, const struct family *family, struct group_options *options,
	       enum probe_counts *counts, struct err *err);

/*
 * The same, and if the family's group is refused as it is, its events without the PERF_METRICS register: kernels
 * before 6.11 list slots in guests that cannot count them (556a7c039a52). Then *family is that of these events.
 */
int perf_probe_family(const struct probe *probe, const struct family **family, struct group_options *options,
		      enum probe_counts *counts, struct err *err);

/* Does this group count on this CPU now, beside whatever else does? PROBE_TAKEN: no, or it is refused. */
enum probe_counts perf_probe_group(const struct perf_sys *sys, const struct group *group, int cpu);

/*
 * Does this machine accept all groups that take turns with the one of `options` (as perf_probe() left
 * them)? Their number; 0: the family has none, or not all of them, and *why has a sentence. try_counting: are
 * they also on at times, if they are let run for a moment?
 */
int perf_probe_rotation(const struct probe *probe, const struct family *family, const struct group_options *options,
		     bool try_counting, struct err *why);

#endif
