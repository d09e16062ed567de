/* SPDX-License-Identifier: GPL-2.0-only */
/* Keys and clicks in the tree of a detail: nodes below level 2 are opened, closed, followed. */
#include "config.h"

#include "tests/fixtures/fixture_nodes.h"
#include "ui/mouse.h"

static bool is_wished(enum fixture_node node)
{
	return tree_bit(nodes_wished()->open[TYPE_CORE], (size_t)node);
}

/* Of memhog, in its detail. */
static void open_memory(void)
{
	(void)press("d");
	nodes_open("Memory bound");
}

NODES_TEST(nothing_is_wished_before_a_key_asks)
{
	(void)press("d");
	(void)nodes_wished();
	assert_int_equal(nodes.n_wishes, 0);
}

NODES_TEST(right_opens_a_node_and_its_row_is_wished)
{
	open_memory();
	assert_true(is_wished(NODE_MEMORY));
	assert_false(is_wished(NODE_DRAM));
	assert_int_equal(nodes.n_wishes, 1);
	assert_int_equal(nodes.wish.scope, LIVE_PROCESS);
	assert_int_equal(nodes.wish.id, PID_MEMHOG);
	assert_true(shows("DRAM bound"));
	assert_true(shows("next interval"));
	nodes_answer();
	assert_false(shows("next interval"));
	assert_true(line_has("DRAM bound", "~44.0"));
}

NODES_TEST(right_on_an_open_node_goes_to_its_first_child_and_left_back_to_it)
{
	open_memory();
	(void)press_code(KEYCODE_RIGHT);
	assert_int_equal(ui.detail.deep, NODE_L1);
	assert_int_equal(ui.detail.node, M_MEMORY_BOUND);
	(void)press_code(KEYCODE_RIGHT);	/* L1 bound has children as well */
	assert_true(is_wished(NODE_L1));
	(void)press_code(KEYCODE_LEFT);
	assert_false(is_wished(NODE_L1));
	(void)press_code(KEYCODE_LEFT);
	assert_int_equal(ui.detail.deep, 0);
	assert_int_equal(ui.detail.node, M_MEMORY_BOUND);
}

NODES_TEST(left_closes_a_node_with_all_that_is_open_below_it)
{
	open_memory();
	nodes_open("DRAM bound");
	nodes_answer();
	assert_true(is_wished(NODE_DRAM));
	assert_true(nodes_go_to("Memory bound"));
	(void)press_code(KEYCODE_LEFT);
	assert_int_equal(nodes_wished()->scope, LIVE_NOTHING);
	assert_false(shows("DRAM bound"));
	nodes_open("Memory bound");
	assert_false(is_wished(NODE_DRAM));
}

NODES_TEST(space_opens_and_closes)
{
	(void)press("d");
	assert_true(nodes_go_to("Core bound"));
	(void)press(" ");
	assert_true(is_wished(NODE_CORE));
	assert_true(shows("Divider"));
	assert_false(shows_after(" ", "Divider"));
}

NODES_TEST(leaving_the_detail_ends_the_counting)
{
	open_memory();
	assert_int_equal(nodes_wished()->scope, LIVE_PROCESS);
	(void)press_code(KEYCODE_ESCAPE);
	assert_int_equal(nodes_wished()->scope, LIVE_NOTHING);
	assert_int_equal(nodes.n_wishes, 2);
	(void)press("d");
	assert_int_equal(nodes_wished()->scope, LIVE_NOTHING);
	assert_false(shows("DRAM bound"));
}

NODES_TEST(a_leaf_says_that_nothing_is_below_it)
{
	open_memory();
	nodes_open("Store bound");
	assert_true(shows("nothing more is known below Store bound"));
}

NODES_TEST(a_follows_the_path_to_its_end_and_the_cursor_goes_with_it)
{
	(void)press("dA");
	assert_true(nodes_wished()->follow);
	nodes_answer();
	assert_int_equal(ui.detail.deep, NODE_DRAM);
	nodes_answer();
	nodes_answer();
	assert_int_equal(ui.detail.deep, NODE_BANDWIDTH);
	assert_int_equal(nodes.n_wishes, 1);
	assert_true(line_has("Memory bandwidth ~31.4", "◀"));
}

