/* SPDX-License-Identifier: GPL-2.0-only */
/* The walk from a process to its code, live: keys, wishes, what is said; with a fake sampler. */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "model/snapshot/finish.h"
#include "tests/fixtures/fixture_sampler.h"
#include "tests/fixtures/fixture_ui.h"
#include "tests/fixtures/test.h"
#include "ui/state/code_export.h"
#include "ui/state/code_list.h"
#include "ui/state/code_state.h"
#include "ui/state/code_views.h"
#include "ui/views/screen.h"

static int setup(void **state)
{
	(void)fixture_ui_setup(state);
	ui.code.seams = fixture_sampler_open();
	ui.code.views = code_views;
	screen_draw(&ui, &canvas);
	return 0;
}

static int teardown(void **state)
{
	(void)fixture_ui_teardown(state);
	fixture_sampler_close();
	return 0;
}

#define LIVE_TEST(function) cmocka_unit_test_setup_teardown(function, setup, teardown)

/* The sampler answers, and the UI takes it. */
static void answer(bool samples)
{
	fixture_sampler_answer(samples);
	(void)code_take(&ui.code, 1);
	screen_draw(&ui, &canvas);
}

static const struct live_wish *wished(void)
{
	(void)fixture_sampler_look();
	return &sampler.wish.live;
}

/* Opens the row of this kind and id as the lists do: by its detail. */
static void open_detail(enum row_kind kind, int32_t id)
{
	const struct row *row = snapshot_find(newest, kind, id);

	assert_non_null(row);
	detail_open(&ui, row);
}

TEST(enter_on_a_node_samples_its_event_and_shows_the_functions)
{
	open_detail(ROW_PROCESS, PID_MEMHOG);
	detail_move_to(&ui.detail, M_MEMORY_BOUND);
	(void)press("\r");
	assert_int_equal(wished()->scope, LIVE_PROCESS);
	assert_int_equal(wished()->id, PID_MEMHOG);
	assert_int_equal(wished()->what, LIVE_OF_NODE);
	assert_int_equal(wished()->node, M_MEMORY_BOUND);
	assert_false(wished()->any_node);
	assert_true(shows("sampling begins"));
	answer(true);
	assert_true(line_has("functions", "% of L3 misses"));
	assert_true(line_has("functions", "Memory bound"));
	assert_true(line_has("hash_probe", "memhog"));
}

TEST(a_function_leads_to_its_blocks_by_taken_branches_and_a_block_to_its_code)
{
	(void)press("h");
	answer(true);
	(void)press_code(KEYCODE_DOWN);
	(void)press("\r");
	assert_int_equal(ui.code.steps[1].view, CODE_BLOCKS);
	assert_int_equal(wished()->what, LIVE_OF_BRANCHES);
	assert_true(shows("sampling begins"));
	answer(true);
	assert_true(shows("main+0x16"));
	(void)press("\r");
	assert_int_equal(ui.code.steps[2].view, CODE_BLOCK);
	assert_false(fixture_sampler_look());
	assert_int_equal(wished()->what, LIVE_OF_BRANCHES);
}

TEST(the_instructions_of_a_block_have_the_samples_of_the_functions)
{
	(void)canvas_resize(&canvas, 200, 60);
	sampler.branches = FIXTURE_CODE_LATER;	/* 1600 in this block */
	open_detail(ROW_PROCESS, PID_MEMHOG);
	detail_move_to(&ui.detail, M_MEMORY_BOUND);
	(void)press("\r");
	answer(true);				/* 2600 */
	(void)press("\r");
	answer(true);
	(void)press("\r");
	assert_int_equal(code_list_shown(&ui.code)->n_all, 1);
	assert_true(shows("2.60k"));
	assert_true(shows("SHARE%: L3 misses") || shows("samples at instructions: L3 misses"));
}

TEST(esc_leads_back_from_blocks_to_functions_by_their_event)
{
	open_detail(ROW_PROCESS, PID_MEMHOG);
	detail_move_to(&ui.detail, M_MEMORY_BOUND);
	(void)press("\r");
	answer(true);
	(void)press("\r");
	answer(true);
	(void)press_code(KEYCODE_ESCAPE);
	assert_int_equal(wished()->what, LIVE_OF_NODE);
	assert_int_equal(wished()->node, M_MEMORY_BOUND);
	/* What was there before is shown at once, and until there is something newer. */
	assert_true(shows("hash_probe"));
	assert_true(shows("% of L3 misses"));
	answer(false);
	assert_true(shows("hash_probe"));
	answer(true);
	assert_true(shows("% of L3 misses"));
	(void)press_code(KEYCODE_ESCAPE);
	assert_false(ui.code.open);
	assert_true(ui.detail.open);
}

