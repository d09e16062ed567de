/* SPDX-License-Identifier: GPL-2.0-only */
/* The command line: the table itself, what is accepted, and the exact message of each error. */
#include "config.h"
#include "ui/options/options.h"

#include "tests/fixtures/fixture_options.h"
#include "tests/fixtures/test_main.h"
#include "ui/options/option_table.h"
#include "ui/options/option_value.h"
#include "ui/table/columns.h"

#define DIFF_NEEDS "diff needs two recordings, or some for each side: tdtop diff BEFORE AFTER, tdtop diff A1 A2 --after B1 B2"
#define HINT "; try \"tdtop --help\""

static struct options options;
static struct err err;

TEST(every_name_and_letter_is_unique)
{
	for (size_t i = 0; i < option_rows_n; i++) {
		for (size_t k = i + 1; k < option_rows_n; k++) {
			assert_string_not_equal(option_rows[i].name, option_rows[k].name);
			if (option_rows[i].letter)
				assert_int_not_equal(option_rows[i].letter, option_rows[k].letter);
		}
	}
}

TEST(every_row_of_the_table_is_complete)
{
	for (size_t i = 0; i < option_rows_n; i++) {
		const struct option_row *row = &option_rows[i];
		bool flag = row->type == OPTION_FLAG || row->type == OPTION_OUTPUT;

		assert_true(strlen(row->help) > 10);
		assert_true((row->argument == NULL) == flag);
		assert_true((row->type == OPTION_CHOICE) == (row->choices || row->names));
		if (row->type == OPTION_SECONDS || row->type == OPTION_WHOLE)
			assert_true(row->min < row->max);
	}
}

TEST(defaults_are_those_of_the_contract)
{
	options = parse_well("");

	assert_int_equal(options.look.interval_ns, 1000000000);
	assert_int_equal(options.iterations, 0);
	assert_true(options.budget == 2);
	assert_int_equal(options.output, OUTPUT_SCREEN);
	assert_int_equal(options.look.level, 1);
	assert_int_equal(options.look.view, VIEW_PROCESSES);
	assert_null(options.look.sort);
	assert_false(options.look.reverse || options.demo || options.doctor || options.help);
	assert_false(options.version || options.look.ascii || options.no_color);
}

TEST(printed_defaults_are_the_real_ones)
{
	for (size_t i = 0; i < option_rows_n; i++) {
		struct options plain = parse_well(""), given;
		char line[64];

		if (!option_rows[i].fallback)
			continue;
		(void)snprintf(line, sizeof(line), "--%s %s", option_rows[i].name, option_rows[i].fallback);
		given = parse_well(line);
		/* where they came from, not their values */
		given.delay_given = given.level_given = given.sort_given = false;
		assert_memory_equal(&plain, &given, sizeof(plain));
	}
}

TEST(long_and_short_options_do_the_same)
{
	struct options a = parse_well("-d 0.5 -n 3 -b -l 2 -s be -V threads");
	struct options b;

	assert_int_equal(a.look.interval_ns, 500000000);
	assert_int_equal(a.iterations, 3);
	assert_int_equal(a.output, OUTPUT_TEXT);
	assert_int_equal(a.look.level, 2);
	assert_string_equal(a.look.sort, "be");
	assert_int_equal(a.look.view, VIEW_THREADS);
	b = parse_well("--delay 0.5 --iterations=3 --batch --level 2 --sort be --view=threads");
	assert_string_equal(b.look.sort, "be");
	a.look.sort = b.look.sort = NULL;
	assert_memory_equal(&a, &b, sizeof(a));
}

TEST(the_limits_of_the_delay_are_accepted)
{
	assert_int_equal(parse_well("-d 0.1").look.interval_ns, 100000000);
	assert_int_equal(parse_well("-d 60").look.interval_ns, 60000000000);
}

TEST(csv_and_json_imply_batch_in_any_order)
{
	assert_int_equal(parse_well("--csv").output, OUTPUT_CSV);
	assert_int_equal(parse_well("--json -b").output, OUTPUT_JSON);
	assert_int_equal(parse_well("-b --json").output, OUTPUT_JSON);
}