NODES_TEST(a_moved_cursor_stays_where_it_is_while_the_path_is_followed)
{
	(void)press("dA");
	nodes_answer();
	(void)press("k");
	assert_int_equal(ui.detail.deep, NODE_L3);
	nodes_answer();
	nodes_answer();
	assert_int_equal(ui.detail.deep, NODE_L3);
	assert_true(nodes_wished()->follow);
}

NODES_TEST(what_the_path_has_opened_stays_open_when_it_is_not_followed_any_more)
{
	(void)press("dA");
	nodes_answer();
	nodes_answer();
	(void)press("A");
	assert_false(nodes_wished()->follow);
	assert_true(is_wished(NODE_MEMORY) && is_wished(NODE_DRAM));
	assert_true(shows("Memory bandwidth"));
}

NODES_TEST(closing_a_node_ends_following)
{
	(void)press("dA");
	nodes_answer();
	nodes_answer();
	assert_true(nodes_go_to("DRAM bound"));
	(void)press_code(KEYCODE_LEFT);
	assert_false(nodes_wished()->follow);
	assert_true(is_wished(NODE_MEMORY));
	assert_false(is_wished(NODE_DRAM));
	assert_false(shows("Memory bandwidth"));
}

NODES_TEST(the_sign_of_a_node_opens_it_with_a_click)
{
	int y = 0;

	(void)press("d");
	while (y < canvas.h && canvas.cells[y * canvas.w].code != 0x25b8)	/* ▸ */
		y++;
	assert_true(y < canvas.h);
	(void)ui_mouse(&ui, &(struct mouse){ .act = MOUSE_CLICK, .x = 0, .y = y });
	assert_true(is_wished(NODE_MEMORY));
	assert_int_equal(ui.detail.node, M_MEMORY_BOUND);
	(void)ui_mouse(&ui, &(struct mouse){ .act = MOUSE_CLICK, .x = 4, .y = y });
	assert_true(is_wished(NODE_MEMORY));
}

NODES_TEST(a_click_selects_a_node_below_level_2)
{
	open_memory();
	nodes_answer();
	(void)ui_mouse(&ui, &(struct mouse){ .act = MOUSE_CLICK, .x = 8, .y = 16 });
	assert_true(ui.detail.deep >= NODE_L1 && ui.detail.deep <= NODE_STORE);
}

NODES_TEST(where_nothing_can_be_counted_right_says_why)
{
	ui.nodes.seams.wishes = NULL;
	ui.nodes.seams.why_not = "not without the right to count";
	assert_false(shows_after("d", "▸"));
	assert_true(shows_after("→", "not without the right to count"));
	assert_true(shows_after("A", "not without the right to count"));
}

NODES_TEST(of_a_cpu_without_a_tree_nothing_below_level_2_is_known)
{
	static struct family family;

	family = *fixture_machine.family;
	family.tree[TYPE_CORE] = NULL;
	family.name = "AMD Zen 4";
	fixture_machine.family = &family;
	assert_true(shows_after("d→", "nothing below level 2 is known of AMD Zen 4"));
	assert_false(shows("A follow"));
}

NODES_TEST(what_has_exited_is_not_counted)
{
	(void)press("d");
	ui.detail.row.exited = true;
	assert_true(shows_after("→", "it has exited: nothing is left to count"));
}

NODES_TEST(the_nodes_of_level_1_are_always_open)
{
	assert_true(shows_after("d<Home> ", "what is below Retiring is always listed"));
	(void)press_code(KEYCODE_RIGHT);
	assert_int_equal(ui.detail.node, M_LIGHT_OPERATIONS);
}

NODES_TEST(a_core_has_no_nodes_of_its_own)
{
	assert_true(shows_after("cjd→", "counted of one CPU (c) or the machine (D)"));
}

NODES_TEST(a_cpu_and_the_machine_have_them)
{
	(void)press("cjj\r");
	nodes_open("Memory bound");
	assert_int_equal(nodes_wished()->scope, LIVE_CPU);
	(void)press("D");
	nodes_open("Memory bound");
	assert_int_equal(nodes_wished()->scope, LIVE_MACHINE);
}

