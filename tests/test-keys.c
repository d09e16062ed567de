/* SPDX-License-Identifier: GPL-2.0-only */
/* Keys: the table itself, and what each does to the state and to the rows. */
#include "config.h"

#include <locale.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "model/control.h"
#include "tests/fixture.h"
#include "ui/keys.h"
#include "ui/screen.h"

static struct snapshot *snapshot;
static struct ui_state ui;
static struct canvas canvas;

static int set_up(void **state)
{
	struct ui_options options = { .level = 1, .view = ROW_PROCESS };

	(void)state;
	snapshot = fixture_snapshot(1);
	state_init(&ui, &options, 1000000000);
	(void)canvas_resize(&canvas, 80, 24);
	(void)state_show(&ui, snapshot);
	screen_draw(&ui, &canvas);
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	state_done(&ui);
	canvas_done(&canvas);
	snapshot_free(snapshot);
	return 0;
}

/* Presses keys one after the other, drawing between; returns the last reaction. */
static unsigned int press(const char *typed)
{
	unsigned int reaction = R_NONE;

	for (; *typed; typed++) {
		reaction = ui_key(&ui, (unsigned char)*typed);
		screen_draw(&ui, &canvas);
	}
	return reaction;
}

static unsigned int press_code(int code)
{
	unsigned int reaction = ui_key(&ui, code);

	screen_draw(&ui, &canvas);
	return reaction;
}

/* The next interval: the same processes, or others. */
static void next_snapshot(struct snapshot *next)
{
	assert_int_equal(state_show(&ui, next), 0);
	snapshot_free(snapshot);
	snapshot = next;
	screen_draw(&ui, &canvas);
}

static void every_key_of_the_table_is_complete(void **state)
{
	(void)state;
	for (size_t i = 0; i < keys_n; i++) {
		assert_true(keys[i].codes[0] && keys[i].shown[0] && keys[i].group[0] && keys[i].help[0]);
		assert_non_null(keys[i].act);
		assert_int_equal(!keys[i].footer, !keys[i].where);
	}
}

static void no_code_is_bound_twice(void **state)
{
	(void)state;
	for (size_t i = 0; i < keys_n * KEY_CODES; i++) {
		int code = keys[i / KEY_CODES].codes[i % KEY_CODES];

		for (size_t k = i + 1; code && k < keys_n * KEY_CODES; k++)
			assert_int_not_equal(code, keys[k / KEY_CODES].codes[k % KEY_CODES]);
	}
}

static void keys_of_one_group_stand_together(void **state)
{
	(void)state;
	for (size_t i = 1; i < keys_n; i++)
		for (size_t k = 0; k + 1 < i; k++)
			if (!strcmp(keys[k].group, keys[i].group))
				assert_string_equal(keys[i - 1].group, keys[i].group);
}

static void letters_sort_by_their_class(void **state)
{
	(void)state;
	(void)press("F");
	assert_int_equal(state_selected(&ui)->id, PID_MEMHOG);	/* most frontend-bound slots */
	(void)press("Fw");
	assert_int_equal(state_selected(&ui)->id, PID_SCALED);	/* largest share */
	(void)press("R");
	assert_int_equal(state_selected(&ui)->id, PID_COMPUTE);
	(void)press("S");
	assert_int_equal(state_selected(&ui)->id, PID_ENDED);
	(void)press("N");
	assert_int_equal(state_selected(&ui)->id, PID_MEMHOG);
	assert_int_equal(press("P") & R_ROWS, R_ROWS);
	assert_int_equal(ui.rows[1]->id, PID_SCALED);
}

static void reverse_turns_the_order_around_once(void **state)
{
	(void)state;
	(void)press("PI");
	assert_int_equal(state_selected(&ui)->id, PID_IDLE);
	(void)press("P");	/* choosing a column begins in its natural order */
	assert_int_equal(state_selected(&ui)->id, PID_MEMHOG);
}

static void arrows_choose_the_column_beside(void **state)
{
	const struct column_order *order = &ui.views[VIEW_PROCESSES].order;

	(void)state;
	(void)press("<");
	assert_string_equal(order->column->key, "fe");
	(void)press(">>");	/* over the bar, which has no order */
	assert_string_equal(order->column->key, "command");
	(void)press(">");
	assert_string_equal(order->column->key, "command");
}

static void on_level_2_the_children_of_the_class_are_beside_it(void **state)
{
	const struct column_order *order = &ui.views[VIEW_PROCESSES].order;

	(void)state;
	(void)press("2>");
	assert_string_equal(order->column->key, "mem");
	(void)press("B<");
	assert_string_equal(order->column->key, "core");
}

static void level_keys_change_columns_and_keep_the_order(void **state)
{
	(void)state;
	assert_int_equal(press("2"), R_DRAW);
	assert_int_equal(ui.level, 2);
	assert_int_equal(state_selected(&ui)->id, PID_MEMHOG);
	assert_int_equal(press("1"), R_DRAW);
	assert_int_equal(ui.level, 1);
}

static void the_cursor_stays_on_its_task_when_the_order_changes(void **state)
{
	(void)state;
	(void)press("jj");
	assert_int_equal(state_selected(&ui)->id, PID_SCALED);
	(void)press("R");
	assert_int_equal(state_selected(&ui)->id, PID_SCALED);
	(void)press("N");
	assert_int_equal(state_selected(&ui)->id, PID_SCALED);
}

static void an_untouched_cursor_stays_on_the_first_line(void **state)
{
	(void)state;
	(void)press("I");
	assert_int_equal(ui.views[VIEW_PROCESSES].cursor.index, 0);
	(void)press("jj");
	(void)press_code(KEYCODE_HOME);
	(void)press("I");
	assert_int_equal(ui.views[VIEW_PROCESSES].cursor.index, 0);
}

static void the_cursor_finds_a_task_that_paused_for_an_interval(void **state)
{
	struct snapshot *without = fixture_draft(2);

	(void)state;
	(void)press_code(KEYCODE_END);
	assert_int_equal(state_selected(&ui)->id, PID_IDLE);
	without->table[ROW_PROCESS].n--;	/* cron did not run */
	without->table[ROW_THREAD].n--;
	assert_int_equal(snapshot_finish(without), 0);
	next_snapshot(without);
	assert_int_not_equal(state_selected(&ui)->id, PID_IDLE);
	next_snapshot(fixture_snapshot(3));
	assert_int_equal(state_selected(&ui)->id, PID_IDLE);
}