TEST(former_names_are_still_accepted)
{
	assert_true(parse_well("--sort-ratio").look.ratio);
	assert_true(parse_well("--no-weigh").look.ratio);
	assert_false(parse_well("--no-weigh=no").look.ratio);
	assert_int_equal(parse_well("-V exited").look.view, VIEW_EXITED);
	assert_int_equal(parse_well("-V gone").look.view, VIEW_EXITED);
}

TEST(flags_are_set)
{
	assert_true(parse_well("--reverse").look.reverse);
	assert_true(parse_well("--demo").demo);
	assert_true(parse_well("--doctor").doctor);
	assert_true(parse_well("--ascii").look.ascii);
	assert_true(parse_well("--no-color").no_color);
	assert_true(parse_well("--hide-kernel").look.hide_kernel);
	assert_true(parse_well("--hide-exited=yes").look.hide_exited);
	assert_true(parse_well("-h").help);
	assert_true(parse_well("--version").version);
}

static bool sorts_processes(const struct column *column)
{
	return (column->value || column->text) && column_applies(column, ROW_PROCESS);
}

TEST(rows_can_be_sorted_by_every_column_but_bars)
{
	for (size_t i = 0; i < columns_n; i++) {
		char line[64];

		if (!sorts_processes(&columns[i]))
			continue;
		(void)snprintf(line, sizeof(line), "-s %s", column_key(&columns[i]));
		assert_string_equal(parse_well(line).look.sort, column_key(&columns[i]));
	}
}

TEST(the_sort_key_may_be_the_head_of_a_column)
{
	assert_string_equal(parse_well("--sort RET").look.sort, "ret");
	assert_string_equal(parse_well("-s MEM").look.sort, "mem");
	assert_string_equal(parse_well("-s CPU%").look.sort, "cpu");
	assert_string_equal(parse_well("-V cpus -s SOCKET").look.sort, "socket");
	assert_string_equal(parse_well("diff a b -s RET").look.sort, "ret");
	assert_string_equal(parse_well("diff a b -s Change").look.sort, "change");
}

TEST(the_process_of_regions_may_be_left_out)
{
	assert_false(parse_well("").regions);
	assert_true(parse_well("--regions").regions);
	assert_int_equal(parse_well("--regions").regions_pid, 0);
	assert_int_equal(parse_well("--regions -b").output, OUTPUT_TEXT);
	assert_int_equal(parse_well("--regions -b").look.view, VIEW_REGIONS);
	assert_int_equal(parse_well("--regions -b --view cpus").look.view, VIEW_CPUS);
	assert_string_equal(parse_well("--regions -b --user root").user, "root");
	assert_int_equal(parse_well("--regions --csv").look.view, VIEW_REGIONS);
	assert_int_equal(parse_well("--regions --csv --view threads").look.view, VIEW_THREADS);
	assert_int_equal(parse_well("--regions --json").look.view, VIEW_PROCESSES);
	assert_true(parse_well("--regions 2311").regions);
	assert_int_equal(parse_well("--regions 2311").regions_pid, 2311);
	assert_int_equal(parse_well("--regions=2311 --json").regions_pid, 2311);
}

TEST(the_regions_of_some_seconds_are_a_table)
{
	options = parse_well("--regions --seconds 5 -p 1");

	assert_int_equal(options.output, OUTPUT_TEXT);
	assert_true(options_sum_regions(&options));
	options = parse_well("--regions --seconds 5 -b -- true");
	assert_true(options_sum_regions(&options));
	options = parse_well("--functions --seconds 5");
	assert_false(options_sum_regions(&options));
}

TEST(the_regions_of_a_process_are_a_table)
{
	assert_int_equal(parse_well("--regions 2311").output, OUTPUT_TEXT);
	assert_int_equal(parse_well("--regions 2311 --csv").output, OUTPUT_CSV);
	assert_int_equal(parse_well("--regions").output, OUTPUT_SCREEN);
}

