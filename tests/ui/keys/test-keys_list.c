/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Keys of the groups "Move" and "Order": the cursor and its task, pages, both ends; which column,
 * which direction, and the menu of the columns to sort by. The menu of users: test-keys_find.c.
 */
#include "config.h"

#include "tests/fixtures/fixture_ui.h"

UI_TEST(the_cursor_stays_on_its_task_when_the_order_changes)
{
	AFTER("j", ":on 2400");
	AFTER("R", ":on 2400");
	AFTER("N", ":on 2400");
}

UI_TEST(an_untouched_cursor_stays_on_the_first_line)
{
	AFTER("I", ":line 0");
	AFTER("jj<Home>I", ":line 0");
}

UI_TEST(the_cursor_finds_a_task_that_paused_for_an_interval)
{
	AFTER("<End>", ":on 2900");
	next_without(2, 1);	/* cron did not run */
	assert_int_not_equal(state_selected(&ui)->id, PID_IDLE);
	AFTER("<next>", ":on 2900");
}

UI_TEST(a_reused_pid_is_another_task)
{
	struct snapshot *reused = fixture_draft(2);

	AFTER("Nj", ":on 2400");
	/*
	 * A smaller pid moves all others down a line; the cursor does not follow the new task with
	 * pid 2400.
	 */
	(void)fixture_add_process(reused, 100, "x", 0.1, (double[]){ 25, 25, 25, 25 }, 0.5);
	fixture_row(reused, ROW_PROCESS, PID_SCALED)->start_ns = 999999;
	next_draft(reused);
	assert_int_equal(state_selected(&ui)->id, PID_MEMHOG);
}

/* The fixture with so many more processes, all alike. */
static void show_many(const char *n)
{
	struct snapshot *many = fixture_draft(newest->seq + 1);

	for (int i = 0; i < atoi(n); i++)
		(void)fixture_add_process(many, 5000 + i, "x", 0.001, (double[]){ 25, 25, 25, 25 }, 0.5);
	next_draft(many);
}

const struct word own_words[] = { { "many", .act = show_many }, { .name = NULL } };

UI_TEST(a_list_that_became_shorter_leaves_no_empty_lines)
{
	struct cursor *cursor = &ui.views[VIEW_PROCESSES].cursor;

	(void)press("<many 100><End>");
	for (size_t i = 1; i < ui.page; i++)
		(void)press("k");
	assert_int_equal(cursor->index, cursor->scroll);
	(void)press("<many 90>");
	assert_true(cursor->index < ui.n_rows);
	assert_int_equal(cursor->scroll, ui.n_rows - ui.page);
}

UI_TEST(pages_stop_at_both_ends)
{
	(void)press("<many 100><PgDn>");
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
	AFTER("?", "Esc back|Space more: line 22 of ");
	AFTER("<PgDn>", "Esc back|Space more: line 43 of ");
	AFTER("<End>", "!Space more");
}

UI_TEST(right_shows_the_end_of_long_commands_and_left_their_beginning)
{
	AFTER("<size 78x24>", "2311|memhog --size 4…");
	AFTER("→", ":reaction draw", "2311|\u2026size 4G --walk\u2026");
	AFTER("→→→→→→→→→", "2311|walk random");
	AFTER("→", ":reaction none");
	AFTER("←←←←←←←←←", "2311|memhog --size 4…");
	AFTER("←", ":reaction none");
}

UI_TEST(texts_that_fit_do_not_scroll)
{
	AFTER("<size 200x24>k→", ":reaction none");
	(void)press("c");	/* no texts at all */
	AFTER("→", ":reaction none");
}

UI_TEST(another_list_is_not_scrolled)
{
	AFTER("→\r", "memhog");
	assert_int_equal(state_cursor(&ui)->text_scroll, 0);
	AFTER("<Esc>", ":text-scroll 8");
}

UI_TEST(a_cut_text_has_a_sign_in_ascii)
{
	ui.look.ascii = true;
	AFTER("<size 78x24>", "2311|memhog --size 4+");
	AFTER("→", "2311|<size 4G --walk+");
}

UI_TEST(l_shows_the_whole_command_of_the_selected_row)
{
	assert_false(shows("memhog --size 4G --walk random"));
	AFTER("L", "\n    memhog --size 4G --walk random\n");
	AFTER("j", ":wrapped 0");	/* the next one fits */
	AFTER("kL", "!memhog --size 4G --walk random");
}

