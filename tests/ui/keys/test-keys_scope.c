/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The scope: how it is opened, its cursor and range, who ran, and what it asks the collector for.
 */
#include "config.h"
#include "ui/keys/keys_scope.h"

#include "tests/fixtures/fixture_ui.h"
#include "tests/fixtures/test_main.h"
#include "ui/state/scope.h"

/* Shows the next intervals, with slices, up to this one. */
static void show_up_to(uint64_t seq)
{
	for (uint64_t i = newest->seq + 1; i <= seq; i++) {
		struct snapshot *next = fixture_snapshot(i);

		fixture_add_slices(next);
		next_snapshot(next);
	}
}

static struct scope_grid grid(void)
{
	return scope_grid_of(&ui, ui.scope.width, ui.scope.lines);
}

UI_TEST(key_m_in_the_map_opens_the_scope_of_its_line)
{
	(void)press("MjjM");
	assert_true(ui.scope.open);
	assert_true(shows("time map › scope of cpu 1"));
	(void)press("\x1b");
	assert_true(ui.map.open && !ui.scope.open);
	(void)press(" jM");
	assert_true(shows("scope of core 0"));
}

UI_TEST(key_m_in_a_detail_opens_the_scope_of_its_row)
{
	(void)press("dM");
	assert_true(shows("scope of memhog (2311)"));
	(void)press("\x1b");
	assert_true(ui.detail.open && !ui.scope.open);
}

UI_TEST(slices_are_wanted_while_it_is_open)
{
	assert_false(scope_wants_slices(&ui));
	(void)press("MM");
	assert_true(scope_wants_slices(&ui));
	show_up_to(3);
	assert_non_null(ui.scope_history);
	(void)press("\x1b");
	assert_false(scope_wants_slices(&ui));
	assert_null(ui.scope_history);
}

UI_TEST(slices_of_a_recording_are_kept_for_the_time_that_is_looked_at)
{
	ui.keeps_slices = true;
	assert_true(scope_wants_slices(&ui));
	show_up_to(10);
	(void)press("z[[[[[MM");
	assert_true(grid().lines > 0);
	assert_int_equal(grid().last, scope_cell_at(ui.snapshot->end_ns) - 1);
	(void)press("\x1b");
	assert_non_null(ui.scope_history);
}

UI_TEST(the_newest_cell_is_under_the_cursor_until_it_moves)
{
	uint64_t cell;

	(void)press("MM");
	show_up_to(3);
	assert_int_equal(ui.scope.cell, 0);
	(void)press_code(KEYCODE_LEFT);
	cell = ui.scope.cell;
	assert_int_equal(cell, grid().last - 1);
	show_up_to(4);
	assert_int_equal(ui.scope.cell, cell);
	(void)press_code(KEYCODE_UP);
	assert_int_equal(ui.scope.cell, cell - 50);
	(void)press_code(KEYCODE_END);
	assert_int_equal(ui.scope.cell, 0);
}

UI_TEST(the_cursor_stays_within_what_is_known)
{
	uint64_t first, last;

	(void)press("MM");
	show_up_to(3);
	assert_true(scope_history_range(ui.scope_history, &first, &last));
	(void)press_code(KEYCODE_HOME);
	assert_int_equal(ui.scope.cell, first);
	(void)press("<Left><Up>");
	assert_int_equal(ui.scope.cell, first);
}

UI_TEST(lines_begin_with_whole_seconds)
{
	struct scope_grid now;
	double wall;

	(void)press("MM");
	show_up_to(5);
	now = grid();
	wall = scope_history_wall(ui.scope_history, now.first);
	assert_int_equal(now.columns, 50);
	assert_true((wall - (double)(long)(wall + 0.001)) < 0.001);
}

UI_TEST(a_cursor_above_the_screen_is_shown_on_the_top_line)
{
	(void)press("MM");
	show_up_to(40);
	(void)press_code(KEYCODE_HOME);
	assert_true(ui.scope.cell >= grid().first);
	assert_true(ui.scope.cell < grid().first + 50);
}

UI_TEST(a_burst_is_opened_and_has_its_tasks)
{
	(void)press("MjjM");
	show_up_to(3);
	press_times(32, "<Left>");
	assert_true(shows("busy 75 %"));
	(void)press("\r");
	assert_true(ui.scope.who);
	assert_true(shows("2 tasks"));
	assert_true(line_has("2500", "10.00"));	/* ms */
	assert_true(line_has("2600", "100.0"));	/* % backend bound */
	(void)press("\x1b");
	assert_false(ui.scope.who);
	assert_true(ui.scope.open);
}

UI_TEST(a_range_has_all_tasks_of_its_cells)
{
	(void)press("MjjM");
	show_up_to(3);
	press_times(32, "<Left>");
	(void)press(" <Left><Left>");
	assert_true(shows("60 ms"));
	(void)press("\r");
	assert_true(line_has("2500", "50.00"));
	(void)press("\x1b\x1b");
	assert_int_equal(ui.scope.mark, 0);
	assert_true(ui.scope.open);
}

UI_TEST(slices_longer_than_a_cell_are_said_to_be_spread)
{
	(void)press("MjM");	/* CPU 0: memhog runs all the time */
	show_up_to(3);
	assert_true(shows("spread evenly over 1.0 s"));
	assert_true(shows("~1.0 s"));
}

UI_TEST(time_of_unknown_tasks_is_neither_busy_nor_idle)
{
	(void)press("MjjjjM");	/* CPU 3 */
	show_up_to(3);
	press_times(9, "<Left>");
	assert_true(shows("not known who ran 100 %"));
	assert_true(line_has("00:03:46", "?"));
}

UI_TEST(a_gap_is_not_idle)
{
	(void)press("MM");
	show_up_to(3);
	next_snapshot(fixture_snapshot(4));	/* without slices */
	show_up_to(5);
	(void)press_code(KEYCODE_UP);
	assert_true(shows("not known"));
}

UI_TEST(the_reason_why_there_are_no_slices_is_told)
{
	struct snapshot *next = fixture_snapshot(2);

	(void)press("MM");
	assert_true(shows("slices come with the next whole interval"));
	(void)snprintf(next->slices.why_not, sizeof(next->slices.why_not), "no ring here");
	next_snapshot(next);
	assert_true(shows("no slices to look at: no ring here"));
	(void)press("\r ");	/* nothing to open */
	assert_false(ui.scope.who);
}

UI_TEST(a_key_of_the_list_closes_the_scope)
{
	(void)press("MMc");
	assert_false(ui.scope.open || ui.map.open);
	assert_int_equal(ui.view, VIEW_CPUS);
}

UI_TEST(help_over_the_scope_begins_with_its_part)
{
	(void)press("dM?");
	assert_true(shows("Scope (M in the time map or a detail)"));
	(void)press("\x1b");
	assert_true(ui.scope.open);
}

UI_TEST(a_cgroup_has_the_cells_of_its_processes)
{
	(void)press("gdM");
	show_up_to(3);
	assert_true(ui.scope.target.kind == ROW_CGROUP && ui.scope.target.hash);
	(void)press_code(KEYCODE_LEFT);
	assert_true(shows("busy 1"));	/* 100 or 125 %, as memhog is in it */
}
