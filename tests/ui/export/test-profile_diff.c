/* SPDX-License-Identifier: GPL-2.0-only */
/* Two profiles compared, as text, JSON and CSV. A golden text: SCREENS=update rewrites it. */
#include "config.h"
#include "ui/export/profile_diff.h"

#include <locale.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "tests/fixtures/fake_names.h"
#include "tests/fixtures/golden_text.h"
#include "tests/fixtures/test.h"

#define NOT_KNOWN { NAN, NAN }

static const struct fake_symbol symbols[] = {
	{ 0, 0x1000, 0x100, "main", "src/p.c", 5 },
	{ 0, 0x1100, 0x100, "hash_probe", "probe.h", 118 },
	{ 0, 0x1200, 0x100, "scan", NULL, 0 },
};

static const struct profile_object objects[] = { { .path = "/usr/bin/memhog" } };

static const struct profile_address before_addresses[] = {
	{ .at = { 0x1110, 0 }, .pid = 7, .samples = 600, .weight = 600 },
	{ .at = { 0x1010, 0 }, .pid = 7, .samples = 400, .weight = 400 },
};
static const struct profile_address after_addresses[] = {
	{ .at = { 0x1110, 0 }, .pid = 9, .samples = 300, .weight = 300 },
	{ .at = { 0x1010, 0 }, .pid = 9, .samples = 380, .weight = 380 },
	{ .at = { 0x1210, 0 }, .pid = 9, .samples = 320, .weight = 320 },
};
static const struct profile_branch before_branches[] = {
	{ .from = { 0x1120, 0 }, .to = { 0x1110, 0 }, .taken = 8000, .share = { .8, .01 },
	  .probability = { .875, .004 }, .misp_taken = { .104, .002 }, .misp_all = NOT_KNOWN,
	  .cycles = { 81.5, .5 } },
	{ .from = { 0x1054, 0 }, .to = { 0x1016, 0 }, .taken = 2000, .share = { .2, .01 },
	  .probability = { .5, .01 }, .misp_taken = { .01, .002 }, .misp_all = NOT_KNOWN,
	  .cycles = NOT_KNOWN },
};
static const struct profile_branch after_branches[] = {
	{ .from = { 0x1120, 0 }, .to = { 0x1110, 0 }, .taken = 8100, .share = { .81, .01 },
	  .probability = { .873, .004 }, .misp_taken = { .012, .002 }, .misp_all = NOT_KNOWN,
	  .cycles = { 21.5, .5 } },
};

static struct fake_names fake;
static struct code_names names;
static const struct code_names *const both_names[SIDES] = { &names, &names };
static struct profile profile[SIDES];
static const struct profile *const both[SIDES] = { &profile[BEFORE], &profile[AFTER] };
static struct profile_diff_config config;
static char *text;
static json_t *root;

