/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A profile as JSON, CSV and text: the names of the contract, null for what is missing, errors
 * beside values, what was dropped. Golden texts: SCREENS=update rewrites them.
 */
#include "config.h"
#include "ui/profile/profile_print.h"

#include "tests/fixtures/fake_names.h"
#include "tests/fixtures/golden_text.h"
#include "tests/fixtures/printed.h"
#include "tests/fixtures/test_main.h"
#include "ui/code/code_filter.h"
#include "ui/code/kinds.h"
#include "ui/profile/profile_rows.h"

#define UNKNOWN { NAN, NAN }

static const struct fake_symbol symbols[] = {
	{ 0, 0x1000, 0x100, "main", "src/p.c", 5 },
	{ 0, 0x1800, 0x200, "hash_probe<Row>(int)", "probe.h", 118 }, { 1, 0x1000, 0x40, "crc32", NULL, 0 },
};

static const struct profile_object objects[] = {
	{ .path = "/usr/bin/memhog", .build_id = { 0xab, 0xcd }, .build_id_len = 2 },
	{ .path = "/usr/lib/libz.so.1" },
};

static const struct profile_address addresses[] = {
	{ .at = { 0x18e3, 0 }, .pid = 2311, .samples = 600, .weight = 60000, .squares = 6000000 },
	{ .at = { 0x18c0, 0 }, .pid = 2311, .samples = 24, .weight = 2400, .squares = 240000, .latency_sum = 4512,
	  .latency_n = 24 },
	{ .at = { 0x1010, 1 }, .pid = 2311, .samples = 300, .weight = 30000, .squares = 3000000 },
	{ .at = { 0x7f0000001000, PLACE_NO_OBJECT }, .pid = 2312, .samples = 76, .weight = 7600,
	  .squares = 760000 },
};

static const struct profile_branch branches[] = {
	{ .from = { 0x1054, 0 }, .to = { 0x1016, 0 }, .kind = BRANCH_CONDITIONAL, .taken = 63421,
	  .mispredicted = 660, .predicted = 62761, .executed = 72480, .ended = 63420,
	  .share = { .213, .004 }, .probability = { .875, .004 }, .misp_taken = { .0104, .002 },
	  .misp_all = UNKNOWN, .cycles = { 1.2, .01 } },
	{ .from = { 0x1048, 0 }, .to = { 0x1000, 1 }, .kind = BRANCH_INDIRECT_CALL, .taken = 12,
	  .mispredicted = 3, .predicted = 9, .share = { .0002, .0001 }, .probability = UNKNOWN,
	  .misp_taken = { .25, .13 }, .misp_all = { .25, .13 }, .cycles = UNKNOWN },
};

static const struct histogram_bin one_bin[] = { { 1, 413 } };
static const struct histogram_bin two_bins[] = { { 40, 18 }, { 80, 82 } };
static const struct histogram_mode one_mode[] = { { 1, 1, 1, 1 } };
static const struct histogram_mode two_modes[] = { { 40, 40, 40, .18 }, { 280, 305, 288, .79 } };

static const struct profile_block blocks[] = {
	{ .start = { 0x1810, 0 }, .end = { 0x1828, 0 }, .instructions = 5, .executed = 100,
	  .counted = 100, .cycles_sum = 25000, .min = 40, .max = 305, .saturated = 0,
	  .cycles = { 250, 11.5 }, .time = { .984, .002 }, .bins = two_bins, .n_bins = 2,
	  .modes = two_modes, .n_modes = 2 },
	{ .start = { 0x1057, 0 }, .end = { 0x1067, 0 }, .instructions = 4, .executed = 413,
	  .counted = 413, .cycles_sum = 413, .min = 1, .max = 1, .cycles = { 1, 0 },
	  .time = { .016, .002 }, .bins = one_bin, .n_bins = 1, .modes = one_mode, .n_modes = 1 },
};

static struct fake_names fake;
static struct code_names names;
static struct profile profile;
static struct profile_config config;

