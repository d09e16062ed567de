/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Packs events of nodes into groups; see tree_groups.h. What is packed are units: the events of a
 * node that fit into a group together, or a single event of a node that has more than that. Nodes
 * share events, so a unit costs a group only what it adds to it.
 *
 * First the largest units, each into the group where it adds least. Then all again, group by group
 * in another order of the groups, each unit into the first group that takes it: that never needs
 * more groups than before (Culberson's iterated greedy, known from colouring graphs).
 */
#include "config.h"
#include "model/tree/tree_groups.h"

#include <string.h>

#define UNITS_MAX (TREE_NODES_MAX + TREE_EVENTS_MAX)
#define TRIALS_MAX 40000	/* of a unit in a group, all told: some 0.1 us each */

/* Kinds of MSR that config1 is for; the number of one kind in a group is limited. */
enum msr {
	MSR_NONE,
	MSR_OFFCORE,
	MSR_FRONTEND,
	MSR_LATENCY,
	MSR_KINDS
};

struct unit {
	struct tree_event_set set;
	int node;		/* the first that it is made for */
	int size;
	int group;
};

struct packed {
	struct tree_event_set set;
	uint16_t event[TREE_GROUP_EVENTS];
	size_t n;
};

struct packing {
	const struct tree *tree;
	const struct tree_room *room;
	int lead;		/* the event that leads each group; -1: none */
	struct tree_event_set need[TREE_NODES_MAX];	/* of each node, without the leader */
	bool impossible[TREE_NODES_MAX], uses[TREE_NODES_MAX];
	struct unit unit[UNITS_MAX];
	size_t n_units;
	struct packed group[TREE_GROUPS_MAX];
	size_t n_groups;
	int trials;		/* that are left */
};

/* ---- sets ---- */

static int set_size(const struct tree_event_set *set)
{
	int n = 0;

	for (size_t i = 0; i < TREE_EVENT_WORDS; i++)
		n += __builtin_popcountll(set->word[i]);
	return n;
}

static bool set_holds(const struct tree_event_set *set, const struct tree_event_set *part)
{
	for (size_t i = 0; i < TREE_EVENT_WORDS; i++)
		if (part->word[i] & ~set->word[i])
			return false;
	return true;
}

/* ---- do events fit? ---- */

/*
 * The MSR that config1 is for. Offcore response and mem_trans_retired.load_latency are these events
 * on all cores of Intel's; the other events with an MSR share that of frontend_retired
 * (intel_glc_extra_regs and others in arch/x86/events/intel/core.c of Linux 6.12).
 */
static enum msr msr_of(const struct tree_event *event)
{
	if (!event->config1)
		return MSR_NONE;
	switch (event->config & 0xff) {
	case 0x2a:
	case 0x2b:
	case 0xb7:
	case 0xbb: return MSR_OFFCORE;
	case 0xcd: return MSR_LATENCY;
	default: return MSR_FRONTEND;
	}
}

/*
 * The general counters that can count an event; 0: it needs none of them. Tables of cores with SMT
 * say "0 to 3" of events which without SMT all eight can count, but for those of PEBS
 * (intel_skl_event_constraints and others in Linux 6.12).
 */
static uint32_t counters_of(const struct tree *tree, const struct tree_event *event,
			    const struct tree_room *room)
{
	const uint32_t all = (1U << tree->counters) - 1;

	if (event->origin == TREE_CYCLES ? !room->cycles_general : event->origin != TREE_COUNTED)
		return 0;
	if (!event->counters || (event->counters == all && !event->precise))
		return room->counters;
	return event->counters & room->counters;
}

static bool needs_counter(const struct tree_event *event, const struct tree_room *room)
{
	return event->origin == TREE_COUNTED ||
	       (event->origin == TREE_CYCLES && room->cycles_general);
}

/* Does the slices' count serve for the event? */
static bool from_slices(const struct tree_event *event, const struct tree_room *room)
{
	switch (event->origin) {
	case TREE_CYCLES: return room->has_cycles;
	case TREE_INSTRUCTIONS: return room->has_instructions;
	case TREE_SLOTS: return room->has_slots;
	case TREE_METRIC: return true;
	default: return false;
	}
}

static bool msrs_fit(const struct tree *tree, const uint16_t *events, size_t n,
		     const struct tree_room *room)
{
	uint64_t value[MSR_KINDS][TREE_GROUP_EVENTS];
	const int limit[MSR_KINDS] = { 0, room->offcore, room->frontend, 1 };
	int used[MSR_KINDS] = { 0 };

	for (size_t i = 0; i < n; i++) {
		const struct tree_event *event = tree_event(tree, events[i]);
		const enum msr msr = msr_of(event);
		int at = 0;

		if (msr == MSR_NONE)
			continue;
		while (at < used[msr] && value[msr][at] != event->config1)
			at++;
		if (at < used[msr])
			continue;
		if (used[msr] == limit[msr])
			return false;
		value[msr][used[msr]++] = event->config1;
	}
	return true;
}

/* Finds a counter for an event, others may have to move (an augmenting path). */
static bool place(const uint32_t *masks, int event, int8_t *holder, uint32_t *visited)
{
	for (uint32_t left = masks[event]; left; left &= left - 1) {
		const int counter = __builtin_ctz(left);

		if (*visited >> counter & 1)
			continue;
		*visited |= 1U << counter;
		if (holder[counter] < 0 || place(masks, holder[counter], holder, visited)) {
			holder[counter] = (int8_t)event;
			return true;
		}
	}
	return false;
}

bool tree_fits(const struct tree *tree, const uint16_t *events, size_t n,
	       const struct tree_room *room)
{
	uint32_t masks[TREE_GROUP_EVENTS];
	int8_t holder[32];
	int restricted = 0, general = 0;

	if (n > TREE_GROUP_EVENTS || !msrs_fit(tree, events, n, room))
		return false;
	for (size_t i = 0; i < n; i++) {
		const struct tree_event *event = tree_event(tree, events[i]);
		const uint32_t mask = counters_of(tree, event, room);

		if (!needs_counter(event, room))
			continue;
		if (!mask)
			return false;
		general++;
		if (mask != room->counters)
			masks[restricted++] = mask;
	}
	/* Events that all counters can count take what the others leave. */
	if (general > __builtin_popcount(room->counters))
		return false;
	memset(holder, -1, sizeof(holder));
	for (int i = 0; i < restricted; i++) {
		uint32_t visited = 0;

		if (!place(masks, i, holder, &visited))
			return false;
	}
	return true;
}

/* ---- units ---- */

static void start_group(const struct packing *packing, struct packed *group)
{
	memset(group, 0, sizeof(*group));
	if (packing->lead >= 0)
		group->event[group->n++] = (uint16_t)packing->lead;
}

/* Adds a unit to a group if it fits. */
static bool tree_groups_join(struct packing *packing, struct packed *group, const struct tree_event_set *set)
{
	struct packed joined = *group;

	for (size_t word = 0; word < TREE_EVENT_WORDS; word++) {
		uint64_t add = set->word[word] & ~group->set.word[word];

		for (; add; add &= add - 1) {
			if (joined.n == TREE_GROUP_EVENTS)
				return false;
			joined.event[joined.n++] =
				(uint16_t)(word * 64 + (size_t)__builtin_ctzll(add));
		}
		joined.set.word[word] |= set->word[word];
	}
	packing->trials--;
	if (joined.n > group->n &&
	    !tree_fits(packing->tree, joined.event, joined.n, packing->room))
		return false;
	*group = joined;
	return true;
}

static bool fits_alone(struct packing *packing, const struct tree_event_set *set)
{
	struct packed group;

	start_group(packing, &group);
	return tree_groups_join(packing, &group, set);
}

static bool event_fits_alone(struct packing *packing, size_t event)
{
	struct tree_event_set set = { { 0 } };

	if (tree_event(packing->tree, event)->origin == TREE_SLOTS)
		return false;
	tree_event_set_add(&set, event);
	return fits_alone(packing, &set);
}

/* What a node needs of the groups. */
static void find_need(struct packing *packing, const struct tree_code *code, size_t node)
{
	struct tree_event_set events;

	tree_events_on(code, node, &packing->room->machine, &events, NULL);
	for (size_t i = 0; i < packing->tree->n_events; i++) {
		if (!tree_event_set_has(&events, i) ||
		    from_slices(tree_event(packing->tree, i), packing->room))
			continue;
		packing->uses[node] = true;
		if ((int)i == packing->lead)
			continue;
		if (!event_fits_alone(packing, i))
			packing->impossible[node] = true;
		tree_event_set_add(&packing->need[node], i);
	}
}

static void add_unit(struct packing *packing, const struct tree_event_set *set, size_t node)
{
	packing->unit[packing->n_units++] =
		(struct unit){ .set = *set, .node = (int)node, .size = set_size(set) };
}

/* The events of a node that is too large, one by one. */
static void add_single_events(struct packing *packing, size_t node, struct tree_event_set *single)
{
	for (size_t i = 0; i < packing->tree->n_events; i++) {
		struct tree_event_set set = { { 0 } };

		if (!tree_event_set_has(&packing->need[node], i) || tree_event_set_has(single, i))
			continue;
		tree_event_set_add(single, i);
		tree_event_set_add(&set, i);
		add_unit(packing, &set, node);
	}
}

/* Is the unit a part of another one (of the first, if they are equal)? */
static bool is_covered(const struct packing *packing, size_t unit)
{
	const struct unit *units = packing->unit;

	for (size_t i = 0; i < packing->n_units; i++)
		if (i != unit && set_holds(&units[i].set, &units[unit].set) &&
		    (units[i].size > units[unit].size || i < unit))
			return true;
	return false;
}

static void make_units(struct packing *packing)
{
	struct tree_event_set single = { { 0 } };
	bool covered[UNITS_MAX];
	size_t n = 0;

	for (size_t i = 0; i < packing->tree->n_nodes; i++) {
		if (!packing->uses[i] || packing->impossible[i])
			continue;
		if (fits_alone(packing, &packing->need[i]))
			add_unit(packing, &packing->need[i], i);
		else
			add_single_events(packing, i, &single);
	}
	for (size_t i = 0; i < packing->n_units; i++)
		covered[i] = is_covered(packing, i);
	for (size_t i = 0; i < packing->n_units; i++)
		if (!covered[i])
			packing->unit[n++] = packing->unit[i];
	packing->n_units = n;
}

/* Large ones first; those of the same size keep their order. */
static void sort_units(struct packing *packing)
{
	for (size_t i = 1; i < packing->n_units; i++) {
		const struct unit unit = packing->unit[i];
		size_t at = i;

		for (; at > 0 && packing->unit[at - 1].size < unit.size; at--)
			packing->unit[at] = packing->unit[at - 1];
		packing->unit[at] = unit;
	}
}

/* ---- groups ---- */

static int added(const struct packed *group, const struct tree_event_set *set)
{
	int n = 0;

	for (size_t i = 0; i < TREE_EVENT_WORDS; i++)
		n += __builtin_popcountll(set->word[i] & ~group->set.word[i]);
	return n;
}

/* The group to which the unit adds least; -1: it fits into none. */
static int best_group(struct packing *packing, const struct unit *unit)
{
	int best = -1, least = TREE_EVENTS_MAX;

	for (size_t i = 0; i < packing->n_groups; i++) {
		struct packed group = packing->group[i];
		const int adds = added(&group, &unit->set);

		if (adds >= least || !tree_groups_join(packing, &group, &unit->set))
			continue;
		best = (int)i;
		least = adds;
	}
	return best;
}

static int new_group(struct packing *packing)
{
	if (packing->n_groups == TREE_GROUPS_MAX)
		return -1;
	start_group(packing, &packing->group[packing->n_groups]);
	return (int)packing->n_groups++;
}

static void pack_largest_first(struct packing *packing)
{
	for (size_t i = 0; i < packing->n_units; i++) {
		struct unit *unit = &packing->unit[i];

		unit->group = best_group(packing, unit);
		if (unit->group < 0)
			unit->group = new_group(packing);
		if (unit->group >= 0)
			(void)tree_groups_join(packing, &packing->group[unit->group], &unit->set);
	}
}

/* Numbers that are the same each time (Numerical Recipes' generator). */
static uint32_t next_number(uint32_t *state)
{
	*state = *state * 1664525U + 1013904223U;
	return *state >> 16;
}

/* Another order of groups: from the last to the first, or shuffled, in turns. */
static void order_groups(uint16_t *order, size_t n, uint32_t *state, int round)
{
	for (size_t i = 0; i < n; i++)
		order[i] = (uint16_t)(n - 1 - i);
	for (size_t i = n - 1; round % 4 && i > 0; i--) {
		const size_t other = next_number(state) % (i + 1);
		const uint16_t group = order[i];

		order[i] = order[other];
		order[other] = group;
	}
}

/* The first group that takes a unit, a new one if none does; -1: there can be no more. */
static int first_group(struct packing *packing, const struct tree_event_set *set)
{
	int group;

	for (size_t i = 0; i < packing->n_groups; i++)
		if (tree_groups_join(packing, &packing->group[i], set))
			return (int)i;
	group = new_group(packing);
	if (group >= 0)
		(void)tree_groups_join(packing, &packing->group[group], set);
	return group;
}

/* The fewest groups that there can be: by the number of events. */
static size_t at_least(const struct packing *packing)
{
	struct tree_event_set all = { { 0 } };
	size_t needs = 0, room = (size_t)__builtin_popcount(packing->room->counters);

	for (size_t i = 0; i < packing->n_units; i++)
		for (size_t word = 0; word < TREE_EVENT_WORDS; word++)
			all.word[word] |= packing->unit[i].set.word[word];
	for (size_t i = 0; i < packing->tree->n_events; i++)
		needs += tree_event_set_has(&all, i) &&
			 needs_counter(tree_event(packing->tree, i), packing->room);
	if (packing->lead >= 0 && packing->room->cycles_general && room > 1)
		room--;
	return room ? (needs + room - 1) / room : 0;
}

static void improve(struct packing *packing)
{
	const size_t fewest = at_least(packing);
	struct unit old[UNITS_MAX];
	uint16_t order[TREE_GROUPS_MAX];
	uint32_t state = 1;

	for (int round = 0; packing->n_groups > 1 && packing->n_groups > fewest; round++) {
		const size_t before = packing->n_groups;

		if (packing->trials < 0)
			return;
		memcpy(old, packing->unit, packing->n_units * sizeof(old[0]));
		order_groups(order, before, &state, round);
		packing->n_groups = 0;
		for (size_t i = 0; i < before * packing->n_units; i++) {
			const size_t unit = i % packing->n_units;

			if (old[unit].group == order[i / packing->n_units])
				packing->unit[unit].group = first_group(packing, &old[unit].set);
		}
	}
}

/* ---- result ---- */

static void sort_events(struct packed *group, size_t from)
{
	for (size_t i = from + 1; i < group->n; i++) {
		const uint16_t event = group->event[i];
		size_t at = i;

		for (; at > from && group->event[at - 1] > event; at--)
			group->event[at] = group->event[at - 1];
		group->event[at] = event;
	}
}

static int16_t group_of_node(const struct packing *packing, size_t node)
{
	if (!packing->uses[node] || packing->impossible[node])	/* or it was not asked for */
		return -2;
	for (size_t i = 0; i < packing->n_groups; i++)
		if (set_holds(&packing->group[i].set, &packing->need[node]))
			return (int16_t)i;
	return -1;
}

static void hand_over(struct packing *packing, struct tree_groups *groups)
{
	for (size_t i = 0; i < packing->n_groups; i++) {
		struct packed *group = &packing->group[i];

		sort_events(group, packing->lead >= 0);
		memcpy(groups->group[i].event, group->event, sizeof(group->event));
		groups->group[i].n = group->n;
	}
	groups->n = packing->n_groups;
	for (size_t i = 0; i < packing->tree->n_nodes; i++)
		groups->of_node[i] = group_of_node(packing, i);
}

static int leader(const struct tree *tree, const struct tree_room *room)
{
	for (size_t i = 0; room->cycles && i < tree->n_events; i++)
		if (tree_event(tree, i)->origin == TREE_CYCLES)
			return (int)i;
	return -1;
}

void tree_pack(const struct tree_code *code, const uint64_t *nodes, const struct tree_room *room,
	       struct tree_groups *groups)
{
	struct packing packing = { .tree = tree_of_code(code), .room = room,
				   .trials = TRIALS_MAX };

	memset(groups, 0, sizeof(*groups));
	packing.lead = leader(packing.tree, room);
	for (size_t i = 0; i < packing.tree->n_nodes; i++)
		if (nodes[i / 64] >> i % 64 & 1)
			find_need(&packing, code, i);
	make_units(&packing);
	sort_units(&packing);
	pack_largest_first(&packing);
	improve(&packing);
	hand_over(&packing, groups);
}
