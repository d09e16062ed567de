/* SPDX-License-Identifier: GPL-2.0-only */
/* Looking up nodes of a tree, and what is opened of it. */
#include "config.h"
#include "model/tree/tree.h"

#include "collect/perf/perf_binary.h"
#include "model/tree/opened.h"
#include "tests/fixtures/test_main.h"

/* backend { memory { dram { bandwidth }, l1 }, core }, frontend */
enum { BACKEND, MEMORY, DRAM, BANDWIDTH, L1, CORE, FRONTEND };

static const struct tree_node nodes[] = {
	[BACKEND] = { .slug = "tma_backend_bound", .level = 1,
		      .metric = M_BACKEND_BOUND },
	[MEMORY] = { .slug = "tma_memory_bound", .level = 2,
		     .metric = M_MEMORY_BOUND },
	[DRAM] = { .slug = "tma_dram_bound", .level = 3, .metric = M_NONE },
	[BANDWIDTH] = { .slug = "tma_mem_bandwidth", .level = 4, .metric = M_NONE },
	[L1] = { .slug = "tma_l1_bound", .level = 3, .metric = M_NONE },
	[CORE] = { .slug = "tma_core_bound", .level = 2,
		   .metric = M_CORE_BOUND },
	[FRONTEND] = { .slug = "tma_frontend_bound", .level = 1,
		       .metric = M_FRONTEND_BOUND },
};

static const struct tree tree = { .name = "test", .node_table = nodes,
				  .n_nodes = sizeof(nodes) / sizeof(nodes[0]) };

TEST(a_node_is_found_by_its_slug_with_and_without_its_prefix)
{
	assert_int_equal(tree_find(&tree, "tma_dram_bound"), DRAM);
	assert_int_equal(tree_find(&tree, "dram_bound"), DRAM);
	assert_int_equal(tree_find(&tree, "tma_dram"), -1);
	assert_int_equal(tree_find(&tree, ""), -1);
}

TEST(a_node_is_found_by_the_name_it_had_before_tma_5_2)
{
	static const struct tree_node renamed[] = {
		{ .slug = "tma_cxl_mem_bound", .level = 3 },
		{ .slug = "tma_l3_miss_bound", .level = 3 },
	};
	static const struct tree newer = { .name = "newer", .node_table = renamed, .n_nodes = 2 };

	assert_int_equal(tree_find(&newer, "tma_dram_bound"), 1);
	assert_int_equal(tree_find(&newer, "dram_bound"), 1);
	assert_int_equal(tree_find(&newer, "tma_pmm_bound"), 0);
	assert_int_equal(tree_find(&newer, "tma_l1_hit_latency"), -1);
}

TEST(a_node_has_the_name_that_the_installed_perf_knows_and_the_other_one_beside_it)
{
	static const struct {
		const char *slug, bytes[48], *name, *other, *since;
		bool missing;
	} of[] = {
		{ "tma_l3_miss_bound", "\0tma_dram_bound", "tma_dram_bound", "tma_l3_miss_bound",
		  NULL, false },
		{ "tma_l3_miss_bound", "\0tma_dram_bound\0tma_l3_miss_bound", "tma_l3_miss_bound",
		  "tma_dram_bound", NULL, false },
		{ "tma_ms", "\0tma_ms_x\0 tma_ms\0x", "tma_ms", "", "newer than 6.12", true },
		{ "tma_c01_wait", "\0tma_c01_wait", "tma_c01_wait", "", "6.12", false },
		{ "tma_retiring", "", "tma_retiring", "", NULL, false },
	};

	for (size_t i = 0; i < sizeof(of) / sizeof(of[0]); i++) {
		struct perf_names names = { 0 };
		struct perf_name name;

		perf_binary_search(of[i].bytes, sizeof(of[i].bytes), &names);
		name = perf_name_of(of[i].slug, &names);
		assert_string_equal(name.name, of[i].name);
		assert_string_equal(name.other ? name.other : "", of[i].other);
		assert_int_equal(name.missing, of[i].missing);
		assert_true(name.since == of[i].since || !strcmp(name.since, of[i].since));
	}
	assert_string_equal(perf_name_of("tma_local_mem", NULL).other, "tma_local_dram");
}

TEST(level_2_is_counted_where_the_slices_do_not_tell_it)
{
	static const struct tree only = { .name = "only", .node_table = nodes, .only_level_1 = true,
					  .n_nodes = sizeof(nodes) / sizeof(nodes[0]) };

	assert_true(tree_is_counted(&tree, DRAM));
	assert_false(tree_is_counted(&tree, MEMORY));
	assert_false(tree_is_counted(&tree, BACKEND));
	assert_true(tree_is_counted(&only, MEMORY));
	assert_false(tree_is_counted(&only, BACKEND));
}

TEST(levels_1_and_2_are_found_by_their_metric)
{
	assert_int_equal(tree_of_metric(&tree, M_MEMORY_BOUND), MEMORY);
	assert_int_equal(tree_of_metric(&tree, M_RETIRING), -1);
	assert_int_equal(tree_of_metric(&tree, M_NONE), -1);
}

TEST(children_come_in_the_order_of_the_tree)
{
	assert_int_equal(tree_child(&tree, MEMORY, -1), DRAM);
	assert_int_equal(tree_child(&tree, MEMORY, DRAM), L1);
	assert_int_equal(tree_child(&tree, MEMORY, L1), -1);
	assert_int_equal(tree_child(&tree, BACKEND, -1), MEMORY);
	assert_int_equal(tree_child(&tree, BACKEND, MEMORY), CORE);
	assert_int_equal(tree_child(&tree, FRONTEND, -1), -1);
}

TEST(the_roots_are_the_children_of_none)
{
	assert_int_equal(tree_child(&tree, -1, -1), BACKEND);
	assert_int_equal(tree_child(&tree, -1, BACKEND), FRONTEND);
	assert_int_equal(tree_child(&tree, -1, FRONTEND), -1);
}

TEST(the_deepest_level_of_no_tree_is_2)
{
	assert_int_equal(tree_deepest(&tree), 4);
	assert_int_equal(tree_deepest(NULL), 2);
}

TEST(to_count_a_node_its_parents_are_opened)
{
	uint64_t open[TREE_NODE_WORDS] = { 0 };

	tree_open_node(&tree, DRAM, open);
	assert_int_equal(open[0], 1U << BACKEND | 1U << MEMORY | 1U << DRAM);
}

TEST(to_count_a_level_all_nodes_above_it_are_opened)
{
	uint64_t open[TREE_NODE_WORDS] = { 0 };

	tree_open_levels(&tree, 3, open);
	assert_int_equal(open[0], 1U << BACKEND | 1U << MEMORY | 1U << CORE | 1U << FRONTEND);
	assert_true(tree_bit(open, MEMORY));
	assert_false(tree_bit(open, DRAM));
	assert_false(tree_bit(open, TREE_NODES_MAX - 1));
}

TEST(an_opened_node_is_found_by_its_core_type)
{
	static const struct opened opened = {
		.scope = LIVE_PROCESS, .n = 2,
		.node = { { .core_type = TYPE_CORE, .node = DRAM },
			  { .core_type = TYPE_ATOM, .node = L1 },
			  { .core_type = TYPE_CORE, .node = L1 } },	/* not counted by .n */
	};

	assert_ptr_equal(opened_find(&opened, TYPE_CORE, DRAM), &opened.node[0]);
	assert_ptr_equal(opened_find(&opened, TYPE_ATOM, L1), &opened.node[1]);
	assert_null(opened_find(&opened, TYPE_CORE, L1));
}
