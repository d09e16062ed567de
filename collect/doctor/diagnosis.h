/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The diagnosis of --doctor: facts about this machine, its PMUs, and a trial of its counters. Made
 * by diagnosis_examine(), put into sentences by findings_make.c. Main thread, before any source is
 * opened.
 */
#pragma once

#include <linux/perf_event.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/doctor/diagnosis_parts.h"
#include "collect/live/sample_choice.h"
#include "collect/perf/cores.h"
#include "collect/perf/perf_open.h"
#include "collect/perf/perf_probe.h"
#include "collect/perf/perf_sys.h"
#include "collect/sys/facts.h"
#include "collect/sys/pmu.h"
#include "model/err.h"
#include "model/formula.h"
#include "model/snapshot/snapshot.h"

/*
 * What --doctor tried: which events it wanted to open, and what the kernel answered. For
 * the report on this machine in JSON (findings.c).
 */

#define TRIED_MAX 256

struct tried_open {
	uint64_t config, config1;
	uint64_t branches;	/* branch_sample_type */
	uint32_t type;
	int errnum;		/* positive errno; 0: it opened */
	bool on_cpu;		/* of a whole CPU; else of a task */
	bool samples;
	bool user_only;
	bool without_guests;	/* exclude_guest */
	uint8_t precise;	/* precise_ip */
};

struct tried {
	size_t n;
	size_t left_out;	/* beyond TRIED_MAX */
	struct tried_open open[TRIED_MAX];
};

/* The results of the examination. */
struct diagnosis {
	char root[PMU_ROOT_LEN];	/* of what was examined; "" is the real machine */
	struct tried opens;		/* of events */
	struct facts facts;
	struct surroundings surroundings;
	enum fix sample_read;		/* asked only if the family uses PERF_METRICS */
	struct cores cores;		/* all core types; the fields below are of the first one */
	bool has_pmu;			/* then pmu is filled in, else no_pmu */
	struct pmu pmu;			/* cores owns what it points to */
	struct err no_pmu;
	const struct family *family;	/* NULL: no_family says why */
	struct err no_family;
	bool opened;			/* trial group accepted; else open_errno says why */
	int open_errno;
	struct group_options fits;	/* the options that were accepted */
	bool times;			/* no counters can be used, but tasks have CPU time, */
	bool own_times;			/* or one's own tasks have */
	bool own_tasks;			/* whole CPUs are not permitted, but one's own tasks are */
	bool own_tasks_user_only;	/* and these in user mode only */
	size_t members;			/* of all groups: descriptors per CPU; 0: not known */
	enum probe_counts counts;
	bool counts_cores;		/* slots are per core: SMT, before Ice Lake */
	bool tried;			/* then trial is filled in */
	struct trial trial;
	bool sampled;			/* then choices is filled in */
	struct sample_choices choices;	/* what can be sampled of code */
	struct err not_sampled;		/* else why not */
	enum engine engine;		/* that would count; ENGINE_AUTO: not known */
	struct err no_bpf;		/* why it is not BPF; "": it is, or tdtop has none */
	bool timed;			/* cost is filled in (known: if it could be timed); */
	struct self_cost cost;
	struct err not_timed;		/* else why not; "": not tried, as counting will not work */
	double budget_percent;		/* of --budget */
};

/*
 * Examines the machine. root: directory that stands for /; "" with perf_sys_real is the real
 * machine. The caller frees *diagnosis with diagnosis_done().
 */
void diagnosis_examine(const char *root, const struct perf_sys *sys, struct diagnosis *diagnosis);
void diagnosis_done(struct diagnosis *diagnosis);

/* Does the family count by slots and PERF_METRICS? NULL: false. */
bool diagnosis_uses_perf_metrics(const struct family *family);

/* Was the cost of a sample measured? */
bool diagnosis_has_cost(const struct diagnosis *diagnosis);

/*
 * The kernel's cost of a sample, and the switches/s per CPU that can all be counted within the
 * budget; NAN: not known.
 */
double diagnosis_sample_ns(const struct diagnosis *diagnosis);
double diagnosis_max_switches(const struct diagnosis *diagnosis);
