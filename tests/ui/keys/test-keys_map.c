/* SPDX-License-Identifier: GPL-2.0-only */
/* The time map (key M): its cursor, its lines, the way into an interval and back. */
#include "config.h"
#include "ui/keys/keys_map.h"

#include "tests/fixtures/fixture_ui.h"
#include "tests/fixtures/test_main.h"
#include "ui/state/time_map.h"

UI_TEST(key_m_opens_the_map_and_esc_closes_it)
{
	(void)press("M");
	assert_true(shows("time map"));
	assert_true(shows("all CPUs"));
	assert_true(shows("cpu 3"));
	(void)press("\x1b");
	assert_false(ui.map.open);
	assert_true(shows("memhog"));
}

UI_TEST(the_cursor_follows_the_newest_interval_until_it_moves)
{
	struct map_grid grid;

	show_until(5);
	(void)press("M");
	assert_int_equal(ui.map.seq, 0);
	(void)press_code(KEYCODE_LEFT);
	assert_int_equal(ui.map.seq, 4);
	next_snapshot(fixture_snapshot(6));
	grid = time_map_grid(&ui, ui.map.columns);
	assert_int_equal(time_map_cursor(&ui, &grid), grid.columns - 3);
	(void)press("<Right><Right>");
	assert_int_equal(ui.map.seq, 0);
}

UI_TEST(the_cursor_stays_within_what_is_kept)
{
	show_until(3);
	(void)press("M");
	press_times(10, "<Left>");
	assert_int_equal(ui.map.seq, 1);
	(void)press_code(KEYCODE_HOME);
	assert_int_equal(ui.map.seq, 1);
	press_times(10, "<Up>");
	assert_int_equal(ui.map.line.index, 0);
	press_times(10, "<Down>");
	assert_int_equal(ui.map.line.index, 4);
	(void)press_code(KEYCODE_END);
	assert_int_equal(ui.map.seq, 0);
}

UI_TEST(a_column_has_several_intervals_if_they_do_not_fit)
{
	struct map_grid grid;

	show_until(200);
	(void)press("M");
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

	show_until(3);
	(void)press("M");
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
	(void)press("M");
	assert_int_equal(ui.map.n_lines, 5);
	(void)press(" ");
	assert_int_equal(ui.map.n_lines, 3);
	assert_true(shows("core 1"));
	(void)press(" ");
	assert_int_equal(ui.map.n_lines, 2);
	assert_true(shows("socket 0"));
	(void)press(" ");
	assert_true(shows("cpu 3"));
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
	(void)press("M");
	assert_int_equal(ui.map.fold, MAP_CORES);
	assert_int_equal(ui.map.n_lines, 129);
	assert_true(shows("1-17/129"));
	assert_true(shows("core 0/0"));
	press_times(10, "<PgDn>");
	assert_true(shows("core 1/63"));
	assert_true(shows("113-129/129"));
	(void)press(" ");
	assert_int_equal(ui.map.n_lines, 3);
	(void)press(" ");
	assert_int_equal(ui.map.n_lines, 257);
	next_snapshot(fixture_snapshot(3));	/* with the usual machine, for the teardown */
}

UI_TEST(enter_lists_who_ran_then_and_esc_goes_back)
{
	show_until(5);
	(void)press("M<Left><Left>\r");
	assert_true(ui.frozen);
	assert_int_equal(ui.snapshot->seq, 3);
	assert_true(shows("memhog"));
	(void)press("\x1b");
	assert_true(ui.map.open);
	assert_false(ui.frozen);
	assert_int_equal(ui.map.seq, 3);
	(void)press("\x1b");
	assert_false(ui.map.open);
}

UI_TEST(a_screen_that_was_frozen_stays_frozen)
{
	show_until(5);
	(void)press("zM");
	assert_int_equal(ui.map.seq, 5);
	(void)press("\r\x1b");
	assert_true(ui.map.open);
	assert_true(ui.frozen);
}

UI_TEST(esc_does_not_lead_to_the_map_after_the_time_goes_on)
{
	show_until(5);
	(void)press("M\rz\x1b");
	assert_false(ui.map.open);
}

UI_TEST(a_key_of_the_list_closes_the_map)
{
	(void)press("Mc");
	assert_false(ui.map.open);
	assert_int_equal(ui.view, VIEW_CPUS);
	(void)press("MT");	/* the theme is not of the list */
	assert_true(ui.map.open);
}

UI_TEST(help_over_the_map_leads_back_to_it)
{
	(void)press("M?");
	assert_true(ui.help);
	(void)press("\x1b");
	assert_true(ui.map.open);
}
