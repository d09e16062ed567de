/* SPDX-License-Identifier: GPL-2.0-only */
/* The walk from a process to its code, live: keys and requests; with a fake sampler. */
#include "config.h"

#include "tests/fixtures/fixture_nodes.h"
#include "tests/fixtures/fixture_sampler.h"
#include "ui/code_views/code_keys.h"
#include "ui/code_views/code_list.h"
#include "ui/code_views/code_live.h"
#include "ui/code_views/code_state.h"

/* From the detail of memhog. */
static void open_functions_of_memory(void)
{
	sampler_open_detail(ROW_PROCESS, PID_MEMHOG);
	detail_move_to(&ui.detail, M_MEMORY_BOUND);
	(void)press("\r");
}

SAMPLER_UI_TEST(enter_on_a_node_samples_its_event_and_shows_the_functions)
{
	open_functions_of_memory();
	assert_int_equal(sampler_requested()->scope, LIVE_PROCESS);
	assert_int_equal(sampler_requested()->id, PID_MEMHOG);
	NOW(":sampled node", ":sampled-for mem");
	assert_false(sampler_requested()->any_node);
	assert_true(shows("sampling begins"));
	AFTER("<samples>", "functions|% of L3 misses", "functions|Memory bound", "hash_probe|memhog");
}

SAMPLER_UI_TEST(enter_on_a_node_below_level_2_samples_its_event_or_that_of_the_node_above)
{
	static struct family family;
	const struct family *before = fixture_machine.family;

	family = *before;
	family.tree[TYPE_CORE] = &fixture_nodes_tree;
	fixture_machine.family = &family;
	sampler_open_detail(ROW_PROCESS, PID_MEMHOG);
	detail_move_below(&ui.detail, &fixture_nodes_tree, TYPE_CORE, NODE_BANDWIDTH);
	AFTER("\r", ":sampled node");
	assert_int_equal(sampler_requested()->below, NODE_DRAM);
	assert_true(shows("DRAM bound"));
	(void)press_code(KEYCODE_ESCAPE);
	detail_move_below(&ui.detail, &fixture_nodes_tree, TYPE_CORE, NODE_STORE);
	(void)press("\r");
	assert_int_equal(sampler_requested()->below, 0);
	assert_int_equal(sampler_requested()->node, M_MEMORY_BOUND);
	fixture_machine.family = before;
}

SAMPLER_UI_TEST(a_function_leads_to_its_blocks_by_taken_branches_and_a_block_to_its_code)
{
	AFTER("h<samples>↓\r", ":code-view blocks", ":sampled branches", "sampling begins");
	AFTER("<samples>", "main+0x16");
	AFTER("\r", ":code-view code", "!:asked", ":sampled branches");
}

SAMPLER_UI_TEST(the_instructions_of_a_block_have_the_samples_of_the_functions)
{
	(void)canvas_resize(&canvas, 200, 60);
	sampler.branches = FIXTURE_CODE_LATER;	/* 1600 in this block */
	open_functions_of_memory();
	sampler_answer(true);				/* 2600 */
	(void)press("\r<samples>\r");
	assert_int_equal(code_list_shown(&ui.code)->n_all, 1);
	assert_true(shows("2.60k"));
	assert_true(shows("SHARE%: L3 misses") || shows("samples at instructions: L3 misses"));
}

SAMPLER_UI_TEST(esc_leads_back_from_blocks_to_functions_by_their_event)
{
	open_functions_of_memory();
	AFTER("<samples>\r<samples><Esc>", ":sampled node", ":sampled-for mem");
	/* What was there before is shown at once, and until there is something newer. */
	NOW("hash_probe", "% of L3 misses");
	AFTER("<samples none>", "hash_probe");
	AFTER("<samples>", "% of L3 misses");
	AFTER("<Esc>", "!:code", ":detail");
}

SAMPLER_UI_TEST(without_branch_stacks_a_function_leads_to_its_code)
{
	sampler.no_branches = true;
	AFTER("h<samples>\r", ":code-view code");
	assert_false(fixture_sampler_look() && sampler.request.live.what != LIVE_OF_NODE);
}