TEST(wrong_usage_has_an_exact_message)
{
	static const struct {
		const char *line, *sentence;
	} cases[] = {
		{ "--delay 0.01", "--delay 0.01: must be between 0.1 and 3600 seconds" },
		{ "--budget 101", "--budget 101: must be a number between 0 and 100" },
		{ "--budget -1", "--budget -1: must be a number between 0 and 100" },
		{ "--budget few", "--budget few: must be a number between 0 and 100" },
		{ "-d 3601 --json", "--delay 3601: must be between 0.1 and 3600 seconds" },
		{ "-d 61", "--delay 61: must be between 0.1 and 60 seconds on the screen; --batch, "
			   "--json, --csv, --headless and --record - take longer ones" },
		{ "-d nan", "--delay nan: must be between 0.1 and 3600 seconds" },
		{ "-d 0x1", "--delay 0x1: must be between 0.1 and 3600 seconds" },
		{ "-d 1e0", "--delay 1e0: must be between 0.1 and 3600 seconds" },
		{ "-d -1", "--delay -1: must be between 0.1 and 3600 seconds" },
		{ "-d 1s", "--delay 1s: leave out the \"s\": must be a number between 0.1 and 3600 seconds" },
		{ "-d 500ms", "--delay 500ms: leave out the \"ms\": must be a number between 0.1 and 3600 seconds" },
		{ "-d s", "--delay s: must be between 0.1 and 3600 seconds" },
		{ "-d 1.1.1", "--delay 1.1.1: must be between 0.1 and 3600 seconds" },
		{ "-d .", "--delay .: must be between 0.1 and 3600 seconds" },
		{ "--delay=", "--delay : must be between 0.1 and 3600 seconds" },
		{ "--regions --seconds 5 --filter hash", "--regions --seconds prints all regions, those of "
		  "the busiest program first; leave out --filter" },
		{ "--regions --seconds 5 -s cpu", "--regions --seconds prints all regions, those of "
		  "the busiest program first; leave out --sort" },
		{ "--regions --seconds 5 --json", "--regions --seconds prints one table as text; "
		  "leave out --seconds, or the other output" },
		{ "-n 0", "--iterations 0: must be a whole number between 1 and 1000000000" },
		{ "-n 1.5", "--iterations 1.5: must be a whole number between 1 and 1000000000" },
		{ "-l 7", "--level 7: must be 1, 2, 3, 4, 5 or 6" },
		{ "--retire-latency mean", "--retire-latency mean: must be measured, default or off" },
		{ "-V nodes", "--view nodes: must be processes, threads, cpus, cores, sockets, cgroups, users, commands, regions or exited" },
		{ "-n", "--iterations: needs an argument, N" HINT },
		{ "--view", "--view: needs an argument, NAME" HINT },
		{ "--batch=yes", "--batch: takes no argument" HINT },
		{ "--ascii=maybe", "--ascii maybe: must be yes or no" },
		{ "--config", "--config: needs an argument, FILE" HINT },
		{ "--filter qqq=1", "filter: unknown column \"qqq\" at 1 (see ? or --help)" },
		{ "--filter bakend>1", "filter: unknown column \"bakend\" at 1: did you mean \"be\" (Backend bound)?" },
		{ "-b --filter pid>1 -V sockets", "filter: \"pid\" at 1 is a column of processes, not of CPUs" },
		{ "--sort bakend", "--sort bakend: unknown column: did you mean \"be\" (Backend bound)?" },
		{ "--csv -u root -V cores", "--user chooses processes, threads and regions: use it with "
		  "--view processes, threads or regions, with --json or on the screen" },
		{ "--user=", "--user: its argument is empty; give it NAME" },
		{ "diff a b --fail-on=", "--fail-on: its argument is empty; give it EXPR" },
		{ "--filter=", "--filter: its argument is empty; give it EXPR" },
		{ "--record new --openmetrics ./new", "--record and --openmetrics both name the file \"new\"; "
		  "give each a file of its own" },
		{ "--pgo /etc/passwd -i /etc/../etc/passwd", "--pgo and --replay both name the file "
		  "\"/etc/passwd\"; give each a file of its own" },
		{ "--changes --filter comm=a", "--changes prints changes of the machine and of commands, and no "
		  "rows, which --filter is for; leave it out, or add --json" },
		{ "--changes -V cpus", "--changes prints changes of the machine and of commands, and no "
		  "rows, which --view is for; leave it out, or add --json" },
		{ "--record=", "--record: its argument is empty; give it FILE" },
		{ "--columns-gone=name,be:4", "--columns-gone: be:4: its width must be between 5 and 200" },
		{ "--columns-gone pid", "--columns-gone: \"pid\" is not a column of exited processes: "
		  "choose from ended,secs,slots,ecores,ret,heavy,light,bad,misp,clears,fe,lat,bw,be,mem,"
		  "core,resource,smt,rest,fecyc,becyc,ipc,ghz,topdown,limited,name" },
		{ "--funktions", "unknown option \"--funktions\": did you mean --functions?" },
		{ "--listen 99999", "\"99999\" is not an address to listen on; give PORT, ADDR:PORT "
		  "or [ADDR6]:PORT, with an address in digits, as 127.0.0.1:9740" },
		{ "--csv --json", "--csv and --json cannot be used together" HINT },
		{ "--regions app", "--regions app: must be the number of a process" },
		{ "--regions 1,2", "--regions 1,2: must be the number of a process" },
		{ "--regions 12 -p 13", "--regions 12 prints what this program has counted itself; leave out --pid" },
		{ "--regions 12 --screenshot x.svg", "--regions 12 prints a table; leave out --screenshot" },
		{ "--regions 12 --sort entires", "--sort entires: unknown column: did you mean \"entries\"?" },
		{ "--regions 12 --filter x>1", "filter: unknown column \"x\" at 1 of regions; the head of --csv names them" },
		{ "--csv --level 4 --filter pid=1", "filter: unknown column \"pid\" at 1 of nodes; the head of --csv names them" },
		{ "--csv --level 4 --sort slot", "--sort slot: unknown column: did you mean \"slots_percent\"?" },
		{ "--regions --functions", "--regions shows counts of intervals, and no samples and "
		  "comparisons; leave one of them out" },
		{ "--bogus", "unknown option \"--bogus\"" HINT },
		{ "-b --bogus=1 --json", "unknown option \"--bogus=1\"" HINT },
		{ "-bx", "unknown option \"-x\"" HINT },
		{ "--de", "\"--de\" is ambiguous: --delay, --debuginfod, --demo" HINT },
		{ "file", "unexpected argument \"file\"" HINT },
		{ "diff", DIFF_NEEDS },
		{ "diff a", DIFF_NEEDS },
		{ "diff a b c", DIFF_NEEDS },
		{ "diff -i a b c", "diff takes its recordings as arguments, without --baseline and --replay: "
				   "tdtop diff BEFORE AFTER" },
		{ "diff a b --after c", "--after is for a verdict: tdtop diff --fail-on EXPR" },
		{ "--changes --csv", "--changes prints text, or --json; leave out --csv" },
		{ "diff a b --changes", "--changes prints what changed over intervals, and no samples, comparisons, "
					"sums or pictures; leave one of them out" },
		{ "diff a b --strict", "--strict is for a verdict: tdtop diff --fail-on EXPR" },
		{ "--fail-on be>3", "--fail-on judges counts of two recordings or more: tdtop diff BEFORE AFTER "
				    "--fail-on EXPR" },
		{ "diff a b --fail-on be>3 --after c d e", "--fail-on needs one recording of each side, or at "
		  "least 3: there are 2 and 3 (--after)" },
		{ "diff a b --fail-on be>3 --csv", "--fail-on prints text, or --json; leave out --csv" },
		{ "--baseline - -i -", "only one of the recordings can come from standard input" },
		{ "diff a - b --fail-on be>3 --after c - d", "only one of the recordings can come from standard input" },
		{ "--baseline a", "--baseline needs a recording to compare with: --replay FILE" },
		{ "diff a b -V cpus", "--view and --user cannot be used with a comparison: its rows are "
				      "command names" },
		{ "diff a b -s pid", "--sort pid: must be change, share, cpu, comm, ret, light, heavy, bad, "
				     "misp, clears, fe, lat, bw, be, mem, core, resource, smt, rest, fecyc or becyc" },
		{ "sleep 1", "unexpected argument \"sleep\"" HINT },
		{ "--demo -- sleep 1", "--demo and a command both say what to show; use one of them" },
		{ "-p 1 -i x", "--replay and --pid both say what to show; use one of them" },
		{ "-p 1,,2", "--pid 1,,2: must be numbers of processes with commas between them, at most 256" },
		{ "--record x --attribution task -- make", "--record is for whole CPUs, not for single threads; "
		  "leave out --attribution task" },
		{ "--record - -b", "--record - and --batch both write to standard output; record into a "
		  "file, or leave out --batch" },
		{ "--json --record -", "--record - and --json both write to standard output; record "
		  "into a file, or leave out --json" },
		{ "--csv --record -", "--record - and --csv both write to standard output; record "
		  "into a file, or leave out --csv" },
		{ "--record - --record-limit 1M", "--record-limit starts new files, and --record - "
		  "writes none; leave out --record-limit" },
		{ "-i f --csv --functions --branches", "--csv prints one table; leave out all but "
		  "one of --functions, --branches, --blocks, --stacks and --hot-paths" },
		{ "-i f --branches --filter be>1", "filter: unknown column \"be\" at 1 of branches; "
		  "the head of --csv names them" },
		{ "-i f --blocks -V threads", "--blocks prints tables of samples, to which --view "
		  "does not apply; leave one of them out" },
		{ "--screenshot x.png", "--screenshot x.png: the name must end in .svg, .html or .txt" },
		{ "-b --screenshot x.svg", "--screenshot draws the screen; leave out -b, --csv and --json" },
		{ "--record - --screenshot x.svg", "--screenshot draws the screen; leave out --record -" },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		refuses(cases[i].line, cases[i].sentence);
}

TEST(files_of_the_same_name_in_two_missing_directories_are_two)
{
	assert_string_equal(parse_well("--record /gone/x --openmetrics /lost/x").record, "/gone/x");
}

TEST(opened_nodes_are_not_in_the_reverse_order_of_the_settings)
{
	char *argv[] = { (char *)"tdtop", (char *)"--csv", (char *)"-l3", (char *)"--sort=percent", NULL };

	options_init(&options);
	assert_int_equal(options_set(&options, "reverse", "yes", &err), 0);
	assert_int_equal(options_apply(&options, 4, argv, &err), 0);
	assert_false(options.node_choice.reverse);
}

TEST(a_value_that_is_too_long_is_measured_and_not_repeated)
{
	char line[600] = "-p 1", *end = line + strlen(line);

	for (int i = 1; i < 290; i++)
		end = stpcpy(end, ",1");
	refuses(line, "--pid 1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,"
		      "...: 290 processes are too many: at most 256 can be watched");
	memcpy(line, "-u ", 3);
	refuses(line, "--user 1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,"
		      "...: longer than 255 bytes");
}

TEST(without_a_screen_an_interval_may_be_an_hour)
{
	char *argv[] = { (char *)"tdtop", NULL };

	assert_int_equal(parse_well("-d 3600 --json").look.interval_ns, 3600000000000);
	assert_int_equal(parse_well("-d 3600 --record -").look.interval_ns, 3600000000000);
	assert_int_equal(parse_well("--openmetrics - -d 61").look.interval_ns, 61000000000);
	options_init(&options);
	options.look.interval_ns = 61000000000;	/* of the settings, and there is a screen */
	assert_int_equal(options_apply(&options, 1, argv, NULL), 0);
	assert_int_equal(options.look.interval_ns, 60000000000);
}

TEST(a_filter_is_of_the_rows_of_the_view_and_a_user_of_tasks)
{
	assert_string_equal(parse_well("-b --filter cpu#=1 -V cpus").filter, "cpu#=1");
	assert_string_equal(parse_well("--csv -V users --filter procs>3").filter, "procs>3");
	assert_string_equal(parse_well("-V cpus --json -u root").user, "root");
}

TEST(an_unknown_sort_key_lists_the_known_ones)
{
	assert_int_equal(parse("--sort speed", &options, &err), -EINVAL);
	assert_ptr_equal(strstr(err.text, "--sort speed: must be "), err.text);
	for (size_t i = 0; i < columns_n; i++)
		if (sorts_processes(&columns[i]))
			assert_non_null(strstr(err.text, column_key(&columns[i])));
}

TEST(the_help_lists_the_sort_keys_of_all_views)
{
	const struct option_row *row = option_rows;
	char sentence[OPTION_SENTENCE];

	while (strcmp(row->name, "sort") != 0)
		row++;
	option_sentence(row, sentence, sizeof(sentence));
	for (char *c = sentence; *c; c++)
		*c = strchr(",:;", *c) ? ' ' : *c;
	for (size_t i = 0; i < columns_n; i++) {
		char word[32];

		(void)snprintf(word, sizeof(word), " %s ", column_key(&columns[i]));
		if (column_is_sortable(&columns[i]) && !strstr(sentence, word))
			fail_msg("\"%s\" is not in the help", column_key(&columns[i]));
	}
	assert_non_null(strstr(sentence, "diff also change and share"));
}

TEST(a_sort_key_must_be_one_of_the_view)
{
	assert_int_equal(parse("-s pid -V cpus", &options, &err), -EINVAL);
	assert_int_equal(parse("-V cpus -s pid", &options, &err), -EINVAL);
	assert_int_equal(parse("-s be -V cpus", &options, &err), 0);
}

TEST(a_limit_of_recordings_is_a_size_or_a_time)
{
	static const char *const wrong[] = { "100", "M", "1T", "-1M", "0M", "1e3M", "10Ms" };
	char line[64];

	assert_int_equal(parse_well("--record-limit 100M").record_limit.bytes, 100 << 20);
	assert_int_equal(parse_well("--record-limit 100M").record_limit.ns, 0);
	assert_int_equal(parse_well("--record-limit 10m").record_limit.ns, 600000000000);
	assert_int_equal(parse_well("--record-limit 1.5s").record_limit.ns, 1500000000);
	assert_int_equal(parse_well("--record-limit 1.5s").record_limit.bytes, 0);
	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		(void)snprintf(line, sizeof(line), "--record-limit=%s", wrong[i]);
		assert_int_equal(parse(line, &options, &err), -EINVAL);
	}
}

