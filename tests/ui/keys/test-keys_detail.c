/* SPDX-License-Identifier: GPL-2.0-only */
/* Keys in a detail: open, move, leave. */
#include "config.h"

#include "tests/fixtures/fixture_ui.h"

UI_TEST(d_opens_the_detail_of_the_selected_row_and_closes_it)
{
	AFTER("jd", ":detail", ":detail-here", ":detail-id 2400");
	assert_int_equal(ui.detail.node, M_FETCH_LATENCY);	/* the end of its worst path */
	AFTER("d", "!:detail", ":on 2400");
	AFTER("d<Esc>", ":reaction draw", "!:detail", ":view processes");
}

UI_TEST(in_a_detail_the_arrows_move_in_the_tree_and_not_in_the_list)
{
	size_t index = ui.views[VIEW_PROCESSES].cursor.index;

	AFTER("d", ":node mem");
	AFTER("j", ":node core");
	AFTER("jjj", ":node core");
	AFTER("<Home>", ":node ret");
	AFTER("k", ":node ret");
	AFTER("<End>", ":node core");
	assert_int_equal(ui.views[VIEW_PROCESSES].cursor.index, index);
}

UI_TEST(in_a_detail_nothing_is_ordered_or_folded)
{
	AFTER("cjjdP", ":reaction draw", "key \"P\" acts on the list: Esc leaves the detail");
	AFTER("I", ":reaction draw");
	AFTER(" ", ":reaction draw");
	assert_true(shows("nodes below level 2 cannot be counted here") ||
		    shows("nothing below level 2 is known of"));
	AFTER("\r", ":reaction draw", ":detail");
	assert_null(ui.views[VIEW_CPUS].order.column);
	assert_int_equal(ui.n_rows, 7);
	AFTER("<Esc><Esc>dt", ":reaction draw", "!:tree");
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
	AFTER("cjj\r", ":detail", ":detail-kind cpu", ":detail-id 0");
	AFTER("<Esc>k\r", "!:detail", ":rows 5");	/* a core folds */
	AFTER("vvvvvvvvv\r", ":detail");	/* a thread of the list of all threads */
}

UI_TEST(a_group_has_a_detail_and_so_has_the_machine)
{
	AFTER("gBjd", ":detail", ":detail-here", ":detail-title cgroup cron.service");
	assert_string_equal(ui.detail.command, "/system.slice/cron.service");
	AFTER("g", "!:detail", ":view cgroups");	/* back to the groups, not out of them */
	AFTER("dD", ":detail", ":detail-kind machine");
	AFTER("D", "!:detail");
	AFTER("Dc", "!:detail", ":view cpus");
	AFTER("dv", "!:detail");
}

UI_TEST(below_the_tree_of_the_machine_stands_who_has_most_of_what_limits_it)
{
	AFTER("<size 80x40>D", "WHO|OF MEM", "memhog (2311)", ":detail-kind machine");
	AFTER("\t\r", ":detail-id 2311", "!WHO");
	AFTER("<Esc>", ":detail-kind machine");
	AFTER("<Home>k<End>A", ":detail-kind process", "!:detail-id 2311");
	AFTER("<Esc><Esc>", "!:detail", ":on 2311");
}

UI_TEST(a_detail_keeps_what_was_known_of_a_task_that_pauses)
{
	(void)press("NI");	/* largest pid first */
	AFTER("d", ":detail-id 2900");
	AFTER("<without 1>", ":detail", "!:detail-here", ":detail-id 2900", ":detail-title cron (2900)");
	AFTER("<next>", ":detail-here");
}

UI_TEST(the_detail_is_of_one_task_and_not_of_the_next_with_its_pid)
{
	struct snapshot *reused = fixture_draft(2);
	struct row *row;

	AFTER("Njd", ":detail-id 2400");
	row = fixture_add_process(reused, PID_SCALED, "other", 0.1, (double[]){ 25, 25, 25, 25 }, 0.5);
	row->start_ns = 9000000;	/* both are in one interval; ours comes first */
	next_draft(reused);
	NOW(":detail-here", ":detail-title php-fpm (2400)");
	reused = fixture_draft(3);
	fixture_row(reused, ROW_PROCESS, PID_SCALED)->start_ns = 9000000;
	next_draft(reused);
	assert_false(ui.detail.here);
}

UI_TEST(the_screen_says_that_slots_are_those_of_the_manual)
{
	fixture_machine.manual_slots = 8;
	AFTER("<size 200x60>", "8 slots per cycle by the manual");
	fixture_machine.manual_slots = 0;
}