TEST(without_branch_stacks_a_function_leads_to_its_code)
{
	sampler.no_branches = true;
	(void)press("h");
	answer(true);
	(void)press("\r");
	assert_int_equal(ui.code.steps[1].view, CODE_BLOCK);
	assert_false(fixture_sampler_look() && sampler.wish.live.what != LIVE_OF_NODE);
}

TEST(leaving_the_walk_closes_what_is_sampled)
{
	(void)press("h");
	answer(true);
	(void)press_code(KEYCODE_ESCAPE);
	assert_false(ui.code.open);
	assert_true(fixture_sampler_look());
	assert_int_equal(sampler.wish.live.scope, LIVE_NOTHING);
	assert_int_equal(sampler.wakes, sampler.wishes);
}

TEST(nothing_is_sampled_before_a_key_asks)
{
	(void)press("d2");
	(void)press_code(KEYCODE_DOWN);
	(void)press_code(KEYCODE_ESCAPE);
	assert_false(fixture_sampler_look());
}

TEST(b_samples_taken_branches_and_h_the_event_of_functions_again)
{
	(void)press("b");
	assert_int_equal(wished()->what, LIVE_OF_BRANCHES);
	answer(true);
	assert_true(shows("near_taken"));
	assert_true(shows("main+0x54"));
	(void)press("h");
	assert_int_equal(wished()->what, LIVE_OF_NODE);
	assert_true(wished()->any_node);
}

TEST(branches_blocks_and_paths_are_made_of_the_same_samples)
{
	(void)press("b");
	answer(true);
	(void)fixture_sampler_look();
	(void)press("o");
	assert_false(fixture_sampler_look());
	assert_non_null(ui.code.profile);
}

TEST(k_samples_callers_unless_each_sample_has_them)
{
	(void)press("h");
	answer(true);
	(void)press("k");
	assert_int_equal(wished()->what, LIVE_OF_CALLS);
	(void)press_code(KEYCODE_ESCAPE);
	sampler.no_branches = true;
	(void)press("h");
	answer(true);
	(void)fixture_sampler_look();
	(void)press("k");
	assert_false(fixture_sampler_look());
}

TEST(e_shows_the_next_event_that_the_machine_can_sample)
{
	(void)press("h");
	answer(true);
	(void)press("e");
	assert_int_equal(wished()->what, LIVE_OF_EVENT);
	assert_int_equal(wished()->event, FAKE_L3_MISSES);
	answer(true);
	assert_true(shows("l3_miss"));
	(void)press("e");
	assert_int_equal(wished()->event, FAKE_TAKEN);
}

TEST(e_skips_the_same_event_with_callers)
{
	(void)press("h");
	answer(true);
	for (int event = FAKE_L3_MISSES; event <= FAKE_TAKEN; event++) {
		(void)press("e");
		assert_int_equal(wished()->event, event);
		answer(true);
	}
	(void)press("e");
	assert_int_equal(wished()->event, FAKE_CALLS);
	answer(true);
	(void)press("e");
	assert_int_equal(wished()->event, FAKE_L3_MISSES);
}

TEST(e_skips_events_that_the_view_cannot_be_made_of)
{
	(void)press("b");
	answer(true);
	(void)fixture_sampler_look();
	(void)press("e");
	assert_false(fixture_sampler_look());
	assert_true(shows("no other event"));
}

TEST(an_event_chosen_by_e_stays_on_the_way_back_to_functions)
{
	(void)press("h");
	answer(true);
	(void)press("e");
	answer(true);
	(void)press("b");
	assert_int_equal(wished()->what, LIVE_OF_BRANCHES);
	answer(true);
	(void)press("h");
	assert_int_equal(wished()->what, LIVE_OF_EVENT);
	assert_int_equal(wished()->event, FAKE_L3_MISSES);
}

