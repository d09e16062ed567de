/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Call stacks of a profile as a tree in JSON, as CSV and as text; its hot paths and loops: a loop
 * of 16 trips. And call stacks for programs that draw flame graphs.
 */
#include "config.h"

#include "collect/cpu/cpu_match.h"
#include "tests/fixtures/fake_names.h"
#include "tests/fixtures/fixture_profile.h"
#include "tests/fixtures/fixture_stacks.h"
#include "tests/fixtures/owned.h"
#include "tests/fixtures/printed.h"
#include "tests/fixtures/test_main.h"
#include "ui/export/stacks.h"
#include "ui/profile/profile_print.h"

static void print_parts(enum batch_format format, unsigned int parts, const struct profile *profile,
			const struct code_names *names)
{
	const struct profile_config config = { .format = format, .parts = parts, .lines = true,
					       .source = "replay" };
	FILE *out = print_begin();

	profile_print_header(&config, out);
	assert_int_equal(profile_print(&config, profile, names, out), 0);
	print_end(out);
}

static void print(enum batch_format format, const char *folded)
{
	struct profile profile = *fixture_stacks(folded);

	profile.event.has_calls = true;
	print_parts(format, PROFILE_STACKS, &profile, &fixture_stack_names);
}

static void assert_call(const json_t *call, const char *symbol, int samples, int self)
{
	assert_non_null(call);
	assert_string_equal(json_string_value(json_object_get(call, "symbol")), symbol);
	assert_int_equal(json_integer_value(json_object_get(call, "samples")), samples);
	assert_int_equal(json_integer_value(json_object_get(call, "self_samples")), self);
}

TEST(callees_are_children_of_their_caller)
{
	print(BATCH_JSON, "main;f;g 10\nmain;f 20\nmain;h 5\nstart 1\n");
	assert_rows_at("stacks_tree", 2);
	assert_call(json_at("stacks_tree.0"), "main", 35, 0);
	assert_call(json_at("stacks_tree.0.children.0"), "f", 30, 20);
	assert_call(json_at("stacks_tree.0.children.0.children.0"), "g", 10, 10);
	assert_call(json_at("stacks_tree.0.children.1"), "h", 5, 5);
	assert_call(json_at("stacks_tree.1"), "start", 1, 1);
	assert_rows_at("stacks_tree.1.children", 0);
}

TEST(lost_callers_are_a_node_without_a_name)
{
	print(BATCH_JSON, "...;f 5\nmain 10\n- 3\n");
	assert_at("", "{'stacks_cut': 5, 'stacks_empty': 3, 'stacks_tree.1.cut': true, "
		  "'stacks_tree.1.symbol': null, 'stacks_tree.1.address': null}");
	assert_call(json_at("stacks_tree.1.children.0"), "f", 5, 5);
}

TEST(a_deep_recursion_is_a_deep_tree)
{
	char folded[2048] = "f";
	const json_t *call;

	for (int i = 0; i < 200; i++)
		strcat(folded, ";f");
	strcat(folded, " 7\n");
	print(BATCH_JSON, folded);
	call = json_at("stacks_tree.0");
	for (int i = 0; i < 200; i++)
		call = json_array_get(json_object_get(call, "children"), 0);
	assert_call(call, "f", 7, 7);
}

TEST(csv_has_depths)
{
	print(BATCH_CSV, "main;f;g 10\n");
	assert_non_null(strstr(printed, "event,depth,object,"));
	assert_non_null(strstr(printed, ",1,"));
	assert_non_null(strstr(printed, ",3,"));
}

TEST(text_is_indented_by_depth)
{
	print(BATCH_TEXT, "main;f;g 10\nmain;f 20\n");
	assert_non_null(strstr(printed, "30 main\n"));
	assert_non_null(strstr(printed, "30  f\n"));
	assert_non_null(strstr(printed, "10   g\n"));
}

TEST(text_leaves_out_what_is_small_and_says_so)
{
	print(BATCH_TEXT, "main 1000\nrare 4\n");
	assert_null(strstr(printed, "rare"));
	assert_non_null(strstr(printed, "1 call below 0.5 % is left out\n"));
}

/* ---- hot paths ---- */

static void print_paths(enum batch_format format)
{
	struct profile *profile = fixture_profile();

	assert_non_null(profile);
	print_parts(format, PROFILE_PATHS, profile, &fixture_names);
	profile_free(profile);
}

static double number(const char *path)
{
	return json_number_value(json_at(path));
}

