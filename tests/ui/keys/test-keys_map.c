/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The time map (key M): its cursor, its lines, the way into an interval and back. And the scope, to
 * which it leads: its cursor and range, who ran, and what it asks the collector for.
 */
#include "config.h"

#include "tests/fixtures/fixture_ui.h"
#include "ui/keys/actions.h"
#include "ui/time/scope.h"
#include "ui/time/time_map.h"

UI_TEST(key_m_opens_the_map_and_esc_closes_it)
{
	AFTER("M", "time map", "all CPUs", "cpu 3");
	AFTER("<Esc>", "!:map", "memhog");
}

UI_TEST(the_cursor_follows_the_newest_interval_until_it_moves)
{
	struct map_grid grid;

	AFTER("<until 5>M", ":map-seq 0");
	AFTER("←", ":map-seq 4");
	next_snapshot(fixture_snapshot(6));
	grid = time_map_grid(&ui, ui.map.columns);
	assert_int_equal(time_map_cursor(&ui, &grid), grid.columns - 3);
	AFTER("→→", ":map-seq 0");
}

UI_TEST(the_cursor_stays_within_what_is_kept)
{
	AFTER("<until 3>M←←←←←←←←←←", ":map-seq 1");
	AFTER("<Home>", ":map-seq 1");
	AFTER("↑↑↑↑↑↑↑↑↑↑", ":map-line 0");
	AFTER("↓↓↓↓↓↓↓↓↓↓", ":map-line 4");
	AFTER("<End>", ":map-seq 0");
}

UI_TEST(a_column_has_several_intervals_if_they_do_not_fit)
{
	struct map_grid grid;

	(void)press("<until 200>M");
	grid = time_map_grid(&ui, ui.map.columns);
	assert_int_equal(grid.each, 4);
	assert_int_equal(time_map_column(&grid, 200), grid.columns - 1);
	assert_int_equal(time_map_column(&grid, 199), grid.columns - 2);
	assert_int_equal(time_map_column(&grid, 196), grid.columns - 2);
	assert_true(shows("4 intervals"));
}

UI_TEST(cells_of_a_column_add_time_and_slots)
{
	struct heat one[MAP_COLUMNS], four[MAP_COLUMNS];
	struct map_grid grid;

	(void)press("<until 3>M");
	grid = (struct map_grid){ .columns = 4, .each = 1, .last = 3 };
	time_map_line(&ui, &grid, &ui.map.lines[1], one);
	grid = (struct map_grid){ .columns = 1, .each = 4, .last = 0 };
	time_map_line(&ui, &grid, &ui.map.lines[1], four);
	assert_true(one[0].room_ns == 0);	/* interval 0: there is none */
	assert_true(four[0].room_ns == one[1].room_ns + one[2].room_ns + one[3].room_ns);
	assert_true(four[0].busy_ns == one[1].busy_ns + one[2].busy_ns + one[3].busy_ns);
}

UI_TEST(space_folds_cpus_to_cores_and_sockets)
{
	AFTER("M", ":map-lines 5");
	AFTER(" ", ":map-lines 3", "core 1");
	AFTER(" ", ":map-lines 2", "socket 0");
	AFTER(" ", "cpu 3");
}

UI_TEST(cpus_that_do_not_fit_are_folded_to_cores_and_scroll)
{
	static struct cpu_place places[256];
	struct machine many = fixture_machine;
	struct snapshot *next = fixture_snapshot(2);

	for (int i = 0; i < 256; i++)
		places[i] = (struct cpu_place){ .cpu = i, .core = i % 64, .socket = i / 64 % 2 };
	many.cpus = places;
	many.n_cpus = 256;
	next->machine = &many;
	next_snapshot(next);
	AFTER("M", ":map-lines 129", "1-17/129", "core 0/0");
	assert_int_equal(ui.map.fold, MAP_CORES);
	AFTER("<PgDn><PgDn><PgDn><PgDn><PgDn><PgDn><PgDn><PgDn><PgDn><PgDn>", "core 1/63", "113-129/129");
	AFTER(" ", ":map-lines 3");
	AFTER(" ", ":map-lines 257");
	next_snapshot(fixture_snapshot(3));	/* with the usual machine, for the teardown */
}

UI_TEST(enter_lists_who_ran_then_and_esc_goes_back)
{
	AFTER("<until 5>M←←\r", ":frozen", ":seq 3", "memhog");
	AFTER("<Esc>", ":map", "!:frozen", ":map-seq 3");
	AFTER("<Esc>", "!:map");
}

UI_TEST(a_screen_that_was_frozen_stays_frozen)
{
	AFTER("<until 5>zM", ":map-seq 5");
	AFTER("\r<Esc>", ":map", ":frozen");
}

UI_TEST(esc_does_not_lead_to_the_map_after_the_time_goes_on)
{
	AFTER("<until 5>M\rz<Esc>", "!:map");
}

UI_TEST(a_key_of_the_list_closes_the_map)
{
	AFTER("Mc", "!:map", ":view cpus");
	AFTER("MT", ":map");	/* the theme is not of the list */
}

UI_TEST(help_over_the_map_leads_back_to_it)
{
	AFTER("M?", ":help");
	AFTER("<Esc>", ":map");
}

/* Shows the next intervals, with slices, up to this one. */
static void step_slices(const char *seq)
{
	for (uint64_t i = newest->seq + 1; i <= strtoull(seq, NULL, 10); i++) {
		struct snapshot *next = fixture_snapshot(i);

		fixture_add_slices(next);
		next_snapshot(next);
	}
}

