/* SPDX-License-Identifier: GPL-2.0-only */
/* Keys and clicks in the tree of a detail: nodes below level 2 are opened, closed, followed. */
#include "config.h"

#include "tests/fixtures/fixture_nodes.h"

NODES_TEST(nothing_is_requested_before_right_opens_a_node_and_then_its_row_is)
{
	AFTER("d", ":requests 0");
	AFTER("<open Memory bound>", ":requested memory_bound", "!:requested dram_bound", ":requests 1",
	      ":requested-of process", "DRAM bound", "next interval");
	assert_int_equal(nodes.request.id, PID_MEMHOG);
	AFTER("<answer>", "!next interval", "DRAM bound|~44.0");
}

NODES_TEST(right_on_an_open_node_goes_to_its_first_child_and_left_back_to_it)
{
	AFTER("d<open Memory bound>→", ":deep l1_bound", ":node mem");
	AFTER("→", ":requested l1_bound");	/* L1 bound has children as well */
	AFTER("←", "!:requested l1_bound");
	AFTER("←", ":deep", ":node mem");
}

NODES_TEST(left_closes_a_node_with_all_that_is_open_below_it)
{
	AFTER("d<open Memory bound><open DRAM bound><answer>", ":requested dram_bound");
	AFTER("<go Memory bound>←", ":requested-of nothing", "!DRAM bound");
	AFTER("<open Memory bound>", "!:requested dram_bound");
}

NODES_TEST(space_opens_and_closes_and_right_says_that_nothing_is_below_a_leaf)
{
	AFTER("d<go Core bound> ", ":requested core_bound", "Divider");
	AFTER(" ", "!Divider");
	AFTER("<open Memory bound><open Store bound>", "nothing more is known below Store bound");
}

NODES_TEST(f6_orders_siblings_by_a_column_less_and_more_by_one_beside_and_i_reverses_that_and_then_ends_it)
{
	AFTER("d<F6><", "columns are of opened nodes");
	AFTER("<open Memory bound><answer><F6>j\r→", "% ▼OF", ":deep dram_bound");
	AFTER("<go Memory bound>I→", "% ▲OF", ":deep l2_bound");
	AFTER("<go Memory bound>I→", "!▲", ":deep l1_bound");
	AFTER(">", "NODE▲");
	AFTER("><><", "NODE▲");
	AFTER("><F2>jjj <Esc>", "% ▼", "!  OF");
}

NODES_TEST(a_filter_leaves_the_nodes_that_match_with_those_above_them)
{
	AFTER("d<open Memory bound><answer>\\dram", "filter dram: 3 of 17 nodes", "DRAM bound", "Backend bound",
	      "!L1 bound", "!Retiring", ":node mem");
	AFTER("<Ctrl-U>%>5 foo>1", "unknown column \"foo\" at 5; there are NODE", "filter %>5");
	AFTER("<Esc>", "!filter", "L1 bound");
	AFTER("\\nosuch\r", "0 of 17 nodes", "no node is left: ", "Memory bound: 55");
	AFTER("→← jk<F6>\r<answer>IA<answer>", "no node is left");
	AFTER("\\<Esc><go DRAM bound>\\l1\r", ":node mem", ":deep");
	AFTER("→→→", "no node below it matches", ":deep l1_bound");
	AFTER("<Esc>d", "!filter");
}

NODES_TEST(a_search_goes_to_the_next_node_that_matches_and_n_on)
{
	AFTER("d<open Memory bound><answer>/bound\r", ":node mem", "search bound: n/N");
	AFTER("nn", ":deep l2_bound");
	AFTER("NN", ":node mem", "!:deep l1_bound");
	AFTER("/nosuch\rn", "no row matches nosuch");
	AFTER("<Esc>n", "no search yet", ":node mem");
}

NODES_TEST(leaving_the_detail_ends_the_counting)
{
	AFTER("d<open Memory bound>", ":requested-of process");
	AFTER("<Esc>", ":requested-of nothing");
	assert_int_equal(nodes.n_requests, 2);
	AFTER("d", ":requested-of nothing", "!DRAM bound");
}

NODES_TEST(a_follows_the_path_to_its_end_and_the_cursor_goes_with_it)
{
	AFTER("dA", ":followed", "following: A stops", "!A stops \u00b7 following");
	AFTER("<answer>", ":deep dram_bound");
	AFTER("<answer><answer>", ":deep mem_bandwidth");
	assert_int_equal(nodes.n_requests, 1);
	assert_true(line_has("Memory bandwidth ~31.4", "◀"));
}

NODES_TEST(a_moved_cursor_stays_where_it_is_while_the_path_is_followed)
{
	AFTER("dA<answer>k", ":deep l3_bound");
	AFTER("<answer><answer>", ":deep l3_bound", ":followed");
}

NODES_TEST(what_the_path_has_opened_stays_open_when_it_is_not_followed_and_closing_a_node_ends_that)
{
	AFTER("dA<answer><answer>A", "!:followed", ":requested memory_bound",
	      ":requested dram_bound", "Memory bandwidth");
	AFTER("A<answer><answer><go DRAM bound>←", "!:followed", ":requested memory_bound",
	      "!:requested dram_bound", "!Memory bandwidth");
}

