/* SPDX-License-Identifier: GPL-2.0-only */
/* Keys in a detail: open, move, leave. */
#include "config.h"

#include "tests/fixtures/fixture_ui.h"

UI_TEST(d_opens_the_detail_of_the_selected_row_and_closes_it)
{
	(void)press("jjd");
	assert_true(ui.detail.open && ui.detail.here);
	assert_int_equal(ui.detail.row.id, PID_SCALED);
	assert_int_equal(ui.detail.node, M_FETCH_LATENCY);	/* the end of its worst path */
	(void)press("d");
	assert_false(ui.detail.open);
	assert_int_equal(state_selected(&ui)->id, PID_SCALED);
	(void)press("d");
	assert_int_equal(press_code(KEYCODE_ESCAPE), R_DRAW);
	assert_false(ui.detail.open);
	assert_int_equal(ui.view, VIEW_PROCESSES);
}

UI_TEST(in_a_detail_the_arrows_move_in_the_tree_and_not_in_the_list)
{
	size_t index = ui.views[VIEW_PROCESSES].cursor.index;

	(void)press("d");
	assert_int_equal(ui.detail.node, M_MEMORY_BOUND);
	(void)press("j");
	assert_int_equal(ui.detail.node, M_CORE_BOUND);
	(void)press("jjj");
	assert_int_equal(ui.detail.node, M_CORE_BOUND);
	(void)press_code(KEYCODE_HOME);
	assert_int_equal(ui.detail.node, M_RETIRING);
	(void)press("k");
	assert_int_equal(ui.detail.node, M_RETIRING);
	(void)press_code(KEYCODE_END);
	assert_int_equal(ui.detail.node, M_CORE_BOUND);
	assert_int_equal(ui.views[VIEW_PROCESSES].cursor.index, index);
}

UI_TEST(in_a_detail_nothing_is_ordered_or_folded)
{
	(void)press("cjjd");
	assert_int_equal(press("P"), R_DRAW);
	assert_true(shows("key \"P\" acts on the list: Esc leaves the detail"));
	assert_int_equal(press("I"), R_DRAW);
	assert_int_equal(press(" "), R_DRAW);
	assert_true(shows("nodes below level 2 cannot be counted here") ||
		    shows("nothing below level 2 is known of"));
	assert_int_equal(press("\r"), R_DRAW);
	assert_true(ui.detail.open);
	assert_null(ui.views[VIEW_CPUS].order.column);
	assert_int_equal(ui.n_rows, 7);
	(void)press("<Esc><Esc>d");
	assert_int_equal(press("t"), R_DRAW);
	assert_false(ui.tree);
}

UI_TEST(the_text_of_a_detail_scrolls_to_its_end_and_restarts_at_another_node)
{
	struct detail *detail = &ui.detail;

	(void)press("d");
	assert_true(detail->lines > detail->page);
	(void)press_code(KEYCODE_PAGE_DOWN);
	assert_true(detail->scroll > 0);
	press_times(30, "<PgDn>");
	assert_int_equal(detail->scroll, detail->lines - detail->page);
	(void)press("j");
	assert_int_equal(detail->scroll, 0);
}

UI_TEST(enter_opens_what_has_nothing_below_it)
{
	(void)press("cjj\r");
	assert_true(ui.detail.open);
	assert_int_equal(ui.detail.row.kind, ROW_CPU);
	assert_int_equal(ui.detail.row.id, 0);
	(void)press_code(KEYCODE_ESCAPE);
	(void)press("k\r");	/* a core folds */
	assert_false(ui.detail.open);
	assert_int_equal(ui.n_rows, 1 + 2 + 2);
	(void)press("vvvvvvvvv\r");	/* a thread of the list of all threads */
	assert_true(ui.detail.open);
}

UI_TEST(a_group_has_a_detail)
{
	(void)press("gjd");
	assert_true(ui.detail.open && ui.detail.here);
	assert_string_equal(ui.detail.title, "cgroup cron.service");
	assert_string_equal(ui.detail.command, "/system.slice/cron.service");
	(void)press("g");	/* back to the groups, not out of them */
	assert_false(ui.detail.open);
	assert_int_equal(ui.view, VIEW_CGROUPS);
}

UI_TEST(the_machine_has_a_detail_of_its_own)
{
	(void)press("dD");
	assert_true(ui.detail.open);
	assert_int_equal(ui.detail.row.kind, ROW_MACHINE);
	(void)press("D");
	assert_false(ui.detail.open);
	(void)press("Dc");
	assert_false(ui.detail.open);
	assert_int_equal(ui.view, VIEW_CPUS);
	(void)press("dv");
	assert_false(ui.detail.open);
}

