/* SPDX-License-Identifier: GPL-2.0-only */
/* The summary of "tdtop -- command": a line per command name, the busiest first. */
#include "config.h"
#include "ui/batch/summary.h"

#include "model/snapshot/finish.h"
#include "model/snapshot/sums.h"
#include "tests/fixtures/fixture.h"
#include "tests/fixtures/test_main.h"

static const double mem[4] = { 10, 5, 15, 70 }, ret[4] = { 70, 10, 10, 10 };
static struct sums *sums;
static struct buffer text;
static uint32_t stale_threads;	/* of the next interval */

SETUP_MAY_FAIL
{
	sums = sums_new(SUMS_OF_COMMANDS);
	text = (struct buffer){ 0 };
	stale_threads = 0;
	fixture_machine.user_only = true;
	(void)snprintf(fixture_machine.watched, sizeof(fixture_machine.watched), "command make");
	return sums ? 0 : -1;
}

TEARDOWN
{
	sums_free(sums);
	buffer_done(&text);
	fixture_machine.user_only = false;
	fixture_machine.watched[0] = '\0';
	fixture_machine.levels = 2;
}

/* An interval with two processes of one name and one of another. */
static void add_interval(void)
{
	struct snapshot *snapshot = fixture_draft(1);

	snapshot->stale_threads = stale_threads;
	(void)fixture_add_process(snapshot, 5000, "cc1", 0.5, mem, 0.5);
	(void)fixture_add_process(snapshot, 5001, "cc1", 0.25, mem, 0.5);
	(void)fixture_add_process(snapshot, 5002, "ld\33[2J", 0.9, ret, 0.5);
	assert_int_equal(snapshot_finish(snapshot), 0);
	assert_int_equal(sums_add(sums, snapshot), 0);
	snapshot_free(snapshot);
}

/* The line that ends with these words; NULL: none. */
static const char *line_of(const char *end)
{
	static char line[256];
	const char *at = text.bytes;

	while (at && *at) {
		size_t n = strcspn(at, "\n");

		(void)snprintf(line, sizeof(line), "%.*s", (int)n, at);
		if (n >= strlen(end) && !strcmp(line + strlen(line) - strlen(end), end))
			return line;
		at += n + (at[n] == '\n');
	}
	return NULL;
}

static void print_summary(void)
{
	summary_put(sums_finish(sums, SUMS_OF_COMMANDS), true, &text);
	buffer_put(&text, "", 1);
}

static void print_interval(void)
{
	add_interval();
	print_summary();
}

TEST(it_says_what_was_counted_and_how)
{
	fixture_machine.without_guests = true;
	fixture_machine.left_out[0] = '1';
	print_interval();
	fixture_machine.without_guests = false;
	fixture_machine.left_out[0] = '\0';
	assert_non_null(strstr(text.bytes, "\ntdtop: command make, 1.000 s, user mode only, guests are not counted, "
				"not all CPUs are counted\n"));
}

/* memhog in two regions, in each of two intervals; markers were watched for a part of the time. */
static void add_intervals_with_regions(void)
{
	for (uint64_t seq = 1; seq <= 2; seq++) {
		struct snapshot *snapshot = fixture_draft(seq);

		(void)fixture_add_region(snapshot, PID_MEMHOG, 1, "parse", 0.25, 120000);
		(void)fixture_add_region(snapshot, PID_MEMHOG, 2, "so\33[2Jrt", 0.5, seq - 1);
		snapshot->regions = (struct region_state){ .wanted = true, .objects = 1,
							   .watched = seq == 1 ? 1 : 0.5 };
		assert_int_equal(snapshot_finish(snapshot), 0);
		assert_int_equal(sums_add(sums, snapshot), 0);
		snapshot_free(snapshot);
	}
}

TEST(regions_of_the_whole_run_are_a_table_of_their_own)
{
	const char *line;

	add_intervals_with_regions();
	print_summary();
	assert_non_null(strstr(text.bytes, "\nregions watched 75.0 % of the time\n"));
	line = line_of("parse                    memhog");
	assert_non_null(line);
	assert_ptr_equal(strstr(line, "    0.450    240k 1.88 us  10.0"), line);
	line = line_of("so?[2Jrt                 memhog");
	assert_non_null(line);
	assert_ptr_equal(strstr(line, "    0.900       1  900 ms  10.0"), line);
	assert_non_null(line_of(" (other)                  memhog"));
	assert_true(strstr(text.bytes, "so?[2Jrt") < strstr(text.bytes, "parse"));
	assert_true(strstr(text.bytes, "parse") < strstr(text.bytes, "(other)"));
}

TEST(a_table_of_regions_alone_says_how_long_and_that_numbers_are_invented)
{
	add_intervals_with_regions();
	fixture_machine.simulated = true;
	(void)snprintf(fixture_machine.simulated_by, sizeof(fixture_machine.simulated_by),
		       "every number is invented");
	regions_put_run(sums_finish(sums, SUMS_OF_COMMANDS), true, &text);
	buffer_put(&text, "", 1);
	fixture_machine.simulated = false;
	fixture_machine.simulated_by[0] = '\0';
	assert_ptr_equal(strstr(text.bytes, "tdtop: regions of command make, 2.000 s, user mode only "
				"(every number is invented)\nregions watched 75.0 % of the time\n"),
			 text.bytes);
	assert_non_null(line_of("parse                    memhog"));
}

TEST(regions_that_nobody_was_in_are_said_to_be_so)
{
	struct snapshot *snapshot = fixture_snapshot(1);

	snapshot->regions = (struct region_state){ .wanted = true, .objects = 1, .watched = 1 };
	assert_int_equal(sums_add(sums, snapshot), 0);
	snapshot_free(snapshot);
	print_summary();
	assert_non_null(strstr(text.bytes, "\nregions: no program that ran was in one\n"));
	assert_null(strstr(text.bytes, "REGION"));
}

TEST(a_run_without_regions_says_nothing_of_them)
{
	print_interval();
	assert_null(strstr(text.bytes, "region"));
	assert_null(strstr(text.bytes, "REGION"));
}

TEST(it_says_that_shares_may_be_stale)
{
	fixture_machine.stale_shares = true;
	print_interval();
	fixture_machine.stale_shares = false;
	assert_non_null(strstr(text.bytes, "s, user mode only, shares may be stale"));
}

TEST(it_says_so_if_that_was_in_one_interval_only)
{
	stale_threads = 2;
	add_interval();
	stale_threads = 0;
	print_interval();
	assert_non_null(strstr(text.bytes, "s, user mode only, shares may be stale"));
}

TEST(processes_of_one_name_are_one_line)
{
	add_interval();
	print_interval();
	assert_non_null(line_of(" cc1"));
	assert_int_equal(strncmp(line_of(" cc1"), "    1.500", 9), 0);
}

TEST(the_busiest_is_first_and_all_is_last)
{
	const char *busy, *less, *all;

	print_interval();
	busy = strstr(text.bytes, "    0.900");
	less = strstr(text.bytes, " cc1\n");
	all = strstr(text.bytes, " (all)\n");
	assert_true(busy && less && all && busy < less && less < all);
}

TEST(no_name_reaches_the_terminal_as_a_command)
{
	print_interval();
	assert_null(strchr(text.bytes, '\33'));
}

TEST(without_level_2_there_are_no_columns_of_it)
{
	print_interval();
	assert_non_null(strstr(text.bytes, " MEM "));
	buffer_done(&text);
	text = (struct buffer){ 0 };
	fixture_machine.levels = 1;
	print_summary();
	assert_null(strstr(text.bytes, " MEM "));
}