static int setup(void **state)
{
	const struct profile common = {
		.event = { .name = "near_taken:upp", .period = 1, .trigger = TRIGGER_TAKEN,
			   .precise = 2, .has_branches = true, .user_only = true },
		.samples = 1000, .weight = 1000, .stacks = 1000, .entries = 10000, .depth = 10,
		.mispredicts_known = true, .cycles_known = true, .bias = NOT_KNOWN,
		.objects = objects, .n_objects = 1,
	};

	(void)state;
	fake = (struct fake_names){ .symbols = symbols, .n = 3 };
	names = fake_names(&fake);
	profile[BEFORE] = profile[AFTER] = common;
	profile[BEFORE].addresses = before_addresses;
	profile[BEFORE].n_addresses = 2;
	profile[BEFORE].branches = before_branches;
	profile[BEFORE].n_branches = 2;
	profile[AFTER].addresses = after_addresses;
	profile[AFTER].n_addresses = 3;
	profile[AFTER].branches = after_branches;
	profile[AFTER].n_branches = 1;
	config = (struct profile_diff_config){
		.common = { .format = BATCH_JSON, .parts = PROFILE_FUNCTIONS | PROFILE_BRANCHES,
			    .lines = true, .source = "replay" },
		.file = { "old.data", "new.data" }, .warning = { NULL, "new.data is cut off" },
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

static void print(void)
{
	size_t size;
	FILE *out = open_memstream(&text, &size);

	assert_non_null(out);
	assert_int_equal(profile_diff_print(&config, both, both_names, out), 0);
	assert_int_equal(fclose(out), 0);
}

static void print_json(void)
{
	print();
	root = json_loads(text, 0, NULL);
	assert_non_null(root);
}

static const json_t *row_of(const char *list, const char *name, const char *value)
{
	const json_t *row;
	size_t i;

	json_array_foreach(json_object_get(root, list), i, row)
		if (!strcmp(json_string_value(json_object_get(row, name)), value))
			return row;
	fail_msg("there is no %s %s", list, value);
	return NULL;
}

static double number(const json_t *row, const char *group, const char *name)
{
	return json_number_value(json_object_get(json_object_get(row, group), name));
}

static bool is_sure(const json_t *row, const char *name)
{
	return json_is_true(json_object_get(json_object_get(row, "beyond_doubt"), name));
}

TEST(a_function_has_both_sides_and_a_difference_with_its_error)
{
	const json_t *row;

	print_json();
	assert_string_equal(json_string_value(json_object_get(root, "schema")), "tdtop-diff/1");
	assert_string_equal(json_string_value(json_object_get(root, "kind")), "profile");
	row = row_of("functions", "symbol", "hash_probe");
	assert_true(fabs(number(row, "before", "percent") - 60) < 1e-9);
	assert_true(fabs(number(row, "after", "percent") - 30) < 1e-9);
	assert_true(fabs(number(row, "difference", "percent") + 30) < 1e-9);
	assert_true(fabs(number(row, "difference", "percent_error") - 2.121) < 1e-9);
	assert_true(is_sure(row, "percent"));
	row = row_of("functions", "symbol", "main");
	assert_false(is_sure(row, "percent"));
}

TEST(a_function_that_is_new_has_no_before)
{
	const json_t *row;

	print_json();
	row = row_of("functions", "symbol", "scan");
	assert_string_equal(json_string_value(json_object_get(row, "status")), "new");
	assert_true(json_is_null(json_object_get(row, "before")));
	assert_true(fabs(number(row, "difference", "percent") - 32) < 1e-9);
}

TEST(each_number_of_a_branch_has_its_own_verdict)
{
	const json_t *row;

	print_json();
	assert_int_equal(json_array_size(json_object_get(root, "branches")), 2);
	row = json_array_get(json_object_get(root, "branches"), 1);
	assert_string_equal(json_string_value(json_object_get(row, "status")), "both");
	assert_false(is_sure(row, "taken_percent"));
	assert_false(is_sure(row, "probability"));
	assert_true(is_sure(row, "mispredicted_of_taken_percent"));
	assert_true(is_sure(row, "cycles_mean"));
	assert_true(fabs(number(row, "difference", "cycles_mean") + 60) < 1e-9);
	row = json_array_get(json_object_get(root, "branches"), 0);
	assert_string_equal(json_string_value(json_object_get(row, "status")), "gone");
	assert_true(json_is_null(json_object_get(row, "after")));
}

TEST(each_side_has_its_head)
{
	print_json();
	assert_int_equal(number(root, "before", "samples"), 1000);
	assert_string_equal(json_string_value(json_object_get(json_object_get(root, "after"),
							      "file")), "new.data");
	assert_string_equal(json_string_value(json_object_get(json_object_get(root, "after"),
							      "warning")),
			    "new.data is cut off");
	assert_true(json_is_null(json_object_get(json_object_get(root, "before"), "warning")));
}

TEST(csv_has_the_fields_of_json)
{
	config.common.format = BATCH_CSV;
	config.common.parts = PROFILE_FUNCTIONS;
	print();
	assert_non_null(strstr(text, ",before.percent,before.percent_error,"));
	assert_non_null(strstr(text, "\nmemhog,0x1200,scan,"));
}

TEST(text_marks_what_changed_beyond_doubt)
{
	config.common.format = BATCH_TEXT;
	print();
	compare_with_golden("profile-diff.txt", text);
}

TEST(different_events_are_named)
{
	config.common.format = BATCH_TEXT;
	(void)snprintf(profile[AFTER].event.name, sizeof(profile[AFTER].event.name), "cycles");
	print();
	assert_non_null(strstr(text, "the events differ"));
}

#define ROW(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		ROW(a_function_has_both_sides_and_a_difference_with_its_error),
		ROW(a_function_that_is_new_has_no_before),
		ROW(each_number_of_a_branch_has_its_own_verdict),
		ROW(each_side_has_its_head),
		ROW(csv_has_the_fields_of_json),
		ROW(text_marks_what_changed_beyond_doubt),
		ROW(different_events_are_named),
	};

	(void)setlocale(LC_CTYPE, "C.UTF-8");
	return cmocka_run_group_tests(tests, NULL, NULL);
}
