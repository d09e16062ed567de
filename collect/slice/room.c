/* SPDX-License-Identifier: GPL-2.0-only */
/* Which groups leave counters to sampling; see room.h. Collector thread. */
#include "config.h"
#include "collect/slice/room.h"

#include <stdlib.h>

#include "collect/sys/privilege.h"

#define NEEDED_MOST 8		/* a PMU of today has no more to spare */

void room_need(struct room *room, uint32_t general_counters)
{
	if (general_counters > NEEDED_MOST)
		general_counters = NEEDED_MOST;
	if (general_counters == room->needed)
		return;
	*room = (struct room){ .needed = general_counters };
}

void room_request(struct room *room, const struct source_requests *requests,
		  const struct source_requests *was)
{
	if (requests->room != was->room)
		room_need(room, requests->room);
}

void room_forget(struct room *room)
{
	room->tried = false;
}

static bool is_try_due(const struct room *room)
{
	return room->needed && !room->tried;
}

int room_try_on(const struct room *room, const struct rotation *rotation,
		const struct machine *machine, const bool *online)
{
	for (size_t cpu = 0; is_try_due(room) && cpu < machine->n_cpus; cpu++)
		if (online[cpu] && !rotation_mux(rotation, cpu))
			return machine->cpus[cpu].cpu;
	return -1;
}

/* A general event of these groups; NULL: they have none. */
static const struct group_member *find_general(const struct counting_plan *plan)
{
	for (size_t mux = 0; mux <= plan->n_mux; mux++)
		for (size_t i = 0; i < plan->group[mux].n; i++)
			if (plan->group[mux].member[i].general)
				return &plan->group[mux].member[i];
	return NULL;
}

/* The same event as often as counters are asked for: each takes one. */
static void make_trial(const struct group_member *general, uint32_t n, struct group *trial)
{
	*trial = (struct group){ .n = n };
	for (uint32_t i = 0; i < n; i++)
		trial->member[i] = *general;
	trial->member[0].attr.disabled = 1;
	for (uint32_t i = 1; i < n; i++)
		trial->member[i].attr.disabled = 0;
}

static bool is_left(const struct group_member *general, uint32_t n, probe_group_fn *probe, int cpu)
{
	struct group trial;

	make_trial(general, n, &trial);
	return probe(&trial, cpu) == PROBE_COUNTS;
}

/* So many more counters than group 0 the one has that has the most. */
static uint32_t most_more(const struct counting_plan *plan)
{
	const size_t first = group_generals(&plan->group[0]);
	size_t most = first;

	for (size_t mux = 1; mux <= plan->n_mux; mux++)
		if (group_generals(&plan->group[mux]) > most)
			most = group_generals(&plan->group[mux]);
	return (uint32_t)(most - first);
}

/*
 * First as many as would let all groups rotate on. Without any group that has a general event none
 * of ours is in the way.
 */
void room_try(struct room *room, const struct counting_plan *plan, probe_group_fn *probe, int cpu)
{
	const struct group_member *general = find_general(plan);
	uint32_t n = room->needed + most_more(plan);

	if (cpu < 0)
		return;
	room->tried = true;
	privilege_raise(PRIVILEGE_COUNT);
	while (n && general && !is_left(general, n, probe, cpu))
		n = n > room->needed ? room->needed : n - 1;
	privilege_raise(PRIVILEGE_PROC);
	room->left = n;
}

/* How many counters this group leaves, as group 0 was tried. */
static int left_by(const struct room *room, const struct counting_plan *plan, size_t mux)
{
	return (int)room->left + (int)group_generals(&plan->group[0]) -
	       (int)group_generals(&plan->group[mux]);
}

/* The groups beside group 0 that leave enough. */
static uint32_t groups_that_fit(const struct room *room, const struct counting_plan *plan)
{
	uint32_t groups = 0;

	for (size_t mux = 1; mux <= plan->n_mux; mux++)
		if (left_by(room, plan, mux) >= (int)room->needed)
			groups |= 1U << mux;
	return groups;
}

static uint32_t group_that_leaves_most(const struct room *room, const struct counting_plan *plan)
{
	size_t best = 1;

	for (size_t mux = 2; mux <= plan->n_mux; mux++)
		if (left_by(room, plan, mux) > left_by(room, plan, best))
			best = mux;
	return 1U << best;
}

/* What sampling takes, as long as level 2 is not asked for, and with it. */
static enum room_state state_of(const struct room *room, const struct counting_plan *plan,
				bool level2)
{
	const uint32_t all = TURNS_ALL(plan->n_mux), fit = groups_that_fit(room, plan);

	if (!room->needed || !room->tried)
		return ROOM_UNUSED;
	if (room->left < room->needed)
		return fit ? ROOM_WINDOWS : ROOM_NONE;
	return level2 && fit != all ? ROOM_WITHOUT_LEVEL2 : ROOM_UNUSED;
}

struct turns room_turns(const struct room *room, const struct counting_plan *plan, bool level2)
{
	const uint32_t all = TURNS_ALL(plan->n_mux), fit = groups_that_fit(room, plan);
	const struct turns without = { .groups = 0, .first = 1 };
	const struct turns rotation = { .groups = level2 ? all : 0, .first = 1 };

	if (is_try_due(room))
		return without;
	switch (state_of(room, plan, level2)) {
	case ROOM_WITHOUT_LEVEL2:
		return without;
	case ROOM_WINDOWS:
		if (level2 && fit == all)
			return rotation;
		return (struct turns){ .groups = level2 ? fit : group_that_leaves_most(room, plan),
				       .first = ROOM_FIRST };
	default:
		return rotation;
	}
}

void room_report(const struct room *room, const struct counting_plan *plan, bool level2,
		 struct self_cost *report)
{
	const struct turns turns = room_turns(room, plan, level2);
	const uint32_t others = (uint32_t)__builtin_popcount(turns.groups);

	report->room = state_of(room, plan, level2);
	report->level1_part = 1;
	if (report->room == ROOM_WINDOWS)
		report->level1_part = turns.first / (double)(turns.first + others);
}

uint32_t room_forced(const char *text)
{
	const unsigned long needed = text ? strtoul(text, NULL, 10) : 0;

	return needed > NEEDED_MOST ? NEEDED_MOST : (uint32_t)needed;
}

static uint32_t most_needed(const struct shared_room *room)
{
	uint32_t needed = 0;

	for (int user = 0; user < ROOM_USERS; user++)
		if (room->needed[user] > needed)
			needed = room->needed[user];
	return needed;
}

void shared_room_need(struct shared_room *room, enum room_user user, uint32_t general_counters)
{
	struct err ignored;

	room->needed[user] = general_counters;
	if (!room->source)
		return;
	room->source->requests.room = most_needed(room);
	(void)source_request(room->source, NULL, &ignored);
}