static void a_reused_pid_is_another_task(void **state)
{
	struct snapshot *reused = fixture_draft(2);

	(void)state;
	(void)press("Nj");
	assert_int_equal(state_selected(&ui)->id, PID_SCALED);
	/* A smaller pid moves all others down a line; the cursor does not follow the new 2400. */
	(void)fixture_add_process(reused, 100, "x", 0.1, (double[]){ 25, 25, 25, 25 }, 0.5);
	for (size_t i = 0; i < reused->table[ROW_PROCESS].n; i++)
		if (reused->table[ROW_PROCESS].rows[i].id == PID_SCALED)
			reused->table[ROW_PROCESS].rows[i].start_ns = 999999;
	assert_int_equal(snapshot_finish(reused), 0);
	next_snapshot(reused);
	assert_int_equal(state_selected(&ui)->id, PID_MEMHOG);
}

static void enter_goes_down_to_the_threads_and_escape_back(void **state)
{
	(void)state;
	assert_int_equal(press("\r") & R_ROWS, R_ROWS);
	assert_int_equal(ui.n_rows, 4);
	assert_int_equal(ui.rows[0]->kind, ROW_THREAD);
	assert_int_equal(ui.rows[0]->pid, PID_MEMHOG);
	(void)press("\r");	/* nothing is below a thread: its detail */
	assert_true(ui.detail.open);
	assert_int_equal(ui.detail.name.kind, ROW_THREAD);
	(void)press_code(KEYCODE_ESCAPE);
	assert_false(ui.detail.open);
	assert_true(ui.inside);
	(void)press_code(KEYCODE_ESCAPE);
	assert_int_equal(ui.rows[0]->kind, ROW_PROCESS);
	assert_int_equal(state_selected(&ui)->id, PID_MEMHOG);
	assert_int_equal(press_code(KEYCODE_ESCAPE), R_NONE);
}

static void inside_a_process_that_ended_there_is_nothing(void **state)
{
	struct snapshot *without = fixture_draft(2);

	(void)state;
	(void)press_code(KEYCODE_END);
	(void)press("\r");
	assert_int_equal(ui.n_rows, 1);
	without->table[ROW_PROCESS].n--;
	without->table[ROW_THREAD].n--;
	assert_int_equal(snapshot_finish(without), 0);
	next_snapshot(without);
	assert_int_equal(ui.n_rows, 0);
	(void)press("jkI2\r ");
	(void)press_code(KEYCODE_PAGE_DOWN);
	(void)press_code(KEYCODE_BACKSPACE);
	assert_int_equal(ui.n_rows, 6);
}

static void c_shows_the_cpus_and_goes_back(void **state)
{
	(void)state;
	(void)press("c");
	assert_int_equal(ui.n_rows, 1 + 2 + 4);
	assert_int_equal(ui.rows[0]->kind, ROW_SOCKET);
	assert_int_equal(ui.rows[1]->kind, ROW_CORE);
	/* Siblings of one core stand together. */
	assert_int_equal(ui.rows[2]->id, 0);
	assert_int_equal(ui.rows[3]->id, 2);
	(void)press("c");
	assert_int_equal(ui.view, VIEW_PROCESSES);
	(void)press("vc");
	(void)press_code(KEYCODE_ESCAPE);
	assert_int_equal(ui.view, VIEW_THREADS);
}

static void space_and_enter_fold_what_is_under_the_cursor(void **state)
{
	(void)state;
	(void)press("cjjj ");	/* on cpu 2: its core folds, and the cursor is on it */
	assert_int_equal(ui.n_rows, 1 + 2 + 2);
	assert_int_equal(state_selected(&ui)->kind, ROW_CORE);
	(void)press("\r");
	assert_int_equal(ui.n_rows, 1 + 2 + 4);
	(void)press("k ");
	assert_int_equal(ui.n_rows, 1);
	assert_int_equal(state_selected(&ui)->kind, ROW_SOCKET);
}

static void a_core_of_one_cpu_has_no_line_of_its_own(void **state)
{
	static struct cpu_place places[4];
	static struct machine machine;
	struct snapshot *plain = fixture_draft(2);

	(void)state;
	machine = fixture_machine;
	machine.cpus = places;
	for (int i = 0; i < 4; i++)
		places[i] = (struct cpu_place){ .cpu = i, .core = i, .kind = "core" };
	plain->machine = &machine;
	assert_int_equal(snapshot_finish(plain), 0);
	next_snapshot(plain);
	(void)press("c");
	assert_int_equal(ui.n_rows, 1 + 4);
	(void)press("jj ");	/* folding a CPU folds its socket then */
	assert_int_equal(ui.n_rows, 1);
}

static void cpus_are_sorted_among_their_siblings(void **state)
{
	(void)state;
	(void)press("cR");
	/* Core 0 has more retiring slots than core 1; in it CPU 2 more than CPU 0. */
	assert_int_equal(ui.rows[1]->id, 0);
	assert_int_equal(ui.rows[2]->id, 2);
	assert_int_equal(ui.rows[3]->id, 0);
	(void)press("N");
	assert_int_equal(ui.rows[2]->id, 0);
}

static void views_follow_each_other_and_come_round(void **state)
{
	static const size_t rows[VIEW_COUNT] = { 10, 7, 3, 1, 4, 2, 0, 7 };

	(void)state;
	for (int i = 0; i < VIEW_COUNT; i++) {
		(void)press("v");
		assert_int_equal(ui.n_rows, rows[i]);
	}
	assert_int_equal(ui.view, VIEW_PROCESSES);
}