SETUP
{
	fake = (struct fake_names){ .symbols = symbols, .n = 3 };
	names = fake_names(&fake);
	profile = (struct profile){
		.event = { .name = "br_inst_retired.near_taken:upp", .period = 100, .precise = 2,
			   .trigger = TRIGGER_TAKEN, .has_branches = true, .user_only = true },
		.from_ns = 1000000000, .to_ns = 3500000000, .samples = 1000, .weight = 100000,
		.squares = 10000000,
		.stacks = 1000, .entries = 31988, .depth = 32, .mispredicts_known = true,
		.cycles_known = true, .bias = { .021, .003 },
		.dropped = { .backward = 12, .no_mapping = 76, .repeated = 966 },
		.objects = objects, .n_objects = 2, .addresses = addresses, .n_addresses = 4,
		.branches = branches, .n_branches = 2, .blocks = blocks, .n_blocks = 2,
	};
	config = (struct profile_config){
		.format = BATCH_JSON,
		.parts = PROFILE_FUNCTIONS | PROFILE_BRANCHES | PROFILE_BLOCKS,
		.lines = true, .source = "replay", .file = "perf.data",
	};
}

/* Header and profile, as a whole. */
static void print(void)
{
	FILE *out = print_begin();

	profile_print_header(&config, out);
	assert_int_equal(profile_print(&config, &profile, &names, out), 0);
	print_end(out);
	if (config.format == BATCH_JSON)
		assert_one_line();
}

static void prints(const char *text)
{
	print();
	assert_non_null(strstr(printed, text));
}

/*
 * A field a line. Exposed are 188 cycles of each of 62400 events; an address without a mapping is raw
 * and has no object; a recording was not sampled. Bins are named by their least cycles; 80: the first
 * one above 63 is 64, 8 bins are to 128, 8 to 256; 80 - 64 is the first of 256.
 */
TEST(json_has_the_fields_of_the_contract)
{
	print();
	for (char *comma = printed; (comma = strchr(comma, ','));)
		*comma = '\n';
	compare_with_golden("profile-json.txt", printed);
}

TEST(an_address_is_that_of_objdump)
{
	fake.base = 0x400000;
	print();
	assert_text_at("functions.0.address", "0x401800");
	assert_text_at("branches.0.from.address", "0x401054");
	assert_text_at("blocks.0.end", "0x401828");
}

TEST(what_the_cpu_does_not_tell_is_null)
{
	static const struct profile_branch branch = {
		.from = { 0x1054, 0 }, .to = { 0x1016, 0 }, .taken = 3, .share = { 1, 0 }, .probability = UNKNOWN,
		.misp_taken = UNKNOWN, .misp_all = UNKNOWN, .cycles = UNKNOWN
	};
	static const struct profile_block block = {
		.start = { 0x1016, 0 }, .end = { 0x1054, 0 }, .executed = 2, .cycles = UNKNOWN, .time = UNKNOWN
	};

	profile.mispredicts_known = profile.cycles_known = false;
	profile.bias = (struct estimate)UNKNOWN;
	profile.branches = &branch;
	profile.blocks = &block;
	profile.n_branches = profile.n_blocks = 1;
	profile.event.period = 0;
	print();
	assert_at("", "{'period': null, 'bias_percent': null}");
	assert_at("branches.0", "{'mispredicted': null, 'predicted': null, 'mispredicted_of_taken_percent': null, "
		  "'cycles_mean': null, 'executed': 0, 'kind': 'unknown'}");
	assert_at("blocks.0", "{'instructions': null, 'ipc': null, 'cycles.counted': null, 'cycles.mean': null, "
		  "'cycles.min': null, 'cycles.bins': null, 'modes': null}");
}

TEST(an_event_without_branch_stacks_has_no_branches)
{
	profile.event.has_branches = false;
	profile.n_branches = profile.n_blocks = profile.stacks = 0;
	print();
	assert_at("", "{'branches': null, 'blocks': null, 'stacks': null, 'functions.0.samples': 624}");
	assert_int_equal(profile_parts(&profile), PROFILE_FUNCTIONS);
}

TEST(only_what_is_asked_for_is_printed)
{
	config.parts = PROFILE_BRANCHES;
	print();
	assert_nothing_at("functions");
	assert_nothing_at("blocks");
	assert_rows_at("branches", 2);
}

