/* SPDX-License-Identifier: GPL-2.0-only */
/* The options that print samples of a recording, and the exact message of each mistake. */
#include "config.h"
#include "ui/options/options.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "tests/fixtures/test.h"
#include "ui/export/profile_config.h"

#define WORDS_MAX 16

/* Splits "tdtop " + line at blanks and parses it. */
static int parse(const char *line, struct options *options, struct err *err)
{
	static char copy[256];
	char *argv[WORDS_MAX + 2] = { (char *)"tdtop" };
	int argc = 1;

	(void)snprintf(copy, sizeof(copy), "%s", line);
	for (char *word = strtok(copy, " "); word && argc <= WORDS_MAX; word = strtok(NULL, " "))
		argv[argc++] = word;
	err->text[0] = '\0';
	return options_parse(options, argc, argv, err);
}

static struct options parse_well(const char *line)
{
	struct options options;
	struct err err;
	int ret = parse(line, &options, &err);

	if (ret)
		fail_msg("\"%s\" was refused: %s", line, err.text);
	return options;
}

static void refuses(const char *line, const char *sentence)
{
	struct options options;
	struct err err;

	assert_int_equal(parse(line, &options, &err), -EINVAL);
	assert_string_equal(err.text, sentence);
}

TEST(each_part_of_a_profile_has_its_option)
{
	struct options options = parse_well("-i f --functions --branches --blocks --stacks "
					    "--hot-paths");

	assert_int_equal(options_profile(&options), PROFILE_FUNCTIONS | PROFILE_BRANCHES |
			 PROFILE_BLOCKS | PROFILE_STACKS | PROFILE_PATHS);
	assert_int_equal(options_profile(&(struct options){ .replay = "f" }), 0);
}

TEST(a_profile_is_text_unless_csv_or_json)
{
	assert_int_equal(parse_well("-i f --functions").output, OUTPUT_TEXT);
	assert_int_equal(parse_well("-i f --functions --csv").output, OUTPUT_CSV);
	assert_int_equal(parse_well("-i f --json --branches").output, OUTPUT_JSON);
}

TEST(the_symbol_of_blocks_may_be_left_out)
{
	assert_string_equal(parse_well("--blocks -i f").blocks, "");
	assert_string_equal(parse_well("-i f --blocks").blocks, "");
	assert_string_equal(parse_well("-i f --blocks main").blocks, "main");
	assert_string_equal(parse_well("--blocks main -i f --json").blocks, "main");
	assert_string_equal(parse_well("-i f --blocks=main").blocks, "main");
	assert_null(parse_well("-i f").blocks);
}

TEST(symbols_are_lines_unless_names_or_none)
{
	assert_int_equal(parse_well("").symbols, SYMBOLS_LINES);
	assert_int_equal(parse_well("--symbols names").symbols, SYMBOLS_NAMES);
	assert_int_equal(parse_well("--symbols none").symbols, SYMBOLS_NONE);
}

TEST(a_profile_is_of_a_recording)
{
	refuses("--branches",
		"--branches is of a recording so far, not live: 'perf record -b -- COMMAND', then "
		"'tdtop --branches -i perf.data'");
	refuses("-p 1 --functions",
		"--functions is of a recording so far, not live: 'perf record -- COMMAND', then "
		"'tdtop --functions -i perf.data'");
	refuses("--stacks",
		"--stacks is of a recording so far, not live: 'perf record --call-graph lbr -- "
		"COMMAND', then 'tdtop --stacks -i perf.data'");
}

TEST(csv_of_a_profile_is_one_table)
{
	refuses("-i f --csv --functions --branches",
		"--csv prints one table; leave out all but one of --functions, --branches, "
		"--blocks, --stacks and --hot-paths");
}

TEST(options_of_tables_of_tasks_are_refused_beside_a_profile)
{
	refuses("-i f --functions --filter be>1",
		"--functions prints tables of samples, to which --filter does not apply; leave one "
		"of them out");
	refuses("-i f --blocks -V threads",
		"--blocks prints tables of samples, to which --view does not apply; leave one of "
		"them out");
}

TEST(functions_and_branches_are_compared_and_nothing_else_of_a_profile)
{
	(void)parse_well("diff a b --functions --branches");
	refuses("diff a b --stacks",
		"two recordings are compared by --functions or --branches; leave out --stacks");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_part_of_a_profile_has_its_option),
		cmocka_unit_test(a_profile_is_text_unless_csv_or_json),
		cmocka_unit_test(the_symbol_of_blocks_may_be_left_out),
		cmocka_unit_test(symbols_are_lines_unless_names_or_none),
		cmocka_unit_test(a_profile_is_of_a_recording),
		cmocka_unit_test(csv_of_a_profile_is_one_table),
		cmocka_unit_test(options_of_tables_of_tasks_are_refused_beside_a_profile),
		cmocka_unit_test(functions_and_branches_are_compared_and_nothing_else_of_a_profile),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