static void what_ended_is_listed_until_it_is_old(void **state)
{
	struct snapshot *next = fixture_snapshot(2);
	struct row *row = snapshot_add(next, ROW_GONE, 77);

	(void)state;
	row->name = snapshot_keep(next, "cc1");
	row->children = 1;
	next_snapshot(next);
	next_snapshot(fixture_snapshot(3));
	(void)press("vvvvvvv");
	assert_int_equal(ui.view, VIEW_GONE);
	assert_int_equal(ui.n_rows, 1);
	assert_string_equal(snapshot_text(state_rows_of(&ui), ui.rows[0]->name), "cc1");
	(void)press("jd\rx");	/* nothing below, no detail, no baseline */
	assert_false(ui.detail.open);
	assert_int_equal(ui.view, VIEW_GONE);
	(void)press("\x1b");
	assert_int_equal(ui.view, VIEW_THREADS);	/* the last of the lists of tasks */
}

static void t_puts_children_behind_their_parents(void **state)
{
	(void)state;
	(void)press("t");
	assert_int_equal(ui.n_rows, 7);
	assert_int_equal(ui.rows[0]->id, PID_MEMHOG);
	assert_int_equal(ui.rows[3]->id, PID_IDLE);	/* by its own values: last */
	assert_int_equal(ui.rows[4]->id, PID_HOSTILE);
	assert_int_equal(ui.rows[5]->id, PID_COMPUTE);
	assert_int_equal(ui.rows[6]->id, PID_ENDED);
	(void)press("R");	/* siblings by retiring */
	assert_int_equal(ui.rows[4]->id, PID_COMPUTE);
	assert_int_equal(ui.rows[6]->id, PID_HOSTILE);
	(void)press("t");
	assert_int_equal(ui.rows[ui.n_rows - 1]->id, PID_IDLE);
	(void)press("ct");	/* from elsewhere: there */
	assert_int_equal(ui.view, VIEW_PROCESSES);
	assert_true(state_shows_tree(&ui));
}

static void the_way_down_leads_through_a_group(void **state)
{
	(void)state;
	(void)press("g");
	assert_int_equal(ui.view, VIEW_CGROUPS);
	assert_string_equal(snapshot_text(snapshot, state_selected(&ui)->name), "session-4.scope");
	(void)press("j\r");
	assert_int_equal(ui.n_rows, 4);	/* cron.service, and all of it is processes */
	for (size_t i = 0; i < ui.n_rows; i++)
		assert_int_equal(ui.rows[i]->kind, ROW_PROCESS);
	(void)press("P\r");
	assert_int_equal(ui.rows[0]->kind, ROW_THREAD);
	assert_int_equal(ui.rows[0]->pid, PID_COMPUTE);
	(void)press("\x1b");
	assert_int_equal(state_selected(&ui)->id, PID_COMPUTE);
	(void)press("\x1b");
	assert_string_equal(snapshot_text(snapshot, state_selected(&ui)->name), "cron.service");
	(void)press("\x1b");
	assert_int_equal(ui.view, VIEW_PROCESSES);
}

static void the_cursor_stays_on_its_group(void **state)
{
	struct snapshot *next = fixture_draft(2);

	(void)state;
	(void)press("gj");
	/* Now cron.service costs most, and there are more groups than before. */
	for (int i = 0; i < 3; i++)
		fixture_add_process(next, 5000 + i, "busy", 1, (double[]){ 1, 1, 1, 97 }, 1)->cgroup =
			snapshot_keep(next, i ? "/system.slice/cron.service" : "/new");
	assert_int_equal(snapshot_finish(next), 0);
	next_snapshot(next);
	assert_int_equal(ui.n_rows, 5);
	assert_string_equal(snapshot_text(snapshot, state_selected(&ui)->name), "cron.service");
	assert_int_equal(ui.views[VIEW_CGROUPS].cursor.index, 0);
}

static void a_group_whose_processes_sleep_is_empty_and_comes_back(void **state)
{
	struct snapshot *without = fixture_draft(2);

	(void)state;
	(void)press("g\r");
	assert_int_equal(ui.n_rows, 1);
	for (size_t i = 0; i < without->table[ROW_PROCESS].n; i++)
		without->table[ROW_PROCESS].rows[i].cgroup = snapshot_keep(without, "/other");
	assert_int_equal(snapshot_finish(without), 0);
	next_snapshot(without);
	assert_int_equal(ui.n_rows, 0);
	assert_null(state_selected(&ui));
	next_snapshot(fixture_snapshot(3));
	assert_int_equal(ui.n_rows, 1);
	assert_int_equal(ui.rows[0]->id, PID_MEMHOG);
}

static void freeze_and_thaw(void **state)
{
	(void)state;
	assert_int_equal(press("z"), R_ROWS);
	assert_true(ui.frozen);
	assert_ptr_not_equal(ui.snapshot, snapshot);	/* that one is only lent */
	assert_int_equal(press("2"), R_DRAW);	/* all else goes on working */
	next_snapshot(fixture_snapshot(2));
	assert_int_equal(ui.snapshot->seq, 1);
	assert_int_equal(history_length(ui.history), 2);	/* counting went on */
	assert_int_equal(press("\r"), R_ROWS);
	assert_int_equal(ui.n_rows, 4);		/* the copy has its threads */
	assert_int_equal(press("z"), R_ROWS);
	assert_false(ui.frozen);
	assert_ptr_equal(ui.snapshot, snapshot);
}

static void steps_go_through_the_past_and_stop_at_its_ends(void **state)
{
	(void)state;
	for (uint64_t seq = 2; seq <= 30; seq++)
		next_snapshot(fixture_snapshot(seq));
	assert_int_equal(press("]"), R_NONE);	/* there is nothing after now */
	assert_int_equal(press("["), R_ROWS);
	assert_true(ui.frozen);
	assert_int_equal(ui.snapshot->seq, 29);
	(void)press("{");
	assert_int_equal(ui.snapshot->seq, 19);
	(void)press("]");
	assert_int_equal(ui.snapshot->seq, 20);
	(void)press("((");
	assert_int_equal(ui.snapshot->seq, 1);
	assert_int_equal(press("["), R_NONE);
	(void)press("}");
	assert_int_equal(ui.snapshot->seq, 11);
	next_snapshot(fixture_snapshot(31));
	(void)press(")");
	assert_int_equal(ui.snapshot->seq, 31);
	assert_int_equal(press("}"), R_NONE);
	assert_true(ui.frozen);
	(void)press("z");
	assert_ptr_equal(ui.snapshot, snapshot);
}