TEST(each_list_has_the_rows_of_n)
{
	config.max_rows = 1;
	print();
	assert_rows_at("functions", 1);
	assert_rows_at("branches", 1);
	assert_rows_at("blocks", 1);
	assert_text_at("blocks.0.start", "0x1810");
}

TEST(rows_are_sorted_by_a_field_and_what_is_missing_is_last)
{
	static const struct {
		const char *sort;
		bool reverse;
		const char *at, *first;
	} cases[] = {
		{ "pid", true, "functions.0.address", "0x1800" },
		{ "symbol", false, "functions.0.symbol", "crc32" },
		{ "function", true, "functions.0.symbol", "hash_probe<Row>(int)" },	/* a column of the screen */
		{ "symbol", true, "functions.0.symbol", "hash_probe<Row>(int)" },
		{ "MISP%", false, "branches.0.kind", "indirect call" },
		{ "misp%", true, "branches.0.kind", "conditional" },
		{ "mispredicted_of_all_percent", true, "branches.0.kind", "indirect call" },
		{ "start", false, "blocks.0.start", "0x1057" }, { "start", true, "blocks.0.start", "0x1810" },
		{ "cycles.mean", true, "blocks.0.start", "0x1057" },
	};

	config.max_rows = 1;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		config.choice.sort = cases[i].sort;
		config.choice.reverse = cases[i].reverse;
		print();
		assert_text_at(cases[i].at, cases[i].first);
	}
}

TEST(rows_are_filtered_by_fields_and_words_before_they_are_counted)
{
	static const struct {
		const char *filter, *table;
		size_t n;
	} cases[] = {
		{ "percent>20", "functions", 2 }, { "CRC32 or symbol~^hash", "functions", 2 },
		{ "function~^hash.*Row or probe.h:118", "functions", 1 },	/* as on the screen */
		{ "line~^probe.h and LINE>=118", "functions", 1 }, { "share>50 and share±<5", "functions", 1 },
		{ "kind=conditional and misp%<2%", "branches", 1 },
		{ "misp%±>5 || kind=return", "branches", 1 },
		{ "not probability>0.5", "branches", 0 },	/* the other's is not known */
		{ "from.line>1", "branches", 2 }, { "cycles.mean>100", "blocks", 1 },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		config.choice.filter = cases[i].filter;
		config.parts = !strcmp(cases[i].table, "functions") ? PROFILE_FUNCTIONS :
			       !strcmp(cases[i].table, "branches")  ? PROFILE_BRANCHES :
								      PROFILE_BLOCKS;
		print();
		assert_rows_at(cases[i].table, cases[i].n);
	}
	config.format = BATCH_TEXT;
	config.max_rows = 1;
	prints("blocks, filter cycles.mean>100: 1 of 2\n");
}

static double no_number(const struct row_column *column, const struct rows_of *of, const void *row, bool error)
{
	return column && of && row && error;
}

/* What has blanks or parentheses is named by its beginning; what this profile has not is unknown on the screen. */
TEST(every_column_has_the_same_names_on_the_screen_and_for_filter)
{
	const struct rows_of of = { .profile = &profile, .names = &names };

	for (unsigned int i = 0; i < (PROFILE_PARTS + 1) * CODE_ROW_COLUMNS_MAX * 2; i++) {
		const unsigned int part = i / 2 / CODE_ROW_COLUMNS_MAX, at = i / 2 % CODE_ROW_COLUMNS_MAX;
		const struct code_kind *kind = part < PROFILE_PARTS ? profile_kind(1U << part) : &instruction_rows;
		const struct row_column *column = &kind->columns[at < kind->n ? at : 0];
		char word[CODE_ROW_NAME + 2];
		const void *meant[2] = { NULL };
		struct code_filter filter;
		struct err trouble;

		(i % 2 ? row_column_head : row_column_name)(column, word);
		word[strcspn(word, " (")] = '\0';
		if (!word[0])
			continue;
		(void)strcat(word, row_column_unit(column) == VALUE_TEXT ? "~x" : ">1");
		for (int screen = 0; screen < 2; screen++) {
			if (!code_filter_init(&filter, kind, &of, screen ? NULL : no_number, word, &trouble))
				meant[screen] = filter.expression.nodes[0].column;
			code_filter_done(&filter);
		}
		assert_true(meant[0] == meant[1] || strstr(trouble.text, "is not known here"));
	}
}

