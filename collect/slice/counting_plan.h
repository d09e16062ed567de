/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What either engine counts on one core type: the groups that the kernel has accepted. Made
 * when the source is opened (main thread); optional_events.c takes members out of the groups later.
 */
#pragma once

#include <stddef.h>

#include "collect/perf/cores.h"
#include "collect/perf/perf_open.h"
#include "collect/slice/slicer.h"
#include "model/err.h"
#include "model/machine.h"

struct counting_plan {
	struct group group[1 + MUX_MAX];	/* mux 0 to n_mux */
	size_t n_mux;			/* groups that rotate with the first */
	char pmu_name[PMU_NAME_LEN];	/* caps/pmu_name; "" if the kernel has none */
};

/*
 * Makes the plan for this core type as it was probed (an index into cores->group). machine: in with
 * its CPUs, out with those of this core type, its family and its levels. 0, or a negative errno
 * with a sentence.
 */
int counting_plan_make(const struct cores *cores, size_t type, struct machine *machine,
		       struct counting_plan *plan, struct err *err);

/*
 * A slicer for this many CPUs that count these groups; siblings: see struct slicer_config. The
 * caller frees it. NULL without memory.
 */
struct slicer *counting_plan_slicer(const struct counting_plan *plan, size_t n_cpus,
				    const int32_t *siblings);
