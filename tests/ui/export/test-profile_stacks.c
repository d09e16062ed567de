/* SPDX-License-Identifier: GPL-2.0-only */
/* Call stacks of a profile as a tree in JSON, as CSV and as text. */
#include "config.h"
#include "ui/export/profile_print.h"

#include <locale.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "tests/fixtures/fixture_stacks.h"
#include "tests/fixtures/test.h"

static struct profile_config config;
static char *text;
static json_t *root;

static int setup(void **state)
{
	(void)state;
	config = (struct profile_config){
		.format = BATCH_JSON, .parts = PROFILE_STACKS, .lines = true, .source = "replay"
	};
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	json_decref(root);
	free(text);
	root = NULL;
	text = NULL;
	return 0;
}

static void print(const char *folded)
{
	struct profile profile = *fixture_stacks(folded);
	size_t size;
	FILE *out = open_memstream(&text, &size);

	assert_non_null(out);
	profile.event.has_calls = true;
	profile_print_header(&config, out);
	assert_int_equal(profile_print(&config, &profile, &fixture_stack_names, out), 0);
	assert_int_equal(fclose(out), 0);
}

static json_t *child(const json_t *of, size_t i)
{
	return json_array_get(json_is_array(of) ? of : json_object_get(of, "children"), i);
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
	const json_t *tree, *main_call;

	print("main;f;g 10\nmain;f 20\nmain;h 5\nstart 1\n");
	root = json_loads(text, 0, NULL);
	assert_non_null(root);
	tree = json_object_get(root, "stacks_tree");
	assert_int_equal(json_array_size(tree), 2);
	main_call = child(tree, 0);
	assert_call(main_call, "main", 35, 0);
	assert_call(child(main_call, 0), "f", 30, 20);
	assert_call(child(child(main_call, 0), 0), "g", 10, 10);
	assert_call(child(main_call, 1), "h", 5, 5);
	assert_call(child(tree, 1), "start", 1, 1);
	assert_int_equal(json_array_size(json_object_get(child(tree, 1), "children")), 0);
}

TEST(lost_callers_are_a_node_without_a_name)
{
	const json_t *cut;

	print("...;f 5\nmain 10\n- 3\n");
	root = json_loads(text, 0, NULL);
	assert_non_null(root);
	assert_int_equal(json_integer_value(json_object_get(root, "stacks_cut")), 5);
	assert_int_equal(json_integer_value(json_object_get(root, "stacks_empty")), 3);
	cut = child(json_object_get(root, "stacks_tree"), 1);
	assert_true(json_is_true(json_object_get(cut, "cut")));
	assert_true(json_is_null(json_object_get(cut, "symbol")));
	assert_true(json_is_null(json_object_get(cut, "address")));
	assert_call(child(cut, 0), "f", 5, 5);
}

TEST(a_deep_recursion_is_a_deep_tree)
{
	char folded[2048] = "f";
	const json_t *call;

	for (int i = 0; i < 200; i++)
		strcat(folded, ";f");
	strcat(folded, " 7\n");
	print(folded);
	root = json_loads(text, 0, NULL);
	assert_non_null(root);
	call = child(json_object_get(root, "stacks_tree"), 0);
	for (int i = 0; i < 200; i++)
		call = child(call, 0);
	assert_call(call, "f", 7, 7);
}

TEST(csv_has_depths)
{
	config.format = BATCH_CSV;
	print("main;f;g 10\n");
	assert_non_null(strstr(text, "event,depth,object,"));
	assert_non_null(strstr(text, ",1,"));
	assert_non_null(strstr(text, ",3,"));
}

TEST(text_is_indented_by_depth)
{
	config.format = BATCH_TEXT;
	print("main;f;g 10\nmain;f 20\n");
	assert_non_null(strstr(text, "30 main\n"));
	assert_non_null(strstr(text, "30  f\n"));
	assert_non_null(strstr(text, "10   g\n"));
}

TEST(text_leaves_out_what_is_small_and_says_so)
{
	config.format = BATCH_TEXT;
	print("main 1000\nrare 4\n");
	assert_null(strstr(text, "rare"));
	assert_non_null(strstr(text, "1 calls below 0.5 % are left out\n"));
}

#define ROW(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		ROW(callees_are_children_of_their_caller),
		ROW(lost_callers_are_a_node_without_a_name),
		ROW(a_deep_recursion_is_a_deep_tree),
		ROW(csv_has_depths),
		ROW(text_is_indented_by_depth),
		ROW(text_leaves_out_what_is_small_and_says_so),
	};

	(void)setlocale(LC_CTYPE, "C.UTF-8");
	return cmocka_run_group_tests(tests, NULL, NULL);
}