SAMPLER_UI_TEST(leaving_the_walk_closes_what_is_sampled)
{
	AFTER("h<samples><Esc>", "!:code", ":asked");
	assert_int_equal(sampler.request.live.scope, LIVE_NOTHING);
	assert_int_equal(sampler.wakes, sampler.requests);
}

SAMPLER_UI_TEST(nothing_is_sampled_before_a_key_asks)
{
	AFTER("d2↓<Esc>", "!:asked");
}

SAMPLER_UI_TEST(b_samples_taken_branches_and_h_the_event_of_functions_again)
{
	AFTER("b", ":sampled branches");
	AFTER("<samples>", "near_taken", "main+0x54");
	AFTER("h", ":sampled node");
	assert_true(sampler_requested()->any_node);
}

SAMPLER_UI_TEST(branches_blocks_and_paths_are_made_of_the_same_samples)
{
	AFTER("b<samples><look>o", "!:asked");
	assert_non_null(ui.code.of.profile);
}

SAMPLER_UI_TEST(k_samples_callers_unless_each_sample_has_them)
{
	AFTER("h<samples>c", ":sampled calls");
	(void)press_code(KEYCODE_ESCAPE);
	sampler.no_branches = true;
	AFTER("h<samples><look>c", "!:asked");
}

SAMPLER_UI_TEST(levels_are_of_functions_that_have_topdown)
{
	AFTER("h2", "sampling begins: which levels there are");
	AFTER("<samples>2", "needs an event for each class, which cannot be sampled here");
	AFTER("d", "this event has no TopDown of functions");
	AFTER("b1", "levels 1 and 2 are of functions");
}

SAMPLER_UI_TEST(a_level_of_nodes_below_call_stacks_is_of_an_event_that_has_them)
{
	(void)press("h<samples>c<samples>");
	ui.code.steps[ui.code.n_steps++].view = CODE_NODES;
	ui.code.news.events[0].levels = ui.code.news.events[1].levels = 2;
	ui.code.news.events[0].has_calls = false;
	ui.code.news.events[1].has_calls = true;
	assert_int_equal(code_live_of_level(&ui.code, 2), 1);
}

SAMPLER_UI_TEST(e_shows_the_next_event_that_the_machine_can_sample_but_not_the_same_one_with_callers)
{
	(void)press("h<samples>");
	for (int event = FAKE_L3_MISSES; event <= FAKE_TAKEN; event++) {
		(void)press("e");
		assert_int_equal(sampler_requested()->event, event);
		sampler_answer(true);
		assert_true(shows(event == FAKE_L3_MISSES ? "l3_miss" : "near_taken"));
	}
	AFTER("e", ":sampled event 3");
	AFTER("<samples>e", ":sampled event 1");
}

SAMPLER_UI_TEST(e_skips_events_that_the_view_cannot_be_made_of)
{
	AFTER("b<samples><look>e", "!:asked", "no other event");
}

SAMPLER_UI_TEST(an_event_chosen_by_e_stays_on_the_way_back_to_functions)
{
	AFTER("h<samples>e<samples>b", ":sampled branches");
	AFTER("<samples>h", ":sampled event", ":sampled event 1");
}

SAMPLER_UI_TEST(every_row_that_has_code_can_be_sampled)
{
	static const struct {
		enum row_kind kind;
		enum live_scope scope;
		const char *path;
	} rows[] = {
		{ ROW_MACHINE, LIVE_MACHINE, "all processes" },
		{ ROW_CPU, LIVE_CPU, "cpu" },
		{ ROW_PROCESS, LIVE_PROCESS, "memhog" },
		{ ROW_THREAD, LIVE_THREAD, "thread memhog" },
		{ ROW_USER, LIVE_USER, "alice" },
		{ ROW_CGROUP, LIVE_CGROUP, "functions" },
		{ ROW_NAME, LIVE_NAME, "functions" },
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		const struct row *row = &newest->table[rows[i].kind].rows[0];

		assert_true(newest->table[rows[i].kind].n > 0);
		detail_open(&ui, row);
		(void)press("h");
		assert_int_equal(sampler_requested()->scope, rows[i].scope);
		assert_int_equal(sampler_requested()->id, row->id);
		assert_int_equal(sampler_requested()->start_ns, row->start_ns);
		assert_true(line_has("functions", rows[i].path));
		(void)press_code(KEYCODE_ESCAPE);
		ui.detail.open = false;
	}
}

