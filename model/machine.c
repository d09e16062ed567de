/* SPDX-License-Identifier: GPL-2.0-only */
/* Look-ups in the fixed facts of a machine. Any thread. */
#include "config.h"
#include "model/machine.h"

#include <stdlib.h>

#include "model/formula.h"

static int compare_cpu(const void *key, const void *place)
{
	int cpu = *(const int *)key;
	int other = ((const struct cpu_place *)place)->cpu;

	return (cpu > other) - (cpu < other);
}

int machine_cpu_index(const struct machine *machine, int cpu)
{
	const struct cpu_place *place =
		machine->n_cpus ? bsearch(&cpu, machine->cpus, machine->n_cpus,
					  sizeof(machine->cpus[0]), compare_cpu)
				: NULL;

	return place ? (int)(place - machine->cpus) : -1;
}

bool machine_counts_cores(const struct machine *machine)
{
	if (!machine->family || !machine->family->per_core)
		return false;
	for (size_t i = 0; i < machine->n_cpus; i++)
		for (size_t k = i + 1; k < machine->n_cpus; k++)
			if (machine->cpus[i].core == machine->cpus[k].core &&
			    machine->cpus[i].socket == machine->cpus[k].socket)
				return true;
	return false;
}
