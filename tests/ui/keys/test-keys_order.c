/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Keys of the group "Order": which column, which direction; and the menu of the columns to sort by.
 * The menu of users: test-keys_find.c.
 */
#include "config.h"

#include "tests/fixtures/fixture_ui.h"
#include "tests/fixtures/test_main.h"

static const char *sorted_by(void)
{
	return column_key(state_order(&ui)->column);
}

UI_TEST(letters_sort_by_their_class)
{
	(void)press("F");
	assert_int_equal(state_selected(&ui)->id, PID_MEMHOG);	/* most frontend-bound slots */
	(void)press("Fw");
	assert_int_equal(state_selected(&ui)->id, PID_SCALED);	/* largest percentage */
	(void)press("R");
	assert_int_equal(state_selected(&ui)->id, PID_COMPUTE);
	(void)press("S");
	assert_int_equal(state_selected(&ui)->id, PID_EXITED);
	(void)press("N");
	assert_int_equal(state_selected(&ui)->id, PID_MEMHOG);
	assert_int_equal(press("P") & R_ROWS, R_ROWS);
	assert_int_equal(ui.rows[1]->id, PID_SCALED);
}

UI_TEST(reverse_reverses_the_order_once)
{
	(void)press("PI");
	assert_int_equal(state_selected(&ui)->id, PID_IDLE);
	(void)press("P");	/* a new column starts in its natural order */
	assert_int_equal(state_selected(&ui)->id, PID_MEMHOG);
}

UI_TEST(arrows_choose_the_column_beside)
{
	(void)press("<");
	assert_string_equal(sorted_by(), "fe");
	(void)press(">>");	/* skips the bar, which has no order */
	assert_string_equal(sorted_by(), "command");
	(void)press(">");
	assert_string_equal(sorted_by(), "command");
}

UI_TEST(on_level_2_the_children_of_the_class_are_beside_it)
{
	(void)press("2>");
	assert_string_equal(sorted_by(), "mem");
	(void)press("B<");
	assert_string_equal(sorted_by(), "core");
}

UI_TEST(arrows_step_over_the_cost_which_has_the_order_of_its_class)
{
	(void)press("R<");
	assert_string_equal(sorted_by(), "cpu");
	(void)press(">");
	assert_string_equal(sorted_by(), "ret");
}

UI_TEST(cpus_are_sorted_among_their_siblings)
{
	(void)press("cR");
	/* Core 0 has more retiring slots than core 1; in core 0, CPU 2 has more than CPU 0. */
	assert_int_equal(ui.rows[1]->id, 0);
	assert_int_equal(ui.rows[2]->id, 2);
	assert_int_equal(ui.rows[3]->id, 0);
	(void)press("N");
	assert_int_equal(ui.rows[2]->id, 0);
}

UI_TEST(what_lies_below_a_row_has_the_order_of_its_list)
{
	(void)press("gFwI\r");		/* cgroups: percentage of frontend bound, reversed */
	assert_string_equal(sorted_by(), "fe");
	assert_true(state_order(&ui)->ratio);
	assert_true(state_order(&ui)->reverse);
	(void)press("P\r");		/* its processes by CPU%, so the threads of one are, too */
	assert_true(ui.inside);
	assert_string_equal(sorted_by(), "cpu");
	(void)press("\x1b\x1b");
	assert_string_equal(sorted_by(), "fe");
}

UI_TEST(an_order_by_name_or_number_stays_with_its_list)
{
	(void)press("N\r");
	assert_true(ui.inside);
	assert_string_equal(sorted_by(), "be");
}

/* ---- the menu ---- */

UI_TEST(f6_lists_the_columns_and_marks_the_order)
{
	(void)press("P<F6>");
	assert_true(shows("Sort by: "));
	assert_true(shows(" CPU%    \u25bc CPU time"));
	assert_true(shows(" COST      percent of the machine's slots in BE"));
}

UI_TEST(enter_sorts_by_the_line_and_closes)
{
	(void)press_code(KEYCODE_F6);
	(void)press_code(KEYCODE_DOWN);	/* from COST to RET */
	assert_int_equal(press("\r") & R_ROWS, R_ROWS);
	assert_string_equal(sorted_by(), "ret");
	assert_int_equal(ui.menu.id, MENU_NONE);
	assert_int_equal(state_selected(&ui)->id, PID_COMPUTE);
}

UI_TEST(a_letter_leads_to_the_next_column_that_begins_with_it)
{
	(void)press("<F6>i\r");
	assert_string_equal(sorted_by(), "ipc");
	(void)press_code(KEYCODE_F6);
	(void)press("bbb\r");	/* around to BAD, then BW, then BE */
	assert_string_equal(sorted_by(), "be");
}

UI_TEST(escape_or_f6_leave_the_order_as_it_was)
{
	(void)press("P<F6><End>\x1b");
	assert_string_equal(sorted_by(), "cpu");
	(void)press("<F6><End><F6>");
	assert_int_equal(ui.menu.id, MENU_NONE);
	assert_string_equal(sorted_by(), "cpu");
}

UI_TEST(the_order_of_now_stays_as_it_is)
{
	(void)press("PI<F6>\r");
	assert_string_equal(sorted_by(), "cpu");
	assert_true(state_order(&ui)->reverse);
}

UI_TEST(cpus_have_their_natural_order_in_the_menu)
{
	(void)press("cR<F6><Home>\r");
	assert_null(state_order(&ui)->column);
}

UI_TEST(the_menu_stays_where_it_is_when_an_interval_ends)
{
	(void)press("<F6>i");
	next_snapshot(fixture_snapshot(2));
	(void)press("\r");
	assert_string_equal(sorted_by(), "ipc");
}

UI_TEST(the_menu_is_bounded_at_both_ends_of_a_small_screen)
{
	assert_int_equal(canvas_resize(&canvas, 20, 5), 0);
	(void)press_code(KEYCODE_F6);
	press_times(60, "<Down>");
	assert_int_equal(ui.menu.line, ui.menu.n - 1);
	press_times(60, "<PgUp>");
	assert_int_equal(ui.menu.line, 0);
}
