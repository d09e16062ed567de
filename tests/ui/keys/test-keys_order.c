/* SPDX-License-Identifier: GPL-2.0-only */
/* Keys of the group "Order": which column, which direction. */
#include "config.h"

#include <stddef.h>
#include <stdint.h>

#include "tests/fixtures/fixture_ui.h"
#include "tests/fixtures/test.h"

TEST(letters_sort_by_their_class)
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

TEST(reverse_reverses_the_order_once)
{
	(void)press("PI");
	assert_int_equal(state_selected(&ui)->id, PID_IDLE);
	(void)press("P");	/* a new column starts in its natural order */
	assert_int_equal(state_selected(&ui)->id, PID_MEMHOG);
}

TEST(arrows_choose_the_column_beside)
{
	const struct column_order *order = &ui.views[VIEW_PROCESSES].order;

	(void)press("<");
	assert_string_equal(column_key(order->column), "fe");
	(void)press(">>");	/* skips the bar, which has no order */
	assert_string_equal(column_key(order->column), "command");
	(void)press(">");
	assert_string_equal(column_key(order->column), "command");
}

TEST(on_level_2_the_children_of_the_class_are_beside_it)
{
	const struct column_order *order = &ui.views[VIEW_PROCESSES].order;

	(void)press("2>");
	assert_string_equal(column_key(order->column), "mem");
	(void)press("B<");
	assert_string_equal(column_key(order->column), "core");
}

TEST(arrows_step_over_the_cost_which_has_the_order_of_its_class)
{
	const struct column_order *order = &ui.views[VIEW_PROCESSES].order;

	(void)press("R<");
	assert_string_equal(column_key(order->column), "cpu");
	(void)press(">");
	assert_string_equal(column_key(order->column), "ret");
}

TEST(cpus_are_sorted_among_their_siblings)
{
	(void)press("cR");
	/* Core 0 has more retiring slots than core 1; in core 0, CPU 2 has more than CPU 0. */
	assert_int_equal(ui.rows[1]->id, 0);
	assert_int_equal(ui.rows[2]->id, 2);
	assert_int_equal(ui.rows[3]->id, 0);
	(void)press("N");
	assert_int_equal(ui.rows[2]->id, 0);
}

TEST(what_lies_below_a_row_has_the_order_of_its_list)
{
	(void)press("gFwI\r");		/* cgroups: percentage of frontend bound, reversed */
	assert_string_equal(column_key(state_order(&ui)->column), "fe");
	assert_true(state_order(&ui)->ratio);
	assert_true(state_order(&ui)->reverse);
	(void)press("P\r");		/* its processes by CPU%, so the threads of one are, too */
	assert_true(ui.inside);
	assert_string_equal(column_key(state_order(&ui)->column), "cpu");
	(void)press("\x1b\x1b");
	assert_string_equal(column_key(state_order(&ui)->column), "fe");
}

TEST(an_order_by_name_or_number_stays_with_its_list)
{
	(void)press("N\r");
	assert_true(ui.inside);
	assert_string_equal(column_key(state_order(&ui)->column), "be");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		FIXTURE_TEST(letters_sort_by_their_class),
		FIXTURE_TEST(reverse_reverses_the_order_once),
		FIXTURE_TEST(arrows_choose_the_column_beside),
		FIXTURE_TEST(on_level_2_the_children_of_the_class_are_beside_it),
		FIXTURE_TEST(arrows_step_over_the_cost_which_has_the_order_of_its_class),
		FIXTURE_TEST(cpus_are_sorted_among_their_siblings),
		FIXTURE_TEST(what_lies_below_a_row_has_the_order_of_its_list),
		FIXTURE_TEST(an_order_by_name_or_number_stays_with_its_list),
	};

	return cmocka_run_group_tests_name("keys_order", tests, NULL, NULL);
}
