/* SPDX-License-Identifier: GPL-2.0-only */
/* See group_choice.h. Used by the source by task when it opens. Main thread. */
#include "config.h"
#include "collect/group_choice.h"

#include <stdio.h>
#include <string.h>

#include "collect/cpu.h"
#include "collect/facts.h"
#include "collect/pmu.h"

/* On a hybrid the PMU has some CPUs only; what the tasks do on the others is not counted. */
static void keep_covered(struct machine *machine, const struct pmu *pmu)
{
	size_t n = 0;

	for (size_t i = 0; i < machine->n_cpus; i++)
		if (pmu_covers(pmu, machine->cpus[i].cpu))
			machine->cpus[n++] = machine->cpus[i];
	if (n < machine->n_cpus)
		(void)snprintf(machine->left_out, sizeof(machine->left_out), "what tasks do on %zu CPUs is not "
			       "counted: by task tdtop counts P-cores only", machine->n_cpus - n);
	machine->n_cpus = n;
}

int group_choose(const char *root, struct machine *machine, struct group_choice *choice,
		 struct err *err)
{
	struct facts facts;
	struct pmu pmu;
	int ret;

	facts_read("", &facts);
	ret = pmu_open(root, &pmu, err);
	if (ret)
		return ret;
	ret = cpu_match(&pmu, &facts, &machine->family, err);
	if (!ret) {
		keep_covered(machine, &pmu);
		choice->options.levels = machine->family->levels;
		ret = perf_probe_family(&perf_sys_real, &pmu, &machine->family, &facts,
					&choice->options, NULL, err);
	}
	if (!ret) {
		machine->levels = choice->options.levels;
		ret = group_make(&pmu, machine->family, &choice->options, &choice->group, err);
	}
	machine->counts_cores = !ret && group_counts_cores(&choice->group);
	machine->guest = facts.hypervisor;
	machine->simulated = facts.lab || root[0];
	if (machine->simulated)
		(void)snprintf(machine->simulated_by, sizeof(machine->simulated_by), "%s",
			       root[0] ? "PMU described for tests" : "synthetic PMU of the lab");
	memcpy(choice->pmu_name, pmu.caps_name, sizeof(pmu.caps_name));
	pmu_close(&pmu);
	return ret;
}
