/* SPDX-License-Identifier: GPL-2.0-only */
/* When to leave optional events out, and which; see optional_events.h. Collector thread. */
#include "config.h"
#include "collect/slice/optional_events.h"

#include "collect/sys/privilege.h"

#define OFF_TICKS 2		/* off for one tick may be the start of another user */
#define WAIT_MOST 64		/* ticks: a probe holds the collector up for some milliseconds */
#define UNWANTED_TICKS 10	/* a user who looked at level 2 may look again soon */
#define CALM_TICKS 30

void contention_reset(struct contention *contention)
{
	contention->ticks = 0;
	contention->enabled_ns = contention->running_ns = 0;
}

static bool was_off(const struct contention *contention, uint64_t enabled_ns, uint64_t running_ns)
{
	return enabled_ns > contention->enabled_ns && running_ns == contention->running_ns;
}

bool contention_probe_due(struct contention *contention, uint64_t enabled_ns, uint64_t running_ns)
{
	bool off = was_off(contention, enabled_ns, running_ns);

	contention->enabled_ns = enabled_ns;
	contention->running_ns = running_ns;
	if (!contention->contended && !off) {
		contention->ticks = 0;
		contention->wait = OFF_TICKS;
		return false;
	}
	if (++contention->ticks < contention->wait)
		return false;
	contention->ticks = 0;
	contention->wait = contention->wait < WAIT_MOST / 2 ? 2 * contention->wait : WAIT_MOST;
	return true;
}

bool contention_probed(struct contention *contention, bool would_count)
{
	/*
	 * Whole, off, and general counters are free: another user holds slots. Contended, and they
	 * are not free: it stays so.
	 */
	if (contention->contended != would_count)
		return false;
	contention->contended = !contention->contended;
	contention->wait = OFF_TICKS;
	return true;
}

bool level2_begin(struct level2_shedding *level2, enum level2_demand demand)
{
	if (demand != LEVEL2_UNWANTED || level2->left_out)
		return false;
	level2->left_out = true;
	return true;
}

bool level2_step(struct level2_shedding *level2, enum level2_demand demand, bool over, bool calm)
{
	const bool wanted = demand == LEVEL2_NEEDED;
	bool out = level2->left_out;

	level2->unwanted = wanted ? 0 : level2->unwanted + 1;
	level2->viewed = wanted || (level2->viewed && level2->unwanted < UNWANTED_TICKS);
	level2->calm = calm ? level2->calm + 1 : 0;
	if (demand == LEVEL2_UNWANTED)
		out |= !level2->viewed;
	else if (wanted || (out && level2->calm >= CALM_TICKS))
		out = false;
	else if (over && !level2->viewed)
		out = true;
	if (out == level2->left_out)
		return false;
	level2->left_out = out;
	return true;
}

void optional_events_init(struct optional_events *events, const struct counting_plan *plan)
{
	struct group least = plan->group[0];

	group_leave_optional(&least, &events->optional);
	events->level2_members = group_leave_level2(&least);
	for (size_t mux = 0; mux <= plan->n_mux; mux++)
		events->whole[mux] = plan->group[mux];
}

void optional_events_choose(const struct optional_events *events, struct counting_plan *plan)
{
	struct group unused;

	for (size_t mux = 0; mux <= plan->n_mux; mux++) {
		plan->group[mux] = events->whole[mux];
		if (events->contention.contended || events->costly.left_out)
			group_leave_optional(&plan->group[mux], &unused);
	}
	if (events->level2.left_out)
		(void)group_leave_level2(&plan->group[0]);
}

bool optional_events_shed(struct optional_events *events, struct counting_plan *plan, bool over,
			  bool calm)
{
	const bool out = events->costly.left_out;

	events->costly.calm = calm ? events->costly.calm + 1 : 0;
	if (!events->optional.n || (out ? events->costly.calm < CALM_TICKS : !over))
		return false;
	events->costly.left_out = !out;
	optional_events_choose(events, plan);
	return true;
}

bool optional_events_contend(struct optional_events *events, struct counting_plan *plan,
			     uint64_t enabled_ns, uint64_t running_ns, probe_group_fn *probe,
			     int cpu)
{
	struct contention *contention = &events->contention;
	bool counts;

	if (!events->optional.n || !contention_probe_due(contention, enabled_ns, running_ns))
		return false;
	privilege_raise(PRIVILEGE_COUNT);
	counts = probe(&events->optional, cpu) == PROBE_COUNTS;
	privilege_raise(PRIVILEGE_PROC);
	if (!contention_probed(contention, counts))
		return false;
	optional_events_choose(events, plan);
	return true;
}