SAMPLER_UI_TEST(rows_without_code_of_their_own_say_what_to_choose)
{
	(void)press("cc");
	sampler_open_detail(ROW_SOCKET, 0);
	AFTER("h", "!:code", "choose a CPU");
	sampler_open_detail(ROW_PROCESS, PID_EXITED);
	AFTER("b", "!:code", "it has exited", "!:asked");
}

SAMPLER_UI_TEST(the_profile_of_another_row_is_never_shown_for_this_one)
{
	(void)press("h<samples><Esc>↓h");
	assert_null(ui.code.of.profile);
	NOW("!hash_probe", "sampling begins");
}

SAMPLER_UI_TEST(windows_of_time_are_for_recordings)
{
	(void)press("h<samples><look>");
	for (const char *key = "[]{}()"; *key; key++)
		AFTER(((char[]){ *key, '\0' }), "only recordings have windows", "!:asked");
}

SAMPLER_UI_TEST(s_forgets_the_samples_so_far)
{
	AFTER("h<samples><look>s", ":asked", ":sampled node", "sampling begins", "!hash_probe");
}

SAMPLER_UI_TEST(a_frozen_profile_stays_while_sampling_goes_on)
{
	(void)press("h<samples>z");
	sampler.live.sampled = 1;
	AFTER("<samples>", "FROZEN", "!:asked");
	(void)press("z");
	(void)code_take(&ui.code, 2);
	assert_true(shows("1 of 4 threads"));
}

SAMPLER_UI_TEST(a_baseline_outlives_the_samples_that_come_after_it)
{
	(void)press("h<samples><look>x");
	assert_true(fixture_sampler_look());	/* what is compared begins now */
	AFTER("<samples><samples>", "DIFF");
	AFTER("e<samples>", "DIFF");
	AFTER("x", "!DIFF");
}

static bool fake_export(void *data, enum code_export format, const struct profile *profile)
{
	assert_non_null(profile);
	assert_int_not_equal(format, CODE_EXPORT_PERF);
	return true;
}

static bool fake_exported(void *data, char *text, size_t size)
{
	if (text)
		(void)snprintf(text, size, "written to tdtop.bolt");
	return true;
}

SAMPLER_UI_TEST(a_live_profile_is_written_for_compilers_while_sampling_goes_on_but_no_perf_data_of_sums)
{
	ui.code.seams.export = fake_export;
	ui.code.seams.exported = fake_exported;
	AFTER("b<samples>Eb<samples>", "writing");
	assert_true(code_export_take(&ui.code));
	assert_true(shows("written to tdtop.bolt"));
	AFTER("Ep", "nothing written: perf.data has each stack");
}

SAMPLER_UI_TEST(the_list_goes_on_behind_the_walk)
{
	AFTER("h<samples><next>", "hash_probe");
	AFTER("<Esc>", "COMMAND", ":seq 2");
}

SAMPLER_UI_TEST(where_nothing_can_be_sampled_h_is_help_and_b_says_why)
{
	ui.code.seams = (struct code_seams){ .why_not = "no rights to sample: ask root" };
	AFTER("b", "no rights to sample");
	AFTER("h", ":help");
}

SAMPLER_UI_TEST(keys_of_code_say_so_while_what_is_sampled_is_still_opened)
{
	ui.code.seams = (struct code_seams){ .why_not = NULL };
	ui.opening = true;
	AFTER("h", "!:help", "still opening");
	AFTER("jo", "still opening");
	state_opened(&ui, &(struct ui_options){ .code = NULL });
	assert_string_equal(ui.message, "");
}