UI_TEST(a_detail_keeps_what_was_known_of_a_task_that_pauses)
{
	(void)press("NI");	/* largest pid first */
	(void)press("d");
	assert_int_equal(ui.detail.row.id, PID_IDLE);
	next_without(2, 1);
	assert_true(ui.detail.open);
	assert_false(ui.detail.here);
	assert_int_equal(ui.detail.row.id, PID_IDLE);
	assert_string_equal(ui.detail.title, "cron (2900)");
	next_snapshot(fixture_snapshot(3));
	assert_true(ui.detail.here);
}

UI_TEST(the_detail_is_of_one_task_and_not_of_the_next_with_its_pid)
{
	struct snapshot *reused = fixture_draft(2);
	struct row *row;

	(void)press("Njd");
	assert_int_equal(ui.detail.row.id, PID_SCALED);
	row = fixture_add_process(reused, PID_SCALED, "other", 0.1,
				  (double[]){ 25, 25, 25, 25 }, 0.5);
	row->start_ns = 9000000;	/* both are in one interval; ours comes first */
	next_draft(reused);
	assert_true(ui.detail.here);
	assert_string_equal(ui.detail.title, "php-fpm (2400)");
	reused = fixture_draft(3);
	process_of(reused, PID_SCALED)->start_ns = 9000000;
	next_draft(reused);
	assert_false(ui.detail.here);
}

/* --doctor speaks of this machine, not of the one that was recorded. */
UI_TEST(a_level_that_was_not_recorded_is_not_for_the_doctor_of_this_machine)
{
	fixture_machine.levels = 1;
	fixture_machine.source = "replay";
	(void)canvas_resize(&canvas, 200, 60);
	assert_true(shows_after("Njjjdj", "the recording has no events of level 2"));
	assert_false(shows("doctor"));
	fixture_machine.source = "switch";
	assert_true(shows("doctor"));
	fixture_machine.levels = 2;
}

UI_TEST(the_detail_says_what_part_of_the_machine_a_row_is_and_what_it_can_gain_at_most)
{
	(void)canvas_resize(&canvas, 200, 60);
	(void)press("Njd");	/* php-fpm: 0.4 of 2.3 CPUs, 45 % frontend bound */
	assert_true(shows("weight   ~17.4 % of the machine's slots"));
	(void)press("k");
	assert_int_equal(ui.detail.node, M_FRONTEND_BOUND);
	assert_true(shows("If no slot waited for instructions: at most ~7.8 % of the machine's "
			  "slots, ~1.8x for this process."));
}

UI_TEST(useful_work_over_its_threshold_is_good_and_not_worst)
{
	(void)canvas_resize(&canvas, 200, 60);
	(void)press("Njjd");
	assert_int_equal(ui.detail.row.id, PID_COMPUTE);
	assert_int_equal(ui.detail.node, M_LIGHT_OPERATIONS);
	assert_true(shows("over 60: mostly useful work; the number of instructions is the cost"));
	assert_true(shows("No bound of a gain"));
	assert_true(line_has("Retiring   ", "✓"));
	assert_false(line_has("Retiring   ", "◀"));
	assert_false(line_has("Retiring   ", ">"));
	assert_false(shows("worst path"));
}

UI_TEST(a_row_of_almost_no_weight_gets_no_advice)
{
	struct snapshot *more = fixture_draft(2);

	(void)fixture_add_process(more, 2950, "systemd", 0.002,
				  (double[]){ 10, 10, 60, 20 }, 0.9);
	next_draft(more);
	(void)canvas_resize(&canvas, 200, 60);
	(void)press("NId");
	assert_int_equal(ui.detail.row.id, 2950);
	assert_true(shows("This process has 0.09 % of the machine's slots: nothing here is worth "
			  "tuning."));
	assert_true(shows("Frontend slots"));
	assert_false(shows("PGO"));
	assert_false(shows("at most"));
	assert_true(shows_after("djjd", "Try "));
}

UI_TEST(counts_have_all_digits_and_say_whether_corrections_were_counted)
{
	(void)canvas_resize(&canvas, 200, 90);
	(void)press("dkkkk");
	assert_int_equal(ui.detail.node, M_FRONTEND_BOUND);
	assert_true(line_has("  slots  ", "47,700,000,000"));
	assert_true(line_has("  int_misc.uop_dropping", "not counted"));
	assert_true(shows("corrects it; taken as 0"));
	(void)canvas_resize(&canvas, 80, 90);
	assert_true(line_has("  slots  ", "47,700,000,000"));
}

