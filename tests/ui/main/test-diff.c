/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * "tdtop diff" from two files to its output; the recordings are made by hand, with known numbers.
 */
#include "config.h"
#include "ui/main/runs.h"

#include <unistd.h>

#include "collect/perfdata/perfdata.h"
#include "tests/fixtures/perfdata_builder.h"
#include "tests/fixtures/printed.h"
#include "tests/fixtures/test_main.h"
#include "ui/options/options.h"

#define T0 (1000 * SECOND)	/* the first sample: nothing was counted before it */

static char path[SIDES][32];
static struct options options;
static struct diff diff;
static struct err err;
static void (*add_counters)(struct builder *);
static bool watched[SIDES];	/* only alpha was shown while it was recorded */
static const char *cpuid[SIDES];	/* of its machine; NULL: not told */

/*
 * alpha has this percentage of CPU 0's slots, beta the rest; `less` bytes are cut off at the end of
 * the file.
 */
static void record(enum side side, uint64_t alpha, int seconds, size_t less)
{
	struct builder b;
	int fd;

	builder_init(&b);
	add_counters(&b);
	if (watched[side])
		builder_watched(&b, 10);
	if (cpuid[side])
		builder_feature_string(&b, PERFDATA_CPUID, cpuid[side]);
	builder_comm(&b, 10, "alpha", 0);
	builder_comm(&b, 11, "beta", 0);
	builder_ran(&b, 0, 10, T0, 0);
	for (uint64_t i = 1; i <= 20 * (uint64_t)seconds; i += 2) {
		builder_ran(&b, 0, 10, T0 + i * 50 * MS, alpha * 1000000);
		builder_ran(&b, 0, 11, T0 + (i + 1) * 50 * MS, (100 - alpha) * 1000000);
		builder_round(&b);
	}
	builder_round(&b);
	builder_finish(&b);
	(void)snprintf(path[side], sizeof(path[side]), "diff-XXXXXX");
	fd = mkstemp(path[side]);
	assert_true(fd >= 0);
	assert_int_equal(write(fd, b.out.bytes, b.out.n - less), b.out.n - less);
	close(fd);
	builder_done(&b);
}

SETUP
{
	options_init(&options);
	watched[BEFORE] = watched[AFTER] = false;
	cpuid[BEFORE] = cpuid[AFTER] = NULL;
	add_counters = builder_level1;
	options.output = OUTPUT_JSON;
	options.baseline = path[BEFORE];
	options.replay = path[AFTER];
	path[BEFORE][0] = path[AFTER][0] = err.text[0] = '\0';
}

TEARDOWN
{
	for (enum side side = BEFORE; side < SIDES; side++)
		if (path[side][0])
			unlink(path[side]);
}

static void run(int expected)
{
	FILE *out = print_begin();

	assert_int_equal(diff_run(&diff, &options, out, &err), expected);
	print_end(out);
}

static void assert_near(const char *at, double expected)
{
	assert_float_equal(json_number_value(json_at(at)), expected, 0.1);
}

TEST(shares_of_the_slots_are_compared_whatever_the_length)
{
	record(BEFORE, 20, 2, 0);
	record(AFTER, 50, 5, 0);
	run(0);
	assert_rows_at("commands", 2);
	assert_near("commands.0.after.slots_percent", 50);
	assert_near("commands.1.after.slots_percent", 50);
	assert_near("commands.0.before.tma_backend_bound", 40);
	assert_near("commands.1.before.tma_backend_bound", 40);
	assert_string_equal(diff.warning[BEFORE].text, "");
	assert_string_equal(diff.warning[AFTER].text, "");
}

TEST(a_recording_that_is_cut_off_is_compared_with_a_warning)
{
	record(BEFORE, 20, 2, 0);
	record(AFTER, 20, 5, 3000);
	run(0);
	assert_non_null(strstr(printed, "\"warning\":\"\\\""));
	assert_string_equal(diff.warning[BEFORE].text, "");
	assert_non_null(strstr(diff.warning[AFTER].text, "is cut off"));
}

TEST(a_missing_file_is_an_error_and_prints_nothing)
{
	record(BEFORE, 20, 2, 0);
	(void)snprintf(path[AFTER], sizeof(path[AFTER]), "diff-nowhere");
	run(-2);
	assert_string_equal(printed, "");
	assert_string_equal(err.text, "cannot open \"diff-nowhere\": No such file or directory");
}

