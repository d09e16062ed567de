/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Two recordings compared: sums of intervals, the measure of change, and the output against golden
 * texts (SCREENS=update rewrites them).
 */
#include "config.h"
#include "model/snapshot/compare.h"

#include "model/snapshot/finish.h"
#include "model/snapshot/sums.h"
#include "tests/fixtures/fixture.h"
#include "tests/fixtures/golden_text.h"
#include "tests/fixtures/printed.h"
#include "tests/fixtures/test_main.h"
#include "ui/batch/compare_list.h"
#include "ui/main/runs.h"

static struct sums *sums[SIDES];
static struct comparison comparison;

SETUP_MAY_FAIL
{
	sums[BEFORE] = sums_new(SUMS_OF_COMMANDS);
	sums[AFTER] = sums_new(SUMS_OF_COMMANDS);
	comparison = (struct comparison){ .rows = NULL };
	return sums[BEFORE] && sums[AFTER] ? 0 : -1;
}

TEARDOWN
{
	fixture_machine.levels = 2;
	comparison_done(&comparison);
	sums_free(sums[BEFORE]);
	sums_free(sums[AFTER]);
}

/* One interval of the fixture, with one more process if a name is given. */
static void add(enum side side, const char *name, double busy, const double split[4])
{
	struct snapshot *snapshot = fixture_draft(1);

	if (name)
		(void)fixture_add_process(snapshot, 5000, name, busy, split, 0.5);
	assert_int_equal(snapshot_finish(snapshot), 0);
	assert_int_equal(sums_add(sums[side], snapshot), 0);
	snapshot_free(snapshot);
}

static void compare(void)
{
	const struct snapshot *before = sums_finish(sums[BEFORE], SUMS_OF_COMMANDS);
	const struct snapshot *after = sums_finish(sums[AFTER], SUMS_OF_COMMANDS);

	assert_non_null(before);
	assert_non_null(after);
	assert_int_equal(comparison_init(&comparison, before, after), 0);
}

static const struct compared *find(const char *name)
{
	const struct compared *found = NULL;

	for (size_t i = 0; i < comparison.n; i++) {
		if (strcmp(comparison.rows[i].name, name) != 0)
			continue;
		assert_null(found);	/* once */
		found = &comparison.rows[i];
	}
	assert_non_null(found);
	return found;
}

static double percent(const char *name, enum side side, enum metric_id metric)
{
	return compared_percent(&comparison, find(name), side, metric);
}

static bool near(double a, double b)
{
	return fabs(a - b) < 0.01;
}

/* The split of a process that changes, and of one that does not. */
static const double computes[4] = { 70, 5, 15, 10 }, waits[4] = { 10, 5, 15, 70 };

static void compare_with(const char *name, double busy, const double split[4])
{
	add(AFTER, name, busy, split);
	compare();
}

TEST(counts_of_intervals_are_added_and_ratios_are_not)
{
	add(BEFORE, "job", 0.3, computes);
	add(BEFORE, "job", 0.1, waits);
	compare_with("job", 0.2, waits);
	assert_true(near(percent("job", BEFORE, M_BACKEND_BOUND), (3 * 10 + 70) / 4.0));
	assert_true(near(find("job")->cpu[BEFORE], 20));
	assert_true(near(find("job")->cpu[AFTER], 20));
	assert_int_equal(comparison.of[BEFORE]->interval_ns, 2000000000);
}

TEST(recordings_of_different_length_compare)
{
	add(BEFORE, NULL, 0, NULL);
	for (int i = 0; i < 3; i++)
		add(AFTER, NULL, 0, NULL);
	compare();
	assert_true(comparison.n > 5);
	for (size_t i = 0; i < comparison.n; i++) {
		assert_true(near(comparison.rows[i].change, 0));
		assert_true(near(comparison.rows[i].cpu[BEFORE], comparison.rows[i].cpu[AFTER]));
	}
	assert_true(near(comparison.machine.change, 0));
	assert_true(near(comparison.machine.cpu[AFTER], 230));
}

TEST(a_split_that_moves_changes_by_its_part_of_the_machine)
{
	add(BEFORE, "job", 0.46, computes);
	compare_with("job", 0.46, waits);
	/* 0.46 of 2.3 busy CPUs, and 60 of 100 slots are in another class */
	assert_true(near(find("job")->share[AFTER], 20));
	assert_true(near(find("job")->change, 12));
	assert_string_equal(comparison.rows[0].name, "job");
}

