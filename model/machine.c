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