UI_TEST(the_detail_says_how_far_the_value_spread_over_the_intervals_kept)
{
	(void)canvas_resize(&canvas, 200, 90);
	assert_false(shows_after("d", "minimum"));	/* of one interval */
	next_snapshot(fixture_snapshot(2));
	next_snapshot(fixture_snapshot(4));	/* 3 is a gap */
	assert_true(shows("Last 64 intervals, 3 with a value: minimum 55.5, mean of intervals "
			  "55.5, maximum 55.5 % (in steps of 0.4)"));
}

UI_TEST(no_fact_is_out_of_reach_at_80x24_however_long_the_command)
{
	struct snapshot *more = fixture_draft(2);
	struct row *row = &more->table[ROW_PROCESS].rows[0];	/* memhog */
	char command[256] = "java", word[16];
	bool seen[24] = { false };

	for (int i = 0; i < 24; i++) {
		(void)snprintf(word, sizeof(word), " argument%02d", i);
		(void)snprintf(command + strlen(command), sizeof(command) - strlen(command), "%s", word);
	}
	row->command = snapshot_keep(more, command);
	next_draft(more);
	assert_true(shows_after("d", "cgroup   /user.slice"));
	for (int page = 0; page < 20; page++) {
		for (int i = 0; i < 24; i++) {
			(void)snprintf(word, sizeof(word), "argument%02d", i);
			seen[i] |= shows(word);
		}
		(void)press_code(KEYCODE_PAGE_DOWN);
	}
	for (int i = 0; i < 22; i++)	/* 256 bytes are kept */
		assert_true(seen[i]);
	assert_true(shows("/proc/PID/cmdline"));
}

static void check_reading(int w, int h)
{
	assert_int_equal(canvas_resize(&canvas, w, h), 0);
	(void)press("d<PgDn>");
	assert_true(ui.detail.reading);
	assert_int_equal(ui.detail.scroll, 0);
	assert_true(ui.detail.page >= 2);
	assert_true(shows("Memory bound: 55.5"));
	for (int i = 0; i < 200 && !shows("cgroup   /user.slice"); i++)
		(void)press_code(KEYCODE_PAGE_DOWN);
	assert_true(shows("cgroup   /user.slice"));
	for (int i = 0; i < 200 && ui.detail.reading; i++)
		(void)press_code(KEYCODE_PAGE_UP);
	assert_false(ui.detail.reading);
	(void)press_code(KEYCODE_PAGE_DOWN);
	(void)press("k");	/* a move in the tree shows the tree */
	assert_false(ui.detail.reading);
	(void)press("d");
}

UI_TEST(on_a_small_screen_the_first_page_down_makes_room_for_the_text)
{
	check_reading(40, 12);
	check_reading(40, 8);
	check_reading(60, 24);
}

/* From 200 % of a task on the whole snapshot is unsound. */
UI_TEST(a_share_that_cannot_be_is_flagged_and_not_drawn)
{
	struct snapshot *more = fixture_draft(2);
	struct row *row = NULL;

	(void)fixture_add_process(more, 2950, "odd", 0.5, (double[]){ 60, 10, 10, 20 }, 0.9);
	for (size_t i = 0; i < more->table[ROW_THREAD].n; i++)
		if (more->table[ROW_THREAD].rows[i].id == 2950)
			row = &more->table[ROW_THREAD].rows[i];
	row->counts.value[EV_FETCH_LAT] = 1.3 * row->counts.value[EV_SLOTS];
	row->counts.value[EV_MEM_BOUND] = row->counts.value[EV_SLOTS] * 0.4;
	next_draft(more);
	(void)canvas_resize(&canvas, 200, 60);
	(void)press("NId");
	while (ui.detail.node > M_FETCH_LATENCY)
		(void)press("k");
	while (ui.detail.node < M_FETCH_LATENCY)
		(void)press("j");
	assert_true(line_has("  Fetch latency ", "impossible"));
	assert_true(line_has("  Fetch latency ", "!"));
	assert_true(shows("130.0 % of the slots, impossible: more than all of them"));
	assert_false(shows("at most"));
	(void)press("jjj");
	assert_int_equal(ui.detail.node, M_MEMORY_BOUND);
	assert_true(shows("impossible: more than its class has"));
}
