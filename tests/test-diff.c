/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * "tdtop diff" from two files to its output; the recordings are made by hand, with known numbers.
 */
#include "config.h"
#include "diff.h"

#include <unistd.h>

#include <jansson.h>

#include "tests/fixtures/perfdata_builder.h"
#include "tests/fixtures/test_main.h"
#include "ui/options/options.h"

#define T0 (1000 * SECOND)	/* the first sample: nothing was counted before it */

static char path[SIDES][32];
static struct options options;
static struct diff diff;
static struct err err;

/*
 * alpha has this percentage of CPU 0's slots, beta the rest; `less` bytes are cut off at the end of
 * the file.
 */
static void record(enum side side, uint64_t alpha, int seconds, size_t less)
{
	struct builder b;
	int fd;

	builder_init(&b);
	builder_level1(&b);
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

FIXTURE(setup)
{
	options_init(&options);
	options.output = OUTPUT_JSON;
	options.baseline = path[BEFORE];
	options.replay = path[AFTER];
	path[BEFORE][0] = path[AFTER][0] = err.text[0] = '\0';
	return 0;
}

FIXTURE(teardown)
{
	for (enum side side = BEFORE; side < SIDES; side++)
		if (path[side][0])
			unlink(path[side]);
	return 0;
}

const struct around_tests around_tests = { .setup = setup, .teardown = teardown };

/* The printed text; "" if nothing was printed. */
static char *run(int expected)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	assert_non_null(out);
	assert_int_equal(diff_run(&diff, &options, out, &err), expected);
	assert_int_equal(fclose(out), 0);
	return text;
}

static double number_at(const json_t *root, size_t command, const char *group, const char *name)
{
	const json_t *row = json_array_get(json_object_get(root, "commands"), command);

	return json_number_value(json_object_get(json_object_get(row, group), name));
}

TEST(shares_of_the_slots_are_compared_whatever_the_length)
{
	json_t *root;
	char *text;

	record(BEFORE, 20, 2, 0);
	record(AFTER, 50, 5, 0);
	text = run(0);
	root = json_loads(text, 0, NULL);
	assert_non_null(root);
	assert_int_equal(json_array_size(json_object_get(root, "commands")), 2);
	for (size_t i = 0; i < 2; i++) {
		assert_true(number_at(root, i, "after", "slots_percent") > 49.9);
		assert_true(number_at(root, i, "after", "slots_percent") < 50.1);
		assert_true(number_at(root, i, "before", "tma_backend_bound") > 39.9);
		assert_true(number_at(root, i, "before", "tma_backend_bound") < 40.1);
	}
	assert_string_equal(diff.warning[BEFORE].text, "");
	assert_string_equal(diff.warning[AFTER].text, "");
	json_decref(root);
	free(text);
}

TEST(a_recording_that_is_cut_off_is_compared_with_a_warning)
{
	char *text;

	record(BEFORE, 20, 2, 0);
	record(AFTER, 20, 5, 3000);
	text = run(0);
	assert_non_null(strstr(text, "\"warning\":\"\\\""));
	assert_string_equal(diff.warning[BEFORE].text, "");
	assert_non_null(strstr(diff.warning[AFTER].text, "is cut off"));
	free(text);
}

TEST(a_missing_file_is_an_error_and_prints_nothing)
{
	char *text;

	record(BEFORE, 20, 2, 0);
	(void)snprintf(path[AFTER], sizeof(path[AFTER]), "diff-nowhere");
	text = run(-2);
	assert_string_equal(text, "");
	assert_string_equal(err.text, "cannot open \"diff-nowhere\": No such file or directory");
	free(text);
}