TEST(blocks_of_a_symbol_are_found_without_arguments_and_parameters)
{
	static const char *const symbols_of[] = { "hash_probe<Row>(int)", "hash_probe<Row>", "hash_probe",
						  "hash_pro", "hash", "" };

	for (size_t i = 0; i < 6; i++) {
		config.symbol = symbols_of[i];
		print();
		assert_rows_at("blocks", i < 3);
		assert_true(i >= 3 || strstr(printed, "\"start\":\"0x1810\""));
	}
}

TEST(without_lines_there_are_symbols_only)
{
	config.lines = false;
	print();
	assert_at("functions.0", "{'symbol': 'hash_probe<Row>(int)', 'file': null, 'line': null}");
}

TEST(names_that_never_come_are_null)
{
	fake.pending = true;
	print();
	assert_at("branches.0.from", "{'symbol': null, 'address': '0x1054'}");
}

TEST(names_that_may_be_of_another_file_are_said_to_be)
{
	fake.doubt = "who knows";
	print();
	assert_text_at("objects.1.names_unverified_because", "who knows");
	assert_null_at("objects.0.names_unverified_because");
	config.format = BATCH_TEXT;
	prints("\nnames not verified: who knows\n");
}

TEST(a_hostile_name_cannot_leave_its_string)
{
	static const struct fake_symbol hostile[] = {
		{ 0, 0x1000, 0x1000, "a\"},\n\033[2J\xff\xc2\x9b", "x\n\"y", 1 }
	};

	fake = (struct fake_names){ .symbols = hostile, .n = 1 };
	for (config.format = BATCH_TEXT; config.format <= BATCH_JSON; config.format++) {
		config.parts = config.format == BATCH_JSON ? PROFILE_FUNCTIONS | PROFILE_BRANCHES | PROFILE_BLOCKS : PROFILE_BRANCHES;
		print();
		assert_null(strchr(printed, '\033'));
		assert_true(config.format != BATCH_TEXT || !strstr(printed, "\xc2\x9b"));
	}
}

static struct profile_sampling sampling;
static struct machine machine;

/* Live samples of memhog, from here on. */
static void sample_live(void)
{
	sampling = (struct profile_sampling){
		.request = { .scope = LIVE_WATCHED, .id = 2311, .what = LIVE_OF_NODE },
		.machine = &machine,
		.node = "tma_memory_bound",
		.state = { .on = true, .threads = 340, .sampled = 12, .part = .97, .period = 100003,
			   .precise = 3, .lost = 7, .own_percent = .31, .slots_running = 1 },
	};
	machine = (struct machine){ .watched = "pid 2311" };
	config.source = "switch";
	config.file = NULL;
	config.sampling = &sampling;
	profile.live = true;
}

TEST(live_samples_say_how_they_were_taken)
{
	sample_live();
	(void)strcpy(sampling.state.remark, "stacks are off, as --budget is 2 %");
	(void)strcpy(profile.event.counted, "L3 misses");
	print();
	assert_at("", "{'source': 'switch', 'file': null, 'counted': 'L3 misses'}");
	assert_at("sampling", "{'scope': 'watched', 'of': 'pid 2311', 'pid': 2311, 'node': 'tma_memory_bound', "
		  "'by_cpu': false, 'threads': 340, 'sampled': 12, 'slots_percent': 97, 'lost': 7, 'own_percent': 0.31, "
		  "'slots_running_percent': 100, 'remark': 'stacks are off, as --budget is 2 %'}");
}

TEST(what_is_not_known_of_sampling_is_null)
{
	sample_live();
	sampling.request = (struct live_request){ .scope = LIVE_MACHINE, .any_node = true };
	sampling.node = NULL;
	machine.watched[0] = '\0';
	sampling.state = (struct live_state){ .cpus = true, .part = NAN, .own_percent = NAN,
					      .slots_running = NAN };
	print();
	assert_null_at("counted");
	assert_at("sampling", "{'scope': 'machine', 'by_cpu': true, 'of': null, 'pid': null, 'node': null, "
		  "'slots_percent': null, 'own_percent': null, 'slots_running_percent': null, 'remark': null}");
}

