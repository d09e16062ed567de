/* SPDX-License-Identifier: GPL-2.0-only */
/* Makes the plan of the task source when it opens; see thread_counting_plan.h. Main thread. */
#include "config.h"
#include "collect/pertask/thread_counting_plan.h"

#include <stdio.h>
#include <string.h>

#include "collect/perf/cores.h"
#include "collect/sys/facts.h"
#include "collect/sys/sysfs.h"

/*
 * Sets the core type of each CPU, and drops CPUs that cannot be counted: what tasks do there is not
 * seen, and the user is told so.
 */
static void place_cpus(const struct cores *cores, struct machine *machine)
{
	cores_keep_counted(cores, machine);
	for (size_t i = 0; i < machine->n_cpus; i++) {
		int group = cores_of_cpu(cores, machine->cpus[i].cpu);

		machine->cpus[i].core_type = cores->group[group].pmu.core_type;
	}
}

static int make_groups(const struct cores *cores, struct machine *machine,
		       struct thread_counting_plan *plan, struct err *err)
{
	int ret = 0;

	machine->family = cores->family;
	machine->levels = 0;
	plan->n_groups = 0;
	for (size_t i = 0; !ret && i < cores->n; i++) {
		const struct core_group *group = &cores->group[i];

		if (!group->counted)
			continue;
		plan->options.user_only |= group->fits.user_only;
		if (cores_levels(cores, group) > machine->levels)
			machine->levels = cores_levels(cores, group);
		ret = group_make(&group->pmu, cores->family, &group->fits,
				 &plan->group[plan->n_groups++], err);
	}
	return ret;
}

static uint64_t reset_ns(const char *root)
{
	long long rate;

	if (sysfs_read_number(root, "/proc/sys/kernel/perf_event_max_sample_rate", &rate))
		rate = -1;
	return group_pinned_period_ns(rate);
}

int thread_counting_plan_make(const char *root, const struct perf_sys *sys, struct machine *machine,
			      struct thread_counting_plan *plan, struct err *err)
{
	struct cores_want want = { .root = root, .sys = sys };
	struct cores cores;
	struct facts facts;
	int ret;

	plan->options.levels = 2;
	plan->reset_ns = reset_ns(root);
	want.group = plan->options;
	ret = cores_open_here(&want, &facts, &cores, err);
	if (!ret)
		ret = make_groups(&cores, machine, plan, err);
	if (!ret)
		place_cpus(&cores, machine);
	machine->counts_cores = !ret && group_counts_cores(&plan->group[0]);
	cores_describe(&cores, &facts, root, machine);
	cores_done(&cores);
	return ret;
}
