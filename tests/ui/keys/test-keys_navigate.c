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
	AFTER("\r", ":reaction rows", ":rows 4", ":row 0 thread");
	assert_int_equal(ui.rows[0]->pid, PID_MEMHOG);
	AFTER("\r", ":detail");	/* nothing is below a thread: Enter opens its detail */
	assert_int_equal(ui.detail.name.kind, ROW_THREAD);
	AFTER("<Esc>", "!:detail", ":inside");
	AFTER("<Esc>", ":row 0 process", ":on 2311");
	AFTER("<Esc>", ":reaction none");
}

UI_TEST(inside_an_exited_process_nothing_is_listed)
{
	AFTER("<End>\r", ":rows 1");
	AFTER("<without 1>", ":rows 0");
	AFTER("jkI2\r <PgDn><Backspace>", ":rows 6");
}

UI_TEST(c_shows_the_cpus_and_goes_back)
{
	AFTER("c", ":rows 7", ":row 0 socket", ":row 1 core");
	/* CPUs of one core are listed together. */
	NOW(":row 2 0", ":row 3 2");
	AFTER("c", ":view processes");
	AFTER("vc<Esc>", ":view threads");
}

UI_TEST(space_and_enter_fold_what_is_under_the_cursor)
{
	/* on cpu 2: folds its core, and the cursor is on that */
	AFTER("cjjj ", ":rows 5", ":on-kind core");
	AFTER("\r", ":rows 7");
	AFTER("k ", ":rows 1", ":on-kind socket");
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
	AFTER("c", ":rows 5");
	AFTER("jj ", ":rows 1");	/* then folding on a CPU folds its socket */
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
	AFTER("vvvvvvvvv", ":view exited", ":rows 1");
	assert_string_equal(snapshot_text(state_rows_of(&ui), ui.rows[0]->name), "cc1");
	AFTER("x%", "!cc1|new");	/* neither a baseline nor a second */
	AFTER("x%%d", ":detail", "exited cc1", "1 process of this name", "1.5 s on a CPU, 1.5 s each");
	AFTER("<next>", "!did not run in this interval");
	AFTER("<Esc>", ":view exited");
	AFTER("<Esc>", ":view threads");	/* the home view that was left last */
}

UI_TEST(t_puts_children_behind_their_parents)
{
	AFTER("t", ":rows 7", ":row 0 2311");
	/* cron slept; its branch cost something, that of oldcount is unknown */
	NOW(":row 2 2900", ":row 3 2700", ":row 4 2500", ":row 5 2800", ":row 6 2600");
	AFTER("R", ":row 0 2900", ":row 1 2500", ":row 3 2700");	/* siblings by retiring */
	(void)press("t");
	assert_int_equal(ui.rows[ui.n_rows - 1]->id, PID_IDLE);
	AFTER("ct", ":view processes");	/* from other views: to the CPUs */
	assert_true(state_shows_tree(&ui));
}

UI_TEST(plus_and_minus_fold_the_tree_and_change_the_interval_elsewhere)
{
	uint64_t interval_ns = ui.look.interval_ns;
	size_t all;

	(void)press("tjj");
	all = ui.n_rows;
	AFTER("-", ":reaction rows", ":on 2900");
	assert_true(ui.n_rows < all);
	assert_true(shows("+3 cron"));
	assert_int_equal(ui.look.interval_ns, interval_ns);
	next_snapshot(fixture_snapshot(2));
	assert_true(shows("+3 cron"));	/* in the next interval too */
	assert_int_equal(rows_after("+"), all);
	AFTER(" ", "+3 cron", ":tags 0");
	(void)press(" *");
	assert_true(ui.n_rows < all);
	assert_int_equal(rows_after("*"), all);
	(void)press("t-");
	assert_int_not_equal(ui.look.interval_ns, interval_ns);
}

UI_TEST(minus_on_a_process_without_children_folds_its_parent)
{
	AFTER("tjjjjj", ":on 2800");
	AFTER("-", ":on 2500", "+1 compute");
}

UI_TEST(threads_follow_their_process_in_the_order_of_the_list)
{
	static const int32_t tids[] = { PID_MEMHOG, PID_MEMHOG + 1, PID_MEMHOG + 2,
					PID_MEMHOG + 3 };

	AFTER("HP", ":rows 11", ":row 0 process");	/* the others have one thread */
	for (int i = 0; i < 4; i++) {
		assert_int_equal(ui.rows[1 + i]->kind, ROW_THREAD);
		assert_int_equal(ui.rows[1 + i]->id, tids[i]);
	}
	assert_true(line_has("walker-1", "   2312 "));
	AFTER("\\memhog", ":rows 5", "1 of 7 rows");
	AFTER("<Esc>H", ":rows 7");
}

UI_TEST(enter_on_a_thread_of_the_list_opens_its_detail)
{
	AFTER("Hjj\r", ":detail", ":detail-kind thread");
}

