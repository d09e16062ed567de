/* SPDX-License-Identifier: GPL-2.0-only */
/* The names by which perf knows nodes below level 2 and their events. */
#include "config.h"
#include "ui/detail/node_lines.h"

#include "tests/fixtures/fixture_nodes.h"

static struct tree_event event;
static struct tree_node tree_nodes[2];
static const struct tree tree = { .event_table = &event, .n_events = 1, .node_table = tree_nodes, .n_nodes = 2 };
static struct family family;

/* A node below memory bound with this event under the cursor. */
static struct cursor_node begin(const char *name, bool precise)
{
	struct cursor_node cursor;

	event = (struct tree_event){ .name = name, .precise = precise };
	tree_nodes[0] = (struct tree_node){ .slug = "tma_memory_bound", .level = 2,
					    .metric = M_MEMORY_BOUND, .sample = 0 };
	tree_nodes[1] = (struct tree_node){ .slug = "tma_dram_bound", .level = 3, .metric = M_NONE,
					    .sample = 0 };
	family = *fixture_machine.family;
	family.tree[TYPE_CORE] = family.tree[TYPE_ATOM] = &tree;
	fixture_machine.family = &family;
	ui.detail.open = true;
	ui.detail.below = 1;
	assert_true(cursor_node_find(&ui, &cursor));
	return cursor;
}

static const char *printed(const char *name, bool precise)
{
	static char text[192];
	const struct cursor_node cursor = begin(name, precise);

	return cursor_node_print_event(&ui, &cursor, text, sizeof(text)) ? text : NULL;
}

NODES_TEST(an_event_has_the_name_that_perf_lists)
{
	assert_string_equal(printed("MEM_LOAD_RETIRED.L3_MISS", true), "mem_load_retired.l3_miss:pp");
	assert_string_equal(printed("ARITH.DIV_ACTIVE", false), "arith.div_active");
}

NODES_TEST(what_is_changed_of_an_event_are_terms_of_perf)
{
	assert_string_equal(printed("UOPS_RETIRED.MS:c1:e1", false), "cpu/uops_retired.ms,cmask=1,edge=1/");
	assert_string_equal(printed("IDQ.MS_UOPS:c8:i1:eq1", true), "cpu/idq.ms_uops,cmask=8,inv=1,eq=1/pp");
	assert_string_equal(printed("OCR.DEMAND_RFO:m0x103b800002", false),
			    "cpu/ocr.demand_rfo,offcore_rsp=0x103b800002/");
	assert_string_equal(printed("A.B:u0xfc", false), "cpu/a.b,umask=0xfc/");
	assert_null(printed("A.B:what", false));
	assert_null(printed("A.B:c", false));
}

NODES_TEST(of_a_hybrid_the_pmu_is_named)
{
	struct cursor_node cursor = begin("MEM_LOAD_RETIRED.L3_MISS", true);
	char text[192];

	family.hybrid = true;
	assert_true(cursor_node_print_event(&ui, &cursor, text, sizeof(text)));
	assert_string_equal(text, "cpu_core/mem_load_retired.l3_miss/pp");
	ui.detail.below_type = TYPE_ATOM;
	assert_true(cursor_node_find(&ui, &cursor));
	assert_true(cursor_node_print_event(&ui, &cursor, text, sizeof(text)));
	assert_string_equal(text, "cpu_atom/mem_load_retired.l3_miss/pp");
}

NODES_TEST(a_metric_is_named_as_the_perf_of_this_cpu_names_it)
{
	const struct cursor_node cursor = begin("A.B", false);

	assert_string_equal(cursor_node_metric(&ui, &cursor), "tma_dram_bound");
	family.perf_metrics = PERF_PLAIN;
	assert_string_equal(cursor_node_metric(&ui, &cursor), "dram_bound");
	family.perf_metrics = PERF_NONE;
	assert_null(cursor_node_metric(&ui, &cursor));
}

NODES_TEST(a_node_without_an_event_has_that_of_a_node_above_but_none_of_level_2)
{
	struct cursor_node cursor = begin("A.B", false);

	assert_int_equal(cursor.sampled, 1);
	tree_nodes[1].sample = -1;
	assert_true(cursor_node_find(&ui, &cursor));
	assert_int_equal(cursor.sampled, -1);
	assert_null(cursor_node_event(&cursor));
}

NODES_TEST(without_a_node_below_level_2_there_is_none)
{
	struct cursor_node cursor = begin("A.B", false);

	ui.detail.below = 0;
	assert_false(cursor_node_find(&ui, &cursor));
}