static void draw_text(char *text, size_t size)
{
	FILE *out = fmemopen(text, size, "w");

	assert_non_null(out);
	canvas_dump(&canvas, out);
	assert_int_equal(fclose(out), 0);
}

/* A line of the picture with the word in it holds the other too. */
static bool line_has(const char *word, const char *other)
{
	static char text[65536];
	char *line, *end;

	draw_text(text, sizeof(text));
	line = strstr(text, word);
	if (!line)
		return false;
	end = strchr(line, '\n');
	if (end)
		*end = '\0';
	while (line > text && line[-1] != '\n')
		line--;
	return strstr(line, other);
}

static void x_shows_differences_to_what_was_shown(void **state)
{
	struct snapshot *next = fixture_draft(2);

	(void)state;
	for (size_t i = 0; i < next->table[ROW_THREAD].n; i++)
		if (next->table[ROW_THREAD].rows[i].id == PID_COMPUTE)
			next->table[ROW_THREAD].rows[i].busy_ns -= 123000000;
	(void)fixture_add_process(next, 5000, "late", 0.5, (double[]){ 25, 25, 25, 25 }, 0.5);
	assert_int_equal(snapshot_finish(next), 0);
	assert_int_equal(press("x"), R_DRAW);
	assert_true(line_has("DIFFERENCE to 00:03:45", "x ends it"));
	assert_true(line_has("memhog", "  0.0   0.0   0.0"));
	assert_true(line_has("busy ", "BE   0.0"));
	next_snapshot(next);
	assert_true(line_has("DIFFERENCE to 00:03:45", ""));
	assert_true(line_has("2500 ", "\u221212.3"));
	assert_true(line_has("5000 ", "  new   new   new"));
	assert_true(line_has("2900 ", "\u00b7"));
	(void)press("[");	/* the baseline itself */
	assert_true(line_has("2500 ", "  0.0   0.0"));
	(void)press("z");
	assert_int_equal(press("x"), R_DRAW);
	assert_false(line_has("DIFF", ""));
	assert_false(line_has("5000 ", "new"));
}

static void m_shows_a_chart_where_there_is_room(void **state)
{
	size_t page = ui.page;

	(void)state;
	assert_int_equal(press("m"), R_DRAW);
	assert_int_equal(ui.page, page - 6);
	assert_true(line_has("100%", ""));
	(void)press("m");
	assert_int_equal(ui.page, page);
}

static void all_views_show_the_past(void **state)
{
	struct snapshot *next = fixture_draft(2);

	(void)state;
	(void)fixture_add_process(next, 5000, "late", 0.99, (double[]){ 1, 1, 1, 97 }, 0.5);
	assert_int_equal(snapshot_finish(next), 0);
	next_snapshot(next);
	assert_int_equal(ui.n_rows, 8);
	(void)press("[");
	assert_int_equal(ui.n_rows, 7);
	(void)press("vvv");
	assert_int_equal(ui.n_rows, 3);		/* cores */
	(void)press("]");
	assert_int_equal(ui.n_rows, 3);
	(void)press("vv");
	assert_int_equal(ui.n_rows, 4);		/* cgroups */
	(void)press("vvv");
	assert_int_equal(ui.n_rows, 8);
}

static void the_interval_stays_within_its_limits(void **state)
{
	(void)state;
	assert_int_equal(press("+"), R_INTERVAL);
	assert_int_equal(ui.interval_ns, 2000000000);
	(void)press("++++++++++++++");
	assert_int_equal(ui.interval_ns, INTERVAL_MAX_NS);
	assert_int_equal(press("+"), R_NONE);
	(void)press("--------------");
	assert_int_equal(ui.interval_ns, INTERVAL_MIN_NS);
	assert_int_equal(press("-"), R_NONE);
	ui.interval_ns = 1500000000;	/* from the command line: the next step beside it */
	(void)press("-");
	assert_int_equal(ui.interval_ns, 1000000000);
}

static void help_scrolls_to_its_end_and_q_only_closes_it(void **state)
{
	(void)state;
	(void)press("?");
	assert_true(ui.help_lines > 24);
	(void)press_code(KEYCODE_END);
	assert_int_equal(ui.help_scroll, ui.help_lines - ui.page);
	(void)press("kk");
	assert_int_equal(ui.help_scroll, ui.help_lines - ui.page - 2);
	assert_int_not_equal(press("q") & R_QUIT, R_QUIT);
	assert_false(ui.help);
	assert_int_equal(press("q"), R_QUIT);
}

