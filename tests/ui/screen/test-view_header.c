/* SPDX-License-Identifier: GPL-2.0-only */
/* The head of the screen over time: its sentence, the mark beside it, its trend. */
#include "config.h"
#include "ui/screen/view_parts.h"

#include "model/snapshot/finish.h"
#include "tests/fixtures/fixture_ui.h"

#define MEMORY "Memory: 40.0 % of all slots = "
#define FETCH "Fetch latency: 56.0 % of all slots"

/* An interval whose CPUs have these percentages of their slots. */
static struct snapshot *split_as(uint64_t seq, double ret, double bad, double fe, double be,
				 double heavy, double latency)
{
	struct snapshot *s = fixture_draft(seq);
	struct row_table *cpus = &s->table[ROW_CPU];

	for (size_t i = 0; i < cpus->n; i++) {
		double *value = cpus->rows[i].numbers->counts.value, one = value[EV_SLOTS] / 100;

		value[EV_RETIRING] = ret * one;
		value[EV_BAD_SPEC] = bad * one;
		value[EV_FE_BOUND] = fe * one;
		value[EV_BE_BOUND] = be * one;
		value[EV_HEAVY_OPS] = heavy * one;
		value[EV_FETCH_LAT] = latency * one;
		value[EV_BR_MISPREDICT] = value[EV_MEM_BOUND] = 0;
	}
	if (snapshot_finish(s))
		abort();
	return s;
}

static struct snapshot *frontend_bound(uint64_t seq)
{
	return split_as(seq, 10, 10, 70, 10, 0, 56);
}

static void frontend_until(uint64_t last)
{
	while (newest->seq < last)
		next_snapshot(frontend_bound(newest->seq + 1));
}

UI_TEST(useful_work_has_a_mark_of_its_own)
{
	for (uint64_t seq = 2; seq < 5; seq++)
		next_snapshot(split_as(seq, 85, 5, 5, 5, 5, 0));
	NOW("machine|✓ light", "!machine|◀");
}

UI_TEST(the_sentence_stands_below_the_machine)
{
	assert_true(shows("\n" MEMORY));
}

UI_TEST(a_low_screen_has_the_sentence_and_no_trend)
{
	(void)canvas_resize(&canvas, 80, 29);
	assert_true(shows("\n" MEMORY));
	assert_false(shows("intervals"));
}

UI_TEST(a_low_and_narrow_screen_has_no_sentence)
{
	AFTER("<size 59x19>", "!Memory: ");
	AFTER("<size 80x9>", "!Memory: ");
}

UI_TEST(another_sentence_comes_after_three_intervals)
{
	frontend_until(3);
	assert_true(shows("Memory: "));
	next_snapshot(frontend_bound(4));
	assert_true(shows(FETCH));
}

UI_TEST(the_mark_of_the_worst_path_never_contradicts_the_sentence)
{
	next_snapshot(frontend_bound(2));
	assert_true(line_has("machine", "◀ memory"));
	frontend_until(4);
	assert_true(line_has("machine", "◀ latency"));
}

UI_TEST(freezing_keeps_the_sentence)
{
	next_snapshot(frontend_bound(2));
	assert_true(shows_after("z", "Memory: "));
}

UI_TEST(an_interval_of_the_past_has_its_own_sentence)
{
	next_snapshot(frontend_bound(2));
	next_snapshot(fixture_snapshot(3));
	(void)press("[");
	assert_true(shows(FETCH));
	(void)press("[");
	assert_true(shows(MEMORY));
}

UI_TEST(what_is_sure_goes_on_behind_a_frozen_screen)
{
	(void)press("z");
	frontend_until(4);
	assert_true(shows(MEMORY));
	(void)press("z");
	assert_true(shows(FETCH));
}

UI_TEST(the_bars_say_what_they_are)
{
	AFTER("<size 80x30>", " backend bound, last 32 intervals");
}

UI_TEST(bars_of_no_class_are_how_busy_the_machine_was)
{
	(void)canvas_resize(&canvas, 80, 30);
	ui.bottleneck = (struct bottleneck){ .kind = BOTTLENECK_SEVERAL };
	NOW(" busy, last 32 intervals", "!retiring,");
}

UI_TEST(the_load_averages_are_those_of_the_interval)
{
	struct snapshot *next = fixture_snapshot(2);

	next->load = (struct load_average){ true, { 0.52F, 1.4F, 12 } };
	next_snapshot(next);
	AFTER("<size 132x40>", "  load 0.52 1.40 12.00 · 38 threads ran");
	AFTER("[", "!load ");	/* of the first one they are not known */
	assert_true(shows_after("]", "load 0.52 1.40 12.00"));
}

UI_TEST(a_recording_has_no_cost_of_tdtop)
{
	ui.self_usage = (struct self_usage){ .at_ns = 1, .cpu_percent = 96 };
	AFTER("<size 132x40>", "tdtop 96%");
	fixture_machine.source = "replay";
	assert_false(shows("tdtop 96%"));
	fixture_machine.source = "switch";
}

UI_TEST(the_title_labels_the_interval_and_says_how_tasks_are_counted)
{
	AFTER("<size 132x40>", "4 CPUs · every 1.0 s · counted by CPU  ");
	fixture_machine.engine = ENGINE_BPF;
	assert_true(shows("every 1.0 s · counted by CPU (BPF)  "));
	fixture_machine.engine = ENGINE_AUTO;
	fixture_machine.source = "task";
	assert_true(shows("every 1.0 s · counted by thread  "));
	fixture_machine.source = "replay";
	ui.look.interval_ns /= 2;
	assert_true(shows("4 CPUs · 1.0 s · recording  "));
	fixture_machine.source = "switch";
}

UI_TEST(the_title_of_the_demo_has_its_name_once)
{
	fixture_machine.source = "demo";
	AFTER("<size 132x40>", "every 1.0 s  ");
	fixture_machine.source = "switch";
}
