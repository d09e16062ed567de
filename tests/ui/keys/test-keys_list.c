/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Keys of the groups "Move" and "Order": the cursor and its task, pages, both ends; which column,
 * which direction, and the menu of the columns to sort by. The menu of users: test-keys_find.c.
 */
#include "config.h"

#include "tests/fixtures/fixture_ui.h"

UI_TEST(the_cursor_stays_on_its_task_when_the_order_changes)
{
	assert_int_equal(selected_after("jj"), PID_SCALED);
	assert_int_equal(selected_after("R"), PID_SCALED);
	assert_int_equal(selected_after("N"), PID_SCALED);
}

UI_TEST(an_untouched_cursor_stays_on_the_first_line)
{
	(void)press("I");
	assert_int_equal(ui.views[VIEW_PROCESSES].cursor.index, 0);
	(void)press("jj<Home>I");
	assert_int_equal(ui.views[VIEW_PROCESSES].cursor.index, 0);
}

UI_TEST(the_cursor_finds_a_task_that_paused_for_an_interval)
{
	assert_int_equal(selected_after("<End>"), PID_IDLE);
	next_without(2, 1);	/* cron did not run */
	assert_int_not_equal(state_selected(&ui)->id, PID_IDLE);
	next_snapshot(fixture_snapshot(3));
	assert_int_equal(state_selected(&ui)->id, PID_IDLE);
}

UI_TEST(a_reused_pid_is_another_task)
{
	struct snapshot *reused = fixture_draft(2);

	assert_int_equal(selected_after("Nj"), PID_SCALED);
	/*
	 * A smaller pid moves all others down a line; the cursor does not follow the new task with
	 * pid 2400.
	 */
	(void)fixture_add_process(reused, 100, "x", 0.1, (double[]){ 25, 25, 25, 25 }, 0.5);
	process_of(reused, PID_SCALED)->start_ns = 999999;
	next_draft(reused);
	assert_int_equal(state_selected(&ui)->id, PID_MEMHOG);
}

/* The fixture with n more processes, all alike. */
static void show_many(uint64_t seq, int n)
{
	struct snapshot *many = fixture_draft(seq);

	for (int i = 0; i < n; i++)
		(void)fixture_add_process(many, 5000 + i, "x", 0.001, (double[]){ 25, 25, 25, 25 },
					  0.5);
	next_draft(many);
}

UI_TEST(a_list_that_became_shorter_leaves_no_empty_lines)
{
	struct cursor *cursor = &ui.views[VIEW_PROCESSES].cursor;

	show_many(2, 100);
	(void)press_code(KEYCODE_END);
	for (size_t i = 1; i < ui.page; i++)
		(void)press("k");
	assert_int_equal(cursor->index, cursor->scroll);
	show_many(3, 90);
	assert_true(cursor->index < ui.n_rows);
	assert_int_equal(cursor->scroll, ui.n_rows - ui.page);
}

UI_TEST(pages_stop_at_both_ends)
{
	show_many(2, 100);
	(void)press_code(KEYCODE_PAGE_DOWN);
	assert_int_equal(ui.views[VIEW_PROCESSES].cursor.index, ui.page - 1);
	press_times(20, "<PgDn>");
	assert_int_equal(ui.views[VIEW_PROCESSES].cursor.index, ui.n_rows - 1);
	assert_int_equal(ui.views[VIEW_PROCESSES].cursor.scroll, ui.n_rows - ui.page);
	press_times(20, "<PgUp>");
	assert_int_equal(ui.views[VIEW_PROCESSES].cursor.index, 0);
	assert_int_equal(ui.views[VIEW_PROCESSES].cursor.scroll, 0);
}

UI_TEST(the_help_says_that_it_goes_on)
{
	(void)press("?");
	assert_true(line_has("Esc back", "Space more: line 22 of "));
	(void)press_code(KEYCODE_PAGE_DOWN);
	assert_true(line_has("Esc back", "Space more: line 43 of "));
	assert_false(shows_after("<End>", "Space more"));
}

UI_TEST(right_shows_the_end_of_long_commands_and_left_their_beginning)
{
	assert_true(line_has("2311", "memhog --size 4…"));
	assert_int_equal(press_code(KEYCODE_RIGHT), R_DRAW);
	assert_true(line_has("2311", "\u2026size 4G --walk\u2026"));
	press_times(9, "→");
	assert_true(line_has("2311", "walk random"));
	assert_int_equal(press_code(KEYCODE_RIGHT), R_NONE);
	press_times(9, "←");
	assert_true(line_has("2311", "memhog --size 4…"));
	assert_int_equal(press_code(KEYCODE_LEFT), R_NONE);
}

UI_TEST(texts_that_fit_do_not_scroll)
{
	assert_int_equal(canvas_resize(&canvas, 200, 24), 0);
	(void)press("k");
	assert_int_equal(press_code(KEYCODE_RIGHT), R_NONE);
	(void)press("c");	/* no texts at all */
	assert_int_equal(press_code(KEYCODE_RIGHT), R_NONE);
}

UI_TEST(another_list_is_not_scrolled)
{
	assert_true(shows_after("→\r", "memhog"));
	assert_int_equal(state_cursor(&ui)->text_scroll, 0);
	(void)press("\x1b");
	assert_int_equal(state_cursor(&ui)->text_scroll, 8);
}

UI_TEST(a_cut_text_has_a_sign_in_ascii)
{
	(void)press("A");
	assert_true(line_has("2311", "memhog --size 4+"));
	(void)press_code(KEYCODE_RIGHT);
	assert_true(line_has("2311", "<size 4G --walk+"));
}