TEST(recordings_behind_after_are_those_of_after)
{
	options = parse_well("diff a1 a2 a3 --fail-on be>0 --after b1 b2 b3 --strict");

	assert_int_equal(options.n_runs[BEFORE], 3);
	assert_int_equal(options.n_runs[AFTER], 3);
	assert_string_equal(options.runs[BEFORE][2], "a3");
	assert_string_equal(options.runs[AFTER][0], "b1");
	assert_true(options.strict);
}

TEST(diff_names_two_recordings_wherever_options_stand)
{
	static const char *const lines[] = { "diff a b -n 3", "-n 3 diff a b", "diff -n 3 a b",
					     "--baseline a -n 3 -i b" };

	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
		options = parse_well(lines[i]);

		assert_string_equal(options.baseline, "a");
		assert_string_equal(options.replay, "b");
		assert_int_equal(options.iterations, 3);
	}
	assert_string_equal(parse_well("diff a b --sort change").look.sort, "change");
}

TEST(words_after_two_dashes_belong_to_the_command)
{
	options = parse_well("-n 3 -- make -n 5 -- x");

	assert_int_equal(options.iterations, 3);
	assert_string_equal(options.command[0], "make");
	assert_string_equal(options.command[4], "x");
	assert_null(options.command[5]);
	assert_null(parse_well("-n 3 --").command);
}

