/* SPDX-License-Identifier: GPL-2.0-only */
/* What the code views say of sampling, live: state line, waiting, remarks; with a fake sampler. */
#include "config.h"

#include "model/snapshot/finish.h"
#include "tests/fixtures/fixture_sampler.h"
#include "ui/code_views/code_state.h"

SAMPLER_UI_TEST(the_state_line_says_how_much_is_sampled_and_what_it_costs)
{
	(void)canvas_resize(&canvas, 250, 60);
	sampler.live.threads = 340;
	sampler.live.sampled = 12;
	sampler.live.part = .97;
	sampler.live.lost = 17;
	AFTER("b<samples>", "sampling 12 of 340 threads, 97 % of its slots", "near_taken:pp/400009",
	      "3,732 stacks in 24 s", "shares ±2.1 % off", "own cost 0.3 %", "lost 17 records",
	      "!reading");
}

SAMPLER_UI_TEST(what_sampling_takes_from_the_lists_is_said)
{
	(void)canvas_resize(&canvas, 200, 60);
	sampler.live.slots_running = .91;
	(void)snprintf(sampler.live.remark, sizeof(sampler.live.remark), "period doubled: --budget");
	AFTER("h<samples>", "slots counted 91 % of the time", "period doubled: --budget");
}

SAMPLER_UI_TEST(a_long_remark_stands_in_whole_below_the_rows)
{
	(void)snprintf(sampler.live.remark, sizeof(sampler.live.remark),
		       "12 threads are left out: no more memory may be locked (raise kernel.perf_event_mlock_kb)");
	AFTER("h<samples>", "kernel.perf_event_mlock_kb");
	AFTER("<size 80x10>", "kernel.perf_event_mlock_kb");	/* rows give way */
}

SAMPLER_UI_TEST(an_event_that_is_not_precise_is_said_to_be_so)
{
	AFTER("h<samples>", "!imprecise");
	sampler.live.precise = 0;
	AFTER("<samples>", "imprecise");
}

SAMPLER_UI_TEST(a_new_state_is_drawn_without_a_new_profile)
{
	(void)press("h<samples>");
	assert_false(code_take(&ui.code, 2));
	sampler.live.sampled = 3;
	fixture_sampler_answer(false);
	assert_true(code_take(&ui.code, 3));
	assert_non_null(ui.code.of.profile);
	fixture_sampler_answer(false);
	assert_false(code_take(&ui.code, 4));
}

SAMPLER_UI_TEST(profiles_of_which_rows_are_made_slowly_wait_for_their_turn)
{
	(void)press("h<samples>");
	code_took(&ui.code, 1, 1 + 10000000);		/* 10 ms: once in 300 */
	sampler.live.sampled = 2;
	fixture_sampler_answer(true);
	assert_false(code_take(&ui.code, 100000000));
	assert_in_range(code_wait_ms(&ui.code, 100000000), 200, 202);
	assert_true(code_take(&ui.code, 300000001));
	assert_int_equal(ui.code.news.live.sampled, 2);
	assert_int_equal(code_wait_ms(&ui.code, 300000001), -1);
}

SAMPLER_UI_TEST(what_was_asked_for_does_not_wait_for_its_turn)
{
	(void)press("h<samples>");
	code_took(&ui.code, 1, 1 + 10000000);
	(void)press("b");
	fixture_sampler_answer(true);
	assert_true(code_take(&ui.code, 2));
	assert_true(shows("main+0x54"));
}

SAMPLER_UI_TEST(a_process_that_sleeps_has_no_samples_yet)
{
	struct snapshot *next = fixture_draft(2);

	(void)fixture_add_asleep(next, 3000, 0, "sleeper");
	assert_int_equal(snapshot_finish(next), 0);
	next_snapshot(next);
	sampler_open_detail(ROW_PROCESS, 3000);
	AFTER("h<samples none>", "no samples yet: it sleeps");
}

SAMPLER_UI_TEST(after_the_end_of_the_watched_tasks_no_sampling_begins)
{
	struct snapshot *next = fixture_draft(2);

	next->last = true;
	assert_int_equal(snapshot_finish(next), 0);
	next_snapshot(next);
	AFTER("Dh", "nothing is sampled: the watched tasks have exited", "!sampling begins");
}

SAMPLER_UI_TEST(a_process_that_runs_says_when_its_first_sample_is_due)
{
	AFTER("h<samples none>", "no samples yet: each thread has one after about 400,009");
}

SAMPLER_UI_TEST(a_reason_why_nothing_can_be_sampled_stands_in_place_of_rows)
{
	sampler.no_branches = true;
	AFTER("b<samples>", "this CPU has no branch stacks");
	AFTER("h", "!this CPU has no branch stacks");
	AFTER("<samples>", "hash_probe");
}

SAMPLER_UI_TEST(of_watched_tasks_the_path_says_which)
{
	struct snapshot *next = fixture_draft(2);

	fixture_make_watched(next, "your processes");
	assert_int_equal(snapshot_finish(next), 0);
	next_snapshot(next);
	(void)press("Dh");
	assert_int_equal(sampler_requested()->scope, LIVE_MACHINE);
	assert_true(line_has("functions", "your processes"));
	fixture_machine.watched[0] = '\0';
}

SAMPLER_UI_TEST(the_footer_offers_functions_where_they_can_be_sampled)
{
	AFTER("<size 200x60>", "h functions");
	ui.code.seams.profiles = NULL;
	assert_false(shows("h functions"));
}
