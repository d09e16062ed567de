/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The core types of this machine, each with its PMU and with what its group can count: one on most
 * machines, two or three on hybrids. If only some types can be counted, these are, and a sentence
 * says why the others are not. Used by the sources and --doctor; main thread.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "collect/perf/perf_open.h"
#include "collect/perf/perf_probe.h"
#include "collect/perf/perf_sys.h"
#include "collect/sys/facts.h"
#include "collect/sys/pmu.h"
#include "model/err.h"
#include "model/formula.h"
#include "model/machine.h"

struct core_group {
	struct pmu pmu;
	bool counted;			/* the kernel accepted its group (after cores_probe()) */
	int errnum;			/* if not counted: positive errno */
	struct err why;			/* and its sentence */
	struct group_options fits;	/* what the kernel accepted */
	enum probe_counts counts;	/* result of the trial, if one was wanted */
	int n_mux;			/* accepted groups that rotate with it */
	struct err no_rotation;		/* why there are none, if the family has some; else "" */
};

struct cores {
	struct err no_counters;	/* why no PMU counts (cores_open_here()); or "" */
	char where[MACHINE_WHERE];	/* and in which kind of machine, in a word or two; or "" */
	const struct family *family;	/* of all core types; NULL: not known */
	const struct family *first_family;	/* of the first type without the others */
	size_t n;
	struct core_group group[CORE_TYPES];	/* P-cores, or the only type, first */
};

/*
 * Finds the PMUs below root and the family. 0, or a negative errno with a sentence: then n is 1 if
 * there is a PMU that tdtop cannot count, else 0. Call cores_done() in all cases.
 */
int cores_find(const char *root, const struct facts *facts, struct cores *cores, struct err *err);
void cores_done(struct cores *cores);

/*
 * The same with the facts of this machine: the first reads them, the other gets them as they were read. A PMU
 * below a root other than "" is not that of this CPU: then *facts has no vendor afterwards, so that only the
 * PMU's own name counts.
 */
int cores_find_here(const char *root, struct facts *facts, struct cores *cores, struct err *err);
int cores_find_with(const char *root, struct facts *facts, struct cores *cores, struct err *err);

/*
 * Probes the group of each core type as perf_probe() does; try_counting: also lets it count for a
 * moment. Either all types count instructions and cycles or none does, as IPC is of all types
 * together. 0 if at least one type is counted, else the errno and sentence of the first.
 */
int cores_probe(struct cores *cores, const struct perf_sys *sys, const struct facts *facts,
		const struct group_options *want, bool try_counting, struct err *err);

/*
 * Both for this machine, for a source. A machine that shows no counters, or none that tdtop can use,
 * gets those of time (cpu_none), and cores->no_counters says why. 0, or a negative
 * errno with a sentence. Call cores_done() in all cases.
 */
struct cores_want {
	const char *root;	/* "" is the real machine */
	const struct perf_sys *sys;
	struct group_options group;
	bool try_counting;
};
int cores_open_here(const struct cores_want *want, struct facts *facts, struct cores *cores,
		    struct err *err);

/*
 * Does this error of finding or probing mean that there is nothing to count with? Permissions that
 * lack, and counters that others hold, do not.
 */
bool cores_have_no_counters(int errnum);

/* What a source says of the machine whose cores these are. */
void cores_describe(const struct cores *cores, const struct facts *facts, const char *root,
		    struct machine *machine);

/* The index of the group that counts on this CPU (the kernel's number), or -1. */
int cores_of_cpu(const struct cores *cores, int cpu);

/* The levels that the accepted groups of this core type count. */
int cores_levels(const struct cores *cores, const struct core_group *group);

/* Why there is no group for some CPU, after "not counted:". */
const char *cores_why_no_group(const struct cores *cores);

/* Removes the CPUs that are not counted from the machine; machine->left_out says which and why. */
void cores_keep_counted(const struct cores *cores, struct machine *machine);