TEST(pids_are_a_list)
{
	int32_t pids[PIDS_MAX];

	assert_int_equal(option_parse_pids("12,345", pids), 2);
	assert_int_equal(pids[0], 12);
	assert_int_equal(pids[1], 345);
	assert_int_equal(option_parse_pids("", pids), 0);
	assert_int_equal(option_parse_pids("0", pids), 0);
	assert_int_equal(option_parse_pids("1,", pids), 0);
	assert_int_equal(option_parse_pids("99999999999", pids), 0);
}

/* Scripts depend on options, so one that does not work must not be ignored. */
TEST(each_option_of_the_contract_works_or_is_refused)
{
	static const struct {
		const char *line;
		bool works;
	} contract[] = {
		{ "-d 1", true },	   { "-n 1", true },	    { "-b", true },
		{ "--csv", true },	   { "--json", true },	    { "-l 1", true },
		{ "-s be", true },	   { "--reverse", true },   { "-V processes", true },
		{ "--demo", true },	   { "--doctor", true },    { "--ascii", true },
		{ "--no-color", true },	   { "-h", true },	    { "--version", true },
		{ "--doctor -v", true },   { "-v", false },
		{ "-V cgroups", true },    { "-V users", true },    { "-p 1", true },	    { "--pid 1,2", true },
		{ "-u root", true },	   { "--user root", true }, { "--filter be>1", true },
		{ "--attribution task", true },		    { "--record x", true },
		{ "-i x", true },	   { "--replay x", true }, { "--config x", true },
		{ "-b -- make -j4", true },	   { "-p 1 -- make", false },
		{ "--record x --demo", true }, { "--record x -i y", false },
		{ "--record -", true },		    { "--record x --json", true },
		{ "--record x -p 1", true },	    { "--record x -- make -j4", true },
		{ "--engine bpf", true },	    { "--engine ring", true },
		{ "--engine bpf --record x", true }, { "--engine bpf --attribution task", false },
	};

	for (size_t i = 0; i < sizeof(contract) / sizeof(contract[0]); i++) {
		int ret = parse(contract[i].line, &options, &err);

		if ((ret == 0) != contract[i].works)
			fail_msg("%s: %d %s", contract[i].line, ret, err.text);
	}
}