static void d_opens_the_detail_of_the_selected_row_and_closes_it(void **state)
{
	(void)state;
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

static void in_a_detail_the_arrows_move_in_the_tree_and_not_in_the_list(void **state)
{
	size_t index = ui.views[VIEW_PROCESSES].cursor.index;

	(void)state;
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

static void in_a_detail_nothing_is_ordered_or_folded(void **state)
{
	(void)state;
	(void)press("cjjd");
	assert_int_equal(press("P"), R_NONE);
	assert_int_equal(press("I"), R_NONE);
	assert_int_equal(press(" "), R_NONE);
	assert_int_equal(press("\r"), R_NONE);
	assert_null(ui.views[VIEW_CPUS].order.column);
	assert_int_equal(ui.n_rows, 7);
	(void)press_code(KEYCODE_ESCAPE);
	(void)press_code(KEYCODE_ESCAPE);
	(void)press("d");
	assert_int_equal(press("t"), R_NONE);
}

static void the_text_of_a_detail_scrolls_to_its_end_and_begins_anew_at_another_node(void **state)
{
	struct detail *detail = &ui.detail;

	(void)state;
	(void)press("d");
	assert_true(detail->lines > detail->page);
	(void)press_code(KEYCODE_PAGE_DOWN);
	assert_true(detail->scroll > 0);
	for (int i = 0; i < 9; i++)
		(void)press_code(KEYCODE_PAGE_DOWN);
	assert_int_equal(detail->scroll, detail->lines - detail->page);
	(void)press("j");
	assert_int_equal(detail->scroll, 0);
}

static void enter_opens_what_has_nothing_below_it(void **state)
{
	(void)state;
	(void)press("cjj\r");
	assert_true(ui.detail.open);
	assert_int_equal(ui.detail.row.kind, ROW_CPU);
	assert_int_equal(ui.detail.row.id, 0);
	(void)press_code(KEYCODE_ESCAPE);
	(void)press("k\r");	/* a core folds */
	assert_false(ui.detail.open);
	assert_int_equal(ui.n_rows, 1 + 2 + 2);
	(void)press("vvvvvvv\r");	/* a thread of the list of all threads */
	assert_true(ui.detail.open);
}

static void a_group_has_a_detail(void **state)
{
	(void)state;
	(void)press("gjd");
	assert_true(ui.detail.open && ui.detail.here);
	assert_string_equal(ui.detail.title, "cgroup cron.service");
	assert_string_equal(ui.detail.command, "/system.slice/cron.service");
	(void)press("g");	/* not back from the groups, but to them */
	assert_false(ui.detail.open);
	assert_int_equal(ui.view, VIEW_CGROUPS);
}

static void the_machine_has_a_detail_of_its_own(void **state)
{
	(void)state;
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

static void a_detail_keeps_what_was_known_of_a_task_that_pauses(void **state)
{
	struct snapshot *without = fixture_draft(2);

	(void)state;
	(void)press("NI");	/* the last pid first */
	(void)press("d");
	assert_int_equal(ui.detail.row.id, PID_IDLE);
	without->table[ROW_PROCESS].n--;
	without->table[ROW_THREAD].n--;
	assert_int_equal(snapshot_finish(without), 0);
	next_snapshot(without);
	assert_true(ui.detail.open);
	assert_false(ui.detail.here);
	assert_int_equal(ui.detail.row.id, PID_IDLE);
	assert_string_equal(ui.detail.title, "cron (2900)");
	next_snapshot(fixture_snapshot(3));
	assert_true(ui.detail.here);
}

static void the_detail_is_of_one_task_and_not_of_the_next_with_its_pid(void **state)
{
	struct snapshot *reused = fixture_draft(2);
	struct row *row;

	(void)state;
	(void)press("Njd");
	assert_int_equal(ui.detail.row.id, PID_SCALED);
	row = fixture_add_process(reused, PID_SCALED, "other", 0.1,
				  (double[]){ 25, 25, 25, 25 }, 0.5);
	row->start_ns = 9000000;	/* both are in one interval: ours was the first */
	assert_int_equal(snapshot_finish(reused), 0);
	next_snapshot(reused);
	assert_true(ui.detail.here);
	assert_string_equal(ui.detail.title, "php-fpm (2400)");
	reused = fixture_draft(3);
	for (size_t i = 0; i < reused->table[ROW_PROCESS].n; i++)
		if (reused->table[ROW_PROCESS].rows[i].id == PID_SCALED)
			reused->table[ROW_PROCESS].rows[i].start_ns = 9000000;
	assert_int_equal(snapshot_finish(reused), 0);
	next_snapshot(reused);
	assert_false(ui.detail.here);
}

/* The fixture and n more that are all alike. */
static void show_many(uint64_t seq, int n)
{
	struct snapshot *many = fixture_draft(seq);

	for (int i = 0; i < n; i++)
		(void)fixture_add_process(many, 5000 + i, "x", 0.001, (double[]){ 25, 25, 25, 25 }, 0.5);
	assert_int_equal(snapshot_finish(many), 0);
	next_snapshot(many);
}

static void a_list_that_became_shorter_leaves_no_empty_lines(void **state)
{
	struct cursor *cursor = &ui.views[VIEW_PROCESSES].cursor;

	(void)state;
	show_many(2, 100);
	(void)press_code(KEYCODE_END);
	for (size_t i = 1; i < ui.page; i++)
		(void)press("k");
	assert_int_equal(cursor->index, cursor->scroll);
	show_many(3, 90);
	assert_true(cursor->index < ui.n_rows);
	assert_int_equal(cursor->scroll, ui.n_rows - ui.page);
}

static void pages_stop_at_both_ends(void **state)
{
	(void)state;
	show_many(2, 100);
	(void)press_code(KEYCODE_PAGE_DOWN);
	assert_int_equal(ui.views[VIEW_PROCESSES].cursor.index, ui.page - 1);
	for (int i = 0; i < 20; i++)
		(void)press_code(KEYCODE_PAGE_DOWN);
	assert_int_equal(ui.views[VIEW_PROCESSES].cursor.index, ui.n_rows - 1);
	assert_int_equal(ui.views[VIEW_PROCESSES].cursor.scroll, ui.n_rows - ui.page);
	for (int i = 0; i < 20; i++)
		(void)press_code(KEYCODE_PAGE_UP);
	assert_int_equal(ui.views[VIEW_PROCESSES].cursor.index, 0);
	assert_int_equal(ui.views[VIEW_PROCESSES].cursor.scroll, 0);
}

/* What is listed, as pids: "2311 2400". */
static const char *listed(void)
{
	static char text[256];
	size_t used = 0;

	text[0] = '\0';
	for (size_t i = 0; i < ui.n_rows && i < 20; i++)
		used += (size_t)snprintf(text + used, sizeof(text) - used, "%s%d", i ? " " : "",
					 ui.rows[i]->id);
	return text;
}

/* Is this text on the screen? */
static bool shows(const char *text)
{
	static char dump[65536];
	FILE *out = fmemopen(dump, sizeof(dump), "w");

	screen_draw(&ui, &canvas);
	canvas_dump(&canvas, out);
	(void)fclose(out);
	return strstr(dump, text);
}

static void a_filter_holds_as_it_is_typed(void **state)
{
	(void)state;
	(void)press("N\\php");
	assert_string_equal(listed(), "2400");
	assert_true(shows("Filter: php"));
	assert_true(shows("filter php: 1 of 7 rows"));
	(void)press_code(KEYCODE_BACKSPACE);
	(void)press_code(KEYCODE_CTRL_U);
	assert_int_equal(ui.n_rows, 7);
	(void)press("be>40");
	assert_string_equal(listed(), "2311 2700");
	(void)press("\r");
	assert_int_equal(ui.find.mode, FIND_NOTHING);
	assert_string_equal(listed(), "2311 2700");
	(void)press("v");	/* threads too */
	assert_true(ui.n_rows < ui.n_all);
	next_snapshot(fixture_snapshot(2));
	assert_true(ui.n_rows < ui.n_all);
	(void)press("\\");
	assert_true(shows("Filter: be>40"));	/* to be changed */
	(void)press_code(KEYCODE_ESCAPE);
	assert_int_equal(ui.n_rows, 10);
	assert_false(shows("be>40"));
}

static void a_filter_that_is_not_understood_is_not_kept(void **state)
{
	(void)state;
	(void)press("\\user=root");
	assert_string_equal(listed(), "2311");
	(void)press(" && (");
	assert_string_equal(listed(), "2311");	/* the last that was understood */
	assert_true(shows("something is missing at 15"));
	(void)press_code(KEYCODE_BACKSPACE);
	(void)press("foo>");
	assert_true(shows("filter: unknown column \"foo\" at 14"));
	assert_int_equal(press("\r"), R_NONE);
	assert_int_equal(ui.find.mode, FIND_FILTER);
	(void)press_code(KEYCODE_ESCAPE);
	assert_int_equal(ui.n_rows, 7);
}

static void what_is_typed_stays_whole_utf_8(void **state)
{
	(void)state;
	(void)press("\\a");
	(void)press_code(0x6F22);
	(void)press_code(0x1F600);
	(void)press_code(0xE9);
	assert_string_equal(ui.find.text, "a\xE6\xBC\xA2\xF0\x9F\x98\x80\xC3\xA9");
	(void)press_code(0x202E);	/* turns the direction of the line */
	(void)press_code(0x07);
	for (int i = 0; i < 300; i++)
		(void)press_code(0x6F22);
	assert_true(strlen(ui.find.text) < FILTER_TEXT);
	while (strlen(ui.find.text) > 10)
		(void)press_code(KEYCODE_BACKSPACE);
	assert_string_equal(ui.find.text, "a\xE6\xBC\xA2\xF0\x9F\x98\x80\xC3\xA9");
	(void)press_code(KEYCODE_BACKSPACE);
	(void)press_code(KEYCODE_BACKSPACE);
	assert_string_equal(ui.find.text, "a\xE6\xBC\xA2");
	(void)press_code(KEYCODE_BACKSPACE);
	(void)press_code(KEYCODE_BACKSPACE);
	assert_int_equal(ui.find.mode, FIND_FILTER);
	(void)press_code(KEYCODE_BACKSPACE);	/* of nothing: away */
	assert_int_equal(ui.find.mode, FIND_NOTHING);
}

static void cpus_are_never_filtered(void **state)
{
	(void)state;
	(void)press("\\ret>1000\r");
	assert_int_equal(ui.n_rows, 0);
	assert_true(shows("no row matches the filter"));
	(void)press("c");
	assert_int_equal(ui.n_rows, 7);
	assert_false(shows("ret>1000"));
	(void)press("\\");
	assert_int_equal(ui.find.mode, FIND_NOTHING);
}

static void inside_of_a_process_is_a_filter_of_its_own(void **state)
{
	(void)state;
	(void)press("\\memhog\r\r");
	assert_int_equal(ui.n_rows, 4);	/* whatever their names are */
	(void)press("\\walker\r");
	assert_int_equal(ui.n_rows, 2);
	(void)press_code(KEYCODE_ESCAPE);
	assert_string_equal(listed(), "2311");
	(void)press("\r");
	assert_int_equal(ui.n_rows, 4);
}

static void a_search_moves_to_the_next_match_around_the_end(void **state)
{
	(void)state;
	(void)press("N/c");
	assert_int_equal(state_selected(&ui)->id, PID_SCALED);	/* alice */
	(void)press("ompute");
	assert_int_equal(state_selected(&ui)->id, PID_COMPUTE);
	(void)press_code(KEYCODE_BACKSPACE);	/* begins where the search began */
	for (int i = 0; i < 6; i++)
		(void)press_code(KEYCODE_BACKSPACE);
	assert_int_equal(state_selected(&ui)->id, PID_MEMHOG);
	(void)press("comm~^c\r");
	assert_int_equal(state_selected(&ui)->id, PID_COMPUTE);
	(void)press("n");
	assert_int_equal(state_selected(&ui)->id, PID_ENDED);
	(void)press("nn");
	assert_int_equal(state_selected(&ui)->id, PID_COMPUTE);
	(void)press("N");
	assert_int_equal(state_selected(&ui)->id, PID_IDLE);
	assert_int_equal(ui.n_rows, 7);
	assert_true(shows("search comm~^c"));
	(void)press("R");	/* the order is another, the search goes on in it */
	(void)press_code(KEYCODE_ESCAPE);	/* N sorts again */
	(void)press("N");
	assert_string_equal(ui.views[VIEW_PROCESSES].order.column->key, "pid");
	assert_false(shows("search comm"));
}

static void a_search_that_is_dropped_goes_back(void **state)
{
	(void)state;
	(void)press("Njj/cron");
	assert_int_equal(state_selected(&ui)->id, PID_IDLE);
	(void)press("x");
	assert_true(shows("no row matches"));
	assert_int_equal(state_selected(&ui)->id, PID_COMPUTE);
	(void)press_code(KEYCODE_ESCAPE);
	assert_int_equal(state_selected(&ui)->id, PID_COMPUTE);
	assert_false(ui.find.search);
	(void)press("n");
	assert_true(shows("nothing was searched"));
}

static void the_menu_of_users_chooses_one_or_all(void **state)
{
	(void)state;
	(void)press("u");
	assert_true(shows("all users"));
	assert_int_equal(ui.find.n_users, 2);
	assert_true(shows("alice                            6"));
	assert_true(shows("root                             1"));
	(void)press("jj");
	next_snapshot(fixture_snapshot(2));	/* the menu stays where it was */
	assert_int_equal(press("\r"), R_ROWS);
	assert_string_equal(listed(), "2311");
	assert_true(shows("user root: 1 of 7 rows"));
	(void)press("\\cpu>0\r");
	assert_true(shows("user root"));	/* both hold */
	(void)press("uk\r");
	assert_int_equal(ui.n_rows, 5 + 1);	/* alice's, and they ran: cron's 0.0 did a little */
	(void)press("u");
	(void)press_code(KEYCODE_HOME);
	(void)press("\r");
	assert_string_equal(ui.choice.user, "");
	assert_string_equal(ui.choice.text, "cpu>0");
	(void)press("uj");
	(void)press_code(KEYCODE_ESCAPE);	/* nothing chosen */
	assert_string_equal(ui.choice.user, "");
}

static void a_user_who_is_not_known_cannot_be_chosen(void **state)
{
	struct snapshot *next = fixture_draft(2);

	(void)state;
	for (size_t i = 0; i < next->table[ROW_PROCESS].n; i++)
		if (next->table[ROW_PROCESS].rows[i].id == PID_MEMHOG)
			next->table[ROW_PROCESS].rows[i].user = 0;
	assert_int_equal(snapshot_finish(next), 0);
	next_snapshot(next);
	assert_int_equal(next->table[ROW_USER].n, 2);
	(void)press("u");
	assert_int_equal(ui.find.n_users, 1);
	(void)press("j\r");
	assert_string_equal(ui.choice.user, "alice");
	assert_int_equal(ui.n_rows, 6);
	/* The user is there no longer: the list says what is empty, and why. */
	assert_true(choice_set(&ui.choice, NULL, "nobody", NULL));
	next_snapshot(fixture_snapshot(3));
	assert_true(shows("no row of this user"));
}

static void follow_holds_on_to_the_task_and_marks_it(void **state)
{
	(void)state;
	(void)press("f");	/* the untouched cursor is on the first line */
	assert_int_equal(state_selected(&ui)->id, PID_MEMHOG);
	assert_true(shows("2311\xC2\xBB"));
	assert_true(shows("following 2311 memhog"));
	(void)press("I");
	assert_int_equal(state_selected(&ui)->id, PID_MEMHOG);
	assert_true(ui.views[VIEW_PROCESSES].cursor.index > 0);
	(void)press("\\alice\r");
	assert_true(shows("following 2311 (not listed)"));
	(void)press("\\");
	(void)press_code(KEYCODE_ESCAPE);
	assert_int_equal(state_selected(&ui)->id, PID_MEMHOG);
	(void)press("j");
	assert_false(shows("following"));
}

static void tagged_rows_are_marked_and_their_counts_summed(void **state)
{
	struct row sum;

	(void)state;
	(void)press("N  ");	/* memhog, php-fpm; each goes on to the next line */
	assert_int_equal(state_selected(&ui)->id, PID_COMPUTE);
	assert_true(shows("2311*"));
	assert_true(shows("2400*"));
	/* 265 % CPU of 10.9 % RET and 40 % of 30 %: (28.8 + 12) / 305, by counts. */
	assert_int_equal(tags_sum(&ui.tags, ui.snapshot, ROW_PROCESS, &sum), 2);
	assert_true(sum.values.percent[M_RETIRING] > 13 && sum.values.percent[M_RETIRING] < 14);
	assert_int_equal(sum.values.quality[M_RETIRING], Q_SCALED);	/* one of them is */
	assert_true(shows("2 tagged, 2 ran  CPU 305.0 \xC2\xB7 RET ~13."));
	(void)press("v");
	assert_false(shows("tagged"));		/* processes are; a sum of both would count twice */
	while (ui.view != VIEW_PROCESSES)
		(void)press("v");
	assert_true(shows("2 tagged"));
	(void)press("\\php\r");
	/* Shorter: the filter stands before it. */
	assert_true(shows("1 of 7 rows \xC2\xB7 2 tagged  CPU 305.0 \xC2\xB7 RET ~13  BAD"));
	(void)press("N ");	/* the tag goes */
	assert_true(shows("1 tagged"));
	(void)press("U");
	assert_false(shows("tagged"));
}

static void a_tag_stays_with_its_task(void **state)
{
	struct snapshot *without = fixture_draft(2);

	(void)state;
	(void)press("N ");
	for (size_t i = 0; i < without->table[ROW_PROCESS].n; i++)
		if (without->table[ROW_PROCESS].rows[i].id == PID_MEMHOG)
			without->table[ROW_PROCESS].rows[i].start_ns = 999999;	/* reused */
	assert_int_equal(snapshot_finish(without), 0);
	next_snapshot(without);
	assert_true(shows("1 tagged, 0 ran"));
	assert_false(shows("2311*"));
	next_snapshot(fixture_snapshot(3));
	assert_true(shows("1 tagged, 1 ran"));
	assert_true(shows("2311*"));
}

static void every_key_is_harmless_before_the_first_snapshot(void **state)
{
	struct ui_options options = { .level = 1, .view = ROW_PROCESS };

	(void)state;
	state_done(&ui);
	state_init(&ui, &options, 1000000000);
	for (int round = 0; round < 3; round++)
		for (size_t i = 0; i < keys_n; i++)
			(void)press_code(keys[i].codes[0]);
	assert_int_equal(ui.n_rows, 0);
}

static void random_keys_at_random_sizes_do_no_harm(void **state)
{
	unsigned int random = 1;

	(void)state;
	for (int i = 0; i < 20000; i++) {
		random = random * 1103515245 + 12345;
		if (random >> 16 & 15)
			(void)ui_key(&ui, keys[(random >> 20) % keys_n].codes[0]);
		else
			(void)canvas_resize(&canvas, (int)(random >> 20 & 127), (int)(random >> 27));
		screen_draw(&ui, &canvas);
		assert_true(ui.n_rows == 0 || state_selected(&ui));
	}
}

static void the_choices_lead_back_to_what_was_on_the_screen(void **state)
{
	struct ui_options now = { .ascii = true };
	struct ui_state again;

	(void)state;
	(void)press("v2FI+%T");
	assert_int_equal(press("W") & R_SAVE, R_SAVE);
	state_choices(&ui, &now);
	assert_int_equal(now.view, ROW_THREAD);
	assert_string_equal(now.sort, "fe");
	assert_true(now.reverse && now.ascii);
	assert_int_equal(now.interval_ns, 2000000000);
	now.notice = "file:1: wrong";
	state_init(&again, &now, now.interval_ns);
	assert_int_equal(again.view, ui.view);
	assert_int_equal(again.level, 2);
	assert_int_equal(again.theme, THEME_LIGHT);
	assert_int_equal(again.units, UNITS_SLOTS);
	assert_ptr_equal(state_current(&again)->order.column, state_current(&ui)->order.column);
	assert_string_equal(again.message, "file:1: wrong");
	state_done(&again);
	for (int view = 0; view < VIEW_COUNT; view++) {
		state_switch_view(&ui, (enum view_id)view);
		state_choices(&ui, &now);
		state_init(&again, &now, now.interval_ns);
		assert_int_equal(again.view, view);
		state_done(&again);
	}
}

static void differences_are_in_percent_whatever_the_units(void **state)
{
	(void)state;
	(void)press("%");
	assert_int_equal(state_units(&ui), UNITS_SLOTS);
	(void)press("x");
	assert_int_equal(state_units(&ui), UNITS_PERCENT);
	(void)press("x");
	assert_int_equal(state_units(&ui), UNITS_SLOTS);
	(void)press("%%");
	assert_int_equal(state_units(&ui), UNITS_PERCENT);
}

static void t_goes_round_the_themes_and_says_so(void **state)
{
	struct snapshot *next;

	(void)state;
	assert_int_equal(press("T") & R_THEME, R_THEME);
	assert_int_equal(ui.theme, THEME_LIGHT);
	assert_non_null(strstr(ui.message, "light"));
	/* It goes with the next key, whatever that is, or after some seconds. */
	assert_int_equal(press("k") & R_DRAW, R_DRAW);
	assert_int_equal(ui.message[0], 0);
	for (int i = 1; i < THEME_COUNT; i++)
		(void)press("T");
	assert_int_equal(ui.theme, THEME_DEFAULT);
	assert_int_not_equal(ui.message[0], 0);
	for (uint64_t seq = 2; seq < 8; seq++) {
		next = fixture_snapshot(seq);
		next_snapshot(next);
	}
	assert_int_equal(ui.message[0], 0);
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_key_of_the_table_is_complete),
		cmocka_unit_test(no_code_is_bound_twice),
		cmocka_unit_test(keys_of_one_group_stand_together),
		TEST(letters_sort_by_their_class),
		TEST(reverse_turns_the_order_around_once),
		TEST(arrows_choose_the_column_beside),
		TEST(on_level_2_the_children_of_the_class_are_beside_it),
		TEST(level_keys_change_columns_and_keep_the_order),
		TEST(the_cursor_stays_on_its_task_when_the_order_changes),
		TEST(an_untouched_cursor_stays_on_the_first_line),
		TEST(the_cursor_finds_a_task_that_paused_for_an_interval),
		TEST(a_reused_pid_is_another_task),
		TEST(enter_goes_down_to_the_threads_and_escape_back),
		TEST(inside_a_process_that_ended_there_is_nothing),
		TEST(c_shows_the_cpus_and_goes_back),
		TEST(space_and_enter_fold_what_is_under_the_cursor),
		TEST(a_core_of_one_cpu_has_no_line_of_its_own),
		TEST(cpus_are_sorted_among_their_siblings),
		TEST(views_follow_each_other_and_come_round),
		TEST(what_ended_is_listed_until_it_is_old),
		TEST(t_puts_children_behind_their_parents),
		TEST(the_way_down_leads_through_a_group),
		TEST(the_cursor_stays_on_its_group),
		TEST(a_group_whose_processes_sleep_is_empty_and_comes_back),
		TEST(freeze_and_thaw),
		TEST(x_shows_differences_to_what_was_shown),
		TEST(m_shows_a_chart_where_there_is_room),
		TEST(all_views_show_the_past),
		TEST(steps_go_through_the_past_and_stop_at_its_ends),
		TEST(the_interval_stays_within_its_limits),
		TEST(help_scrolls_to_its_end_and_q_only_closes_it),
		TEST(a_list_that_became_shorter_leaves_no_empty_lines),
		TEST(pages_stop_at_both_ends),
		TEST(d_opens_the_detail_of_the_selected_row_and_closes_it),
		TEST(in_a_detail_the_arrows_move_in_the_tree_and_not_in_the_list),
		TEST(in_a_detail_nothing_is_ordered_or_folded),
		TEST(the_text_of_a_detail_scrolls_to_its_end_and_begins_anew_at_another_node),
		TEST(enter_opens_what_has_nothing_below_it),
		TEST(a_group_has_a_detail),
		TEST(the_machine_has_a_detail_of_its_own),
		TEST(a_detail_keeps_what_was_known_of_a_task_that_pauses),
		TEST(the_detail_is_of_one_task_and_not_of_the_next_with_its_pid),
		TEST(a_filter_holds_as_it_is_typed),
		TEST(a_filter_that_is_not_understood_is_not_kept),
		TEST(what_is_typed_stays_whole_utf_8),
		TEST(cpus_are_never_filtered),
		TEST(inside_of_a_process_is_a_filter_of_its_own),
		TEST(a_search_moves_to_the_next_match_around_the_end),
		TEST(a_search_that_is_dropped_goes_back),
		TEST(the_menu_of_users_chooses_one_or_all),
		TEST(a_user_who_is_not_known_cannot_be_chosen),
		TEST(follow_holds_on_to_the_task_and_marks_it),
		TEST(tagged_rows_are_marked_and_their_counts_summed),
		TEST(a_tag_stays_with_its_task),
		TEST(every_key_is_harmless_before_the_first_snapshot),
		TEST(random_keys_at_random_sizes_do_no_harm),
		TEST(the_choices_lead_back_to_what_was_on_the_screen),
		TEST(differences_are_in_percent_whatever_the_units),
		TEST(t_goes_round_the_themes_and_says_so),
	};

	(void)setlocale(LC_ALL, "C.UTF-8");
	return cmocka_run_group_tests_name("keys", tests, NULL, NULL);
}
