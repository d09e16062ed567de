/* SPDX-License-Identifier: GPL-2.0-only */
/* Processes that did not run in the interval: what keys find, open and list of them. */
#include "config.h"

#include "tests/fixtures/fixture_ui.h"
#include "tests/fixtures/test_main.h"

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
	(void)press("/postg\r");
	assert_int_equal(state_selected(&ui)->id, PID_SLEEPER);
	assert_false(shows("no row matches"));
}

UI_TEST(a_filter_finds_one_that_sleeps)
{
	let_sleep(2, false);
	(void)press("\\postg\r");
	assert_int_equal(ui.n_rows, 1);
	assert_int_equal(ui.rows[0]->id, PID_SLEEPER);
}

UI_TEST(following_goes_on_while_the_process_sleeps)
{
	(void)press("f");
	assert_int_equal(state_selected(&ui)->id, PID_MEMHOG);
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
	(void)press("\\postg\rd");
	assert_true(shows("It did not run in this interval."));
}

UI_TEST(a_group_lists_those_that_sleep_and_does_not_count_them)
{
	let_sleep(2, false);
	(void)press("g/cron\r\r");
	assert_int_equal(ui.n_rows, 5);
	assert_int_equal(ui.rows[4]->id, PID_SLEEPER);
	assert_true(shows("4 processes that ran"));
}
