/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * From the members of a group to events; see reading.h. Called by collect/slice and collect/pertask
 * on the collector thread.
 */
#include "config.h"
#include "collect/perf/reading.h"

#include <stdlib.h>
#include <string.h>

/* Where two members count an event, the later one is used. */
static void reading_add_event(struct reading_plan *plan, enum event_id event, size_t member, double scale)
{
	uint32_t i = 0;

	while (i < plan->n_events && plan->events[i].event != event)
		i++;
	if (i == plan->n_events)
		plan->n_events++;
	plan->events[i].event = event;
	plan->events[i].member = (uint32_t)member;
	plan->events[i].scale = scale;
	plan->present |= 1U << event;
	if (event == EV_SLOTS) {
		plan->slots_member = (uint32_t)member;
		plan->slots_scale = scale;
	}
}

/* See reading.h. */
static void add_rest(struct reading_plan *plan)
{
	static const enum event_id terms[LEVEL1_CLASSES] = { EV_SLOTS, EV_RETIRING, EV_BAD_SPEC,
							     EV_FE_BOUND };
	uint32_t n = 0;

	if (plan->present & 1U << EV_BE_BOUND)
		return;
	for (; n < LEVEL1_CLASSES; n++) {
		size_t i = 0;

		while (i < plan->n_events && plan->events[i].event != terms[n])
			i++;
		if (i == plan->n_events)
			return;
		plan->rest_member[n] = plan->events[i].member;
		plan->rest_scale[n] = n ? -plan->events[i].scale : plan->events[i].scale;
	}
	plan->n_rest = n;
	plan->present |= 1U << EV_BE_BOUND;
}

static void add_sum(struct reading_plan *plan, size_t member, enum event_id also)
{
	if (plan->n_sum == LEVEL1_CLASSES)
		return;
	plan->sum_member[plan->n_sum++] = (uint32_t)member;
	plan->sum_atom = also != EV_SLOTS;
	plan->present |= 1U << EV_SLOTS | (plan->sum_atom ? 1U << EV_ATOM_SLOTS : 0);
}

double reading_plan_sum(const struct reading_plan *plan, const count_pair *steps)
{
	double sum = 0;

	for (uint32_t i = 0; i < plan->n_sum; i++)
		sum += (double)reading_step(steps, plan->sum_member[i]);
	return sum;
}

static double rest_of(const struct reading_plan *plan, const count_pair *steps)
{
	double rest = 0;

	for (uint32_t i = 0; i < plan->n_rest; i++)
		rest += (double)reading_step(steps, plan->rest_member[i]) * plan->rest_scale[i];
	return rest > 0 ? rest : 0;
}

void reading_plan_init(struct reading_plan *plan, const struct reading_member *members, size_t n)
{
	*plan = (struct reading_plan){ .n = n };
	for (size_t i = 0; i < n; i++) {
		const struct reading_member *member = &members[i];

		if (member->event == EV_COUNT)
			continue;
		plan->n_pairs = reading_pairs(i + 1);
		reading_add_event(plan, member->event, i, member->scale);
		if (member->cycles)
			reading_add_event(plan, EV_CYCLES, i, 1);
		if (member->also)
			reading_add_event(plan, member->also, i, member->scale);
		if (member->slots)
			reading_add_event(plan, EV_SLOTS, i, member->scale);
		if (member->sums_slots)
			add_sum(plan, i, member->also);
	}
	add_rest(plan);
}

struct reading_plan *reading_plan_new(const struct reading_member *members, size_t n,
				      uint32_t also_present)
{
	struct reading_plan *plan = malloc(sizeof(*plan));

	if (!plan)
		return NULL;
	reading_plan_init(plan, members, n);
	plan->references = 1;
	plan->present |= also_present;
	return plan;
}

struct reading_plan *reading_plan_get(struct reading_plan *plan)
{
	plan->references++;
	return plan;
}

void reading_plan_put(struct reading_plan *plan)
{
	if (plan && --plan->references == 0)
		free(plan);
}

void reading_plan_counts(const struct reading_plan *plan, const count_pair *steps, double scale,
			 struct counts *counts)
{
	counts->present = plan->present;
	for (uint32_t i = 0; i < plan->n_events; i++) {
		double count = (double)reading_step(steps, plan->events[i].member) * scale;

		counts->value[plan->events[i].event] = count * plan->events[i].scale;
	}
	if (plan->n_rest)
		counts->value[EV_BE_BOUND] = rest_of(plan, steps) * scale;
	if (plan->n_sum)
		counts->value[EV_SLOTS] = reading_plan_sum(plan, steps) * scale;
	if (plan->sum_atom)
		counts->value[EV_ATOM_SLOTS] = counts->value[EV_SLOTS];
}

static __attribute__((noinline, cold)) void
add_summed_slots(const struct reading_plan *plan, const count_pair *steps, struct counts *counts)
{
	const double slots = reading_plan_sum(plan, steps);

	counts->value[EV_SLOTS] += slots;
	if (plan->sum_atom)
		counts->value[EV_ATOM_SLOTS] += slots;
}

void reading_plan_add(const struct reading_plan *plan, const count_pair *steps,
		      struct counts *counts)
{
	struct counts other = { .present = 0 };

	if (counts->present != plan->present || counts->partial) {
		reading_plan_counts(plan, steps, 1, &other);
		counts_add(counts, &other);
		return;
	}
	/* The common case while groups rotate. */
	for (uint32_t i = 0; i < plan->n_events; i++)
		counts->value[plan->events[i].event] +=
			(double)reading_step(steps, plan->events[i].member) * plan->events[i].scale;
	if (plan->n_rest)
		counts->value[EV_BE_BOUND] += rest_of(plan, steps);
	if (__builtin_expect(plan->n_sum > 0, 0))
		add_summed_slots(plan, steps, counts);
}

void reading_copy(struct reading *to, const struct reading *from)
{
	memcpy(to, from,
	       offsetof(struct reading, pair) + reading_pairs(from->n) * sizeof(from->pair[0]));
}

bool reading_is_before(const struct reading *reading, const struct reading *sample)
{
	/* Counts only grow, so the leader's count gives the order without any clock. */
	return reading->n && sample->n && reading->value[0] < sample->value[0];
}
