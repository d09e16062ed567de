/* SPDX-License-Identifier: GPL-2.0-only */
/* Look-ups in the fixed facts of a machine. Any thread. */
#include "config.h"
#include "model/machine.h"

#include <stdlib.h>

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

void machine_siblings(const struct machine *machine, int32_t *siblings)
{
	for (size_t i = 0; i < machine->n_cpus; i++) {
		size_t others = 0;

		siblings[i] = -1;
		for (size_t k = 0; k < machine->n_cpus; k++)
			if (k != i && machine->cpus[i].core == machine->cpus[k].core &&
			    machine->cpus[i].socket == machine->cpus[k].socket) {
				siblings[i] = (int32_t)k;
				others++;
			}
		if (others > 1)
			siblings[i] = -1;
	}
}
