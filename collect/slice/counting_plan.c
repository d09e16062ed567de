/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * From the options that the kernel accepted on a core type to groups and a slicer; see
 * counting_plan.h. Main thread, and the collector thread when groups are reopened.
 */
#include "config.h"
#include "collect/slice/counting_plan.h"

#include <errno.h>
#include <string.h>

/* Drops the CPUs of other core types. */
static void keep_type(struct machine *machine, const struct cores *cores, size_t type)
{
	size_t n = 0;

	for (size_t i = 0; i < machine->n_cpus; i++)
		if (cores_of_cpu(cores, machine->cpus[i].cpu) == (int)type) {
			machine->cpus[n] = machine->cpus[i];
			machine->cpus[n++].core_type = cores->group[type].pmu.core_type;
		}
	machine->n_cpus = n;
}

int counting_plan_make(const struct cores *cores, size_t type, struct machine *machine,
		       struct counting_plan *plan, struct err *err)
{
	const struct core_group *core = &cores->group[type];
	struct group_options options = core->fits;
	int ret = 0;

	cores_keep_counted(cores, machine);
	keep_type(machine, cores, type);
	if (!machine->n_cpus)
		return err_set(err, ENODEV, "no CPU of PMU \"%s\" is online", core->pmu.name);
	machine->family = cores->family;
	machine->levels = cores_levels(cores, core);
	memcpy(plan->pmu_name, core->pmu.caps_name, sizeof(core->pmu.caps_name));
	plan->n_mux = (size_t)core->n_mux;
	for (int mux = 0; !ret && mux <= core->n_mux; mux++) {
		options.mux = mux;
		options.levels = mux ? cores->family->levels : core->fits.levels;
		ret = group_make(&core->pmu, cores->family, &options, &plan->group[mux], err);
	}
	machine->counts_cores = !ret && group_counts_cores(&plan->group[0]);
	return ret;
}

struct slicer *counting_plan_slicer(const struct counting_plan *plan, size_t n_cpus,
				    const int32_t *siblings)
{
	struct reading_member members[1 + MUX_MAX][GROUP_MEMBERS];
	struct slicer_config config = {
		.n_cpus = n_cpus,
		.members = members[0],
		.n_members = plan->group[0].n,
		.n_mux = plan->n_mux,
		.siblings = siblings,
		.switch_records = true,
	};

	group_describe(&plan->group[0], members[0]);
	for (size_t i = 1; i <= plan->n_mux; i++) {
		group_describe(&plan->group[i], members[i]);
		config.mux_groups[i - 1] = (struct slicer_mux){ .members = members[i],
								.n_members = plan->group[i].n };
	}
	return slicer_new(&config);
}