/* Judges the expression; the output, text and then JSON, is in `printed`. */
static enum verdict_result judge(const char *expression, size_t runs, int expected)
{
	enum verdict_result result = VERDICT_TOO_SHORT;
	FILE *out = print_begin();

	options = (struct options){ .output = OUTPUT_TEXT, .fail_on = expression, .look.ascii = true,
				    .runs = { { path[BEFORE], path[BEFORE], path[BEFORE] },
					      { path[AFTER], path[AFTER], path[AFTER] } },
				    .n_runs = { runs, runs } };
	assert_int_equal(verdict_run(&options, out, &result, diff.warning, &err), expected);
	options.output = OUTPUT_JSON;
	assert_int_equal(verdict_run(&options, out, &result, diff.warning, &err), expected);
	print_end(out);
	return result;
}

TEST(a_verdict_reads_both_recordings_in_pieces_and_says_if_their_cores_count_in_other_ways)
{
	cpuid[BEFORE] = "GenuineIntel,6,106,6";
	cpuid[AFTER] = "GenuineIntel,6,143,8";
	record(BEFORE, 20, 5, 0);
	record(AFTER, 50, 3, 0);
	assert_int_equal(judge("be>+3 and comm=alpha", 1, 0), VERDICT_WITHIN);
	assert_non_null(strstr(printed, "backend bound of command alpha: 40.0 -> 40.0, +0.0 +-0.0: did not rise by "
					"more than 3, beyond doubt\n"));
	assert_non_null(strstr(printed, "\nverdict: not exceeded, beyond doubt: be>+3 and comm=alpha (1:1"));
	assert_non_null(strstr(printed, "\nnote: recorded on Intel Ice Lake-SP and on Intel Sapphire Rapids, which do not "
					"count alike: a difference may be theirs\n"));
	assert_non_null(strstr(printed, "\"same_cpu\":false"));
}

TEST(a_value_that_one_recording_has_not_is_not_judged)
{
	static const char *const cases[][2] = {
		{ "be>+3 and comm=gamma", "has no row of that name;" },
		{ "mem>+3", "has no memory bound (not recorded, or of too few slots);" },
		{ "be>+3 or mem>+3", "has no memory bound (not recorded, or of too few slots);" },
		{ "mem>+3 and comm=alpha", "has no memory bound (not recorded, or of too few slots);" },
	};

	record(BEFORE, 20, 5, 0);
	add_counters = builder_level2;
	record(AFTER, 20, 5, 0);
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		judge(cases[i][0], 1, -ENODATA);
		assert_string_equal(printed, "");
		assert_non_null(strstr(err.text, path[BEFORE]));
		assert_non_null(strstr(err.text, cases[i][1]));
	}
}

TEST(the_same_recording_twice_on_a_side_is_no_second_run)
{
	record(BEFORE, 20, 5, 0);
	record(AFTER, 50, 3, 0);
	judge("be>+3", 3, -ENODATA);
	assert_string_equal(printed, "");
	assert_non_null(strstr(err.text, "are the same recording, so they do not tell how runs differ; give each"));
}

TEST(of_recordings_of_processes_those_that_were_watched_are_compared)
{
	static const size_t commands[] = { [false] = 1, [true] = 2 };

	watched[BEFORE] = watched[AFTER] = true;
	record(BEFORE, 20, 5, 0);
	record(AFTER, 50, 5, 0);
	for (int all = false; all <= true; all++) {
		options.all_tasks = all;
		run(0);
		assert_rows_at("commands", commands[all]);
		assert_near("machine.after.cpu_percent", all ? 100 : 50);
		assert_int_equal(strstr(printed, "\"watched\":\"pid 10\"") != NULL, !all);
	}
	judge("cpu>+25", 1, 0);
	assert_non_null(strstr(printed, "CPU% of the machine: 50.0 -> 50.0, +0.0"));
	assert_non_null(strstr(printed, "\"same_cpu\":true"));
	assert_null(strstr(printed, "do not count alike"));
}

TEST(a_verdict_is_not_made_of_a_machine_and_of_some_processes)
{
	watched[AFTER] = true;
	record(BEFORE, 20, 5, 0);
	record(AFTER, 50, 5, 0);
	judge("be>+3", 1, -ENODATA);
	assert_string_equal(printed, "");
	assert_non_null(strstr(err.text, "is of a command or of processes alone, so their values are not alike;"));
}