UI_TEST(l_shows_the_whole_command_of_the_selected_row)
{
	assert_false(shows("memhog --size 4G --walk random"));
	assert_true(shows_after("L", "\n    memhog --size 4G --walk random\n"));
	(void)press("j");	/* the next one fits */
	assert_int_equal(ui.wrapped, 0);
	assert_false(shows_after("kL", "memhog --size 4G --walk random"));
}

UI_TEST(a_wrapped_row_stays_on_the_screen_as_a_whole)
{
	assert_int_equal(canvas_resize(&canvas, 40, 9), 0);
	(void)press("NLIjjjjjj");	/* memhog is the last of the rows */
	assert_int_equal(state_selected(&ui)->id, PID_MEMHOG);
	assert_true(ui.wrapped > 0);
	assert_true(shows("walk random"));
	assert_int_not_equal(selected_after("<PgUp>"), PID_MEMHOG);
	assert_int_equal(selected_after("<PgDn><PgDn><PgDn>"), PID_MEMHOG);
}

UI_TEST(a_wrapped_row_is_seen_at_any_size)
{
	for (int h = 3; h < 12; h++) {
		assert_int_equal(canvas_resize(&canvas, 20, h), 0);
		(void)press("L");
		assert_true(ui.wrapped >= 0);
		(void)press("<End><Home>L");
	}
}

/* The key of the column that rows are sorted by when these keys were pressed; "": none. */
static const char *sorted_after(const char *typed)
{
	(void)press(typed);
	return column_key(state_order(&ui)->column);
}

UI_TEST(letters_sort_by_their_class)
{
	assert_int_equal(selected_after("F"), PID_MEMHOG);	/* most frontend-bound slots */
	assert_int_equal(selected_after("Fw"), PID_SCALED);	/* largest percentage */
	assert_int_equal(selected_after("R"), PID_COMPUTE);
	assert_int_equal(selected_after("S"), PID_EXITED);
	assert_int_equal(selected_after("N"), PID_MEMHOG);
	assert_int_equal(press("P") & R_ROWS, R_ROWS);
	assert_int_equal(ui.rows[1]->id, PID_SCALED);
}

UI_TEST(reverse_reverses_the_order_once)
{
	assert_int_equal(selected_after("PI"), PID_IDLE);
	(void)press("P");	/* a new column starts in its natural order */
	assert_int_equal(state_selected(&ui)->id, PID_MEMHOG);
}

UI_TEST(arrows_choose_the_column_beside)
{
	assert_string_equal(sorted_after("<"), "fe");
	(void)press(">>");	/* skips the bar, which has no order */
	assert_string_equal(sorted_after(""), "command");
	assert_string_equal(sorted_after(">"), "command");
}

UI_TEST(on_level_2_the_children_of_the_class_are_beside_it)
{
	assert_string_equal(sorted_after("2>"), "mem");
	assert_string_equal(sorted_after("B<"), "core");
}

UI_TEST(arrows_step_over_the_cost_which_has_the_order_of_its_class)
{
	assert_string_equal(sorted_after("R<"), "cpu");
	assert_string_equal(sorted_after(">"), "ret");
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
	assert_string_equal(sorted_after(""), "fe");
	assert_true(state_order(&ui)->ratio);
	assert_true(state_order(&ui)->reverse);
	(void)press("P\r");		/* its processes by CPU%, so the threads of one are, too */
	assert_true(ui.inside);
	assert_string_equal(sorted_after(""), "cpu");
	assert_string_equal(sorted_after("\x1b\x1b"), "fe");
}

UI_TEST(an_order_by_name_or_number_stays_with_its_list)
{
	(void)press("N\r");
	assert_true(ui.inside);
	assert_string_equal(sorted_after(""), "be");
}

/* ---- the menu ---- */

UI_TEST(f6_lists_the_columns_and_marks_the_order)
{
	assert_true(shows_after("P<F6>", "Sort by: "));
	assert_true(shows(" CPU%    \u25bc CPU time"));
	assert_true(shows(" COST      percent of the machine's slots in BE"));
}

UI_TEST(enter_sorts_by_the_line_and_closes)
{
	(void)press_code(KEYCODE_F6);
	(void)press_code(KEYCODE_DOWN);	/* from COST to RET */
	assert_int_equal(press("\r") & R_ROWS, R_ROWS);
	assert_string_equal(sorted_after(""), "ret");
	assert_int_equal(ui.menu.id, MENU_NONE);
	assert_int_equal(state_selected(&ui)->id, PID_COMPUTE);
}

UI_TEST(a_letter_leads_to_the_next_column_that_begins_with_it)
{
	assert_string_equal(sorted_after("<F6>i\r"), "ipc");
	(void)press_code(KEYCODE_F6);
	(void)press("bbb\r");	/* around to BAD, then BW, then BE */
	assert_string_equal(sorted_after(""), "be");
}

UI_TEST(escape_or_f6_leave_the_order_as_it_was)
{
	assert_string_equal(sorted_after("P<F6><End>\x1b"), "cpu");
	(void)press("<F6><End><F6>");
	assert_int_equal(ui.menu.id, MENU_NONE);
	assert_string_equal(sorted_after(""), "cpu");
}

UI_TEST(the_order_of_now_stays_as_it_is)
{
	assert_string_equal(sorted_after("PI<F6>\r"), "cpu");
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
	assert_string_equal(sorted_after("\r"), "ipc");
}

UI_TEST(the_menu_is_bounded_at_both_ends_of_a_small_screen)
{
	assert_int_equal(canvas_resize(&canvas, 20, 5), 0);
	(void)press_code(KEYCODE_F6);
	press_times(60, "↓");
	assert_int_equal(ui.menu.line, ui.menu.n - 1);
	press_times(60, "<PgUp>");
	assert_int_equal(ui.menu.line, 0);
}