const struct word own_words[] = { { "slices", .act = step_slices }, { .name = NULL } };

static struct scope_grid grid(void)
{
	return scope_grid_of(&ui, ui.scope.width, ui.scope.lines);
}

UI_TEST(key_m_in_the_map_opens_the_scope_of_its_line)
{
	AFTER("MjjM", ":scope", "time map › 20 ms cells: cpu 1");
	AFTER("<Esc>", ":map", "!:scope");
	AFTER(" jM", "20 ms cells: core 0");
}

UI_TEST(key_m_in_a_detail_opens_the_scope_of_its_row)
{
	AFTER("dM", "20 ms cells: memhog (2311)");
	AFTER("<Esc>", ":detail", "!:scope");
}

UI_TEST(slices_are_wanted_while_it_is_open)
{
	NOW("!:slices-wanted");
	AFTER("MM", ":slices-wanted");
	AFTER("<slices 3>", ":slices-kept");
	AFTER("<Esc>", "!:slices-wanted", "!:slices-kept");
}

UI_TEST(slices_of_a_recording_are_kept_for_the_time_that_is_looked_at)
{
	ui.keeps_slices = true;
	assert_true(scope_wants_slices(&ui));
	(void)press("<slices 10>z[[[[[MM");
	assert_true(grid().lines > 0);
	assert_int_equal(grid().last, scope_cell_at(ui.snapshot->end_ns) - 1);
	(void)press("\x1b");
	assert_non_null(ui.scope_history);
}

UI_TEST(the_newest_cell_is_under_the_cursor_until_it_moves)
{
	uint64_t cell;

	AFTER("MM<slices 3>", ":scope-cell 0");
	(void)press_code(KEYCODE_LEFT);
	cell = ui.scope.cell;
	assert_int_equal(cell, grid().last - 1);
	(void)press("<slices 4>");
	assert_int_equal(ui.scope.cell, cell);
	(void)press_code(KEYCODE_UP);
	assert_int_equal(ui.scope.cell, cell - 50);
	AFTER("<End>", ":scope-cell 0");
}

UI_TEST(the_cursor_stays_within_what_is_known)
{
	uint64_t first, last;

	(void)press("MM<slices 3>");
	assert_true(scope_history_range(ui.scope_history, &first, &last));
	(void)press_code(KEYCODE_HOME);
	assert_int_equal(ui.scope.cell, first);
	(void)press("←↑");
	assert_int_equal(ui.scope.cell, first);
}

UI_TEST(lines_begin_with_whole_seconds)
{
	struct scope_grid now;
	double wall;

	(void)press("MM<slices 5>");
	now = grid();
	wall = scope_history_wall(ui.scope_history, now.first);
	assert_int_equal(now.columns, 50);
	assert_true((wall - (double)(long)(wall + 0.001)) < 0.001);
}

UI_TEST(a_cursor_above_the_screen_is_shown_on_the_top_line)
{
	(void)press("MM<slices 40><Home>");
	assert_true(ui.scope.cell >= grid().first);
	assert_true(ui.scope.cell < grid().first + 50);
}

UI_TEST(a_burst_is_opened_and_has_its_tasks)
{
	(void)press("MjjM<slices 3>");
	press_times(32, "←");
	assert_true(shows("busy 75 %"));
	AFTER("\r", ":scope-who", "2 tasks", "2500|10.00");	/* ms */
	assert_true(line_has("2600", "100.0"));	/* % backend bound */
	AFTER("<Esc>", "!:scope-who", ":scope");
}

UI_TEST(a_range_has_all_tasks_of_its_cells)
{
	(void)press("MjjM<slices 3>");
	press_times(32, "←");
	AFTER(" ←←", "60 ms");
	AFTER("\r", "2500|50.00");
	(void)press("\x1b\x1b");
	assert_int_equal(ui.scope.mark, 0);
	assert_true(ui.scope.open);
}

UI_TEST(slices_longer_than_a_cell_are_said_to_be_spread)
{
	AFTER("MjM<slices 3>",	/* CPU 0: memhog runs all the time */
	      "spread evenly over 1.0 s", "~1.0 s");
}

UI_TEST(time_of_unknown_tasks_is_neither_busy_nor_idle)
{
	AFTER("MjjjjM<slices 3>←←←←←←←←←",	/* CPU 3 */
	      "not known who ran 100 %", "00:03:46|?");
}

UI_TEST(a_gap_is_not_idle)
{
	(void)press("MM<slices 3>");
	next_snapshot(fixture_snapshot(4));	/* without slices */
	AFTER("<slices 5>↑", "not known");
}

UI_TEST(the_reason_why_there_are_no_slices_is_told)
{
	struct snapshot *next = fixture_snapshot(2);

	AFTER("MM", "wait one interval");
	(void)snprintf(next->slices.why_not, sizeof(next->slices.why_not), "no ring here");
	next_snapshot(next);
	assert_true(shows("no slices to look at: no ring here"));
	AFTER("\r ", "!:scope-who");	/* nothing to open */
}

UI_TEST(a_key_of_the_list_closes_the_scope)
{
	AFTER("MMc", "!:scope", "!:map", ":view cpus");
}

UI_TEST(a_cgroup_has_the_cells_of_its_processes)
{
	(void)press("gdM<slices 3>");
	assert_true(ui.scope.target.kind == ROW_CGROUP && ui.scope.target.hash);
	AFTER("←", "busy 1");	/* 100 or 125 %, as memhog is in it */
}
