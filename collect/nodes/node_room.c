/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * How much room there is for opened nodes: free counters, tried; what the machine has; what gives way. See
 * live_nodes_parts.h.
 */
#include "config.h"
#include "collect/nodes/live_nodes_parts.h"

#include <errno.h>
#include <string.h>

#include "collect/sys/privilege.h"
#include "model/snapshot/row.h"
#include "model/tree/tree_expr.h"

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

/* ---- the core types whose nodes are counted ---- */

int node_types_find(struct node_groups *groups, const struct cores *cores, const struct family *family,
		    struct err *err)
{
	bool some = false;

	for (size_t i = 0; i < cores->n; i++) {
		const struct pmu *pmu = &cores->group[i].pmu;
		struct node_type *type = &groups->type[pmu->core_type];

		if (!family->tree[pmu->core_type])
			continue;
		type->tree = family->tree[pmu->core_type];
		type->pmu = pmu;
		some = true;
	}
	return some ? 0 : err_set(err, ENOENT, "nothing below level %d is known of %s; what is "
				  "above is counted as usual", family->levels, family->name);
}

/*
 * What expressions ask of it. Each thread is counted on its own, never a core as a whole. Level 2
 * that rotates gives way to opened nodes (collect/slice/room.h).
 */
static struct tree_machine machine_of(const struct machine *machine, enum core_type type)
{
	return (struct tree_machine){ .known = true, .smt = machine_has_siblings(machine),
				      .pmem = machine->pmem,
				      .own_level_2 = family_levels_at_once(machine->family,
									   type) < 2 };
}

void node_types_see_machine(struct node_groups *groups, const struct machine *machine)
{
	for (int i = 0; i < CORE_TYPES; i++)
		groups->type[i].room.machine = machine_of(machine, (enum core_type)i);
}

void node_types_see_slices(struct node_groups *groups, const struct machine *machine,
			   const struct snapshot *draft)
{
	const struct row *row = snapshot_machine(draft);
	const bool hybrid = machine->family->hybrid;
	const uint32_t present = row && !hybrid ? row->numbers->counts.present : 0;

	for (int i = 0; i < CORE_TYPES; i++) {
		groups->type[i].room.has_cycles = present >> EV_CYCLES & 1;
		groups->type[i].room.has_instructions = present >> EV_INSTRUCTIONS & 1;
	}
}

void node_types_timed(const struct node_groups *groups, struct tree_event_set timed[CORE_TYPES])
{
	for (int i = 0; i < CORE_TYPES; i++) {
		const struct node_type *type = &groups->type[i];

		for (size_t node = 0; type->tree && node < type->tree->n_nodes; node++) {
			struct tree_event_set events, its;

			if (!tree_bit(groups->nodes[i], node))
				continue;
			tree_events_on(type->code, node, &type->room.machine, &events, &its);
			for (size_t word = 0; word < TREE_EVENT_WORDS; word++)
				timed[i].word[word] |= its.word[word];
		}
	}
}

const char *node_types_refused(const struct node_groups *groups, int *errnum)
{
	const char *name = NULL;

	for (int i = 0; i < CORE_TYPES; i++) {
		const struct node_type *type = &groups->type[i];

		if (!type->refused_errno)
			continue;
		name = tree_event(type->tree, type->refused_event)->name;
		*errnum = type->refused_errno;
	}
	return name;
}

/* ---- what gives way to the budget, and sentences: each says one thing, and none guesses ---- */

const struct node_shed node_sheds[NODE_SHEDS] = {
	{ EVENT_THREADS_MOST, NODE_GROUPS_MAX },
	{ EVENT_THREADS_MOST / 2, NODE_GROUPS_MAX },
	{ EVENT_THREADS_MOST / 4, NODE_GROUPS_MAX },
	{ EVENT_THREADS_MOST / 8, NODE_GROUPS_MAX },
	{ EVENT_THREADS_MOST / 8, 4 },
	{ EVENT_THREADS_MOST / 8, 2 },
	{ EVENT_THREADS_MOST / 16, 1 },
};

static void say_nodes(const struct event_remark *to, const struct node_remarks *remarks)
{
	if (remarks->starved)
		event_remark_say(to, "others hold the counters: a group of events was never on");
	if (remarks->refused && remarks->refused_errno == EBUSY)
		event_remark_say(to, "%u node%s missing: no counter is free for \"%s\"", remarks->refused,
				 plural(remarks->refused), remarks->refused_event);
	else if (remarks->refused)
		event_remark_say(to, "%u node%s missing: the kernel refuses \"%s\" (%s)", remarks->refused,
				 plural(remarks->refused), remarks->refused_event,
				 strerror(remarks->refused_errno));
	if (remarks->unfit)
		event_remark_say(to, "%u node%s missing: too few counters are free", remarks->unfit,
				 plural(remarks->unfit));
	if (remarks->region_shed)
		event_remark_say(to, "%u node%s missing: a region has too few places for events",
				 remarks->region_shed, plural(remarks->region_shed));
	if (remarks->region_full)
		event_remark_say(to, "the process has too many regions: some events are not counted");
}

static void say_budget(const struct event_remark *to, const struct node_remarks *remarks)
{
	if (remarks->shed_threads)
		event_remark_say(to, "for --budget: %u thread%s at most", remarks->shed_threads,
				 plural(remarks->shed_threads));
	if (remarks->shed)
		event_remark_say(to, "for --budget: %u node%s missing", remarks->shed,
				 plural(remarks->shed));
	if (remarks->exhausted)
		event_remark_say(to, "own cost %.1f %% of a CPU is still above --budget", remarks->own_percent);
}

void node_remark(const struct node_remarks *remarks, char *text, size_t size)
{
	const struct event_remark to = { .text = text, .size = size };

	text[0] = '\0';
	if (remarks->trouble && remarks->trouble[0])
		event_remark_say(&to, "%s", remarks->trouble);
	if (remarks->region)
		event_remark_say(&to, "process %d was in no region \"%s\" yet", remarks->region_of, remarks->region);
	event_remark_exited(&to, &remarks->missing);
	event_remark_left_out(&to, &remarks->missing);
	say_nodes(&to, remarks);
	say_budget(&to, remarks);
	if (remarks->latency && remarks->latency[0])
		event_remark_say(&to, "%s", remarks->latency);
}