TEST(text_of_live_samples_says_whose_they_are_and_what_gave_way)
{
	sample_live();
	(void)strcpy(sampling.state.remark, "stacks are off\033[2J");
	(void)strcpy(profile.event.counted, "L3 misses");
	profile.dropped.lost = 7;
	config.format = BATCH_TEXT;
	config.ascii = true;
	prints("\nsampled live: pid 2311 . 12 of 340 threads, 97 % of its "
	       "slots . own cost 0.3 % of a CPU . 7 records lost\n\nfunctions, shares of L3 misses\n");
	assert_null(strchr(printed, '\033'));
	assert_non_null(strstr(printed, "\n\nstacks are off"));
	assert_non_null(strstr(printed, "\nbranches\n"));
	assert_non_null(strstr(printed, "7 records of samples and tasks were lost: they came faster"));
	assert_null(strstr(printed, "recording"));
}

TEST(text_of_a_machine_of_which_only_some_tasks_are_counted_says_whose_these_are)
{
	sample_live();
	sampling.request = (struct live_request){ .scope = LIVE_MACHINE, .any_node = true };
	config.format = BATCH_TEXT;
	(void)strcpy(machine.watched, "your processes");
	prints("\nsampled live: your processes");
	machine.watched[0] = '\0';
	prints("\nsampled live: this machine");
}

TEST(without_counts_the_sampled_part_is_of_cpu_time)
{
	static const struct family none = { .name = "not counted" };

	sample_live();
	machine.family = &none;
	config.format = BATCH_TEXT;
	config.ascii = true;
	prints("12 of 340 threads, 97 % of its CPU time");
}

TEST(csv_has_the_fields_of_json)
{
	static const char *const files[] = { "profile-functions.csv", "profile-branches.csv", "profile-blocks.csv" };

	config.format = BATCH_CSV;
	for (size_t i = 0; i < 3; i++) {
		config.parts = 1U << i;
		print();
		compare_with_golden(files[i], printed);
	}
}

TEST(text_has_a_table_for_each_part)
{
	config.format = BATCH_TEXT;
	print();
	compare_with_golden("profile.txt", printed);
}

/* 9 processes run main; one of them hash_probe, too. */
static struct profile_address many[10];

static void run_in_many_processes(void)
{
	for (int i = 0; i < 9; i++)
		many[i] = (struct profile_address){ .at = { 0x1010, 0 }, .pid = 100 + i, .samples = 10,
						    .weight = 1000, .squares = 100000 };
	many[9] = (struct profile_address){ .at = { 0x1810, 0 }, .pid = 100, .samples = 5, .weight = 500,
					    .squares = 50000 };
	profile.addresses = many;
	profile.n_addresses = 10;
	profile.samples = 95;
	profile.weight = 9500;
	profile.squares = 950000;
	config.parts = PROFILE_FUNCTIONS;
}

TEST(functions_of_many_processes_are_joined_in_text)
{
	run_in_many_processes();
	config.format = BATCH_TEXT;
	config.ascii = true;
	prints("\nfunctions of 9 processes together, shares of br_inst_retired.near_taken:upp\n");
	assert_non_null(strstr(printed, "  94.7"));
	assert_null(strstr(printed, "more"));
	profile.n_addresses = 8;
	prints("\nfunctions, shares");
}

TEST(functions_of_many_processes_are_by_process_in_json)
{
	run_in_many_processes();
	print();
	assert_rows_at("functions", 10);
	assert_number_at("functions.0.samples", 10);
}

TEST(ascii_text_has_no_other_character)
{
	config.format = BATCH_TEXT;
	config.ascii = true;
	config.choice.filter = "\u00e9";
	profile.event.trigger = TRIGGER_INSTRUCTIONS;
	print();
	for (const char *c = printed; *c; c++)
		assert_true((unsigned char)*c < 0x80);
}

TEST(a_line_is_not_wider_than_the_terminal)
{
	config.format = BATCH_TEXT;
	config.ascii = true;
	config.parts = PROFILE_BRANCHES;
	config.width = 100;
	print();
	for (char *line = strstr(printed, "TAKEN%"); line && *line != '\n'; line = strchr(line, '\n') + 1)
		assert_true(strcspn(line, "\n") <= 100);
}