TEST(a_loop_has_its_trips_with_an_error)
{
	print_paths(BATCH_JSON);
	assert_true(fabs(number("loops.symbol=crc32_fast.trips") - 16) <
		    4 * number("loops.symbol=crc32_fast.trips_error"));
	assert_true(number("loops.symbol=crc32_fast.trips_error") < 1);
	assert_true(number("loops.symbol=crc32_fast.cycles_mean") > 0);
	assert_number_at("loops.symbol=crc32_fast.back_edges", 1);
}

TEST(a_path_is_a_list_of_blocks)
{
	const json_t *path, *block;
	size_t i, k;

	print_paths(BATCH_JSON);
	assert_true(json_array_size(json_at("hot_paths")) > 0);
	json_array_foreach(json_at("hot_paths"), i, path) {
		assert_true(json_array_size(json_object_get(path, "blocks")) > 0);
		json_array_foreach(json_object_get(path, "blocks"), k, block) {
			const json_t *follows = json_object_get(block, "follows_percent");

			if (k)
				assert_true(json_number_value(follows) >= 50);
			else
				assert_true(json_is_null(follows));
		}
	}
}

TEST(csv_has_the_loops)
{
	print_paths(BATCH_CSV);
	assert_non_null(strstr(printed, ",iterations,repeated,again,"));
	assert_non_null(strstr(printed, ",crc32_fast,"));
}

TEST(text_has_paths_and_loops)
{
	print_paths(BATCH_TEXT);
	assert_non_null(strstr(printed, "\nhot paths\n"));
	assert_non_null(strstr(printed, "\nloops\n"));
	assert_non_null(strstr(printed, " then "));
	assert_non_null(strstr(printed, "crc32_fast+0x"));
}

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
	(void)snprintf(path, sizeof(path), "shared.frames.%d.name", (int)json_integer_value(json_at(path)));
	assert_text_at(path, name);
}

TEST(folded_lines_begin_with_the_outermost_caller_and_count_events)
{
	expect_folded("main;sort;compare 40\nmain;parse 10\n", "main;sort;compare 4000\n"
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
	assert_at("profiles.0", "{'weights.0': 4000, 'weights.1': 1000, 'endValue': 5000}");
}

TEST(slots_of_topdown_are_divided_by_class_and_their_sum_is_as_it_was)
{
	OWNED(profile) *profile = fixture_class_stacks("main;solve 1 2 0 7\nmain 0 0 0 3\n");

	export(STACKS_FOLDED, profile, &fixture_stack_names);
	assert_string_equal(printed, "main;[Backend bound] 3000\nmain;solve;[Retiring] 1000\n"
			    "main;solve;[Bad speculation] 2000\nmain;solve;[Backend bound] 7000\n");
	export(STACKS_SPEEDSCOPE, profile, &fixture_stack_names);
	assert_rows_at("profiles", 5);
	assert_at("profiles", "{'0.name': 'topdown', '0.endValue': 13000, '1.name': 'topdown: Retiring', '1.endValue': 1000, "
		  "'2.endValue': 2000, '3.endValue': 0, '4.weights.0': 3000, '4.weights.1': 7000}");
}

/* Ice Lake's backend bound is the rest of all slots: of one stack that is nothing. */
TEST(classes_that_are_differences_divide_no_stack)
{
	OWNED(profile) *profile = fixture_class_stacks("main 5 2 0 7\n");

	profile->classes.table = cpu_family_find("Intel Ice Lake")->classes;
	assert_false(stacks_have_classes(profile));
	export(STACKS_FOLDED, profile, &fixture_stack_names);
	assert_null(strchr(printed, '['));
}

TEST(frames_have_their_classes_own_and_inclusive_and_those_of_cycles_have_no_such_field)
{
	OWNED(profile) *profile = fixture_class_stacks("main;solve 100 20 30 850\nmain 300 50 50 100\n");

	print_parts(BATCH_JSON, PROFILE_STACKS, profile, &fixture_stack_names);
	assert_at("stacks_tree.0", "{'tma_backend_bound': 63.33, 'self.tma_backend_bound': 20.0, 'tma_memory_bound': null, "
		  "'limited_by': 'tma_backend_bound', 'children.0.self.limited_by': 'tma_backend_bound'}");
	print_parts(BATCH_TEXT, PROFILE_STACKS, profile, &fixture_stack_names);
	assert_non_null(strstr(printed, "TOTAL%  SELF%    RET    ±    BAD"));
	print(BATCH_JSON, "main 1\n");
	assert_null(json_object_get(json_at("stacks_tree.0"), "limited_by"));
	print(BATCH_CSV, "main 1\n");
	assert_null(strstr(printed, "tma_"));
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