TEST(every_row_that_has_code_can_be_sampled)
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
		assert_int_equal(wished()->scope, rows[i].scope);
		assert_int_equal(wished()->id, row->id);
		assert_int_equal(wished()->start_ns, row->start_ns);
		assert_true(line_has("functions", rows[i].path));
		(void)press_code(KEYCODE_ESCAPE);
		ui.detail.open = false;
	}
}

TEST(of_watched_tasks_the_path_says_which)
{
	struct snapshot *next = fixture_draft(2);

	fixture_make_watched(next, "your processes");
	assert_int_equal(snapshot_finish(next), 0);
	next_snapshot(next);
	(void)press("Dh");
	assert_int_equal(wished()->scope, LIVE_MACHINE);
	assert_true(line_has("functions", "your processes"));
	fixture_machine.watched[0] = '\0';
}

TEST(rows_without_code_of_their_own_say_what_to_choose)
{
	(void)press("cc");
	open_detail(ROW_SOCKET, 0);
	(void)press("h");
	assert_false(ui.code.open);
	assert_true(shows("choose a CPU"));
	open_detail(ROW_PROCESS, PID_EXITED);
	(void)press("b");
	assert_false(ui.code.open);
	assert_true(shows("it has exited"));
	assert_false(fixture_sampler_look());
}

TEST(the_state_line_says_how_much_is_sampled_and_what_it_costs)
{
	(void)canvas_resize(&canvas, 250, 60);
	sampler.live.threads = 340;
	sampler.live.sampled = 12;
	sampler.live.part = .97;
	sampler.live.lost = 17;
	(void)press("b");
	answer(true);
	assert_true(shows("sampling 12 of 340 threads, 97 % of its slots"));
	assert_true(shows("near_taken:pp/400009"));
	assert_true(shows("3,732 stacks in 24 s"));
	assert_true(shows("bias 2.1 %"));
	assert_true(shows("own cost 0.3 %"));
	assert_true(shows("lost 17 samples"));
	assert_false(shows("reading"));
}

TEST(what_sampling_takes_from_the_lists_is_said)
{
	(void)canvas_resize(&canvas, 200, 60);
	sampler.live.slots_running = .91;
	(void)snprintf(sampler.live.remark, sizeof(sampler.live.remark), "period doubled: --budget");
	(void)press("h");
	answer(true);
	assert_true(shows("slots counted 91 % of the time"));
	assert_true(shows("period doubled: --budget"));
}

TEST(a_long_remark_stands_in_whole_below_the_rows)
{
	(void)snprintf(sampler.live.remark, sizeof(sampler.live.remark),
		       "12 threads are left out: no more memory may be locked (raise "
		       "kernel.perf_event_mlock_kb)");
	(void)press("h");
	answer(true);
	assert_true(shows("kernel.perf_event_mlock_kb"));
	(void)canvas_resize(&canvas, 80, 11);	/* no room below the rows */
	assert_false(shows("kernel.perf_event_mlock_kb"));
}

TEST(an_event_that_is_not_precise_skids)
{
	(void)press("h");
	answer(true);
	assert_false(shows("skids"));
	sampler.live.precise = 0;
	answer(true);
	assert_true(shows("skids"));
}

TEST(a_new_state_is_drawn_without_a_new_profile)
{
	(void)press("h");
	answer(true);
	assert_false(code_take(&ui.code, 2));
	sampler.live.sampled = 3;
	fixture_sampler_answer(false);
	assert_true(code_take(&ui.code, 3));
	assert_non_null(ui.code.profile);
	fixture_sampler_answer(false);
	assert_false(code_take(&ui.code, 4));
}

TEST(profiles_of_which_rows_are_made_slowly_wait_for_their_turn)
{
	(void)press("h");
	answer(true);
	code_took(&ui.code, 1, 1 + 10000000);		/* 10 ms: once in 300 */
	sampler.live.sampled = 2;
	fixture_sampler_answer(true);
	assert_false(code_take(&ui.code, 100000000));
	assert_in_range(code_wait_ms(&ui.code, 100000000), 200, 202);
	assert_true(code_take(&ui.code, 300000001));
	assert_int_equal(ui.code.news.live.sampled, 2);
	assert_int_equal(code_wait_ms(&ui.code, 300000001), -1);
}

