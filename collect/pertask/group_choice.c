/* SPDX-License-Identifier: GPL-2.0-only */
/* See group_choice.h. Used by the source by task when it opens. Main thread. */
#include "config.h"
#include "collect/pertask/group_choice.h"

#include <stdio.h>
#include <string.h>

#include "collect/perf/cores.h"
#include "collect/sys/facts.h"

/* Of which kind each is; what tasks do on CPUs that nobody counts is not seen, and that is said. */
static void place_cpus(const struct cores *cores, struct machine *machine)
{
	cores_keep_counted(cores, machine);
	for (size_t i = 0; i < machine->n_cpus; i++) {
		int group = cores_of_cpu(cores, machine->cpus[i].cpu);

		machine->cpus[i].core_type = cores->group[group].pmu.core_type;
	}
}

static int make_groups(const struct cores *cores, struct machine *machine, struct group_choice *choice,
		       struct err *err)
{
	int ret = 0;

	machine->family = cores->family;
	machine->levels = 0;
	choice->n_groups = 0;
	for (size_t i = 0; !ret && i < cores->n; i++) {
		const struct core_group *group = &cores->group[i];

		if (!group->counted)
			continue;
		choice->options.user_only |= group->fits.user_only;
		if (cores_levels(cores, group) > machine->levels)
			machine->levels = cores_levels(cores, group);
		ret = group_make(&group->pmu, cores->family, &group->fits, &choice->group[choice->n_groups++],
				 err);
	}
	return ret;
}

int group_choose(const char *root, const struct perf_sys *sys, struct machine *machine,
		 struct group_choice *choice, struct err *err)
{
	struct cores cores;
	struct facts facts;
	int ret;

	choice->options.levels = 2;
	ret = cores_find_here(root, &facts, &cores, err);
	if (!ret)
		ret = cores_probe(&cores, sys, &facts, &choice->options, false, err);
	if (!ret)
		ret = make_groups(&cores, machine, choice, err);
	if (!ret)
		place_cpus(&cores, machine);
	machine->counts_cores = !ret && group_counts_cores(&choice->group[0]);
	cores_done(&cores);
	machine->guest = facts.hypervisor;
	machine->simulated = facts.lab || root[0];
	if (machine->simulated)
		(void)snprintf(machine->simulated_by, sizeof(machine->simulated_by), "%s",
			       root[0] ? "PMU described for tests" : "synthetic PMU of the lab");
	return ret;
}
