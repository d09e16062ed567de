/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * tdtop --doctor: what this machine can count, and why not: one screen of facts with a verdict and
 * the fix. Main thread, before any source is opened.
 */
#ifndef TDTOP_COLLECT_DIAGNOSIS_H
#define TDTOP_COLLECT_DIAGNOSIS_H

#include <stdbool.h>

#include "collect/doctor/perf_trial.h"
#include "collect/doctor/surroundings.h"
#include "collect/perf/cores.h"
#include "collect/perf/perf_open.h"
#include "collect/sys/facts.h"
#include "collect/sys/pmu.h"
#include "model/err.h"
#include "model/formula.h"
#include "model/snapshot/snapshot.h"

/* What the examination found. */
struct diagnosis {
	struct facts facts;
	struct surroundings surroundings;
	struct cores cores;		/* all kinds of cores; what follows is of the first */
	bool has_pmu;			/* then pmu is filled, else no_pmu */
	struct pmu pmu;			/* what it points to is owned by cores */
	struct err no_pmu;
	const struct family *family;	/* NULL: no_family says why */
	struct err no_family;
	bool opened;			/* the trial group was accepted, else not_opened (errnum) */
	int open_errno;
	struct err not_opened;
	struct group_options fits;	/* what was accepted */
	bool own_tasks;			/* whole CPUs are not permitted, but one's own tasks are */
	bool own_tasks_user_only;		/* these without the kernel's part */
	size_t members;			/* of its groups: descriptors per CPU; 0 not known */
	enum probe_counts counts;
	bool counts_cores;		/* slots are of cores: SMT, before Ice Lake */
	bool tried;			/* then trial is filled */
	struct trial trial;
	bool timed;			/* then cost says what a sample costs, if it could be timed, */
	struct self_cost cost;
	struct err not_timed;		/* else why not; "" if nobody asked, as nothing counts */
	double budget_percent;		/* of --budget */
};

/* Examines the machine below root; root "" with perf_sys_real is the real one. */
void diagnosis_examine(const char *root, const struct perf_sys *sys, struct diagnosis *diagnosis);
void diagnosis_done(struct diagnosis *diagnosis);

/* Does the family count by slots and PERF_METRICS? NULL: no. */
bool diagnosis_uses_perf_metrics(const struct family *family);

/* Could the trial time a sample? */
bool diagnosis_has_cost(const struct diagnosis *diagnosis);

/* What the kernel takes for a sample, and switches a second of each CPU that may all be sampled; NAN: not known. */
double diagnosis_sample_ns(const struct diagnosis *diagnosis);
double diagnosis_max_switches(const struct diagnosis *diagnosis);

#endif