TEST(what_was_asked_for_does_not_wait_for_its_turn)
{
	(void)press("h");
	answer(true);
	code_took(&ui.code, 1, 1 + 10000000);
	(void)press("b");
	fixture_sampler_answer(true);
	assert_true(code_take(&ui.code, 2));
	assert_true(shows("main+0x54"));
}

TEST(a_process_that_sleeps_has_no_samples_yet)
{
	struct snapshot *next = fixture_draft(2);

	(void)fixture_add_asleep(next, 3000, 0, "sleeper");
	assert_int_equal(snapshot_finish(next), 0);
	next_snapshot(next);
	open_detail(ROW_PROCESS, 3000);
	(void)press("h");
	answer(false);
	assert_true(shows("no samples yet: it sleeps"));
}

TEST(a_process_that_runs_says_when_its_first_sample_is_due)
{
	(void)press("h");
	answer(false);
	assert_true(shows("no samples yet: each thread has one after 400,009"));
}

TEST(a_reason_why_nothing_can_be_sampled_stands_in_place_of_rows)
{
	sampler.no_branches = true;
	(void)press("b");
	answer(true);
	assert_true(shows("this CPU has no branch stacks"));
	(void)press("h");
	assert_false(shows("this CPU has no branch stacks"));
	answer(true);
	assert_true(shows("hash_probe"));
}

TEST(the_profile_of_another_row_is_never_shown_for_this_one)
{
	(void)press("h");
	answer(true);
	(void)press_code(KEYCODE_ESCAPE);
	(void)press_code(KEYCODE_DOWN);
	(void)press("h");
	assert_null(ui.code.profile);
	assert_false(shows("hash_probe"));
	assert_true(shows("sampling begins"));
}

TEST(windows_of_time_are_for_recordings)
{
	static const char *const typed[] = { "[", "]", "{", "}", "(", ")" };

	(void)press("h");
	answer(true);
	(void)fixture_sampler_look();
	for (size_t i = 0; i < sizeof(typed) / sizeof(typed[0]); i++) {
		(void)press(typed[i]);
		assert_true(shows("only recordings have windows"));
	}
	assert_false(fixture_sampler_look());
}

TEST(s_forgets_the_samples_so_far)
{
	(void)press("h");
	answer(true);
	(void)fixture_sampler_look();
	(void)press("s");
	assert_true(fixture_sampler_look());
	assert_int_equal(sampler.wish.live.what, LIVE_OF_NODE);
	assert_true(shows("sampling begins"));
	assert_false(shows("hash_probe"));
}

TEST(a_frozen_profile_stays_while_sampling_goes_on)
{
	(void)press("h");
	answer(true);
	(void)press("z");
	sampler.live.sampled = 1;
	answer(true);
	assert_true(shows("FROZEN"));
	assert_false(fixture_sampler_look());
	(void)press("z");
	(void)code_take(&ui.code, 2);
	assert_true(shows("1 of 4 threads"));
}

TEST(a_baseline_outlives_the_samples_that_come_after_it)
{
	(void)press("h");
	answer(true);
	(void)fixture_sampler_look();
	(void)press("x");
	assert_true(fixture_sampler_look());	/* what is compared begins now */
	answer(true);
	answer(true);
	assert_true(shows("DIFF"));
	(void)press("e");
	answer(true);
	assert_true(shows("DIFF"));
	(void)press("x");
	assert_false(shows("DIFF"));
}

static bool fake_export(void *data, enum code_export format, const struct profile *profile)
{
	(void)data;
	assert_non_null(profile);
	assert_int_not_equal(format, CODE_EXPORT_PERF);
	return true;
}

static bool fake_exported(void *data, char *text, size_t size)
{
	(void)data;
	if (text)
		(void)snprintf(text, size, "written to tdtop.bolt");
	return true;
}

TEST(a_live_profile_is_written_for_compilers_while_sampling_goes_on)
{
	ui.code.seams.export = fake_export;
	ui.code.seams.exported = fake_exported;
	(void)press("b");
	answer(true);
	(void)press("Eb");
	answer(true);
	assert_true(shows("writing"));
	assert_true(code_export_take(&ui.code));
	assert_true(shows("written to tdtop.bolt"));
}