TEST(a_command_that_grows_changes_by_its_growth)
{
	add(BEFORE, "job", 0.23, waits);
	compare_with("job", 0.46, waits);
	assert_true(near(find("job")->change, 10));
}

TEST(a_small_shift_of_a_large_command_is_before_a_huge_shift_of_a_tiny_one)
{
	static const double shifted[4] = { 65, 5, 15, 15 };

	add(BEFORE, "large", 0.9, computes);
	add(BEFORE, "tiny", 0.01, computes);
	add(AFTER, "large", 0.9, shifted);
	compare_with("tiny", 0.01, waits);
	assert_string_equal(comparison.rows[0].name, "large");
	assert_string_equal(comparison.rows[1].name, "tiny");
	assert_true(fabs(percent("tiny", AFTER, M_BACKEND_BOUND) -
			 percent("tiny", BEFORE, M_BACKEND_BOUND)) > 50);
}

TEST(a_command_of_one_side_has_no_numbers_on_the_other)
{
	add(BEFORE, "old", 0.23, waits);
	compare_with("fresh", 0.46, waits);
	assert_null(find("old")->row[AFTER]);
	assert_true(isnan(find("old")->share[AFTER]) && isnan(find("old")->cpu[AFTER]));
	assert_true(isnan(percent("old", AFTER, M_BACKEND_BOUND)));
	assert_true(near(find("old")->change, 10));
	assert_null(find("fresh")->row[BEFORE]);
	assert_true(isnan(find("fresh")->share[BEFORE]));
	assert_true(near(find("fresh")->change, 20));
}

TEST(too_few_slots_have_no_ratio_and_change_by_their_share)
{
	add(BEFORE, "rare", 0.0005, waits);
	compare_with("rare", 0.23, waits);
	assert_true(isnan(percent("rare", BEFORE, M_BACKEND_BOUND)));
	assert_true(near(percent("rare", AFTER, M_BACKEND_BOUND), 70));
	assert_true(near(find("rare")->change, find("rare")->share[AFTER] -
						       find("rare")->share[BEFORE]));
}

TEST(level_2_is_compared_only_if_both_have_it)
{
	struct machine one = fixture_machine;
	struct snapshot *snapshot = fixture_draft(1);

	one.levels = 1;
	snapshot->machine = &one;
	assert_int_equal(snapshot_finish(snapshot), 0);
	assert_int_equal(sums_add(sums[BEFORE], snapshot), 0);
	snapshot_free(snapshot);
	compare_with(NULL, 0, NULL);
	assert_int_equal(comparison.levels, 1);
	assert_true(isnan(percent("compute", AFTER, M_MEMORY_BOUND)));
	assert_true(!isnan(percent("compute", AFTER, M_BACKEND_BOUND)));
}

TEST(commands_without_a_known_name_are_one_row)
{
	add(BEFORE, ":17", 0.1, waits);
	add(BEFORE, ":18", 0.1, waits);
	add(AFTER, ":99", 0.1, waits);
	compare_with(":x9", 0.1, waits);
	assert_true(near(find(NAME_UNKNOWN)->cpu[BEFORE], 10));
	assert_true(near(find(NAME_UNKNOWN)->cpu[AFTER], 5));
	assert_non_null(find(":x9"));
}

TEST(too_many_names_are_summed_as_others)
{
	struct snapshot *snapshot = fixture_draft(1);

	for (int i = 0; i < (int)(SUMS_NAMES + 10); i++) {
		char name[16];

		(void)snprintf(name, sizeof(name), "n%d", i);
		(void)fixture_add_process(snapshot, 5000 + i, name, 0.0001, waits, 0.5);
	}
	assert_int_equal(snapshot_finish(snapshot), 0);
	assert_int_equal(sums_add(sums[AFTER], snapshot), 0);
	snapshot_free(snapshot);
	add(BEFORE, NULL, 0, NULL);
	compare();
	assert_true(comparison.n <= SUMS_NAMES + 10);
	assert_non_null(find(SUMS_OTHERS));
}

/* ---- output ---- */

