/* SPDX-License-Identifier: GPL-2.0-only */
/* Packing of small trees made by hand; those of real cores are in test-tree_packing.c. */
#include "config.h"
#include "model/tree/tree_groups.h"

#include "tests/fixtures/fixture_small_tree.h"
#include "tests/fixtures/test_main.h"

#define EVENTS 24
#define NODES 12
#define ALL_4 0xfU

enum { CYCLES = 20, INSTRUCTIONS, SLOTS, REFERENCE };

static struct tree_event events[EVENTS];
static char names[EVENTS][8];
static struct tree_node nodes[NODES];
static struct tree tree = { .name = "Test", .event_table = events, .n_events = EVENTS, .node_table = nodes };
static struct tree_groups groups;

static const struct tree_room four = {
	.counters = ALL_4, .has_cycles = true, .has_instructions = true, .has_slots = true,
	.offcore = 2, .frontend = 1,
};
static struct tree_room room;	/* of a test that changes it */

/* Events E0 to E19 are counted on all counters. */
SETUP
{
	room = four;
	memset(nodes, 0, sizeof(nodes));
	tree.n_nodes = 0;
	for (int i = 0; i < EVENTS; i++) {
		(void)snprintf(names[i], sizeof(names[i]), "E%d", i);
		events[i] = (struct tree_event){ .name = names[i], .config = 0x100U + (unsigned)i };
	}
	events[CYCLES].origin = TREE_CYCLES;
	events[INSTRUCTIONS].origin = TREE_INSTRUCTIONS;
	events[SLOTS].origin = TREE_SLOTS;
	events[REFERENCE].origin = TREE_FIXED;
}

static void add(const char *expression)
{
	static const char *const slugs[NODES] = { "n0", "n1", "n2", "n3", "n4", "n5",
						  "n6", "n7", "n8", "n9", "n10", "n11" };

	nodes[tree.n_nodes] = (struct tree_node){ .slug = slugs[tree.n_nodes], .level = 3,
						  .expression = expression,
						  .threshold = "" };
	tree.n_nodes++;
}

static void pack(const struct tree_room *in)
{
	const uint64_t all[TREE_NODES_MAX / 64] = { (1ULL << tree.n_nodes) - 1 };
	struct tree_code *code = compiled_tree(&tree);

	tree_pack(code, all, in, &groups);
	tree_code_free(code);
}

/* The events of each group, and the group of each node: "0 1 20 | 2 3", "0 1 -1". */
static void pack_is(const struct tree_room *in, const char *events_of, const char *of_nodes)
{
	char text[128] = "", of[64] = "";

	pack(in);
	for (size_t g = 0; g < groups.n; g++)
		for (size_t i = 0; i < groups.group[g].n; i++)
			(void)snprintf(text + strlen(text), sizeof(text) - strlen(text), "%s%d",
				       i ? " " : g ? " | " : "", groups.group[g].event[i]);
	for (size_t i = 0; i < tree.n_nodes; i++)
		(void)snprintf(of + strlen(of), sizeof(of) - strlen(of), i ? " %d" : "%d", groups.of_node[i]);
	assert_string_equal(text, events_of);
	assert_string_equal(of, of_nodes);
}

TEST(nodes_that_share_events_are_in_one_group)
{
	add("E0 + E1 + E2");
	add("E4 + E5 + E6");
	add("E1 + E2 + E3");
	add("E6 + E7");
	pack_is(&four, "0 1 2 3 | 4 5 6 7", "0 1 0 1");
}

TEST(what_comes_from_the_slices_needs_no_group)
{
	add("E20 + E21 + E22");
	add("E0 / E20");
	pack_is(&four, "0", "-2 0");
}

TEST(events_of_fixed_counters_need_no_general_one)
{
	room.has_instructions = false;
	add("E0 + E1 + E2 + E3 + E21 + E23");
	pack_is(&room, "0 1 2 3 21 23", "0");
}

TEST(cycles_lead_each_group_and_may_take_a_counter)
{
	room.cycles = true;
	add("(E0 + E1 + E2 + E3) / E20");
	add("E4 / E20");
	pack_is(&room, "20 0 1 2 3 | 20 4", "0 1");
	room.cycles_general = true;
	pack(&room);
	assert_int_equal(groups.of_node[0], -1);
	assert_int_equal(groups.n, 2);
}

TEST(only_cycles_of_a_group_are_in_a_group)
{
	room.cycles = true;
	room.has_cycles = false;
	add("E20");
	pack_is(&room, "20", "0");
}

TEST(an_event_that_no_counter_counts_is_in_no_group)
{
	events[1].counters = 1U << 5;
	room.has_slots = false;
	add("E0 + E1");
	add("E2 + E22");
	add("E3");
	pack_is(&room, "3", "-2 -2 0");
}

TEST(a_node_that_is_too_large_is_torn)
{
	add("E0 + E1 + E2 + E3 + E4 + E5");
	add("E6 + E7");
	pack(&four);
	assert_int_equal(groups.n, 2);
	assert_int_equal(groups.of_node[0], -1);
	assert_true(groups.of_node[1] >= 0);
}

TEST(events_with_the_same_counter_are_in_different_groups)
{
	events[0].counters = events[1].counters = 1U << 2;
	add("E0");
	add("E1");
	pack(&four);
	assert_int_equal(groups.n, 2);
}

TEST(events_move_to_other_counters_for_the_sake_of_others)
{
	const uint16_t chain[] = { 0, 1, 2, 3 };

	events[0].counters = 3;
	events[1].counters = 6;
	events[2].counters = 12;
	events[3].counters = 1;
	assert_true(tree_fits(&tree, chain, 4, &four));
	events[2].counters = 3;
	assert_true(tree_fits(&tree, chain, 4, &four) == false);
}

TEST(two_offcore_responses_fit_in_a_group_and_one_frontend_event)
{
	const uint16_t three[] = { 0, 1, 2 }, fronts[] = { 4, 5 };

	for (unsigned i = 0; i < 3; i++)
		events[i] = (struct tree_event){ .name = names[i], .config = 0x1b7,
						 .config1 = 0x10 + i };
	events[4].config = events[5].config = 0x1c6;
	events[4].config1 = 0x11;
	events[5].config1 = 0x12;
	assert_true(tree_fits(&tree, three, 2, &four));
	assert_false(tree_fits(&tree, three, 3, &four));
	events[2].config1 = 0x10;
	assert_true(tree_fits(&tree, three, 3, &four));
	assert_true(tree_fits(&tree, fronts, 1, &four));
	assert_false(tree_fits(&tree, fronts, 2, &four));
}

TEST(groups_are_the_same_each_time)
{
	static struct tree_groups before;

	add("E0 + E1 + E2");
	add("E3 + E4 + E5");
	add("E6 + E7");
	add("E8 + E9");
	add("E0 + E9");
	add("E3 + E7");
	pack(&four);
	before = groups;
	pack(&four);
	assert_memory_equal(&before, &groups, sizeof(groups));
}
