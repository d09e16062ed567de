/* SPDX-License-Identifier: GPL-2.0-only */
/* Call stacks for programs that draw flame graphs. */
#include "config.h"
#include "ui/export/stacks.h"

#include "tests/fixtures/fake_names.h"
#include "tests/fixtures/fixture_stacks.h"
#include "tests/fixtures/printed.h"
#include "tests/fixtures/test_main.h"

static void export(enum stacks_format format, const struct profile *profile,
		   const struct code_names *names)
{
	struct buffer out = { 0 };
	struct err err = { .text = "" };

	assert_int_equal(stacks_put(&out, format, profile, names, -1, "t\"itle", &err), 0);
	print_buffer(&out);
}

static void expect_folded(const char *stacks, const char *text)
{
	export(STACKS_FOLDED, fixture_stacks(stacks), &fixture_stack_names);
	assert_string_equal(printed, text);
}

/* The name of a frame of the first profile of speedscope's JSON, which has its number in a list. */
static void assert_frame(int stack, int frame, const char *name)
{
	char path[64];

	(void)snprintf(path, sizeof(path), "profiles.0.samples.%d.%d", stack, frame);
	(void)snprintf(path, sizeof(path), "shared.frames.%d.name",
		       (int)json_integer_value(json_at(path)));
	assert_text_at(path, name);
}

TEST(folded_lines_begin_with_the_outermost_caller_and_count_events)
{
	expect_folded("main;sort;compare 40\nmain;parse 10\n",
		      "main;sort;compare 4000\n"
		      "main;parse 1000\n");
}

TEST(stacks_of_the_same_functions_are_one_line)
{
	expect_folded("main;sort 1\nmain;sort 2\n", "main;sort 300\n");
}

TEST(a_stack_that_is_cut_begins_with_what_was_lost)
{
	expect_folded("...;sort 5\n", "[older frames are lost];sort 500\n");
}

TEST(a_separator_in_a_name_does_not_divide_it)
{
	struct profile profile = *fixture_stacks("main 1\n");
	const struct profile_object object = { .path = "/tmp/a;b\033[31m" };
	struct fake_names fake = { .n = 0 };
	const struct code_names no_names = fake_names(&fake);

	profile.objects = &object;
	export(STACKS_FOLDED, &profile, &no_names);
	assert_null(strchr(printed, ';'));
	assert_null(strchr(printed, '\033'));
	assert_non_null(strstr(printed, "a:b"));
}

TEST(speedscope_has_frames_and_weights_of_each_stack)
{
	export(STACKS_SPEEDSCOPE, fixture_stacks("main;sort;compare 40\n...;parse 10\n"),
	       &fixture_stack_names);
	assert_text_at("name", "t\"itle");
	assert_text_at("profiles.0.type", "sampled");
	assert_frame(0, 0, "main");
	assert_frame(0, 2, "compare");
	assert_frame(1, 0, "[older frames are lost]");
	assert_frame(1, 1, "parse");
	assert_number_at("profiles.0.weights.0", 4000);
	assert_number_at("profiles.0.weights.1", 1000);
	assert_number_at("profiles.0.endValue", 5000);
}

TEST(a_recording_without_call_stacks_is_told_how_to_record_them)
{
	struct buffer out = { 0 };
	struct err err = { .text = "" };
	struct profile profile = *fixture_stacks("main 1\n");

	profile.n_stack = 0;
	assert_int_equal(stacks_put(&out, STACKS_FOLDED, &profile, &fixture_stack_names, -1, "", &err),
			 -ENODATA);
	assert_non_null(strstr(err.text, "--call-graph"));
	buffer_done(&out);
}
