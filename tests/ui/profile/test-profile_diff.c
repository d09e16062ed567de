/* SPDX-License-Identifier: GPL-2.0-only */
/* Two profiles compared, as text, JSON and CSV. A golden text: SCREENS=update rewrites it. */
#include "config.h"
#include "ui/profile/profile_diff.h"

#include "tests/fixtures/fake_names.h"
#include "tests/fixtures/golden_text.h"
#include "tests/fixtures/printed.h"
#include "tests/fixtures/test_main.h"

#define NOT_KNOWN { NAN, NAN }

static const struct fake_symbol symbols[] = {
	{ 0, 0x1000, 0x100, "main", "src/p.c", 5 },
	{ 0, 0x1100, 0x100, "hash_probe", "probe.h", 118 },
	{ 0, 0x1200, 0x100, "scan", NULL, 0 },
};

static const struct profile_object objects[] = { { .path = "/usr/bin/memhog" } };

static const struct profile_address before_addresses[] = {
	{ .at = { 0x1110, 0 }, .pid = 7, .samples = 600, .weight = 600, .squares = 600 },
	{ .at = { 0x1010, 0 }, .pid = 7, .samples = 400, .weight = 400, .squares = 400 },
};
static const struct profile_address after_addresses[] = {
	{ .at = { 0x1110, 0 }, .pid = 9, .samples = 300, .weight = 300, .squares = 300 },
	{ .at = { 0x1010, 0 }, .pid = 9, .samples = 380, .weight = 380, .squares = 380 },
	{ .at = { 0x1210, 0 }, .pid = 9, .samples = 320, .weight = 320, .squares = 320 },
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

/* scan() is called by main() or by hash_probe(), which main() calls. */
static const struct place frames[] = { { 0x1210, 0 }, { 0x1010, 0 }, { 0x1210, 0 }, { 0x1110, 0 }, { 0x1010, 0 } };
static const struct profile_stack before_stacks[] = {
	{ .n = 2, .samples = 900, .weight = 900, .squares = 900 },
	{ .first = 2, .n = 3, .samples = 100, .weight = 100, .squares = 100 },
};
static const struct profile_stack after_stacks[] = {
	{ .first = 2, .n = 3, .samples = 1000, .weight = 1000, .squares = 1000 },
};

static struct fake_names fake;
static struct code_names names;
static const struct code_names *const both_names[SIDES] = { &names, &names };
static struct profile profile[SIDES];
static const struct profile *const both[SIDES] = { &profile[BEFORE], &profile[AFTER] };
static struct profile_diff_config config;

SETUP
{
	const struct profile common = {
		.event = { .name = "near_taken:upp", .period = 1, .trigger = TRIGGER_TAKEN,
			   .precise = 2, .has_branches = true, .user_only = true },
		.samples = 1000, .weight = 1000, .squares = 1000, .stacks = 1000,
		.entries = 10000, .depth = 10,
		.mispredicts_known = true, .cycles_known = true, .bias = NOT_KNOWN,
		.objects = objects, .n_objects = 1,
	};

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
	profile[AFTER].n_frames = profile[BEFORE].n_frames = 5;
	profile[AFTER].frames = profile[BEFORE].frames = frames;
	profile[BEFORE].stack = before_stacks;
	profile[BEFORE].n_stack = 2;
	profile[AFTER].stack = after_stacks;
	profile[AFTER].n_stack = 1;
	config = (struct profile_diff_config){
		.common = { .format = BATCH_JSON, .parts = PROFILE_FUNCTIONS | PROFILE_BRANCHES,
			    .lines = true, .source = "replay" },
		.file = { "old.data", "new.data" }, .warning = { NULL, "new.data is cut off" },
	};
}

static void print(void)
{
	FILE *out = print_begin();

	assert_int_equal(profile_diff_print(&config, both, both_names, out), 0);
	print_end(out);
}

/* A field a line. */
TEST(json_has_both_sides_differences_with_errors_and_verdicts_of_each_number)
{
	print();
	for (char *comma = printed; (comma = strchr(comma, ','));)
		*comma = '\n';
	compare_with_golden("profile-diff-json.txt", printed);
}

TEST(csv_has_the_fields_of_json)
{
	config.common.format = BATCH_CSV;
	config.common.parts = PROFILE_FUNCTIONS;
	print();
	assert_non_null(strstr(printed, ",before.percent,before.percent_error,"));
	assert_non_null(strstr(printed, "\nmemhog,0x1200,scan,"));
}

TEST(text_marks_what_changed_beyond_doubt)
{
	config.common.format = BATCH_TEXT;
	print();
	compare_with_golden("profile-diff.txt", printed);
}

TEST(a_frame_has_the_path_of_its_callers)
{
	config.common.format = BATCH_TEXT;
	config.common.parts = PROFILE_STACKS;
	print();
	compare_with_golden("profile-diff-stacks.txt", printed);
	config.common.format = BATCH_CSV;
	print();
	assert_non_null(strstr(printed, "\nmemhog,scan,,,main;scan,gone,900,1,90.00,0.949,90.00,0.949,"));
}

TEST(different_events_are_named_in_ascii_if_asked_for)
{
	config.common.format = BATCH_TEXT;
	config.common.ascii = true;
	config.common.choice.filter = "\u00e9";
	(void)snprintf(profile[AFTER].event.name, sizeof(profile[AFTER].event.name), "cycles");
	print();
	assert_non_null(strstr(printed, "the events differ"));
	assert_null(strstr(printed, "\u00e9"));
}
