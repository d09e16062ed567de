/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Packing of the trees of all cores, in the room that tdtop's own events leave on each. Whether a
 * group fits is checked by trying all ways to give its events counters, not by the code under test.
 */
#include "config.h"
#include "model/tree/tree_groups.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "model/tree/trees.h"
#include "tests/fixtures/test.h"

#define BITS(n) ((1U << (n)) - 1)
#define N_ROOMS(rooms) (sizeof(rooms) / sizeof((rooms)[0]))

#define LISTED(name) &name,
static const struct tree *const trees[] = { TREES(LISTED) };
#define N_TREES (sizeof(trees) / sizeof(trees[0]))

static struct tree_groups groups;

/* cycles: the first of the counters is taken by the cycles that lead each group. */
static struct tree_room room_of(const struct tree *tree, int counters, bool smt, bool cycles)
{
	(void)tree;
	return (struct tree_room){
		.counters = BITS(counters), .cycles = true, .cycles_general = cycles,
		.has_cycles = true, .has_instructions = true, .has_slots = true,
		.machine = { .known = true, .smt = smt }, .offcore = 2, .frontend = 1,
	};
}

static struct tree_code *compiled(const struct tree *tree)
{
	struct tree_code *code;
	struct err err = { "" };

	if (tree_compile(tree, &code, &err))
		fail_msg("%s", err.text);
	return code;
}

/* ---- an independent check: tries all ways ---- */

static bool goes_on(const struct tree *tree, const uint16_t *events, size_t n, uint32_t free,
		    const struct tree_room *room)
{
	const struct tree_event *event;

	if (!n)
		return true;
	event = &tree->events[events[0]];
	if (event->origin != TREE_COUNTED &&
	    !(event->origin == TREE_CYCLES && room->cycles_general))
		return goes_on(tree, events + 1, n - 1, free, room);
	for (int i = 0; i < 32; i++)
		if (free >> i & 1 && (!event->counters || event->counters >> i & 1) &&
		    goes_on(tree, events + 1, n - 1, free & ~(1U << i), room))
			return true;
	return false;
}

static int different_msrs(const struct tree *tree, const struct tree_group *group, bool offcore)
{
	int n = 0;

	for (size_t i = 0; i < group->n; i++) {
		const struct tree_event *event = &tree->events[group->event[i]];
		const unsigned code = event->config & 0xff;
		const bool is_offcore = code == 0xb7 || code == 0xbb || code == 0x2a || code == 0x2b;
		bool first = event->config1 && is_offcore == offcore;

		for (size_t j = 0; j < i && first; j++)
			first = tree->events[group->event[j]].config1 != event->config1;
		n += first;
	}
	return n;
}

static void check_group(const struct tree *tree, const struct tree_group *group,
			const struct tree_room *room)
{
	if (!goes_on(tree, group->event, group->n, room->counters, room) ||
	    different_msrs(tree, group, true) > 2 || different_msrs(tree, group, false) > 1)
		fail_msg("%s: a group does not fit", tree->name);
	for (size_t i = 0; i < group->n; i++)
		for (size_t j = 0; j < i; j++)
			assert_int_not_equal(group->event[i], group->event[j]);
}

/* ---- every node of every tree ---- */

static bool in_group(const struct tree_group *group, size_t event)
{
	for (size_t i = 0; i < group->n; i++)
		if (group->event[i] == event)
			return true;
	return false;
}

static bool in_some_group(size_t event)
{
	for (size_t i = 0; i < groups.n; i++)
		if (in_group(&groups.group[i], event))
			return true;
	return false;
}

static bool is_counted(const struct tree_event *event)
{
	return event->origin == TREE_COUNTED || event->origin == TREE_FIXED;
}