UI_TEST(threads_are_in_the_tree_and_in_groups_but_not_below_a_folded_process)
{
	AFTER("Ht", ":rows 11");
	(void)press("*");
	for (size_t i = 0; i < ui.n_rows; i++)	/* cron is folded, memhog has no children */
		assert_true(ui.rows[i]->kind == ROW_PROCESS || ui.rows[i]->pid == PID_MEMHOG);
	AFTER("*tg\r", ":rows 5", "1 process that ran");
}

UI_TEST(minus_on_a_thread_folds_its_process)
{
	struct snapshot *next = fixture_draft(2);

	fixture_add_process(next, 5000, "child", 0.1, (double[]){ 1, 1, 1, 97 }, 1)->ppid =
		PID_MEMHOG;
	next_draft(next);
	AFTER("Htjj-", "+1 memhog", ":on 2311", ":on-kind process");
}

UI_TEST(c_in_capitals_sums_processes_by_command_name)
{
	struct snapshot *next = fixture_draft(2);

	for (int i = 0; i < 3; i++)
		fixture_add_process(next, 5000 + i, "cc1plus", 1, (double[]){ 1, 1, 1, 97 }, 1);
	assert_int_equal(snapshot_finish(next), 0);
	(void)press("C");
	next_snapshot(next);
	NOW(":view commands", ":rows 7");
	assert_string_equal(snapshot_text(newest, ui.rows[0]->name), "cc1plus");
	assert_int_equal(ui.rows[0]->children, 4);	/* with one that has exited */
	AFTER("\r", ":rows 4", "commands \u203a cc1plus \u203a 4 processes that ran");
	AFTER("<Esc>", ":view commands");
	AFTER("C", ":view processes");
}

UI_TEST(enter_leads_through_a_group)
{
	AFTER("g", ":view cgroups", ":on-name session-4.scope");
	AFTER("Bj\r", ":rows 4");	/* cron.service; all inside are processes */
	for (size_t i = 0; i < ui.n_rows; i++)
		assert_int_equal(ui.rows[i]->kind, ROW_PROCESS);
	AFTER("P\r", ":row 0 thread");
	assert_int_equal(ui.rows[0]->pid, PID_COMPUTE);
	AFTER("<Esc>", ":on 2500");
	AFTER("<Esc>", ":on-name cron.service");
	AFTER("<Esc>", ":view processes");
}

UI_TEST(the_cursor_stays_on_its_group)
{
	struct snapshot *next = fixture_draft(2);

	(void)press("gBj");
	/* Now cron.service costs most, and more groups are listed than before. */
	for (int i = 0; i < 3; i++)
		fixture_add_process(next, 5000 + i, "busy", 1, (double[]){ 1, 1, 1, 97 }, 1)
			->cgroup = snapshot_keep(next, i ? "/system.slice/cron.service" : "/new");
	next_draft(next);
	NOW(":rows 5", ":on-name cron.service", ":line 0");
}

UI_TEST(a_group_whose_processes_sleep_is_empty_and_comes_back)
{
	struct snapshot *without = fixture_draft(2);

	AFTER("g\r", ":rows 1");
	for (size_t i = 0; i < without->table[ROW_PROCESS].n; i++)
		without->table[ROW_PROCESS].rows[i].cgroup = snapshot_keep(without, "/other");
	next_draft(without);
	assert_int_equal(ui.n_rows, 0);
	assert_null(state_selected(&ui));
	next_snapshot(fixture_snapshot(3));
	NOW(":rows 1", ":row 0 2311");
}

#define PID_SLEEPER 2450

/* The next interval, in which postgres sleeps, and memhog too if named. */
static void let_sleep(const char *value)
{
	const bool memhog = !strcmp(value, "memhog");
	struct snapshot *next = fixture_draft(newest->seq + 1);
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

const struct word own_words[] = { { "sleep", .act = let_sleep }, { .name = NULL } };

UI_TEST(one_that_sleeps_is_the_last_row_and_has_no_numbers)
{
	AFTER("<size 100x24><sleep>", "   2450 alice | -     -     -     -  ");
	assert_int_equal(ui.rows[ui.n_rows - 1]->id, PID_SLEEPER);
}

UI_TEST(search_finds_one_that_sleeps)
{
	AFTER("<sleep>/postg\r", ":on 2450", "!no row matches");
}

UI_TEST(a_filter_finds_one_that_sleeps)
{
	AFTER("<sleep>\\postg\r", ":rows 1", ":row 0 2450");
}

UI_TEST(following_goes_on_while_the_process_sleeps)
{
	AFTER("f", ":on 2311");
	AFTER("<sleep memhog>", ":on 2311", "!not listed");
}

UI_TEST(a_detail_keeps_the_last_numbers_of_one_that_sleeps)
{
	AFTER("d<sleep memhog>", "It did not run in this", "memhog (2311)", "Memory bound        55.5");
	assert_int_equal(ui.detail.row.asleep, false);
}

UI_TEST(a_detail_of_one_that_sleeps_says_so)
{
	AFTER("<sleep>\\postg\rd", "It did not run in this interval.");
}

UI_TEST(a_group_lists_those_that_sleep_and_does_not_count_them)
{
	AFTER("<sleep>g/cron\r\r", ":rows 5", ":row 4 2450", "4 processes that ran");
}
