/* SPDX-License-Identifier: GPL-2.0-only */
/* The menu of the columns to sort by. The menu of users: test-keys_find.c. */
#include "config.h"

#include <stddef.h>
#include <stdint.h>

#include "tests/fixtures/fixture_ui.h"
#include "tests/fixtures/test.h"

static const char *sorted_by(void)
{
	return column_key(state_order(&ui)->column);
}

TEST(f6_lists_the_columns_and_marks_the_order)
{
	(void)press("P");
	(void)press_code(KEYCODE_F6);
	assert_true(shows("Sort by: "));
	assert_true(shows(" CPU%    \u25bc CPU time"));
	assert_true(shows(" COST      percent of the machine's slots in BE"));
}

TEST(enter_sorts_by_the_line_and_closes)
{
	(void)press_code(KEYCODE_F6);
	(void)press_code(KEYCODE_DOWN);	/* from COST to RET */
	assert_int_equal(press("\r") & R_ROWS, R_ROWS);
	assert_string_equal(sorted_by(), "ret");
	assert_int_equal(ui.menu.id, MENU_NONE);
	assert_int_equal(state_selected(&ui)->id, PID_COMPUTE);
}

TEST(a_letter_leads_to_the_next_column_that_begins_with_it)
{
	(void)press_code(KEYCODE_F6);
	(void)press("i\r");
	assert_string_equal(sorted_by(), "ipc");
	(void)press_code(KEYCODE_F6);
	(void)press("bbb\r");	/* around to BAD, then BW, then BE */
	assert_string_equal(sorted_by(), "be");
}

TEST(escape_or_f6_leave_the_order_as_it_was)
{
	(void)press("P");
	(void)press_code(KEYCODE_F6);
	(void)press_code(KEYCODE_END);
	(void)press("\x1b");
	assert_string_equal(sorted_by(), "cpu");
	(void)press_code(KEYCODE_F6);
	(void)press_code(KEYCODE_END);
	(void)press_code(KEYCODE_F6);
	assert_int_equal(ui.menu.id, MENU_NONE);
	assert_string_equal(sorted_by(), "cpu");
}

TEST(the_order_of_now_stays_as_it_is)
{
	(void)press("PI");
	(void)press_code(KEYCODE_F6);
	(void)press("\r");
	assert_string_equal(sorted_by(), "cpu");
	assert_true(state_order(&ui)->reverse);
}

TEST(cpus_have_their_natural_order_in_the_menu)
{
	(void)press("cR");
	(void)press_code(KEYCODE_F6);
	(void)press_code(KEYCODE_HOME);
	(void)press("\r");
	assert_null(state_order(&ui)->column);
}

TEST(the_menu_stays_where_it_is_when_an_interval_ends)
{
	(void)press_code(KEYCODE_F6);
	(void)press("i");
	next_snapshot(fixture_snapshot(2));
	(void)press("\r");
	assert_string_equal(sorted_by(), "ipc");
}

TEST(the_menu_is_bounded_at_both_ends_of_a_small_screen)
{
	assert_int_equal(canvas_resize(&canvas, 20, 5), 0);
	(void)press_code(KEYCODE_F6);
	for (int i = 0; i < 60; i++)
		(void)press_code(KEYCODE_DOWN);
	assert_int_equal(ui.menu.line, ui.menu.n - 1);
	for (int i = 0; i < 60; i++)
		(void)press_code(KEYCODE_PAGE_UP);
	assert_int_equal(ui.menu.line, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		FIXTURE_TEST(f6_lists_the_columns_and_marks_the_order),
		FIXTURE_TEST(enter_sorts_by_the_line_and_closes),
		FIXTURE_TEST(a_letter_leads_to_the_next_column_that_begins_with_it),
		FIXTURE_TEST(escape_or_f6_leave_the_order_as_it_was),
		FIXTURE_TEST(the_order_of_now_stays_as_it_is),
		FIXTURE_TEST(cpus_have_their_natural_order_in_the_menu),
		FIXTURE_TEST(the_menu_stays_where_it_is_when_an_interval_ends),
		FIXTURE_TEST(the_menu_is_bounded_at_both_ends_of_a_small_screen),
	};

	return cmocka_run_group_tests_name("keys_menu", tests, NULL, NULL);
}
