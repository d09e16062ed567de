/* SPDX-License-Identifier: GPL-2.0-only */
/* Hot paths and loops of a profile: a loop of 16 trips, as JSON, CSV and text. */
#include "config.h"
#include "ui/export/profile_print.h"

#include <locale.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "tests/fixtures/fixture_profile.h"
#include "tests/fixtures/test.h"

static struct profile_config config;
static struct profile *profile;
static char *text;
static json_t *root;

static int setup(void **state)
{
	(void)state;
	config = (struct profile_config){
		.format = BATCH_JSON, .parts = PROFILE_PATHS, .lines = true, .source = "replay"
	};
	profile = fixture_profile();
	return profile ? 0 : -1;
}

static int teardown(void **state)
{
	(void)state;
	json_decref(root);
	free(text);
	profile_free(profile);
	root = NULL;
	text = NULL;
	return 0;
}

static void print(void)
{
	size_t size;
	FILE *out = open_memstream(&text, &size);

	assert_non_null(out);
	profile_print_header(&config, out);
	assert_int_equal(profile_print(&config, profile, &fixture_names, out), 0);
	assert_int_equal(fclose(out), 0);
}

static double number(const json_t *of, const char *name)
{
	return json_number_value(json_object_get(of, name));
}

TEST(a_loop_has_its_trips_with_an_error)
{
	const json_t *loop, *found = NULL;
	size_t i;

	print();
	root = json_loads(text, 0, NULL);
	assert_non_null(root);
	json_array_foreach(json_object_get(root, "loops"), i, loop)
		if (!strcmp(json_string_value(json_object_get(loop, "symbol")), "crc32_fast"))
			found = loop;
	assert_non_null(found);
	assert_true(fabs(number(found, "trips") - 16) < 4 * number(found, "trips_error"));
	assert_true(number(found, "trips_error") < 1);
	assert_true(number(found, "cycles_mean") > 0);
	assert_int_equal(number(found, "back_edges"), 1);
}

TEST(a_path_is_a_list_of_blocks)
{
	const json_t *path, *blocks;
	size_t i;

	print();
	root = json_loads(text, 0, NULL);
	assert_non_null(root);
	assert_true(json_array_size(json_object_get(root, "hot_paths")) > 0);
	json_array_foreach(json_object_get(root, "hot_paths"), i, path) {
		blocks = json_object_get(path, "blocks");
		assert_true(json_array_size(blocks) > 0);
		assert_true(json_is_null(json_object_get(json_array_get(blocks, 0),
							 "follows_percent")));
		for (size_t k = 1; k < json_array_size(blocks); k++)
			assert_true(number(json_array_get(blocks, k), "follows_percent") >= 50);
	}
}

TEST(csv_has_the_loops)
{
	config.format = BATCH_CSV;
	print();
	assert_non_null(strstr(text, ",iterations,repeated,again,"));
	assert_non_null(strstr(text, ",crc32_fast,"));
}

TEST(text_has_paths_and_loops)
{
	config.format = BATCH_TEXT;
	print();
	assert_non_null(strstr(text, "\nhot paths\n"));
	assert_non_null(strstr(text, "\nloops\n"));
	assert_non_null(strstr(text, " then "));
	assert_non_null(strstr(text, "crc32_fast+0x"));
}

#define ROW(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		ROW(a_loop_has_its_trips_with_an_error),
		ROW(a_path_is_a_list_of_blocks),
		ROW(csv_has_the_loops),
		ROW(text_has_paths_and_loops),
	};

	(void)setlocale(LC_CTYPE, "C.UTF-8");
	return cmocka_run_group_tests(tests, NULL, NULL);
}
