/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The kinds of cores of this machine, each with its PMU and what of the family's table its group can
 * count: one on most machines, two or three on hybrids. What can be counted alone is counted alone, and
 * why the other is not is kept in a sentence. Used by the switch source and --doctor; main thread.
 */
#ifndef TDTOP_COLLECT_CORES_H
#define TDTOP_COLLECT_CORES_H

#include <stdbool.h>
#include <stddef.h>

#include "collect/perf/perf_open.h"
#include "collect/perf/perf_probe.h"
#include "collect/sys/facts.h"
#include "collect/sys/pmu.h"
#include "model/err.h"
#include "model/formula.h"
#include "model/machine.h"

struct core_group {
	struct pmu pmu;
	bool counted;			/* its group was accepted (after cores_probe()), else why */
	int errnum;			/* positive; with why */
	struct err why;
	struct group_options fits;	/* what was accepted */
	enum probe_counts counts;	/* if that was tried */
	int n_mux;			/* groups that were accepted to take turns with it */
	struct err no_rotation;		/* why there are none, if the family has some; else "" */
};

struct cores {
	const struct family *family;	/* of all of them; NULL: not known */
	const struct family *first_family;	/* that of the first without the others */
	size_t n;
	struct core_group group[CORE_TYPES];	/* the P-cores, or the only kind, first */
};

/*
 * Finds the PMUs below root and the family. 0, or a negative errno with a sentence; then n is 1 if there is
 * a PMU that tdtop cannot count, else 0. cores_done() is needed in all cases.
 */
int cores_find(const char *root, const struct facts *facts, struct cores *cores, struct err *err);
void cores_done(struct cores *cores);

/*
 * The same with the facts of this machine. A PMU that is described below a root of its own is not this CPU's: it
 * names itself, so the vendor is then left out of them.
 */
int cores_find_here(const char *root, struct facts *facts, struct cores *cores, struct err *err);

/*
 * Opens the group of each kind as perf_probe() does; try_counting: and lets it run a moment. All have
 * instructions and cycles, or none: IPC is of both kinds together. 0 if at least one is counted, else the
 * errno and sentence of the first.
 */
int cores_probe(struct cores *cores, const struct perf_sys *sys, const struct facts *facts,
		const struct group_options *want, bool try_counting, struct err *err);

/* The index of the group that counts on this CPU (the kernel's number), or -1. */
int cores_of_cpu(const struct cores *cores, int cpu);

/* Levels that the accepted group of this kind tells. */
int cores_levels(const struct cores *cores, const struct core_group *group);

/* Drops the CPUs of the machine on which nothing is counted; left_out says which and why. */
void cores_keep_counted(const struct cores *cores, struct machine *machine);

#endif
