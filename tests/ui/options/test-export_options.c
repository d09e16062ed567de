/* SPDX-License-Identifier: GPL-2.0-only */
/* Options of what is written for other programs: --pgo and --stacks-format. */
#include "config.h"
#include "ui/options/options.h"

#include <string.h>

#include "model/totals/totals.h"
#include "tests/fixtures/test.h"
#include "ui/export/pgo.h"
#include "ui/export/stacks.h"

#define WORDS 16

/* Parses "tdtop WORDS". 0 or a negative errno. */
static int parse(const char *words, struct options *options, struct err *err)
{
	static char text[256];
	char *argv[WORDS] = { (char *)(uintptr_t)"tdtop" };
	int argc = 1;

	(void)strcpy(text, words);
	for (char *word = strtok(text, " "); word; word = strtok(NULL, " "))
		argv[argc++] = word;
	argv[argc] = NULL;
	err->text[0] = '\0';
	return options_parse(options, argc, argv, err);
}

static struct options accept(const char *words)
{
	struct options options;
	struct err err;

	if (parse(words, &options, &err))
		fail_msg("%s: %s", words, err.text);
	return options;
}

static void refuse(const char *words, const char *reason)
{
	struct options options;
	struct err err;

	assert_true(parse(words, &options, &err) < 0);
	assert_non_null(strstr(err.text, reason));
}

TEST(a_profile_for_compilers_is_perf_data_unless_named)
{
	const struct options options = accept("-i f --pgo out");

	assert_string_equal(options.pgo, "out");
	assert_int_equal(options.pgo_format, PGO_PERF);
	assert_null(options.pgo_object);
	assert_int_equal(accept("-i f --pgo out --pgo-format bolt").pgo_format, PGO_BOLT);
	assert_int_equal(accept("-i f --pgo out --pgo-format autofdo").pgo_format, PGO_AUTOFDO);
	refuse("-i f --pgo out --pgo-format gcda", "--pgo-format");
}

TEST(the_screen_is_not_opened_to_write_a_profile)
{
	assert_int_equal(accept("-i f --pgo out").output, OUTPUT_TEXT);
}

TEST(live_branch_stacks_are_no_perf_data)
{
	assert_int_equal(accept("-p 1 --pgo out --pgo-format bolt --seconds 60").sample_ns,
			 60000000000ULL);
	refuse("-p 1 --pgo out", "make one with --branches --record FILE; or choose --pgo-format bolt or autofdo");
}

TEST(an_object_without_a_file_is_refused)
{
	refuse("-i f --pgo-object x", "--pgo FILE");
}

TEST(nothing_else_is_printed_beside_a_profile_for_compilers)
{
	refuse("-i f --pgo out --branches", "--branches");
	refuse("-i f --pgo out --json", "--json");
	refuse("-i f --pgo out --filter be>1", "--filter");
}

TEST(a_format_of_stacks_means_stacks)
{
	const struct options options = accept("-i f --stacks-format folded");

	assert_int_equal(options.stacks_format, STACKS_FOLDED);
	assert_true(options.stacks);
	assert_int_equal(accept("-i f --stacks --stacks-format speedscope").stacks_format,
			 STACKS_SPEEDSCOPE);
	assert_int_equal(accept("-i f --stacks").stacks_format, STACKS_TREE);
	assert_true(accept("-p 1 --stacks-format folded").stacks);
}

TEST(folded_stacks_are_not_csv)
{
	refuse("-i f --stacks-format folded --csv", "leave one of them out");
}

TEST(counters_are_exported_beside_the_screen_and_beside_other_output)
{
	assert_int_equal(accept("--listen 9740").output, OUTPUT_SCREEN);
	assert_int_equal(accept("--listen 9740 --json").output, OUTPUT_JSON);
	assert_int_equal(accept("-b --openmetrics f.prom").output, OUTPUT_TEXT);
	assert_int_equal(accept("--openmetrics f.prom --listen 9740").output, OUTPUT_SCREEN);
}

TEST(headless_shows_nothing_and_needs_something_to_do)
{
	assert_int_equal(accept("--headless --listen 9740").output, OUTPUT_NOTHING);
	assert_int_equal(accept("--headless --openmetrics f.prom").output, OUTPUT_NOTHING);
	assert_int_equal(accept("--headless --record f").output, OUTPUT_NOTHING);
	refuse("--headless", "--listen");
	refuse("--headless --demo", "--openmetrics");
	refuse("--headless --json --listen 9740", "--headless and --json");
}

TEST(counters_on_standard_output_are_alone_there)
{
	assert_int_equal(accept("--openmetrics -").output, OUTPUT_NOTHING);
	refuse("--openmetrics - -b", "standard output");
	refuse("--openmetrics - --csv", "standard output");
	refuse("--openmetrics - --record -", "standard output");
}

TEST(tasks_are_told_apart_by_cgroup_unless_asked_otherwise)
{
	assert_int_equal(accept("--listen 9740").openmetrics_by, TOTALS_BY_CGROUP);
	assert_int_equal(accept("--listen 9740 --openmetrics-by path").openmetrics_by,
			 TOTALS_BY_PATH);
	assert_int_equal(accept("--listen 9740 --openmetrics-by command").openmetrics_by,
			 TOTALS_BY_COMMAND);
	refuse("--listen 9740 --openmetrics-by pid", "--openmetrics-by");
}

TEST(counters_are_of_intervals_and_not_of_samples)
{
	refuse("--listen 9740 -i f --functions", "samples");
	refuse("--openmetrics f.prom --screenshot a.svg", "pictures");
	refuse("--openmetrics f.prom --baseline a -i b", "comparisons");
	refuse("--listen", "ADDR:PORT");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_profile_for_compilers_is_perf_data_unless_named),
		cmocka_unit_test(the_screen_is_not_opened_to_write_a_profile),
		cmocka_unit_test(live_branch_stacks_are_no_perf_data),
		cmocka_unit_test(an_object_without_a_file_is_refused),
		cmocka_unit_test(nothing_else_is_printed_beside_a_profile_for_compilers),
		cmocka_unit_test(a_format_of_stacks_means_stacks),
		cmocka_unit_test(folded_stacks_are_not_csv),
		cmocka_unit_test(counters_are_exported_beside_the_screen_and_beside_other_output),
		cmocka_unit_test(headless_shows_nothing_and_needs_something_to_do),
		cmocka_unit_test(counters_on_standard_output_are_alone_there),
		cmocka_unit_test(tasks_are_told_apart_by_cgroup_unless_asked_otherwise),
		cmocka_unit_test(counters_are_of_intervals_and_not_of_samples),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
