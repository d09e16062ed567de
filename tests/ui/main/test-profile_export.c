/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * --pgo and --stacks-format from a recording to what is written, with the real reader and the real
 * service of names. That compilers understand it is tested by check-pgo.sh.
 */
#include "config.h"
#include "ui/main/runs.h"

#include <fcntl.h>
#include <unistd.h>

#include "tests/fixtures/fixture_samples.h"
#include "tests/fixtures/printed.h"
#include "tests/fixtures/test_main.h"
#include "ui/options/options.h"

#define STACKS_MIN 10000	/* PGO_STACKS_MIN */

static char directory[] = "/tmp/tdtop-pgo-XXXXXX";
static char in_path[64], out_path[64];
static struct options options;
static struct err err, warning, note;

SETUP
{
	(void)snprintf(in_path, sizeof(in_path), "%s/in.data", directory);
	(void)snprintf(out_path, sizeof(out_path), "%s/out", directory);
	err.text[0] = warning.text[0] = note.text[0] = '\0';
}

TEARDOWN
{
	(void)unlink(in_path);
	(void)unlink(out_path);
}

static void store(const void *bytes, size_t n)
{
	const int fd = open(in_path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);

	assert_true(fd >= 0);
	assert_int_equal(write(fd, bytes, n), n);
	assert_int_equal(close(fd), 0);
}

static void store_packed(const char *name)
{
	size_t n;
	unsigned char *bytes = unpack_recording(name, &n);

	store(bytes, n);
	free(bytes);
}

/* So many stacks of a loop in /bin/app. */
static void store_loop(size_t stacks)
{
	const struct built_branch loop[] = {
		{ .from = 0x400150, .to = 0x400110, .flags = BUILT_PREDICTED },
		{ .from = 0x400150, .to = 0x400110, .flags = BUILT_MISPREDICTED },
		{ .from = 0x400150, .to = 0x400110, .flags = BUILT_PREDICTED },
	};
	struct builder builder;

	builder_init(&builder);
	(void)builder_branch_event(&builder);
	builder_app(&builder);
	for (size_t i = 0; i < stacks; i++)
		builder_branches(&builder, SECOND + i * MS, loop, 3);
	builder_finish(&builder);
	store(builder.out.bytes, builder.out.n);
	builder_done(&builder);
}

/* tdtop -i RECORDING OPTION VALUE [OPTION VALUE] */
static int run(const char *option, const char *value, const char *second, const char *second_value)
{
	const char *argv[] = { "tdtop", "-i", in_path, option, value, second, second_value, NULL };
	FILE *out = print_begin();
	int ret;

	assert_int_equal(options_parse(&options, second ? 7 : 5, (char **)(uintptr_t)argv, &err), 0);
	ret = profile_export_run(&options, out, &note, &warning, &err);
	print_end(out);
	return ret;
}

TEST(what_cannot_be_written_is_refused_and_no_file_is_left)
{
	static const struct {
		size_t stacks;		/* of a loop; 0: call stacks */
		const char *path, *format;
		int ret;
		const char *words;
	} cases[] = {
		{ STACKS_MIN - 1, out_path, "perf", -ENODATA, "9999 branch stacks are too few" },
		{ 0, out_path, "perf", -ENODATA, "--call-graph lbr" },
		{ STACKS_MIN, out_path, "bolt", -ENODATA, "/bin/app" },	/* the program is needed */
		{ STACKS_MIN, "-", "perf", -EINVAL, "not \"-\"" },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		if (cases[i].stacks)
			store_loop(cases[i].stacks);
		else
			store_packed("perfparser_call_stacks.zst");
		assert_int_equal(run("--pgo", cases[i].path, "--pgo-format", cases[i].format), cases[i].ret);
		assert_non_null(strstr(err.text, cases[i].words));
		assert_int_equal(access(out_path, F_OK), -1);
	}
}

TEST(autofdo_is_written_without_the_program)
{
	store_loop(STACKS_MIN);
	assert_int_equal(run("--pgo", "-", "--pgo-format", "autofdo"), 0);
	assert_string_equal(printed, "1\n"
				  "110-150:20000\n"
				  "1\n"
				  "110:10000\n"
				  "1\n"
				  "150->110:30000\n");
	assert_non_null(strstr(note.text, "1 branch and 1 block of /bin/app, 100.0 %"));
}

TEST(perf_data_has_all_stacks)
{
	struct read_profile read;

	store_loop(STACKS_MIN);
	assert_int_equal(run("--pgo", out_path, NULL, NULL), 0);
	read = read_profile_file(out_path, NULL);
	assert_int_equal(read.ret, 0);
	assert_int_equal(read.profile->stacks, STACKS_MIN);
	assert_int_equal(read.profile->entries, 3 * STACKS_MIN);
	read_profile_done(&read);
}

TEST(call_stacks_are_folded)
{
	store_packed("perfparser_call_stacks.zst");
	assert_int_equal(run("--stacks-format", "folded", NULL, NULL), 0);
	assert_non_null(strchr(printed, ';'));
	assert_int_equal(printed[strlen(printed) - 1], '\n');
}

AROUND_DIRECTORY(directory)
