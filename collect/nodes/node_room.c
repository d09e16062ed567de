/* SPDX-License-Identifier: GPL-2.0-only */
/* Free counters, tried; see live_nodes_parts.h. */
#include "config.h"
#include "collect/nodes/live_nodes_parts.h"

#include "collect/sys/privilege.h"

#define FIRST_NS 40000000ULL	/* the source makes room when it drains */
#define NEXT_NS 10000000ULL
#define ENOUGH 4		/* events: then a few tries suffice, */
#define TRIES 3
#define TRIES_MOST 40		/* else as many, as windows may be rare */
#define MSRS_OFFCORE 2
#define MSRS_FRONTEND 1

/* ---- what is needed ---- */

static bool is_general(const struct tree_event *event)
{
	return event->origin == TREE_COUNTED;
}

static uint32_t needed_by(const struct node_type *type, size_t node)
{
	struct tree_event_set events;
	uint32_t n = 0;

	tree_events_on(type->code, node, &type->room.machine, &events, NULL);
	for (size_t i = 0; i < type->tree->n_events; i++)
		n += tree_event_set_has(&events, i) && is_general(tree_event(type->tree, i));
	return n;
}

uint32_t node_room_need(const struct node_groups *groups, const struct tree_request *request)
{
	uint32_t most = 0;

	for (int i = 0; i < CORE_TYPES; i++) {
		const struct node_type *type = &groups->type[i];
		uint64_t nodes[TREE_NODE_WORDS];

		if (!type->tree)
			continue;
		tree_open_children(type->tree, request->open[i], nodes);
		for (size_t node = 0; node < type->tree->n_nodes; node++) {
			const uint32_t n = tree_bit(nodes, node) ? needed_by(type, node) : 0;

			most = n > most ? n : most;
		}
	}
	return most < NODE_ROOM_NEED_MOST ? most : NODE_ROOM_NEED_MOST;
}

/* ---- trials ---- */

/* An event that any counter can count, as often as counters are asked for: each takes one. -1 */
static int find_general(const struct tree *tree)
{
	int best = -1, widest = 0;

	for (size_t i = 0; i < tree->n_events; i++) {
		const struct tree_event *event = tree_event(tree, i);
		const int width = event->counters ? __builtin_popcount(event->counters) : 32;

		if (!is_general(event) || event->config1 || width <= widest)
			continue;
		best = (int)i;
		widest = width;
	}
	return best;
}

static int find_cycles(const struct tree *tree)
{
	for (size_t i = 0; i < tree->n_events; i++)
		if (tree_event(tree, i)->origin == TREE_CYCLES)
			return (int)i;
	return -1;
}

/* Does a group of so many events run, where cycles are one? A single one is a general one. */
static bool runs(const struct node_groups *groups, enum core_type type, const struct perf_sys *sys,
		 int cpu, size_t n)
{
	const int general = find_general(groups->type[type].tree);
	const int cycles = find_cycles(groups->type[type].tree);
	struct perf_event_attr attr[TREE_GROUP_EVENTS];
	struct event_trial trial;

	if (general < 0)
		return true;
	for (size_t i = 0; i < n; i++)
		node_groups_event(groups, type,
				  (size_t)(i == 0 && n > 1 && cycles >= 0 ? cycles : general),
				  i == 0, &attr[i]);
	return !sys->try_group(sys->data, attr, n, cpu, &trial) && trial.ran;
}

static size_t most_of(const struct tree *tree)
{
	const size_t most = (size_t)(tree->counters > 0 ? tree->counters : 4) + 1;

	return most < TREE_GROUP_EVENTS ? most : TREE_GROUP_EVENTS;
}

static size_t most_for(const struct node_room *room, const struct node_groups *groups,
		       enum core_type type)
{
	const size_t most = most_of(groups->type[type].tree);

	return room->most[type] && room->most[type] < most ? room->most[type] : most;
}

static void try_type(struct node_room *room, const struct node_groups *groups, enum core_type type,
		     const struct perf_sys *sys)
{
	for (size_t n = most_for(room, groups, type); n > room->best[type]; n--) {
		if (runs(groups, type, sys, room->cpu[type], n)) {
			room->best[type] = n;
			return;
		}
	}
}

/* ---- what is packed for ---- */

/* Keeps what comes from the slices. */
static void set_room(struct tree_room *room, size_t events)
{
	const size_t general = events > 1 ? events - 1 : 1;

	room->counters = (uint32_t)((1ULL << general) - 1);
	room->cycles = events > 1;
	room->offcore = MSRS_OFFCORE;
	room->frontend = MSRS_FRONTEND;
}

void node_room_begin(struct node_room *room, const struct machine *machine, uint64_t now_ns)
{
	*room = (struct node_room){ .trying = true, .next_ns = now_ns + FIRST_NS };
	for (int type = 0; type < CORE_TYPES; type++)
		room->cpu[type] = -1;
	for (size_t i = machine->family->hybrid ? machine->n_cpus : 0; i-- > 0;)
		room->cpu[machine->cpus[i].core_type] = machine->cpus[i].cpu;
}

/* Is it known of each type that a group runs that is large enough? */
static bool is_enough(const struct node_room *room, const struct node_groups *groups)
{
	for (int type = 0; type < CORE_TYPES; type++)
		if (groups->type[type].tree && room->best[type] < ENOUGH)
			return false;
	return true;
}

bool node_room_step(struct node_room *room, const struct node_groups *groups,
		    const struct perf_sys *sys, uint64_t now_ns)
{
	if (!room->trying || now_ns < room->next_ns)
		return false;
	privilege_raise(PRIVILEGE_COUNT);
	for (int type = 0; type < CORE_TYPES; type++)
		if (groups->type[type].tree)
			try_type(room, groups, (enum core_type)type, sys);
	privilege_raise(PRIVILEGE_PROC);
	room->next_ns = now_ns + NEXT_NS;
	room->tries++;
	room->trying = node_room_may_grow(room, groups) &&
		       room->tries < (is_enough(room, groups) ? TRIES : TRIES_MOST);
	return !room->trying;
}

void node_room_apply(const struct node_room *room, struct node_groups *groups)
{
	for (int type = 0; type < CORE_TYPES; type++)
		if (groups->type[type].tree)
			set_room(&groups->type[type].room, room->best[type]);
}

bool node_room_may_grow(const struct node_room *room, const struct node_groups *groups)
{
	for (int type = 0; type < CORE_TYPES; type++)
		if (groups->type[type].tree &&
		    room->best[type] < most_for(room, groups, (enum core_type)type))
			return true;
	return false;
}
