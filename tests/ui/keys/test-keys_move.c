/* SPDX-License-Identifier: GPL-2.0-only */
/* Keys of the group "Move": the cursor and its task, pages, both ends. */
#include "config.h"

#include "tests/fixtures/fixture_ui.h"
#include "tests/fixtures/test_main.h"

UI_TEST(the_cursor_stays_on_its_task_when_the_order_changes)
{
	(void)press("jj");
	assert_int_equal(state_selected(&ui)->id, PID_SCALED);
	(void)press("R");
	assert_int_equal(state_selected(&ui)->id, PID_SCALED);
	(void)press("N");
	assert_int_equal(state_selected(&ui)->id, PID_SCALED);
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
	(void)press_code(KEYCODE_END);
	assert_int_equal(state_selected(&ui)->id, PID_IDLE);
	next_without(2, 1);	/* cron did not run */
	assert_int_not_equal(state_selected(&ui)->id, PID_IDLE);
	next_snapshot(fixture_snapshot(3));
	assert_int_equal(state_selected(&ui)->id, PID_IDLE);
}

UI_TEST(a_reused_pid_is_another_task)
{
	struct snapshot *reused = fixture_draft(2);

	(void)press("Nj");
	assert_int_equal(state_selected(&ui)->id, PID_SCALED);
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
	(void)press_code(KEYCODE_END);
	assert_false(shows("Space more"));
}

UI_TEST(right_shows_the_end_of_long_commands_and_left_their_beginning)
{
	assert_true(line_has("2311", "memhog --size 4…"));
	assert_int_equal(press_code(KEYCODE_RIGHT), R_DRAW);
	assert_true(line_has("2311", "\u2026size 4G --walk\u2026"));
	press_times(9, "<Right>");
	assert_true(line_has("2311", "walk random"));
	assert_int_equal(press_code(KEYCODE_RIGHT), R_NONE);
	press_times(9, "<Left>");
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
	(void)press("<Right>\r");
	assert_true(shows("memhog"));
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
	(void)press("L");
	assert_true(shows("\n    memhog --size 4G --walk random\n"));
	(void)press("j");	/* the next one fits */
	assert_int_equal(ui.wrapped, 0);
	(void)press("kL");
	assert_false(shows("memhog --size 4G --walk random"));
}

UI_TEST(a_wrapped_row_stays_on_the_screen_as_a_whole)
{
	assert_int_equal(canvas_resize(&canvas, 40, 9), 0);
	(void)press("NLIjjjjjj");	/* memhog is the last of the rows */
	assert_int_equal(state_selected(&ui)->id, PID_MEMHOG);
	assert_true(ui.wrapped > 0);
	assert_true(shows("walk random"));
	(void)press_code(KEYCODE_PAGE_UP);
	assert_int_not_equal(state_selected(&ui)->id, PID_MEMHOG);
	(void)press("<PgDn><PgDn><PgDn>");
	assert_int_equal(state_selected(&ui)->id, PID_MEMHOG);
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
