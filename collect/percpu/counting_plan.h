/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the switch source counts on one kind of core: the groups that the kernel has accepted. Main thread.
 */
#ifndef TDTOP_COLLECT_COUNTING_PLAN_H
#define TDTOP_COLLECT_COUNTING_PLAN_H

#include <stddef.h>

#include "collect/perf/cores.h"
#include "collect/perf/perf_open.h"
#include "collect/slice/slicer.h"
#include "model/err.h"
#include "model/machine.h"

struct choice {
	struct group group[1 + MUX_MAX];	/* of turns 0 to n_mux */
	size_t n_mux;
	char pmu_name[PMU_NAME_LEN];	/* caps/pmu_name; "" if not told */
};

/*
 * Chooses for this kind of core, as it was probed (an index into cores->group): machine comes in with its CPUs
 * and leaves with those of this kind, its family and its levels. 0, or a negative errno with a sentence.
 */
int choice_make(const struct cores *cores, size_t kind, struct machine *machine, struct choice *choice,
		struct err *err);

/* A slicer for so many CPUs that count these groups; siblings: struct slicer_config. NULL without memory. */
struct slicer *choice_slicer(const struct choice *choice, size_t n_cpus, const int32_t *siblings);

#endif
