/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Adds counts of the two threads of a core, and brings them to the same groups; see smt.h. Any
 * thread.
 */
#include "config.h"
#include "model/snapshot/smt.h"

#define RAN_MUCH 0.05		/* of the time of the busiest CPU: from here on a CPU matters */

uint32_t smt_core_events(const struct family *family)
{
	uint32_t events = 0;

	for (size_t i = 0; i < family->n_events; i++)
		if (family->events[i].of_core)
			events |= 1U << family->events[i].id |
				  (family->events[i].also ? 1U << family->events[i].also : 0);
	return events;
}

/* The event that counts only the slots of this group. */
static enum event_id slots_of_mux(const struct family *family, int mux)
{
	for (size_t i = 0; mux && i < family->n_events; i++)
		if (family->events[i].mux == mux)
			return family->events[i].id;
	return family->events[0].also;
}

/* The part of the slots that was counted in this group. */
static double part_of_mux(const struct family *family, const struct counts *counts, int mux)
{
	double all = counts_or_0(counts, EV_SLOTS);

	return all > 0 ? counts_or_0(counts, slots_of_mux(family, mux)) / all : 0;
}

static uint32_t mux_events(const struct family *family, int mux)
{
	uint32_t events = 1U << slots_of_mux(family, mux);

	for (size_t i = 0; i < family->n_events; i++)
		if (family->events[i].mux == mux)
			events |= 1U << family->events[i].id;
	return events & ~(1U << EV_SLOTS);
}

static void scale(struct counts *counts, uint32_t events, double factor)
{
	for (int event = 0; event < EV_COUNT; event++)
		if (events & 1U << event)
			counts->value[event] *= factor;
}

void smt_even_rotation(const struct family *family, struct counts *counts, const struct counts *ran)
{
	if (!(counts_or_0(ran, EV_SLOTS) > 0))
		return;
	for (int mux = 0; mux <= family_mux_groups(family); mux++) {
		double part = part_of_mux(family, counts, mux),
		       part_ran = part_of_mux(family, ran, mux);
		uint32_t events = mux_events(family, mux);

		if (!(part_ran > 0)) {
			scale(counts, events, 0);
			continue;
		}
		for (int event = 0; event < EV_COUNT; event++)
			if (events & ~smt_core_events(family) & 1U << event)
				counts->value[event] += ran->value[event] * (part / part_ran - 1);
	}
}

static const struct row *find_busiest(const struct row *cpus, uint32_t n)
{
	const struct row *busiest = cpus;

	for (uint32_t i = 1; i < n; i++)
		if (cpus[i].busy_ns > busiest->busy_ns)
			busiest = &cpus[i];
	return busiest;
}

/*
 * Adds what the CPU counted, scaled to the busiest CPU's groups. Returns the events of groups in
 * which nothing is known of this CPU.
 */
static uint32_t add_cpu(const struct family *family, struct counts *core, const struct row *cpu,
			const struct row *busiest)
{
	bool matters = (double)cpu->busy_ns > RAN_MUCH * (double)busiest->busy_ns;
	struct counts counts = counts_copy(&cpu->numbers->counts);
	uint32_t unknown = 0;

	for (int mux = 0; mux <= family_mux_groups(family); mux++) {
		double part = part_of_mux(family, &cpu->numbers->counts, mux);
		double wanted = part_of_mux(family, &busiest->numbers->counts, mux);
		uint32_t events = mux_events(family, mux);

		scale(&counts, events, part > 0 ? wanted / part : 0);
		if (!(part > 0) && wanted > 0 && matters)
			unknown |= events;
	}
	counts_add(core, &counts);
	return unknown;
}

struct counts smt_core_counts(const struct family *family, const struct row *cpus, uint32_t n)
{
	const struct row *busiest = find_busiest(cpus, n);
	struct counts core = counts_copy(&busiest->numbers->counts);
	uint32_t core_events = smt_core_events(family), unknown = 0;

	for (uint32_t i = 0; i < n; i++)
		if (&cpus[i] != busiest && counts_or_0(&cpus[i].numbers->counts, EV_SLOTS) > 0)
			unknown |= add_cpu(family, &core, &cpus[i], busiest);
	for (int event = 0; event < EV_COUNT; event++)
		if (core_events & 1U << event)
			core.value[event] = 2 * counts_or_0(&busiest->numbers->counts, (enum event_id)event);
	scale(&core, unknown, 0);
	return core;
}
