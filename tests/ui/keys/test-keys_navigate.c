/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Keys of the group "Navigate": down, up, from view to view; and what keys find, open and list of
 * processes that did not run in the interval.
 */
#include "config.h"

#include "model/snapshot/finish.h"
#include "tests/fixtures/fixture_ui.h"

UI_TEST(enter_goes_down_to_the_threads_and_escape_back)
{
	assert_int_equal(press("\r") & R_ROWS, R_ROWS);
	assert_int_equal(ui.n_rows, 4);
	assert_int_equal(ui.rows[0]->kind, ROW_THREAD);
	assert_int_equal(ui.rows[0]->pid, PID_MEMHOG);
	(void)press("\r");	/* nothing is below a thread: Enter opens its detail */
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

UI_TEST(inside_an_exited_process_nothing_is_listed)
{
	assert_int_equal(rows_after("<End>\r"), 1);
	next_without(2, 1);
	assert_int_equal(ui.n_rows, 0);
	assert_int_equal(rows_after("jkI2\r <PgDn><Backspace>"), 6);
}

UI_TEST(c_shows_the_cpus_and_goes_back)
{
	assert_int_equal(rows_after("c"), 1 + 2 + 4);
	assert_int_equal(ui.rows[0]->kind, ROW_SOCKET);
	assert_int_equal(ui.rows[1]->kind, ROW_CORE);
	/* CPUs of one core are listed together. */
	assert_int_equal(ui.rows[2]->id, 0);
	assert_int_equal(ui.rows[3]->id, 2);
	(void)press("c");
	assert_int_equal(ui.view, VIEW_PROCESSES);
	(void)press("vc<Esc>");
	assert_int_equal(ui.view, VIEW_THREADS);
}

UI_TEST(space_and_enter_fold_what_is_under_the_cursor)
{
	(void)press("cjjj ");	/* on cpu 2: folds its core, and the cursor is on that */
	assert_int_equal(ui.n_rows, 1 + 2 + 2);
	assert_int_equal(state_selected(&ui)->kind, ROW_CORE);
	assert_int_equal(rows_after("\r"), 1 + 2 + 4);
	assert_int_equal(rows_after("k "), 1);
	assert_int_equal(state_selected(&ui)->kind, ROW_SOCKET);
}

UI_TEST(a_core_of_one_cpu_has_no_line_of_its_own)
{
	static struct cpu_place places[4];
	static struct machine machine;
	struct snapshot *plain = fixture_draft(2);

	machine = fixture_machine;
	machine.cpus = places;
	for (int i = 0; i < 4; i++)
		places[i] = (struct cpu_place){ .cpu = i, .core = i };
	plain->machine = &machine;
	next_draft(plain);
	assert_int_equal(rows_after("c"), 1 + 4);
	(void)press("jj ");	/* then folding on a CPU folds its socket */
	assert_int_equal(ui.n_rows, 1);
}

UI_TEST(views_follow_each_other_and_come_round)
{
	static const size_t rows[VIEW_COUNT] = { 10, 7, 3, 1, 4, 2, 7, 0, 0, 7 };

	for (int i = 0; i < VIEW_COUNT; i++) {
		assert_int_equal(rows_after("v"), rows[i]);
	}
	assert_int_equal(ui.view, VIEW_PROCESSES);
}

UI_TEST(exited_processes_are_listed_until_they_are_old)
{
	struct snapshot *next = fixture_snapshot(2);
	struct row *row = snapshot_add(next, ROW_EXITED, 77);

	row->name = snapshot_keep(next, "cc1");
	row->children = 1;
	row->busy_ns = 1500000000;
	next_snapshot(next);
	next_snapshot(fixture_snapshot(3));
	(void)press("vvvvvvvvv");
	assert_int_equal(ui.view, VIEW_EXITED);
	assert_int_equal(ui.n_rows, 1);
	assert_string_equal(snapshot_text(state_rows_of(&ui), ui.rows[0]->name), "cc1");
	(void)press("x%");	/* neither a baseline nor a second */
	assert_false(line_has("cc1", "new"));
	(void)press("x%%d");
	assert_true(ui.detail.open);
	assert_true(shows("exited cc1"));
	assert_true(shows("1 process of this name"));
	assert_true(shows("1.5 s on a CPU, 1.5 s each"));
	next_snapshot(fixture_snapshot(4));
	assert_false(shows("did not run in this interval"));
	(void)press_code(KEYCODE_ESCAPE);
	assert_int_equal(ui.view, VIEW_EXITED);
	(void)press("\x1b");
	assert_int_equal(ui.view, VIEW_THREADS);	/* the home view that was left last */
}

UI_TEST(t_puts_children_behind_their_parents)
{
	assert_int_equal(rows_after("t"), 7);
	assert_int_equal(ui.rows[0]->id, PID_MEMHOG);
	assert_int_equal(ui.rows[3]->id, PID_IDLE);	/* by its own values: last */
	assert_int_equal(ui.rows[4]->id, PID_HOSTILE);
	assert_int_equal(ui.rows[5]->id, PID_COMPUTE);
	assert_int_equal(ui.rows[6]->id, PID_EXITED);
	(void)press("R");	/* siblings by retiring */
	assert_int_equal(ui.rows[4]->id, PID_COMPUTE);
	assert_int_equal(ui.rows[6]->id, PID_HOSTILE);
	(void)press("t");
	assert_int_equal(ui.rows[ui.n_rows - 1]->id, PID_IDLE);
	(void)press("ct");	/* from other views: to the CPUs */
	assert_int_equal(ui.view, VIEW_PROCESSES);
	assert_true(state_shows_tree(&ui));
}

UI_TEST(plus_and_minus_fold_the_tree_and_change_the_interval_elsewhere)
{
	uint64_t interval_ns = ui.interval_ns;
	size_t all;

	(void)press("tjjj");
	all = ui.n_rows;
	assert_int_equal(press("-"), R_ROWS);
	assert_int_equal(state_selected(&ui)->id, PID_IDLE);
	assert_true(ui.n_rows < all);
	assert_true(shows("+3 cron"));
	assert_int_equal(ui.interval_ns, interval_ns);
	next_snapshot(fixture_snapshot(2));
	assert_true(shows("+3 cron"));	/* in the next interval too */
	assert_int_equal(rows_after("+"), all);
	assert_true(shows_after(" ", "+3 cron"));
	assert_int_equal(tags_count(&ui.tags, ROW_PROCESS), 0);
	(void)press(" *");
	assert_true(ui.n_rows < all);
	assert_int_equal(rows_after("*"), all);
	(void)press("t-");
	assert_int_not_equal(ui.interval_ns, interval_ns);
}

UI_TEST(minus_on_a_process_without_children_folds_its_parent)
{
	assert_int_equal(selected_after("tjjjjjj"), PID_EXITED);
	assert_int_equal(selected_after("-"), PID_COMPUTE);
	assert_true(shows("+1 compute"));
}

UI_TEST(threads_follow_their_process_in_the_order_of_the_list)
{
	static const int32_t tids[] = { PID_MEMHOG, PID_MEMHOG + 1, PID_MEMHOG + 2,
					PID_MEMHOG + 3 };

	assert_int_equal(rows_after("HP"), 7 + 4);	/* the others have one thread */
	assert_int_equal(ui.rows[0]->kind, ROW_PROCESS);
	for (int i = 0; i < 4; i++) {
		assert_int_equal(ui.rows[1 + i]->kind, ROW_THREAD);
		assert_int_equal(ui.rows[1 + i]->id, tids[i]);
	}
	assert_true(line_has("walker-1", "   2312 "));
	assert_int_equal(rows_after("\\memhog"), 1 + 4);
	assert_true(shows("1 of 7 rows"));
	assert_int_equal(rows_after("\x1bH"), 7);
}

UI_TEST(enter_on_a_thread_of_the_list_opens_its_detail)
{
	(void)press("Hjj\r");
	assert_true(ui.detail.open);
	assert_int_equal(ui.detail.row.kind, ROW_THREAD);
}

UI_TEST(threads_are_in_the_tree_and_in_groups_but_not_below_a_folded_process)
{
	assert_int_equal(rows_after("Ht"), 7 + 4);
	(void)press("*");
	for (size_t i = 0; i < ui.n_rows; i++)	/* cron is folded, memhog has no children */
		assert_true(ui.rows[i]->kind == ROW_PROCESS || ui.rows[i]->pid == PID_MEMHOG);
	assert_int_equal(rows_after("*tg\r"), 1 + 4);
	assert_true(shows("1 process that ran"));
}

UI_TEST(minus_on_a_thread_folds_its_process)
{
	struct snapshot *next = fixture_draft(2);

	fixture_add_process(next, 5000, "child", 0.1, (double[]){ 1, 1, 1, 97 }, 1)->ppid =
		PID_MEMHOG;
	next_draft(next);
	assert_true(shows_after("Htjj-", "+1 memhog"));
	assert_int_equal(state_selected(&ui)->id, PID_MEMHOG);
	assert_int_equal(state_selected(&ui)->kind, ROW_PROCESS);
}

UI_TEST(c_in_capitals_sums_processes_by_command_name)
{
	struct snapshot *next = fixture_draft(2);

	for (int i = 0; i < 3; i++)
		fixture_add_process(next, 5000 + i, "cc1plus", 1, (double[]){ 1, 1, 1, 97 }, 1);
	assert_int_equal(snapshot_finish(next), 0);
	(void)press("C");
	next_snapshot(next);
	assert_int_equal(ui.view, VIEW_COMMANDS);
	assert_int_equal(ui.n_rows, 7);
	assert_string_equal(snapshot_text(newest, ui.rows[0]->name), "cc1plus");
	assert_int_equal(ui.rows[0]->children, 4);	/* with one that has exited */
	assert_int_equal(rows_after("\r"), 4);
	assert_true(shows("commands \u203a cc1plus \u203a 4 processes that ran"));
	(void)press("\x1b");
	assert_int_equal(ui.view, VIEW_COMMANDS);
	(void)press("C");
	assert_int_equal(ui.view, VIEW_PROCESSES);
}

UI_TEST(enter_leads_through_a_group)
{
	(void)press("g");
	assert_int_equal(ui.view, VIEW_CGROUPS);
	assert_string_equal(snapshot_text(newest, state_selected(&ui)->name), "session-4.scope");
	assert_int_equal(rows_after("j\r"), 4);	/* cron.service; all inside are processes */
	for (size_t i = 0; i < ui.n_rows; i++)
		assert_int_equal(ui.rows[i]->kind, ROW_PROCESS);
	(void)press("P\r");
	assert_int_equal(ui.rows[0]->kind, ROW_THREAD);
	assert_int_equal(ui.rows[0]->pid, PID_COMPUTE);
	assert_int_equal(selected_after("\x1b"), PID_COMPUTE);
	(void)press("\x1b");
	assert_string_equal(snapshot_text(newest, state_selected(&ui)->name), "cron.service");
	(void)press("\x1b");
	assert_int_equal(ui.view, VIEW_PROCESSES);
}

UI_TEST(the_cursor_stays_on_its_group)
{
	struct snapshot *next = fixture_draft(2);

	(void)press("gj");
	/* Now cron.service costs most, and more groups are listed than before. */
	for (int i = 0; i < 3; i++)
		fixture_add_process(next, 5000 + i, "busy", 1, (double[]){ 1, 1, 1, 97 }, 1)
			->cgroup = snapshot_keep(next, i ? "/system.slice/cron.service" : "/new");
	next_draft(next);
	assert_int_equal(ui.n_rows, 5);
	assert_string_equal(snapshot_text(newest, state_selected(&ui)->name), "cron.service");
	assert_int_equal(ui.views[VIEW_CGROUPS].cursor.index, 0);
}

UI_TEST(a_group_whose_processes_sleep_is_empty_and_comes_back)
{
	struct snapshot *without = fixture_draft(2);

	assert_int_equal(rows_after("g\r"), 1);
	for (size_t i = 0; i < without->table[ROW_PROCESS].n; i++)
		without->table[ROW_PROCESS].rows[i].cgroup = snapshot_keep(without, "/other");
	next_draft(without);
	assert_int_equal(ui.n_rows, 0);
	assert_null(state_selected(&ui));
	next_snapshot(fixture_snapshot(3));
	assert_int_equal(ui.n_rows, 1);
	assert_int_equal(ui.rows[0]->id, PID_MEMHOG);
}

#define PID_SLEEPER 2450

/* The next interval, in which postgres sleeps, and memhog too if wanted. */
static void let_sleep(uint64_t seq, bool memhog)
{
	struct snapshot *next = fixture_draft(seq);
	struct row_table *threads = &next->table[ROW_THREAD];
	size_t n = 0;

	(void)fixture_add_asleep(next, PID_SLEEPER, 1, "postgres");
	for (size_t i = 0; i < threads->n; i++)
		if (!memhog || threads->rows[i].pid != PID_MEMHOG)
			threads->rows[n++] = threads->rows[i];
	threads->n = n;
	next->table[ROW_PROCESS].rows[0].asleep = memhog;
	next_draft(next);
}

UI_TEST(one_that_sleeps_is_the_last_row_and_has_no_numbers)
{
	let_sleep(2, false);
	assert_int_equal(ui.rows[ui.n_rows - 1]->id, PID_SLEEPER);
	assert_true(line_has("   2450 alice ", " -     -     -     -  "));
}

UI_TEST(search_finds_one_that_sleeps)
{
	let_sleep(2, false);
	assert_int_equal(selected_after("/postg\r"), PID_SLEEPER);
	assert_false(shows("no row matches"));
}

UI_TEST(a_filter_finds_one_that_sleeps)
{
	let_sleep(2, false);
	assert_int_equal(rows_after("\\postg\r"), 1);
	assert_int_equal(ui.rows[0]->id, PID_SLEEPER);
}

UI_TEST(following_goes_on_while_the_process_sleeps)
{
	assert_int_equal(selected_after("f"), PID_MEMHOG);
	let_sleep(2, true);
	assert_int_equal(state_selected(&ui)->id, PID_MEMHOG);
	assert_false(shows("not listed"));
}

UI_TEST(a_detail_keeps_the_last_numbers_of_one_that_sleeps)
{
	(void)press("d");
	let_sleep(2, true);
	assert_true(shows("It did not run in this"));
	assert_true(shows("memhog (2311)"));
	assert_true(shows("Memory bound        55.5"));
	assert_int_equal(ui.detail.row.asleep, false);
}

UI_TEST(a_detail_of_one_that_sleeps_says_so)
{
	let_sleep(2, false);
	assert_true(shows_after("\\postg\rd", "It did not run in this interval."));
}

UI_TEST(a_group_lists_those_that_sleep_and_does_not_count_them)
{
	let_sleep(2, false);
	assert_int_equal(rows_after("g/cron\r\r"), 5);
	assert_int_equal(ui.rows[4]->id, PID_SLEEPER);
	assert_true(shows("4 processes that ran"));
}