NODES_TEST(the_sign_of_a_node_opens_it_with_a_click)
{
	int y = 0;

	(void)press("d");
	while (y < canvas.h && canvas.cells[y * canvas.w].code != 0x25b8)	/* ▸ */
		y++;
	assert_true(y < canvas.h);
	(void)click_at(0, y, false);
	NOW(":requested memory_bound", ":node mem");
	(void)click_at(4, y, false);
	NOW(":requested memory_bound");
}

NODES_TEST(a_click_selects_a_node_below_level_2)
{
	(void)press("d<open Memory bound><answer>");
	(void)click_at(26, 4, false);	/* the head of % */
	NOW("% ▼OF");
	(void)click_at(26, 4, false);
	NOW("% ▲OF");
	(void)press("I");
	(void)click_at(8, 16, false);
	assert_true(ui.detail.below >= NODE_L1 && ui.detail.below <= NODE_STORE);
}

NODES_TEST(where_nothing_can_be_counted_right_says_why)
{
	ui.nodes.seams.requests = NULL;
	ui.nodes.seams.why_not = "not without the right to count";
	AFTER("d", "!▸");
	AFTER("→", "not without the right to count");
	AFTER("A", "not without the right to count");
}

NODES_TEST(of_a_cpu_without_a_tree_nothing_below_level_2_is_known)
{
	static struct family family;

	family = *fixture_machine.family;
	family.tree[TYPE_CORE] = NULL;
	family.name = "Arm (stall_slot events) hybrid";
	family.levels = 1;
	fixture_machine.family = &family;
	AFTER("d→", "nothing below level 1 is known of Arm (stall_slot events) hybrid", "!A follow");
}

NODES_TEST(what_has_exited_is_not_counted)
{
	(void)press("d");
	ui.detail.row.exited = true;
	AFTER("→", "it has exited: nothing is left to count");
}

NODES_TEST(the_nodes_of_level_1_are_always_open)
{
	AFTER("d<Home> ", "what is below Retiring is always listed");
	AFTER("→", ":node light");
}

NODES_TEST(a_core_has_no_nodes_of_its_own_and_a_cpu_and_the_machine_have_them)
{
	AFTER("cjd→", "counted of one CPU (c) or the machine (D)");
	AFTER("<Esc>j\r<open Memory bound>", ":requested-of cpu");
	AFTER("D<open Memory bound>", ":requested-of machine");
}

NODES_TEST(values_of_another_row_are_not_shown)
{
	(void)press("d<open Memory bound><answer>");
	newest->opened.id = PID_COMPUTE;
	assert_false(line_has("DRAM bound", "44"));
	newest->opened.id = PID_MEMHOG;
	newest->opened.start_ns++;
	assert_false(line_has("DRAM bound", "44"));
}

NODES_TEST(frozen_time_shows_what_was_open_then)
{
	AFTER("d<open Memory bound><answer>z<go Memory bound>←", "!DRAM bound");
	AFTER("→", "DRAM bound|~44.0");
}

NODES_TEST(a_recording_shows_what_it_has_without_a_collector)
{
	struct tree_request recorded = { .serial = 1, .scope = LIVE_PROCESS, .id = PID_MEMHOG,
					 .open[TYPE_CORE] = { 1 << NODE_MEMORY } };
	struct snapshot *next = fixture_snapshot(2);

	(void)press("d");
	recorded.start_ns = ui.detail.row.start_ns;
	fixture_nodes_fill(next, &recorded);
	fixture_machine.source = "replay";
	next_snapshot(next);
	assert_true(line_has("DRAM bound", "~44.0"));
	AFTER("<Home><go Memory bound>←", "!DRAM bound");
	AFTER("→", "DRAM bound|~44.0", ":requests 0");
	AFTER("D→", "nodes below level 2 were recorded of process 2311 then");
	fixture_machine.source = "switch";
}

NODES_TEST(an_average_has_the_newest_values)
{
	AFTER("d<open Memory bound><answer>a", "DRAM bound|~44.0");
	assert_true(ui.snapshot->intervals > 0);
}

NODES_TEST(an_option_opens_details_down_to_its_level_another_one_a_node_and_the_cursor_is_on_it)
{
	ui.nodes.seams.level = 4;
	AFTER("d", ":requested memory_bound", ":requested dram_bound", ":requested core_bound",
	      "!:requested mem_latency");
	AFTER("<Esc>", ":requested-of nothing");
	ui.nodes.seams.level = 0;
	ui.nodes.seams.node = "tma_dram_bound";
	AFTER("d", ":requested memory_bound", ":requested dram_bound", "!:requested core_bound", ":deep dram_bound");
}

NODES_TEST(the_text_has_the_commands_of_perf_for_the_node_and_the_path_those_above)
{
	AFTER("<size 200x60>d<open Memory bound><answer><go DRAM bound>",
	      "detail › Backend bound › Memory bound › DRAM bound",
	      "perf stat -M tma_dram_bound -p 2311 -- sleep 10",
	      "perf record -e mem_load_retired.l3_miss:pp -p 2311 -- sleep 10");
	AFTER("<go Store bound>", "It has no event of its own: this is that of Memory bound.");
	AFTER("<open Core bound><go Divider>",
	      "perf record -e cpu/arith.div_active,cmask=1/ -p 2311", "no precise event");
}

NODES_TEST(a_and_the_keys_of_deep_levels_open_the_detail_of_the_selected_row)
{
	AFTER("A", ":detail", ":follow");
	AFTER("<Esc>3", ":detail", "!:follow", "L1 bound");
	AFTER("A", ":follow");
}