/* --doctor speaks of this machine, not of the one that was recorded. */
UI_TEST(a_level_that_was_not_recorded_is_not_for_the_doctor_of_this_machine)
{
	fixture_machine.levels = 1;
	fixture_machine.source = "replay";
	AFTER("<size 200x60>Njjjdj", "the recording has no events of level 2", "!doctor");
	fixture_machine.source = "switch";
	assert_true(shows("doctor"));
	fixture_machine.levels = 2;
}

UI_TEST(the_detail_says_what_part_of_the_machine_a_row_is_and_what_it_can_gain_at_most)
{
	(void)canvas_resize(&canvas, 200, 60);
	/* php-fpm: 0.4 of 2.3 CPUs, 45 % frontend bound */
	AFTER("Njd", "weight   ~17.4 % of the machine's slots");
	AFTER("k", ":node fe", "If no slot waited for instructions: at best this process ~1.8x faster, "
	      "~7.8 % of the machine's slots free.");
}

UI_TEST(the_detail_says_how_long_threads_waited_and_of_how_many_that_is_not_known)
{
	struct snapshot *more = fixture_draft(2);
	struct row *row = fixture_row(more, ROW_PROCESS, PID_MEMHOG);

	row->wait_ns = 123000000;
	row->waits_known = 2;
	row->waits_unknown = 1;
	more->waits_left_out = 7;
	next_draft(more);
	AFTER("<size 200x60>d", "waits    ~12.3 % for a CPU, 1 thread not known", "WAIT% without 7 threads");
}

UI_TEST(useful_work_over_its_threshold_is_good_and_not_worst)
{
	AFTER("<size 200x60>Njjd", ":detail-id 2500", ":node light",
	      "over 60: mostly useful work; the number of instructions is the cost",
	      "No bound of a gain", "Retiring   |✓", "!Retiring   |◀", "!Retiring   |>",
	      "!worst path");
}

UI_TEST(a_row_of_almost_no_weight_gets_no_advice)
{
	next_with(2950, "systemd", 0.002, (double[]){ 10, 10, 60, 20 }, 0.9);
	AFTER("<size 200x60>NId", ":detail-id 2950",
	      "This process has 0.09 % of the machine's slots: nothing here is worth tuning.",
	      "Frontend slots", "!PGO", "!at most");
	AFTER("djjd", "Try ");
}

UI_TEST(counts_have_all_digits_and_say_whether_corrections_were_counted)
{
	AFTER("<size 200x90>dkkkk", ":node fe", "  slots  |47,700,000,000",
	      "  int_misc.uop_dropping|not counted", "corrects it; taken as 0");
	AFTER("<size 80x90>", "  slots  |47,700,000,000");
}

UI_TEST(the_detail_says_how_far_the_value_spread_over_the_intervals_kept)
{
	AFTER("<size 200x90>d", "!intervals:");	/* of one interval */
	next_snapshot(fixture_snapshot(2));
	next_snapshot(fixture_snapshot(4));	/* 3 is a gap */
	assert_true(shows("3 with a value of the last 4 intervals: 55.5 to 55.5 %, mean 55.5."));
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
	AFTER("d", "cgroup   /user.slice");
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
	AFTER("d<PgDn>", ":detail-reading", ":detail-scroll 0");
	assert_true(ui.detail.page >= 2);
	assert_true(shows("Memory bound: 55.5"));
	for (int i = 0; i < 200 && !shows("cgroup   /user.slice"); i++)
		(void)press_code(KEYCODE_PAGE_DOWN);
	assert_true(shows("cgroup   /user.slice"));
	for (int i = 0; i < 200 && ui.detail.reading; i++)
		(void)press_code(KEYCODE_PAGE_UP);
	assert_false(ui.detail.reading);
	AFTER("<PgDn>k", "!:detail-reading");	/* a move in the tree shows the tree */
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
	struct row *row;

	(void)fixture_add_process(more, 2950, "odd", 0.5, (double[]){ 60, 10, 10, 20 }, 0.9);
	row = fixture_row(more, ROW_THREAD, 2950);
	row->numbers->counts.value[EV_FETCH_LAT] = 1.3 * row->numbers->counts.value[EV_SLOTS];
	row->numbers->counts.value[EV_MEM_BOUND] = row->numbers->counts.value[EV_SLOTS] * 0.4;
	next_draft(more);
	(void)press("<size 200x60>NId");
	while (ui.detail.node > M_FETCH_LATENCY)
		(void)press("k");
	while (ui.detail.node < M_FETCH_LATENCY)
		(void)press("j");
	NOW("  Fetch latency |impossible", "  Fetch latency |!",
	    "130.0 % of the slots, impossible: more than all of them", "!at most");
	AFTER("jjj", ":node mem", "impossible: more than its class has");
}