static void print(struct compare_config config)
{
	struct buffer out = { 0 };

	config.file[BEFORE] = "monday.data";
	config.file[AFTER] = "tues\033day.data";
	config.warning[AFTER] = "\"tues\033day.data\" is cut off";
	assert_int_equal(compare_put(&config, &comparison, &out), 0);
	print_buffer(&out);
}

static void compare_two_days(void)
{
	add(BEFORE, "old", 0.23, waits);
	add(BEFORE, "job", 0.4, computes);
	add(AFTER, "fresh \xe6\xbc\xa2\t", 0.2, waits);
	add(AFTER, "job", 0.4, waits);
	compare_with("rare", 0.0005, waits);
}

TEST(prints_are_the_golden_texts)
{
	static const struct {
		const char *name;
		struct compare_config config;
	} cases[] = {
		{ "diff.txt", { .look.level = 1 } },
		{ "diff-80.txt", { .look.level = 1, .width = 80, .max_rows = 4 } },
		{ "diff-level2-ascii.txt", { .look.level = 2, .width = 80, .look.ascii = true,
					     .filter = "be>60 || old" } },
		{ "diff.csv", { .format = BATCH_CSV } },
		{ "diff.json", { .format = BATCH_JSON, .max_rows = 3 } },
	};

	compare_two_days();
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		print(cases[i].config);
		compare_with_golden(cases[i].name, printed);
	}
}

TEST(recordings_that_are_alike_have_a_sentence_in_place_of_the_table)
{
	add(BEFORE, "job", 0.4, waits);
	compare_with("job", 0.4, waits);
	print((struct compare_config){ .look.level = 1 });
	assert_non_null(strstr(printed, "\nnothing changed beyond noise: "));
	assert_null(strstr(printed, "COMMAND"));
}

TEST(json_has_null_for_the_side_without_it)
{
	add(BEFORE, NULL, 0, NULL);
	compare_with("fresh", 0.9, waits);
	print((struct compare_config){ .format = BATCH_JSON, .filter = "fresh" });
	assert_null_at("commands.0.before");
}

TEST(nothing_in_the_text_harms_a_terminal)
{
	static const enum batch_format formats[] = { BATCH_TEXT, BATCH_CSV, BATCH_JSON };

	add(BEFORE, "e\033]0;x\007", 0.3, waits);
	compare_with("\xff\x9b" "2J", 0.3, waits);
	for (size_t i = 0; i < 3; i++) {
		print((struct compare_config){ .format = formats[i], .look.level = 1 });
		for (const char *c = printed; *c; c++)
			assert_true((unsigned char)*c >= 0x20 || *c == '\n');
	}
}

/* The names in order, separated by commas. */
static void assert_order(struct compare_config config, const char *names)
{
	struct compare_list list;
	char text[512] = "";

	assert_int_equal(compare_list_rows(&config, &comparison, &list), 0);
	for (size_t i = 0; i < list.n; i++)
		(void)snprintf(text + strlen(text), sizeof(text) - strlen(text), "%s%s",
			       i ? "," : "", list.rows[i]->name);
	free(list.rows);
	assert_string_equal(text, names);
}

TEST(rows_are_sorted_by_any_key)
{
	struct compare_config config = { .filter = "comm~'^(job|old|rare)$'" };

	compare_two_days();
	assert_order(config, "job,old,rare");
	config.look.sort = "cpu";
	assert_order(config, "old,job,rare");
	config.look.sort = "comm";
	assert_order(config, "job,old,rare");
	/* the others have no difference of classes: last in both directions */
	config.look.sort = "be";
	config.look.reverse = true;
	assert_order(config, "job,old,rare");
	config.look.sort = NULL;
	assert_order(config, "rare,old,job");
	assert_order((struct compare_config){ .look.sort = "comm", .max_rows = 2 }, "cc1plus,compute");
	config.look = (struct look){ .sort = "after.slots_percent" };
	assert_order(config, "job,rare,old");
	config.filter = "status=both and difference.tma_backend_bound>59";
	assert_order(config, "job");
}

TEST(columns_of_text_are_chosen_by_fields_and_keys)
{
	struct err err;

	compare_two_days();
	print((struct compare_config){ .columns = "comm:5,status,be", .filter = "job" });
	assert_non_null(strstr(printed, "\njob   both                     70.0\n"));
	assert_int_equal(compare_check(NULL, NULL, "comm,shar", &err), -EINVAL);
	assert_non_null(strstr(err.text, "did you mean \"share\"?"));
}