/* What the groups say of a node: whole in one, torn, or not countable. */
static void check_node(const struct tree_code *code, size_t node, const struct tree_room *room)
{
	const struct tree *tree = tree_of_code(code);
	const int of = groups.of_node[node];
	struct tree_event_set set;
	uint16_t own[TREE_EVENTS_MAX + 1];
	size_t n = 0;

	tree_events_on(code, node, &room->machine, &set, NULL);
	if (room->cycles && room->cycles_general)
		own[n++] = groups.group[0].event[0];
	for (size_t i = 0; i < tree->n_events; i++) {
		if (!tree_event_set_has(&set, i) || !is_counted(&tree->events[i]))
			continue;
		own[n++] = (uint16_t)i;
		if (of >= 0 ? !in_group(&groups.group[of], i) : of == -1 && !in_some_group(i))
			fail_msg("%s, %s: %s is not counted", tree->name, tree->nodes[node].slug,
				 tree->events[i].name);
	}
	if (of == -1 && n <= 8 && goes_on(tree, own, n, room->counters, room) &&
	    tree_fits(tree, own, n, room))
		fail_msg("%s: %s is torn", tree->name, tree->nodes[node].slug);
}

static void pack_and_check(const struct tree_code *code, const uint64_t *nodes,
			   const struct tree_room *room)
{
	const struct tree *tree = tree_of_code(code);

	tree_pack(code, nodes, room, &groups);
	for (size_t i = 0; i < groups.n; i++)
		check_group(tree, &groups.group[i], room);
	for (size_t i = 0; i < tree->n_nodes; i++)
		if (nodes[i / 64] >> i % 64 & 1)
			check_node(code, i, room);
}

static void set_children(const struct tree *tree, int parent, uint64_t *nodes)
{
	memset(nodes, 0, TREE_NODES_MAX / 8);
	for (int i = tree_child(tree, parent, -1); i >= 0; i = tree_child(tree, parent, i))
		nodes[i / 64] |= 1ULL << i % 64;
}

static void set_level(const struct tree *tree, int level, uint64_t *nodes)
{
	memset(nodes, 0, TREE_NODES_MAX / 8);
	for (size_t i = 0; i < tree->n_nodes; i++)
		if (level ? tree->nodes[i].level == level : tree->nodes[i].level > 2)
			nodes[i / 64] |= 1ULL << i % 64;
}
/* ---- the table of counts ---- */

static const char *const opened[] = {
	"tma_memory_bound", "tma_core_bound", "tma_fetch_latency", "tma_fetch_bandwidth",
	"tma_branch_mispredicts", "tma_machine_clears", "tma_heavy_operations",
	"tma_light_operations",
};

int main(void)
{
	static const struct { int n; bool smt, cycles; } rooms[] = { {8,1,0},{7,1,0},{7,1,1},{6,1,1},{6,1,0},{5,1,0},{4,1,0},{4,0,0},{3,1,0},{8,0,0} };
	for (size_t t = 0; t < N_TREES; t++) {
		struct tree_code *code = compiled(trees[t]);
		for (size_t r = 0; r < N_ROOMS(rooms); r++) {
			struct tree_room room = room_of(trees[t], rooms[r].n, rooms[r].smt, rooms[r].cycles);
			uint64_t nodes[TREE_NODES_MAX / 64];
			clock_t c; int torn = 0, imp = 0;
			if (rooms[r].n > trees[t]->counters && rooms[r].smt) continue;
			printf("%-16s %d%s%s:", trees[t]->name, rooms[r].n, rooms[r].cycles ? "c" : " ", rooms[r].smt ? "smt" : "   ");
			for (size_t i = 0; i < 8; i++) {
				int node = tree_find(trees[t], opened[i]);
				if (node < 0) { printf(" -"); continue; }
				set_children(trees[t], node, nodes);
				pack_and_check(code, nodes, &room);
				printf(" %zu", groups.n);
			}
			printf(" |");
			for (int level = 3; level <= 6; level++) {
				set_level(trees[t], level, nodes);
				pack_and_check(code, nodes, &room);
				printf(" %zu", groups.n);
			}
			set_level(trees[t], 0, nodes);
			c = clock();
			tree_pack(code, nodes, &room, &groups);
			c = clock() - c;
			pack_and_check(code, nodes, &room);
			for (size_t i = 0; i < trees[t]->n_nodes; i++) if (trees[t]->nodes[i].level>2) { torn += groups.of_node[i] == -1; imp += groups.of_node[i] == -2; }
			printf(" | all %zu torn %d none %d %.1f ms\n", groups.n, torn, imp, c / 1e3);
		}
		tree_code_free(code);
	}
	return 0;
}
