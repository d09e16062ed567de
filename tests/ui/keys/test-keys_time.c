/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Keys of the group "Time": freeze, steps into the past, differences, the chart, and the last
 * intervals together.
 */
#include "config.h"

#include "model/snapshot/finish.h"
#include "model/verdict/change_watch.h"
#include "tests/fixtures/fixture_ui.h"
#include "ui/state/state.h"

#define SECOND UINT64_C(1000000000)

UI_TEST(freeze_and_thaw)
{
	AFTER("z", ":reaction rows", ":frozen");
	assert_ptr_not_equal(ui.snapshot, newest);	/* that snapshot is only borrowed */
	AFTER("2", ":reaction draw");	/* other keys still work */
	AFTER("<next>", ":seq 1");
	assert_int_equal(machine_history_length(ui.history), 2);	/* counting continued */
	AFTER("\r", ":reaction rows", ":rows 4");		/* the copy has its threads */
	AFTER("z", ":reaction rows", "!:frozen", ":newest");
}

UI_TEST(steps_go_through_the_past_and_stop_at_its_ends)
{
	show_until(30);
	AFTER("]", ":reaction draw", "this is the last interval", "!:frozen");
	AFTER("[", ":reaction rows", ":frozen", ":seq 29");
	AFTER("{", ":seq 19");
	AFTER("]", ":seq 20");
	AFTER("((", ":seq 1");
	AFTER("[", ":reaction draw", "no earlier interval is kept");
	AFTER("}", ":seq 11");
	AFTER("<next>)", ":seq 31");
	AFTER("}", ":reaction draw", "this is the last interval", ":frozen");
	AFTER("<Shift-Home>", ":seq 1");
	AFTER("<End>", ":seq 1");	/* of the list, in the past as well */
	AFTER("<Shift-End>", ":seq 31");
	AFTER("z", ":newest");
}

UI_TEST(x_shows_differences_to_what_was_shown)
{
	struct snapshot *next = fixture_draft(2);
	struct row *row;

	fixture_row(next, ROW_THREAD, PID_COMPUTE)->busy_ns -= 123000000;
	row = fixture_add_process(next, 5000, "late", 0.5, (double[]){ 25, 25, 25, 25 }, 0.5);
	row->born = true;
	row->start_ns = newest->end_ns + 1;
	(void)fixture_add_process(next, 5001, "lazy", 0.5, (double[]){ 25, 25, 25, 25 }, 0.5);
	row = fixture_add_process(next, 5002, "found", 0.5, (double[]){ 25, 25, 25, 25 }, 0.5);
	row->start_ns = newest->end_ns + 1; /* first seen then; its start is unknown */
	assert_int_equal(snapshot_finish(next), 0);
	AFTER("x", ":reaction rows", "DIFF since 00:03:45", "x ends DIFF", "2311 |  0.0   0.0   0.0",
	      "busy |BE   0.0");
	next_snapshot(next);
	NOW("DIFF since 00:03:45", "2500 |\u221212.3", "5000 |  new   new   new",
	    "5001 |slept slept slept", "5002 |slept slept slept", "2900 |\u00b7");
	AFTER("[", "2500 |  0.0   0.0");	/* the baseline itself */
	AFTER("zx", ":reaction rows", "!DIFF", "!5000 |new");
}

/* Of processes alike but for one; then by a column that shows no differences. */
UI_TEST(compared_rows_are_sorted_by_how_much_the_sort_column_changed)
{
	struct snapshot *next = fixture_draft(2);

	(void)press("P");
	assert_int_not_equal(ui.rows[0]->id, PID_COMPUTE);
	(void)press("x");
	fixture_row(next, ROW_THREAD, PID_COMPUTE)->busy_ns -= 123000000;
	next_draft(next);
	assert_int_equal(ui.rows[0]->id, PID_COMPUTE);
	AFTER("N", ":row 0 2311");
	(void)press("Px");
	assert_int_not_equal(ui.rows[0]->id, PID_COMPUTE);
}

UI_TEST(a_detail_shows_values_and_differences)
{
	struct snapshot *next = fixture_snapshot(2);

	fixture_row(next, ROW_PROCESS, PID_MEMHOG)->numbers->values.percent[M_BACKEND_BOUND] += 7.5f;
	AFTER("d", "!DIFF");
	AFTER("x", "NODE|DIFF", "DIFF since 00:03:45");
	next_snapshot(next);
	assert_true(shows(" +7.5 >  20"));
	AFTER("x", "!DIFF");
}

UI_TEST(m_shows_a_chart_where_there_is_room)
{
	size_t page = ui.page;

	AFTER("m", ":reaction draw");
	assert_int_equal(ui.page, page - 6);
	assert_true(line_has("100%", ""));
	(void)press("m");
	assert_int_equal(ui.page, page);
}

UI_TEST(all_views_show_the_past)
{
	next_with(5000, "late", 0.99, (double[]){ 1, 1, 1, 97 }, 0.5);
	assert_int_equal(ui.n_rows, 8);
	AFTER("[", ":rows 7");
	AFTER("vvv", ":rows 3");	/* cores */
	AFTER("]", ":rows 3");
	AFTER("vv", ":rows 4");	/* cgroups */
	AFTER("vvvvv", ":rows 8");
}

