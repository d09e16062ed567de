/* SPDX-License-Identifier: GPL-2.0-only */
/* Splits the counts of a hybrid's row by core type. Any thread. */
#include "config.h"
#include "model/core_type.h"

#include <math.h>
#include <stddef.h>

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
	struct counts part = *counts;
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
