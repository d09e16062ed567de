/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Packing of the trees of all cores, in the room that tdtop's own events leave on each. Whether a
 * group fits is checked by trying all ways to give its events counters, not by the code under test.
 */
#include "config.h"
#include "model/tree/tree_groups.h"

#include "model/cores/trees.h"
#include "model/tree/opened.h"
#include "tests/fixtures/fixture_small_tree.h"
#include "tests/fixtures/test_main.h"

#define BITS(n) ((1U << (n)) - 1)
#define N_ROOMS(rooms) (sizeof(rooms) / sizeof((rooms)[0]))

#define LISTED(name) &name,
static const struct tree *const trees[] = { TREES(LISTED) };
#define N_TREES (sizeof(trees) / sizeof(trees[0]))

static struct tree_groups groups;

/* ---- an independent check: tries all ways ---- */

/* Of a core with four counters, tables say "0 to 3" of what without SMT all eight can count. */
static bool can_count(const struct tree *tree, const struct tree_event *event, int counter)
{
	const bool all_four = tree->counters == 4 && event->counters == 15 && !event->precise;

	return !event->counters || all_four || event->counters >> counter & 1;
}

static bool goes_on(const struct tree *tree, const uint16_t *events, size_t n, uint32_t free,
		    const struct tree_room *room)
{
	const struct tree_event *event;

	if (!n)
		return true;
	event = tree_event(tree, events[0]);
	if (event->origin != TREE_COUNTED && !(event->origin == TREE_CYCLES && room->cycles_general))
		return goes_on(tree, events + 1, n - 1, free, room);
	for (int i = 0; i < 32; i++)
		if (free >> i & 1 && can_count(tree, event, i) &&
		    goes_on(tree, events + 1, n - 1, free & ~(1U << i), room))
			return true;
	return false;
}