UI_TEST(a_wrapped_row_stays_on_the_screen_as_a_whole)
{
	AFTER("<size 40x9>NLIjjjjjj", ":on 2311");	/* memhog is the last of the rows */
	assert_true(ui.wrapped > 0);
	assert_true(shows("walk random"));
	AFTER("<PgUp>", "!:on 2311");
	AFTER("<PgDn><PgDn><PgDn>", ":on 2311");
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

UI_TEST(letters_sort_by_their_class)
{
	AFTER("F", ":on 2311");	/* most frontend-bound slots */
	AFTER("Fw", ":on 2400");	/* largest percentage */
	AFTER("R", ":on 2500");
	AFTER("S", ":on 2800");
	AFTER("N", ":on 2311");
	AFTER("P", ":reaction rows", ":row 1 2400");
}

UI_TEST(reverse_reverses_the_order_once)
{
	AFTER("PI", ":on 2900");
	AFTER("P", ":on 2311");	/* a new column starts in its natural order */
}

UI_TEST(arrows_choose_the_column_beside)
{
	AFTER("B<", ":sort fe");
	AFTER(">>", ":sort limited");	/* skips the bar, which has no order */
	AFTER(">>", ":sort command");
}

UI_TEST(on_level_2_the_children_of_the_class_are_beside_it)
{
	AFTER("2B>", ":sort mem");
	AFTER("B<", ":sort core");
}

UI_TEST(arrows_lead_to_the_cost_which_is_then_of_what_limits_the_machine)
{
	AFTER("R<", ":sort cost");
	AFTER(">", ":sort ret");
}

UI_TEST(cpus_are_sorted_among_their_siblings)
{
	(void)press("cR");
	/* Core 0 has more retiring slots than core 1; in core 0, CPU 2 has more than CPU 0. */
	NOW(":row 1 0", ":row 2 2", ":row 3 0");
	AFTER("N", ":row 2 0");
}

UI_TEST(what_lies_below_a_row_has_the_order_of_its_list)
{
	/* cgroups: percentage of frontend bound, reversed */
	AFTER("gFwI\r", ":sort fe", ":order-ratio", ":order-reverse");
	AFTER("P\r", ":inside");	/* its processes by CPU%, so the threads of one are, too */
	NOW(":sort cpu");
	AFTER("<Esc><Esc>", ":sort fe");
}

UI_TEST(an_order_by_name_or_number_stays_with_its_list)
{
	AFTER("N\r", ":inside", ":sort cost");
}

/* ---- the menu ---- */

UI_TEST(f6_lists_the_columns_and_marks_the_order)
{
	AFTER("P<F6>", "Sort by: ", " CPU%    \u25bc CPU time", " COST      percent of the machine's slots in MEM");
}

UI_TEST(enter_sorts_by_the_line_and_closes)
{
	(void)press_code(KEYCODE_F6);
	(void)press_code(KEYCODE_DOWN);	/* from COST to RET */
	AFTER("\r", ":reaction rows", ":sort ret", "!:menu", ":on 2500");
}

UI_TEST(an_order_by_the_cost_of_a_column_that_is_not_shown_is_said)
{
	AFTER("<F6>bb\r", ":sort bw", "sorted by cost of BW");
}

UI_TEST(a_letter_leads_to_the_next_column_that_begins_with_it)
{
	AFTER("<F6>i\r", ":sort ipc");
	AFTER("<F6>bbb\r", ":sort be");	/* around to BAD, then BW, then BE */
}

UI_TEST(escape_or_f6_leave_the_order_as_it_was)
{
	AFTER("P<F6><End><Esc>", ":sort cpu");
	AFTER("<F6><End><F6>", "!:menu", ":sort cpu");
}

UI_TEST(the_order_of_now_stays_as_it_is)
{
	AFTER("PI<F6>\r", ":sort cpu");
	assert_true(state_order(&ui)->reverse);
}

UI_TEST(cpus_have_their_natural_order_in_the_menu)
{
	AFTER("cR<F6><Home>\r", ":sort");
}

UI_TEST(the_menu_stays_where_it_is_when_an_interval_ends)
{
	AFTER("<F6>i<next>\r", ":sort ipc");
}

UI_TEST(the_menu_is_bounded_at_both_ends_of_a_small_screen)
{
	(void)press("<size 20x5><F6>");
	press_times(60, "↓");
	assert_int_equal(ui.menu.line, ui.menu.n - 1);
	press_times(60, "<PgUp>");
	assert_int_equal(ui.menu.line, 0);
}
