/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The options that print samples, of a recording or live, with the exact message of each mistake; and
 * those of what is written for other programs.
 */
#include "config.h"

#include "model/totals/totals.h"
#include "tests/fixtures/fixture_options.h"
#include "tests/fixtures/test_main.h"
#include "ui/export/pgo.h"
#include "ui/export/stacks.h"
#include "ui/profile/profile_rows.h"

TEST(each_part_of_a_profile_has_its_option)
{
	struct options options = parse_well("-i f --functions --branches --blocks --stacks --hot-paths");

	assert_int_equal(options_profile(&options), PROFILE_FUNCTIONS | PROFILE_BRANCHES |
			 PROFILE_BLOCKS | PROFILE_STACKS | PROFILE_PATHS);
	assert_int_equal(options_profile(&(struct options){ .replay = "f" }), 0);
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

TEST(without_a_recording_samples_are_taken_live)
{
	const struct options options = parse_well("-p 7 --branches");

	assert_true(options_samples_live(&options));
	assert_int_equal(options.output, OUTPUT_TEXT);
	assert_true(options_samples_live(&(struct options){ .functions = true }));
	assert_true(options_samples_live(&(struct options){ .pgo = "f" }));
	assert_false(options_samples_live(&(struct options){ .functions = true, .replay = "f" }));
	assert_false(options_samples_live(&(struct options){ .branches = true, .baseline = "a",
							     .replay = "b" }));
	assert_false(options_samples_live(&(struct options){ .pids = "7" }));
}

TEST(live_samples_are_of_a_process_a_command_or_the_machine)
{
	assert_non_null(parse_well("--functions -- true").command);
	assert_null(parse_well("--functions").pids);
	assert_string_equal(parse_well("--functions -p 7,8").pids, "7,8");
	refuses_with("--demo --pgo f", "--demo invents its samples");
}

TEST(how_live_samples_are_taken_can_be_said)
{
	const struct options options = parse_well("--functions -p 7 --seconds 2.5 --sample-rate 99 "
						  "--node tma_memory_bound");

	assert_int_equal(options.sample_ns, 2500000000ULL);
	assert_int_equal(options.sample_rate, 99);
	assert_string_equal(options.node, "tma_memory_bound");
	assert_int_equal(parse_well("--sample-rate 99").output, OUTPUT_SCREEN);
	refuses("--functions --seconds 0", "--seconds 0: must be between 0.1 and 86400 seconds");
	refuses("--functions --sample-rate 0", "--sample-rate 0: must be a whole number between 1 and 100000");
}

/* The recording has all tasks of the CPUs: without a profile that would be told of no process. */
TEST(live_samples_can_be_recorded)
{
	assert_string_equal(parse_well("--functions -p 7 --record f").record, "f");
	assert_string_equal(parse_well("--branches --record f -- true").record, "f");
	assert_string_equal(parse_well("--branches --record f -p 7").record, "f");
	assert_string_equal(parse_well("--functions --record f").record, "f");
	assert_string_equal(parse_well("--pgo g --pgo-format bolt -p 7 --record f").record, "f");
	refuses("--functions --record -",
		"--record - and --functions both write to standard output; record into a file");
	refuses("-i f --functions --record g", "--record is for what is counted on this machine; leave out --replay");
	refuses("--functions -p 7 --attribution task --record g",
		"--record is for whole CPUs, not for single threads; leave out --attribution task");
}

TEST(a_recording_was_sampled_already)
{
	refuses("-i f --functions --seconds 5",
		"--seconds says how samples are taken, and a recording has them already; leave it out");
	refuses("-i f --functions --node tma_core_bound",
		"--node says how samples are taken, and a recording has them already; leave it out");
	assert_string_equal(parse_well("-i f -b --node tma_core_bound").node, "tma_core_bound");
	refuses("diff a b --functions --sample-rate 5",
		"--sample-rate says how samples are taken, and a recording has them already; leave it out");
}

TEST(a_node_is_one_that_can_be_sampled)
{
	(void)parse_well("--functions --node tma_dram_bound");	/* is it one of this machine? */
	(void)parse_well("--functions --node mem");
	refuses("--branches --node tma_memory_bound",
		"--node says for which node --functions are sampled; add --functions, or leave out --node");
	refuses("--functions --node tma_memory_bound --event cycles",
		"--node chooses the event that is sampled, and --event names it; leave one of them out");
}

TEST(levels_below_2_and_nodes_are_opened_unless_a_node_is_sampled)
{
	static const char *const opened[] = { "-b -l 3", "--csv --node tma_core_bound", "--json -l 6 -p 7",
					      "--level 4", "-i f --node dram_bound" };
	static const char *const not[] = { "-b -l 2", "--functions --node tma_core_bound",
					   "--pgo f --pgo-format bolt", "--branches -l 3" };
	struct options options;

	for (size_t i = 0; i < sizeof(opened) / sizeof(opened[0]); i++) {
		options = parse_well(opened[i]);
		assert_true(options_open_nodes(&options));
	}
	for (size_t i = 0; i < sizeof(not) / sizeof(not[0]); i++) {
		options = parse_well(not[i]);
		assert_false(options_open_nodes(&options));
	}
	assert_string_equal(parse_well("-b -l 3 --node-of cpu:3").node_of, "cpu:3");
	refuses("-b --node-of cpu:3", "--node-of says of what nodes are opened; add --level 3 to 6, or --node");
	refuses("-l 3 --node-of cpu:3", "--node-of is for -b, --csv and --json; on the screen nodes "
		"are opened of the row under the cursor");
	refuses("-b -i f -l 3 --node-of cpu:3", "--node-of opens nodes of this machine; a recording "
		"has those that were open while it was made");
	refuses("diff a b -l 3", "levels 1 and 2 of two recordings are compared; leave out --level");
	refuses("diff a b --node tma_core_bound", "levels 1 and 2 of two recordings are compared; leave out --node");
}

TEST(functions_call_stacks_and_branches_are_compared_and_nothing_else_of_a_profile)
{
	(void)parse_well("diff a b --functions --stacks --branches --sort difference.percent");
	(void)parse_well("-i f --functions --branches --sort Taken% --reverse");
	refuses("diff a b --stacks-format folded",
		"two recordings are compared by --functions, --stacks or --branches; leave out --stacks-format");
	refuses("diff a b --blocks",
		"two recordings are compared by --functions, --stacks or --branches; leave out --blocks");
}

/* ---- for other programs ---- */

TEST(a_profile_for_compilers_is_perf_data_unless_named)
{
	const struct options options = parse_well("-i f --pgo out");

	assert_string_equal(options.pgo, "out");
	assert_int_equal(options.pgo_format, PGO_PERF);
	assert_null(options.pgo_object);
	assert_int_equal(parse_well("-i f --pgo out --pgo-format bolt").pgo_format, PGO_BOLT);
	assert_int_equal(parse_well("-i f --pgo out --pgo-format autofdo").pgo_format, PGO_AUTOFDO);
	refuses_with("-i f --pgo out --pgo-format gcda", "--pgo-format");
}

TEST(live_branch_stacks_are_no_perf_data)
{
	assert_int_equal(parse_well("-p 1 --pgo out --pgo-format bolt --seconds 60").sample_ns,
			 60000000000ULL);
	refuses_with("-p 1 --pgo out", "make one with --branches --record FILE; or choose --pgo-format bolt or autofdo");
}

TEST(a_format_of_stacks_means_stacks)
{
	const struct options options = parse_well("-i f --stacks-format folded");

	assert_int_equal(options.stacks_format, STACKS_FOLDED);
	assert_true(options.stacks);
	assert_int_equal(parse_well("-i f --stacks --stacks-format speedscope").stacks_format,
			 STACKS_SPEEDSCOPE);
	assert_int_equal(parse_well("-i f --stacks").stacks_format, STACKS_TREE);
	assert_true(parse_well("-p 1 --stacks-format folded").stacks);
}

TEST(tasks_are_told_apart_by_cgroup_unless_asked_otherwise)
{
	assert_int_equal(parse_well("--listen 9740").openmetrics_by, TOTALS_BY_CGROUP);
	assert_int_equal(parse_well("--listen 9740 --openmetrics-by path").openmetrics_by,
			 TOTALS_BY_PATH);
	assert_int_equal(parse_well("--listen 9740 --openmetrics-by command").openmetrics_by,
			 TOTALS_BY_COMMAND);
	refuses_with("--listen 9740 --openmetrics-by pid", "--openmetrics-by");
}

/* Headless shows nothing; counters on standard output are alone there. */
TEST(what_is_asked_for_decides_what_is_printed)
{
	static const struct {
		const char *line;
		enum output output;
	} cases[] = {
		{ "-i f --functions", OUTPUT_TEXT }, { "-i f --functions --csv", OUTPUT_CSV },
		{ "-i f --json --branches", OUTPUT_JSON }, { "-i f --pgo out", OUTPUT_TEXT },
		{ "--listen 9740", OUTPUT_SCREEN }, { "--listen 9740 --json", OUTPUT_JSON },
		{ "-b --openmetrics f.prom", OUTPUT_TEXT },
		{ "--openmetrics f.prom --listen 9740", OUTPUT_SCREEN },
		{ "--headless --listen 9740", OUTPUT_NOTHING },
		{ "--headless --openmetrics f.prom", OUTPUT_NOTHING },
		{ "--headless --record f", OUTPUT_NOTHING }, { "--openmetrics -", OUTPUT_NOTHING },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		if (parse_well(cases[i].line).output != cases[i].output)
			fail_msg("%s: output %d", cases[i].line, parse_well(cases[i].line).output);
}

TEST(what_does_not_go_together_is_refused)
{
	static const char *const lines[][2] = {
		/* nothing is sampled */
		{ "--seconds 5", "nothing is sampled; add --functions, " },
		{ "-b --seconds 5", "nothing is sampled; add --functions, " },
		{ "--json --sample-rate 5", "nothing is sampled; add --functions, " },
		/* a profile for compilers is alone; its object needs its file, a root its recording */
		{ "-i f --pgo-object x", "--pgo FILE" },
		{ "--functions --sysroot /mnt", "a recording: --replay FILE" },
		{ "-i f --pgo out --branches", "--branches" }, { "-i f --pgo out --json", "--json" },
		{ "-i f --pgo out --filter be>1", "--filter" },
		{ "-i f --stacks-format folded --csv", "leave one of them out" },
		/* sorted by a column of its own tables */
		{ "-i f --stacks --sort percent", "--sort does not apply" },
		{ "diff a b --functions --sort pid", "--sort pid: unknown column" },
		{ "-i f --branches --sort mispredictde", "did you mean \"mispredicted\"" },
		{ "-i f --functions --sort taken", "unknown column; there are pid object build_id" },
		/* and filtered by what each of its tables has */
		{ "-i f --hot-paths --filter tripz>1", "of loops: did you mean \"trips\"?" },
		{ "-i f --stacks --filter slef_percent>5", "of stacks: did you mean \"self_percent\"?" },
		{ "-i f --functions --branches --filter taken>5", "column \"taken\" at 1 of functions" },
		{ "-i f --branches --filter takne>5", "did you mean \"taken\"?" },
		{ "-i f --columns-branches kind,takne", "column of branches: did you mean \"taken\"?" },
		{ "-i f --columns-paths path:30,time%:9", "time%:9: its width must be between 10 and 200" },
		{ "-i f --branches --filter kind>5", "kind, which is a text" },
		{ "-i f --branches --filter kind±<5", "kind at 1 has no error" },
		/* headless needs something to do */
		{ "--headless", "--listen" }, { "--headless --demo", "--openmetrics" },
		{ "--headless --json --listen 9740", "--headless and --json" },
		{ "--openmetrics - -b", "standard output" }, { "--openmetrics - --csv", "standard output" },
		{ "--openmetrics - --record -", "standard output" },
		/* counters are of intervals, and not of samples */
		{ "--listen 9740 -i f --functions", "samples" },
		{ "--openmetrics f.prom --screenshot a.svg", "pictures" },
		{ "--openmetrics f.prom --baseline a -i b", "comparisons" }, { "--listen", "ADDR:PORT" },
	};

	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++)
		refuses_with(lines[i][0], lines[i][1]);
}
