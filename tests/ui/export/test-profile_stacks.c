/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Call stacks of a profile as a tree in JSON, as CSV and as text; and its hot paths and loops: a loop
 * of 16 trips.
 */
#include "config.h"
#include "ui/export/profile_print.h"

#include "tests/fixtures/fixture_profile.h"
#include "tests/fixtures/fixture_stacks.h"
#include "tests/fixtures/printed.h"
#include "tests/fixtures/test_main.h"

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
	assert_number_at("stacks_cut", 5);
	assert_number_at("stacks_empty", 3);
	assert_true_at("stacks_tree.1.cut");
	assert_null_at("stacks_tree.1.symbol");
	assert_null_at("stacks_tree.1.address");
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
	assert_non_null(strstr(printed, "1 calls below 0.5 % are left out\n"));
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