TEST(no_color_in_the_environment_counts_unless_empty)
{
	options = parse_well("");

	options_environment(&options, NULL, "UTF-8");
	assert_false(options.no_color);
	options_environment(&options, "", "UTF-8");
	assert_false(options.no_color);
	options_environment(&options, "0", "UTF-8");
	assert_true(options.no_color);
}

TEST(a_locale_without_utf8_means_ascii)
{
	options = parse_well("");

	options_environment(&options, NULL, "UTF-8");
	assert_false(options.look.ascii);
	options_environment(&options, NULL, "ANSI_X3.4-1968");
	assert_true(options.look.ascii);
}

TEST(help_names_every_option_within_80_columns)
{
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);

	assert_non_null(out);
	options_print_help("all", out);
	fclose(out);
	for (size_t i = 0; i < option_rows_n; i++) {
		char name[40];

		(void)snprintf(name, sizeof(name), "--%s", option_rows[i].name);
		assert_non_null(strstr(text, name));
	}
	for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n"))
		assert_true(strlen(line) <= 80);
	free(text);
}

TEST(every_setting_of_the_file_is_unique_and_can_be_set)
{
	for (size_t i = 0; i < option_rows_n; i++) {
		const struct option_row *row = &option_rows[i];
		char text[64];

		assert_false(row->negated && (!row->config || row->type != OPTION_FLAG));
		for (size_t k = 0; row->config && k < i; k++)
			assert_false(option_rows[k].config &&
				     !strcmp(row->config, option_rows[k].config));
		options_init(&options);
		if (!row->config || !option_value(&options, row, text, sizeof(text)))
			continue;
		assert_int_equal(options_set(&options, row->config, text, &err), 0);
	}
}

