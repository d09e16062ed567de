/* SPDX-License-Identifier: GPL-2.0-only */
/* Call stacks for programs that draw flame graphs. */
#include "config.h"
#include "ui/export/stacks.h"

#include <errno.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "tests/fixtures/fake_names.h"
#include "tests/fixtures/fixture_stacks.h"
#include "tests/fixtures/test.h"

/* The caller frees the text. */
static char *export(enum stacks_format format, const struct profile *profile,
		    const struct code_names *names)
{
	struct buffer out = { 0 };
	struct err err = { .text = "" };

	assert_int_equal(stacks_put(&out, format, profile, names, -1, "t\"itle", &err), 0);
	buffer_put(&out, "", 1);
	return out.bytes;
}

static void expect_folded(const char *stacks, const char *text)
{
	char *folded = export(STACKS_FOLDED, fixture_stacks(stacks), &fixture_stack_names);

	assert_string_equal(folded, text);
	free(folded);
}

/* A frame of the first profile of speedscope's JSON, by the number in the list at path. */
static const char *frame_name(const json_t *root, size_t stack, size_t frame)
{
	const json_t *profile = json_array_get(json_object_get(root, "profiles"), 0);
	const json_t *sample = json_array_get(json_object_get(profile, "samples"), stack);
	const json_t *frames = json_object_get(json_object_get(root, "shared"), "frames");
	const json_t *number = json_array_get(sample, frame);

	assert_true(json_is_integer(number));
	return json_string_value(json_object_get(
		json_array_get(frames, (size_t)json_integer_value(number)), "name"));
}

static json_t *speedscope(const char *stacks)
{
	char *text = export(STACKS_SPEEDSCOPE, fixture_stacks(stacks), &fixture_stack_names);
	json_t *root = json_loads(text, 0, NULL);

	assert_non_null(root);
	free(text);
	return root;
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
	char *folded;

	profile.objects = &object;
	folded = export(STACKS_FOLDED, &profile, &no_names);
	assert_null(strchr(folded, ';'));
	assert_null(strchr(folded, '\033'));
	assert_non_null(strstr(folded, "a:b"));
	free(folded);
}

TEST(speedscope_has_frames_and_weights_of_each_stack)
{
	json_t *root = speedscope("main;sort;compare 40\n...;parse 10\n");
	const json_t *profile = json_array_get(json_object_get(root, "profiles"), 0);
	const json_t *weights = json_object_get(profile, "weights");

	assert_string_equal(json_string_value(json_object_get(root, "name")), "t\"itle");
	assert_string_equal(json_string_value(json_object_get(profile, "type")), "sampled");
	assert_string_equal(frame_name(root, 0, 0), "main");
	assert_string_equal(frame_name(root, 0, 2), "compare");
	assert_string_equal(frame_name(root, 1, 0), "[older frames are lost]");
	assert_string_equal(frame_name(root, 1, 1), "parse");
	assert_int_equal(json_integer_value(json_array_get(weights, 0)), 4000);
	assert_int_equal(json_integer_value(json_array_get(weights, 1)), 1000);
	assert_int_equal(json_integer_value(json_object_get(profile, "endValue")), 5000);
	json_decref(root);
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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(folded_lines_begin_with_the_outermost_caller_and_count_events),
		cmocka_unit_test(stacks_of_the_same_functions_are_one_line),
		cmocka_unit_test(a_stack_that_is_cut_begins_with_what_was_lost),
		cmocka_unit_test(a_separator_in_a_name_does_not_divide_it),
		cmocka_unit_test(speedscope_has_frames_and_weights_of_each_stack),
		cmocka_unit_test(a_recording_without_call_stacks_is_told_how_to_record_them),
	};

	(void)setlocale(LC_CTYPE, "C.UTF-8");
	return cmocka_run_group_tests(tests, NULL, NULL);
}