TEST(a_perf_data_is_not_written_of_sums)
{
	ui.code.seams.export = fake_export;
	(void)press("b");
	answer(true);
	(void)press("Ep");
	assert_true(shows("nothing written: perf.data has each stack"));
}

TEST(the_list_goes_on_behind_the_walk)
{
	(void)press("h");
	answer(true);
	next_snapshot(fixture_snapshot(2));
	assert_true(shows("hash_probe"));
	(void)press_code(KEYCODE_ESCAPE);
	assert_true(shows("COMMAND"));
	assert_int_equal(ui.snapshot->seq, 2);
}

TEST(where_nothing_can_be_sampled_h_is_help_and_b_says_why)
{
	ui.code.seams = (struct code_seams){ .why_not = "no rights to sample: ask root" };
	(void)press("b");
	assert_true(shows("no rights to sample"));
	(void)press("h");
	assert_true(ui.help);
}

TEST(the_footer_offers_functions_where_they_can_be_sampled)
{
	(void)canvas_resize(&canvas, 200, 60);
	assert_true(shows("h functions"));
	ui.code.seams.profiles = NULL;
	assert_false(shows("h functions"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		LIVE_TEST(enter_on_a_node_samples_its_event_and_shows_the_functions),
		LIVE_TEST(a_function_leads_to_its_blocks_by_taken_branches_and_a_block_to_its_code),
		LIVE_TEST(the_instructions_of_a_block_have_the_samples_of_the_functions),
		LIVE_TEST(esc_leads_back_from_blocks_to_functions_by_their_event),
		LIVE_TEST(without_branch_stacks_a_function_leads_to_its_code),
		LIVE_TEST(leaving_the_walk_closes_what_is_sampled),
		LIVE_TEST(nothing_is_sampled_before_a_key_asks),
		LIVE_TEST(b_samples_taken_branches_and_h_the_event_of_functions_again),
		LIVE_TEST(branches_blocks_and_paths_are_made_of_the_same_samples),
		LIVE_TEST(k_samples_callers_unless_each_sample_has_them),
		LIVE_TEST(e_shows_the_next_event_that_the_machine_can_sample),
		LIVE_TEST(e_skips_the_same_event_with_callers),
		LIVE_TEST(e_skips_events_that_the_view_cannot_be_made_of),
		LIVE_TEST(an_event_chosen_by_e_stays_on_the_way_back_to_functions),
		LIVE_TEST(every_row_that_has_code_can_be_sampled),
		LIVE_TEST(of_watched_tasks_the_path_says_which),
		LIVE_TEST(rows_without_code_of_their_own_say_what_to_choose),
		LIVE_TEST(the_state_line_says_how_much_is_sampled_and_what_it_costs),
		LIVE_TEST(what_sampling_takes_from_the_lists_is_said),
		LIVE_TEST(a_long_remark_stands_in_whole_below_the_rows),
		LIVE_TEST(an_event_that_is_not_precise_skids),
		LIVE_TEST(a_new_state_is_drawn_without_a_new_profile),
		LIVE_TEST(profiles_of_which_rows_are_made_slowly_wait_for_their_turn),
		LIVE_TEST(what_was_asked_for_does_not_wait_for_its_turn),
		LIVE_TEST(a_process_that_sleeps_has_no_samples_yet),
		LIVE_TEST(a_process_that_runs_says_when_its_first_sample_is_due),
		LIVE_TEST(a_reason_why_nothing_can_be_sampled_stands_in_place_of_rows),
		LIVE_TEST(the_profile_of_another_row_is_never_shown_for_this_one),
		LIVE_TEST(windows_of_time_are_for_recordings),
		LIVE_TEST(s_forgets_the_samples_so_far),
		LIVE_TEST(a_frozen_profile_stays_while_sampling_goes_on),
		LIVE_TEST(a_baseline_outlives_the_samples_that_come_after_it),
		LIVE_TEST(a_live_profile_is_written_for_compilers_while_sampling_goes_on),
		LIVE_TEST(a_perf_data_is_not_written_of_sums),
		LIVE_TEST(the_list_goes_on_behind_the_walk),
		LIVE_TEST(where_nothing_can_be_sampled_h_is_help_and_b_says_why),
		LIVE_TEST(the_footer_offers_functions_where_they_can_be_sampled),
	};

	return cmocka_run_group_tests_name("keys_live", tests, NULL, NULL);
}