NODES_TEST(values_of_another_row_are_not_shown)
{
	open_memory();
	nodes_answer();
	newest->opened.id = PID_COMPUTE;
	assert_false(line_has("DRAM bound", "44"));
	newest->opened.id = PID_MEMHOG;
	newest->opened.start_ns++;
	assert_false(line_has("DRAM bound", "44"));
}

NODES_TEST(frozen_time_shows_what_was_open_then)
{
	open_memory();
	nodes_answer();
	(void)press("z");
	assert_true(nodes_go_to("Memory bound"));
	assert_false(shows_after("←", "DRAM bound"));
	(void)press_code(KEYCODE_RIGHT);
	assert_true(line_has("DRAM bound", "~44.0"));
}

NODES_TEST(a_recording_shows_what_it_has_without_a_collector)
{
	static const struct tree_wish wish = { .serial = 1, .scope = LIVE_PROCESS, .id = PID_MEMHOG,
					       .open[TYPE_CORE] = { 1 << NODE_MEMORY } };
	struct tree_wish recorded = wish;
	struct snapshot *next = fixture_snapshot(2);

	(void)press("d");
	recorded.start_ns = ui.detail.row.start_ns;
	fixture_nodes_fill(next, &recorded);
	fixture_machine.source = "replay";
	next_snapshot(next);
	assert_true(line_has("DRAM bound", "~44.0"));
	(void)press_code(KEYCODE_HOME);
	assert_true(nodes_go_to("Memory bound"));
	assert_false(shows_after("←", "DRAM bound"));
	(void)press_code(KEYCODE_RIGHT);
	assert_true(line_has("DRAM bound", "~44.0"));
	(void)nodes_wished();
	assert_int_equal(nodes.n_wishes, 0);
	(void)press("D→");
	assert_true(shows("nodes below level 2 were recorded of process 2311 then"));
	fixture_machine.source = "switch";
}

NODES_TEST(an_average_has_the_newest_values)
{
	open_memory();
	nodes_answer();
	(void)press("a");
	assert_true(ui.snapshot->intervals > 0);
	assert_true(line_has("DRAM bound", "~44.0"));
}

NODES_TEST(an_option_opens_details_down_to_its_level)
{
	ui.nodes.seams.level = 4;
	(void)press("d");
	assert_true(is_wished(NODE_MEMORY) && is_wished(NODE_DRAM) && is_wished(NODE_CORE));
	assert_false(is_wished(NODE_LATENCY));
	(void)press_code(KEYCODE_ESCAPE);
	assert_int_equal(nodes_wished()->scope, LIVE_NOTHING);
}

NODES_TEST(an_option_opens_a_node_and_the_cursor_is_on_it)
{
	ui.nodes.seams.node = "tma_dram_bound";
	(void)press("d");
	assert_true(is_wished(NODE_MEMORY) && is_wished(NODE_DRAM));
	assert_false(is_wished(NODE_CORE));
	assert_int_equal(ui.detail.deep, NODE_DRAM);
}

NODES_TEST(the_text_has_the_commands_of_perf_for_the_node)
{
	(void)canvas_resize(&canvas, 200, 60);
	open_memory();
	nodes_answer();
	assert_true(nodes_go_to("DRAM bound"));
	assert_true(shows("perf stat -M tma_dram_bound -p 2311 -- sleep 10"));
	assert_true(shows("perf record -e mem_load_retired.l3_miss:pp -p 2311 -- sleep 10"));
	assert_true(nodes_go_to("Store bound"));
	assert_true(shows("It has no event of its own: this is that of Memory bound."));
	nodes_open("Core bound");
	assert_true(nodes_go_to("Divider"));
	assert_true(shows("perf record -e cpu/arith.div_active,cmask=1/ -p 2311"));
	assert_true(shows("no precise event"));
}

NODES_TEST(the_path_names_the_nodes_above)
{
	(void)canvas_resize(&canvas, 132, 40);
	open_memory();
	assert_true(nodes_go_to("DRAM bound"));
	assert_true(shows("detail › Backend bound › Memory bound › DRAM bound"));
}

NODES_TEST(a_in_a_list_is_still_for_ascii)
{
	(void)press("A");
	assert_true(ui.ascii);
	(void)press("dA");
	assert_true(ui.ascii);
	assert_true(ui.nodes.follow);
}
