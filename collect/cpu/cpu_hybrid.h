/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the formulas of hybrids have in common, Intel's and Arm's: the counts of a row are those of
 * both core types together, and EV_ATOM_* repeats the E-cores' part (model/machine.h). Included by
 * the tables of hybrids only.
 */
#pragma once

#include "collect/cpu/cpu_table.h"
#include "model/formula.h"

/* In formulas: a count of P-cores. */
#define P(event) p_count(c, EV_##event, EV_ATOM_##event)
/* A share of P-cores' slots and one of E-cores' slots, together as a share of all slots. */
#define BOTH(p, e) both(c, (p), (e))

/* A row that never ran on E-cores has no EV_ATOM_* counts; a row that did must have all of them. */
static inline double p_count(const struct counts *c, enum event_id all, enum event_id atom)
{
	bool ran_on_both = c->present & 1U << EV_ATOM_SLOTS;

	return rest(counts_get(c, all), ran_on_both ? counts_get(c, atom) : 0);
}

/*
 * Leaves out a core type on which the row never ran: the row is whole without it. Also leaves out
 * E-cores as long as their level 1 was never on.
 */
static inline double both(const struct counts *c, double p_share, double e_share)
{
	double e_slots = EV_OR_0(ATOM_SLOTS), p_slots = EV(SLOTS) - e_slots;

	if (!(e_slots > EV_OR_0(ATOM_SLOTS_1)))
		return p_share;
	if (p_slots <= 0)
		return e_share;
	return (p_share * p_slots + e_share * e_slots) / (p_slots + e_slots);
}
