/* SPDX-License-Identifier: GPL-2.0-only */
/* Key a: the last intervals together, live, frozen, and in lists and details. */
#include "config.h"

#include <stddef.h>
#include <stdint.h>

#include "model/snapshot/finish.h"
#include "tests/fixtures/fixture_ui.h"
#include "tests/fixtures/test.h"

#define SECOND 1000000000ULL
#define PID_LATE 5000

static const double mem[4] = { 10, 5, 15, 70 };

/* An interval in which another process ran for half of the second. */
static struct snapshot *with_late(uint64_t seq)
{
	struct snapshot *draft = fixture_draft(seq);

	(void)fixture_add_process(draft, PID_LATE, "late", 0.5, mem, 0.5);
	assert_int_equal(snapshot_finish(draft), 0);
	return draft;
}

static void show_until(uint64_t last)
{
	for (uint64_t seq = newest->seq + 1; seq <= last; seq++)
		next_snapshot(fixture_snapshot(seq));
}

static uint64_t busy_ns(int32_t pid)
{
	const struct row *row = snapshot_find(ui.snapshot, ROW_PROCESS, pid);

	return row ? row->busy_ns : 0;
}

TEST(it_says_of_how_many_intervals_and_seconds_it_is)
{
	(void)canvas_resize(&canvas, 132, 40);
	assert_int_equal(press("a"), R_ROWS);
	assert_true(shows("average of the last 1 interval (1.0 s)"));
	show_until(3);
	assert_true(shows("average of the last 3 intervals (3.0 s)"));
	show_until(30);
	assert_true(shows("average of the last 10 intervals (10 s)"));
	(void)press("a");
	assert_false(shows("average of"));
	assert_ptr_equal(ui.snapshot, newest);
}

TEST(what_ran_in_one_of_the_intervals_is_listed_with_its_mean)
{
	next_snapshot(with_late(2));
	show_until(5);
	assert_int_equal(busy_ns(PID_LATE), 0);
	(void)press("a");
	assert_int_equal(busy_ns(PID_LATE), SECOND / 2);
	assert_true(line_has("5000 ", " 10.0 "));	/* half a second of five */
	show_until(11);
	assert_int_equal(busy_ns(PID_LATE), SECOND / 2);
	show_until(12);				/* 3 to 12 */
	assert_int_equal(busy_ns(PID_LATE), 0);
}

TEST(order_filter_and_detail_are_of_the_average)
{
	next_snapshot(with_late(2));
	show_until(5);
	(void)press("a\\late\r");
	assert_int_equal(ui.n_rows, 1);
	(void)press("d");
	assert_int_equal(ui.detail.interval_ns, 5 * SECOND);
	assert_true(ui.detail.here);
}

TEST(a_frozen_average_is_that_of_its_time)
{
	show_until(20);
	(void)press("az");
	show_until(25);
	assert_int_equal(ui.snapshot->seq, 20);
	assert_int_equal(ui.snapshot->intervals, 10);
	(void)press("[");
	assert_int_equal(ui.snapshot->seq, 19);
	assert_int_equal(ui.snapshot->intervals, 10);
	(void)press("(");
	assert_int_equal(ui.snapshot->seq, 1);
	assert_int_equal(ui.snapshot->intervals, 1);
	(void)press("z");
	assert_int_equal(ui.snapshot->seq, 25);
	assert_int_equal(ui.snapshot->intervals, 10);
}

TEST(it_is_switched_in_the_past_as_well)
{
	show_until(20);
	(void)press("[[");
	assert_int_equal(ui.snapshot->seq, 18);
	(void)press("a");
	assert_int_equal(ui.snapshot->seq, 18);
	assert_int_equal(ui.snapshot->intervals, 10);
	(void)press("a");
	assert_int_equal(ui.snapshot->seq, 18);
	assert_int_equal(ui.snapshot->interval_ns, SECOND);
}

TEST(a_gap_ends_the_series)
{
	show_until(4);
	next_snapshot(fixture_snapshot(8));
	next_snapshot(fixture_snapshot(9));
	(void)press("a");
	assert_int_equal(ui.snapshot->intervals, 2);
	(void)press("[[");
	assert_int_equal(ui.snapshot->seq, 4);
	assert_int_equal(ui.snapshot->intervals, 4);
}

/* The trends end with the newest interval, as without it. */
TEST(trends_and_chart_stay_those_of_the_intervals)
{
	size_t ago = 9;

	show_until(12);
	(void)press("a");
	assert_true(machine_history_find(ui.history, ui.snapshot->seq, &ago));
	assert_int_equal(ago, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		FIXTURE_TEST(it_says_of_how_many_intervals_and_seconds_it_is),
		FIXTURE_TEST(what_ran_in_one_of_the_intervals_is_listed_with_its_mean),
		FIXTURE_TEST(order_filter_and_detail_are_of_the_average),
		FIXTURE_TEST(a_frozen_average_is_that_of_its_time),
		FIXTURE_TEST(it_is_switched_in_the_past_as_well),
		FIXTURE_TEST(a_gap_ends_the_series),
		FIXTURE_TEST(trends_and_chart_stay_those_of_the_intervals),
	};

	return cmocka_run_group_tests_name("keys_average", tests, NULL, NULL);
}