/* --doctor speaks of this machine, not of the one that was recorded, and of no damaged file. */
UI_TEST(a_recording_is_not_for_the_doctor_of_this_machine)
{
	struct snapshot *next = fixture_draft(2);

	assert_int_equal(snapshot_finish(next), 0);
	next->soundness = UNSOUND_TOO_MANY;
	fixture_machine.source = "replay";
	(void)canvas_resize(&canvas, 132, 40);
	next_snapshot(next);
	assert_true(shows("than the CPUs can have: damaged, or see --doctor there"));
	next->soundness = SOUND;
	next->running_ratio = -1;
	NOW("counter taken: by another program, or the NMI watchdog", "!doctor");
	fixture_machine.source = "switch";
	assert_true(shows("or the NMI watchdog: see --doctor"));
}

/* The loop of the UI brings the clock. */
UI_TEST(long_intervals_are_counted_down)
{
	(void)canvas_resize(&canvas, 132, 40);
	ui.clock.taken_ns = 1000 * SECOND;
	ui.clock.now_ns = 1018 * SECOND;
	assert_false(shows("next in"));		/* a second is no wait */
	assert_int_equal(countdown_wait_ms(&ui), -1);
	ui.look.interval_ns = 60 * SECOND;
	assert_true(shows("next in 42 s"));
	assert_int_equal(countdown_wait_ms(&ui), 1000);
	ui.clock.now_ns += SECOND / 4;
	assert_true(shows("next in 42 s"));
	assert_int_equal(countdown_wait_ms(&ui), 750);
	ui.clock.now_ns = 1061 * SECOND;
	assert_true(shows("next in 0 s"));
	assert_int_equal(countdown_wait_ms(&ui), -1);
	AFTER("z", "!next in");
}

UI_TEST(an_exclamation_mark_ends_the_interval)
{
	struct snapshot *last = fixture_snapshot(2);

	AFTER("!", ":reaction end");
	last->last = true;
	next_snapshot(last);
	AFTER("!", ":reaction draw", "nothing is counted now");
}

/* ---- key a: the average ---- */

#define PID_LATE 5000

static const double mem[4] = { 10, 5, 15, 70 };

static uint64_t busy_ns(int32_t pid)
{
	const struct row *row = snapshot_find(ui.snapshot, ROW_PROCESS, pid);

	return row ? row->busy_ns : 0;
}

UI_TEST(it_says_of_how_many_intervals_and_seconds_it_is)
{
	AFTER("<size 132x40>a", ":reaction rows", "AVERAGE of 1 ", "average of 1.0 s");
	AFTER("<until 3>", "AVERAGE of 3 ", "average of 3.0 s");
	AFTER("<until 30>", "AVERAGE of 10 ", "average of 10 s");
	AFTER("a", "!average of", ":newest");
}

UI_TEST(what_ran_in_one_of_the_intervals_is_listed_with_its_mean)
{
	next_with(PID_LATE, "late", 0.5, mem, 0.5);
	show_until(5);
	assert_int_equal(busy_ns(PID_LATE), 0);
	(void)press("a");
	assert_int_equal(busy_ns(PID_LATE), SECOND / 2);
	assert_true(line_has("5000 ", " 10.0 "));	/* half a second of five */
	show_until(11);
	assert_int_equal(busy_ns(PID_LATE), SECOND / 2);
	show_until(12);				/* 3 to 12 */
	assert_int_equal(busy_ns(PID_LATE), 0);
}

UI_TEST(order_filter_and_detail_are_of_the_average)
{
	next_with(PID_LATE, "late", 0.5, mem, 0.5);
	AFTER("<until 5>a\\late\r", ":rows 1");
	AFTER("d", ":detail-interval 5000000000", ":detail-here");
}

UI_TEST(a_frozen_average_is_that_of_its_time)
{
	AFTER("<until 20>az<until 25>", ":seq 20", ":intervals 10");
	AFTER("[", ":seq 19", ":intervals 10");
	AFTER("(", ":seq 1", ":intervals 1");
	AFTER("z", ":seq 25", ":intervals 10");
}

UI_TEST(it_is_switched_in_the_past_as_well)
{
	AFTER("<until 20>[[", ":seq 18");
	AFTER("a", ":seq 18", ":intervals 10");
	AFTER("a", ":seq 18");
	assert_int_equal(ui.snapshot->interval_ns, SECOND);
}

UI_TEST(a_gap_ends_the_series)
{
	show_until(4);
	next_snapshot(fixture_snapshot(8));
	AFTER("<next>a", ":intervals 2");
	AFTER("[[", ":seq 4", ":intervals 4");
}

/* The trends end with the newest interval, as without it. */
UI_TEST(trends_and_chart_stay_those_of_the_intervals)
{
	size_t ago = 9;

	(void)press("<until 12>a");
	assert_true(machine_history_find(ui.history, ui.snapshot->seq, &ago));
	assert_int_equal(ago, 0);
}

UI_TEST(a_change_is_told_in_the_interval_in_which_it_is_found_also_if_that_is_long)
{
	ui.look.interval_ns = 10000000000;	/* a message is there for one of them */
	show_until(70);
	while (!change_watch_n(ui.changes) && newest->seq < 90)
		show_changed_until(newest->seq + 1);
	NOW("s: core bound of the machine");
}

UI_TEST(a_change_is_told_marked_and_led_to)
{
	show_until(70);
	AFTER(";", ":reaction draw", "no change was found behind this interval");
	AFTER("m", "!\u25c6");
	show_changed_until(76);
	NOW("s: core bound of the machine", "\u25c6");
	AFTER(":", ":reaction rows", ":frozen", ":seq 71", "s: core bound", "late began");
	AFTER(":", ":seq 71", "no change was found before this interval");
	AFTER("((;", ":seq 71");
	AFTER("zM", "\u25c6");		/* below the map */
	AFTER(":", ":seq 71", "late began \u00b7 all CPUs");
}
