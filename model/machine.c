/* SPDX-License-Identifier: GPL-2.0-only */
/* Look-ups in the facts of a machine, published copies, and CPUs that are added; see machine.h. */
#include "config.h"
#include "model/machine.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct machine_copy {
	struct machine machine;
	struct machine_copy *older;
	struct cpu_place cpus[];
};

int machine_publish(struct machine *machine)
{
	size_t bytes = machine->n_cpus * sizeof(machine->cpus[0]);
	struct machine_copy *copy = malloc(sizeof(*copy) + bytes);

	if (!copy)
		return -ENOMEM;
	copy->machine = *machine;
	copy->machine.published = NULL;
	copy->machine.cpus = copy->cpus;
	memcpy(copy->cpus, machine->cpus, bytes);
	copy->older = machine->published;
	machine->published = copy;
	return 0;
}

void machine_unpublish(struct machine *machine)
{
	while (machine->published) {
		struct machine_copy *copy = machine->published;

		machine->published = copy->older;
		free(copy);
	}
}

const struct machine *machine_published(const struct machine *machine)
{
	return machine->published ? &machine->published->machine : machine;
}

int machine_add_cpus(struct machine *machine, const struct cpu_place *places, size_t n)
{
	struct cpu_place *cpus = malloc((machine->n_cpus + n) * sizeof(cpus[0]) + 1);
	const struct machine before = *machine;
	size_t old = 0;

	if (!cpus)
		return -ENOMEM;
	machine->cpus = cpus;
	machine->n_cpus = 0;
	for (size_t i = 0; i < n; i++) {
		while (old < before.n_cpus && before.cpus[old].cpu < places[i].cpu)
			cpus[machine->n_cpus++] = before.cpus[old++];
		if (old < before.n_cpus && before.cpus[old].cpu == places[i].cpu)
			old++;
		cpus[machine->n_cpus++] = places[i];
	}
	while (old < before.n_cpus)
		cpus[machine->n_cpus++] = before.cpus[old++];
	if (machine->published && machine_publish(machine)) {
		*machine = before;
		free(cpus);
		return -ENOMEM;
	}
	free(before.cpus);
	return 0;
}

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

bool machine_has_siblings(const struct machine *machine)
{
	for (size_t i = 0; i < machine->n_cpus; i++)
		for (size_t k = i + 1; k < machine->n_cpus; k++)
			if (machine->cpus[i].core == machine->cpus[k].core &&
			    machine->cpus[i].socket == machine->cpus[k].socket)
				return true;
	return false;
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

const char *machine_engine_name(enum engine engine)
{
	static const char *const names[] = { [ENGINE_RING] = "ring", [ENGINE_BPF] = "bpf" };

	return names[engine];
}

const char *machine_source_name(const struct machine *machine)
{
	return machine->engine == ENGINE_BPF ? "switch by BPF" : machine->source;
}

/* ---- types of cores ---- */

const struct core_type_info core_types[CORE_TYPES] = {
	[TYPE_CORE] = { .name = "core", .title = "P-cores" },
	[TYPE_ATOM] = { .name = "atom", .title = "E-cores" },
	[TYPE_LOWPOWER] = { .name = "lowpower", .title = "LP E-cores" },
};

/* Events that both types count, and the events that hold the E-cores' part of them. */
static const struct {
	enum event_id all, atom;
} shared[] = {
	{ EV_SLOTS, EV_ATOM_SLOTS },
	{ EV_RETIRING, EV_ATOM_RETIRING },
	{ EV_BAD_SPEC, EV_ATOM_BAD_SPEC },
	{ EV_FE_BOUND, EV_ATOM_FE_BOUND },
	{ EV_BE_BOUND, EV_ATOM_BE_BOUND },
	{ EV_X1, EV_ATOM_X1 },	/* Arm's only: Intel's hybrids count none of these */
	{ EV_X2, EV_ATOM_X2 },
	{ EV_X3, EV_ATOM_X3 },
};

#define N_SHARED (sizeof(shared) / sizeof(shared[0]))

static const uint32_t neither = 1U << EV_INSTRUCTIONS | 1U << EV_CYCLES;

struct counts counts_of_core_type(const struct counts *counts, enum core_type side)
{
	struct counts part = counts_copy(counts);
	uint32_t both = 0;

	part.partial = 0;
	for (size_t i = 0; i < N_SHARED; i++) {
		double atom = counts_or_0(counts, shared[i].atom);

		part.value[shared[i].all] =
			side == TYPE_CORE ? part.value[shared[i].all] - atom : atom;
		both |= 1U << shared[i].all | 1U << shared[i].atom;
	}
	if (!(part.value[EV_SLOTS] > 0))
		part.present = 0;
	else if (side == TYPE_CORE)
		part.present &= ~(neither | (both & ATOM_EVENTS) | ATOM_MUX_EVENTS);
	else
		part.present &= both | ATOM_MUX_EVENTS;
	return part;
}

double counts_atom_share(const struct counts *counts)
{
	double slots = counts_or_0(counts, EV_SLOTS);

	return slots > 0 ? counts_or_0(counts, EV_ATOM_SLOTS) / slots : (double)NAN;
}