TEST(the_command_line_beats_the_file)
{
	char *argv[] = { (char *)"tdtop", (char *)"-l", (char *)"1", (char *)"--reverse=no",
			 (char *)"--no-color=no", (char *)"-V", (char *)"cpus", NULL };

	options_init(&options);
	assert_int_equal(options_set(&options, "level", "2", &err), 0);
	assert_int_equal(options_set(&options, "reverse", "yes", &err), 0);
	assert_int_equal(options_set(&options, "color", "no", &err), 0);
	assert_int_equal(options_set(&options, "delay", "2", &err), 0);
	assert_int_equal(options_set(&options, "sort", "pid", &err), 0);
	assert_int_equal(options_apply(&options, 7, argv, &err), 0);
	assert_int_equal(options.look.level, 1);
	assert_false(options.look.reverse || options.no_color);
	assert_int_equal(options.look.interval_ns, 2000000000);
	/* CPUs have no pid: the file is for another view. */
	assert_null(options.look.sort);
}

/* The file has these lines, and the command line these words: what are rows sorted by? */
static const char *sorted_by(const char *sort, const char *orders, const char *view, const char *key)
{
	char *argv[] = { (char *)"tdtop", (char *)"-V", (char *)view, (char *)"-s", (char *)key,
			 NULL };

	options_init(&options);
	if (sort)
		assert_int_equal(options_set(&options, "sort", sort, &err), 0);
	assert_int_equal(options_set(&options, "sort-views", orders, &err), 0);
	assert_int_equal(options_apply(&options, key ? 5 : 3, argv, &err), 0);
	return options.look.sort ? options.look.sort : "";
}

TEST(each_view_starts_with_its_order)
{
	assert_string_equal(sorted_by("ret", "processes:cpu,threads:tid", "processes", NULL), "ret");
	assert_string_equal(sorted_by(NULL, "processes:cpu,threads:tid", "processes", NULL), "cpu");
	assert_string_equal(sorted_by("ret", "processes:cpu,threads:tid", "threads", NULL), "tid");
	assert_string_equal(sorted_by("ret", "processes:cpu,threads:tid", "threads", "be"), "be");
	assert_string_equal(sorted_by("ret", "processes:cpu", "users", NULL), "ret");
}