static int different_msrs(const struct tree *tree, const struct tree_group *group, bool offcore)
{
	int n = 0;

	for (size_t i = 0; i < group->n; i++) {
		const struct tree_event *event = tree_event(tree, group->event[i]);
		const unsigned code = event->config & 0xff;
		const bool is_offcore = code == 0xb7 || code == 0xbb || code == 0x2a || code == 0x2b;
		bool first = event->config1 && is_offcore == offcore;

		for (size_t j = 0; j < i && first; j++)
			first = tree_event(tree, group->event[j])->config1 != event->config1;
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

static bool one_msr_each(const struct tree *tree, const uint16_t *events, size_t n)
{
	struct tree_group group = { .n = n };

	memcpy(group.event, events, n * sizeof(*events));
	return different_msrs(tree, &group, true) <= 2 && different_msrs(tree, &group, false) <= 1;
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
		if (!tree_event_set_has(&set, i) || !is_counted(tree_event(tree, i)))
			continue;
		own[n++] = (uint16_t)i;
		if (of >= 0 ? !in_group(&groups.group[of], i) : of == -1 && !in_some_group(i))
			fail_msg("%s, %s: %s is not counted", tree->name, tree_node(tree, node)->slug,
				 tree_event(tree, i)->name);
	}
	if (of == -1 && n <= 8 && one_msr_each(tree, own, n) && goes_on(tree, own, n, room->counters, room))
		fail_msg("%s: %s is torn", tree->name, tree_node(tree, node)->slug);
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

/* ---- rooms ---- */

/* What is free beside tdtop's own group; the numbers of tests/lab and of the emulated PMU. */
struct free_room {
	int counters;
	bool smt;
	bool cycles_general;	/* the cycles that lead a group take one of them */
};

static const struct free_room large[] = {	/* eight counters, and the slots on a fixed one */
	{ 8, true, false }, { 7, true, false }, { 7, true, true }, { 6, true, true },
	{ 6, true, false }, { 5, true, false }, { 4, true, false }, { 8, false, false },
};
static const struct free_room small[] = {	/* four with SMT */
	{ 4, true, false }, { 3, true, false }, { 4, false, false }, { 8, false, false },
};

static struct tree_room room_of(const struct free_room *free)
{
	return (struct tree_room){
		.counters = BITS(free->counters), .cycles = true,
		.cycles_general = free->cycles_general, .has_cycles = true,
		.has_instructions = true, .has_slots = true,
		.machine = { .known = true, .smt = free->smt }, .offcore = 2, .frontend = 1,
	};
}

static size_t rooms_of(const struct tree *tree, const struct free_room **rooms)
{
	*rooms = tree->counters > 4 ? large : small;
	return tree->counters > 4 ? N_ROOMS(large) : N_ROOMS(small);
}

static void clear(uint64_t *nodes)
{
	memset(nodes, 0, TREE_NODE_WORDS * sizeof(*nodes));
}

static void set_node(const struct tree *tree, int node, uint64_t *nodes)
{
	clear(nodes);
	nodes[node / 64] |= 1ULL << node % 64;
}

static void set_children(const struct tree *tree, int parent, uint64_t *nodes)
{
	clear(nodes);
	for (int i = tree_child(tree, parent, -1); i >= 0; i = tree_child(tree, parent, i))
		nodes[i / 64] |= 1ULL << i % 64;
}

/* level 0: all that are counted. */
static void set_level(const struct tree *tree, int level, uint64_t *nodes)
{
	clear(nodes);
	for (size_t i = 0; i < tree->n_nodes; i++)
		if (level ? tree_node(tree, i)->level == level : tree_is_counted(tree, i))
			nodes[i / 64] |= 1ULL << i % 64;
}

/* ---- tests ---- */

typedef void choose_nodes(const struct tree *tree, int of, uint64_t *nodes);

/* Packs what is chosen of each node, or of level 0, in all rooms: so many groups at most, or with three counters. */
static void pack_in_every_room(choose_nodes *choose, bool each_node, size_t most, size_t most_with_3)
{
	const struct free_room *rooms;
	uint64_t nodes[TREE_NODE_WORDS];

	for (size_t t = 0; t < N_TREES; t++) {
		struct tree_code *code = compiled_tree(trees[t]);
		const size_t n_rooms = rooms_of(trees[t], &rooms), n = each_node ? trees[t]->n_nodes : 1;

		for (size_t i = 0; i < n * n_rooms; i++) {
			const struct free_room *free = &rooms[i % n_rooms];
			const struct tree_room room = room_of(free);

			choose(trees[t], (int)(i / n_rooms), nodes);
			pack_and_check(code, nodes, &room);
			assert_in_range(groups.n, !each_node, free->counters > 3 ? most : most_with_3);
			if (choose == set_node && groups.of_node[i / n_rooms] >= 0)
				assert_int_equal(groups.n, 1);
		}
		tree_code_free(code);
	}
}

TEST(each_node_alone_is_whole_if_its_events_fit_together)
{
	pack_in_every_room(set_node, true, SIZE_MAX, SIZE_MAX);
}

TEST(the_children_of_each_node_are_counted_in_few_groups)
{
	pack_in_every_room(set_children, true, 5, 6);
}

/* No tree needs more than its limit: it was found with many more trials. */
TEST(whole_trees_are_packed)
{
	pack_in_every_room(set_level, false, 38, 52);
}

/* ---- the table of counts ---- */

/* clang-format off */
static const char *const opened[] = {
	"tma_memory_bound", "tma_core_bound", "tma_fetch_latency", "tma_fetch_bandwidth",
	"tma_branch_mispredicts", "tma_machine_clears", "tma_heavy_operations",
	"tma_light_operations",
};
#define OPENED (sizeof(opened) / sizeof(opened[0]))
#define LEVELS 4		/* 3 to 6 */

/*
 * Groups for the children of each of these nodes, then for whole levels. A packing by events needed,
 * where nodes may be torn, gives these over the tables of Linux 6.12. With 7 counters: 3 2 2 1 1 1 1
 * 2 and 9 10 5 1. With 6: 4 2 2 1 1 1 1 2 and 9 10 5 1. With 4: 3 3 2 2 3 3 2 3 and 12 15 9 3.
 */
static const struct expected {
	const struct tree *tree;
	struct free_room room;
	size_t groups[OPENED], levels[LEVELS];
} table[] = {
	{ &tree_intel_spr, { 8, true, false }, { 1, 2, 2, 2, 1, 1, 1, 2 }, { 7, 11, 5, 2 } },
	{ &tree_intel_spr, { 7, true, false }, { 1, 2, 2, 2, 1, 1, 1, 2 }, { 8, 11, 6, 2 } },
	{ &tree_intel_spr, { 6, true, false }, { 1, 2, 2, 2, 1, 1, 1, 3 }, { 9, 13, 7, 3 } },
	{ &tree_intel_spr, { 7, true, true },  { 1, 2, 2, 2, 1, 1, 1, 3 }, { 9, 13, 7, 3 } },
	{ &tree_intel_icx, { 6, true, false }, { 2, 2, 2, 2, 1, 1, 1, 1 }, { 8, 13, 6, 3 } },
	{ &tree_intel_icx, { 5, true, false }, { 2, 2, 2, 2, 1, 1, 1, 2 }, { 9, 14, 8, 3 } },
	{ &tree_intel_skx, { 4, true, false }, { 3, 2, 2, 2, 1, 1, 2, 2 }, { 12, 19, 11, 6 } },
	{ &tree_intel_skx, { 3, true, false }, { 3, 3, 3, 2, 1, 1, 2, 3 }, { 15, 22, 15, 11 } },
	{ &tree_intel_skx, { 8, false, false }, { 2, 1, 1, 1, 1, 1, 1, 1 }, { 6, 9, 6, 3 } },
	{ &tree_intel_lnl, { 7, true, false }, { 1, 2, 2, 3, 2, 1, 1, 3 }, { 10, 10, 3, 2 } },
	{ &tree_intel_hsx, { 4, true, false }, { 2, 3, 3, 2, 0, 0, 2, 0 }, { 9, 13, 5, 4 } },
	{ &tree_intel_snb, { 4, true, false }, { 2, 3, 2, 0, 0, 0, 2, 3 }, { 9, 3, 2, 0 } },
};
/* clang-format on */

static bool is_expected(const struct expected *row, const struct tree_code *code,
			const uint64_t *nodes, size_t expected)
{
	const struct tree_room room = room_of(&row->room);

	pack_and_check(code, nodes, &room);
	print_message(" %zu", groups.n);
	return groups.n == expected;
}

TEST(opened_nodes_and_levels_need_as_many_groups_as_this_table_says)
{
	uint64_t nodes[TREE_NODE_WORDS];
	bool all = true;

	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
		const struct expected *row = &table[i];
		struct tree_code *code = compiled_tree(row->tree);

		print_message("%-16s %d%s%s:", row->tree->name, row->room.counters,
			      row->room.cycles_general ? ", cycles one of them" : "",
			      row->room.smt ? "" : ", no SMT");
		for (size_t j = 0; j < OPENED; j++) {
			set_children(row->tree, tree_find(row->tree, opened[j]), nodes);
			all &= is_expected(row, code, nodes, row->groups[j]);
		}
		print_message(" |");
		for (size_t j = 0; j < LEVELS; j++) {
			set_level(row->tree, (int)j + 3, nodes);
			all &= is_expected(row, code, nodes, row->levels[j]);
		}
		set_level(row->tree, 0, nodes);
		print_message(" | all");
		(void)is_expected(row, code, nodes, 0);
		print_message("\n");
		tree_code_free(code);
	}
	assert_true(all);
}
