/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * --functions, --branches, --blocks, --stacks and --hot-paths from a recording to their output, with
 * the real reader and the real service of names. There are the numbers of public recordings, names of
 * this test's own code, and the sentence of each recording that lacks what is asked for.
 */
#include "config.h"
#include "ui/main/runs.h"

#include <fcntl.h>
#include <linux/perf_event.h>
#include <link.h>
#include <sys/mman.h>
#include <unistd.h>

#include "tests/fixtures/fixture_samples.h"
#include "tests/fixtures/printed.h"
#include "tests/fixtures/test_main.h"
#include "ui/options/options.h"

static struct builder builder;
static struct options options;
static struct err err, warning;
static char path[64];
static int fd;

SETUP
{
	builder_init(&builder);
	options_init(&options);
	options.output = OUTPUT_JSON;
	options.replay = path;
	err.text[0] = warning.text[0] = '\0';
	fd = -1;
}

TEARDOWN
{
	builder_done(&builder);
	if (fd >= 0)
		close(fd);
}

static void store(const void *bytes, size_t n)
{
	fd = memfd_create("recording", MFD_CLOEXEC);
	assert_true(fd >= 0);
	assert_int_equal(write(fd, bytes, n), n);
	(void)snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
}

static void store_packed(const char *name)
{
	size_t n;
	unsigned char *bytes = unpack_recording(name, &n);

	store(bytes, n);
	free(bytes);
}

static void store_built(void)
{
	builder_finish(&builder);
	store(builder.out.bytes, builder.out.n);
}

static void run(int expected)
{
	FILE *out = print_begin();
	const int ret = profile_run(&options, out, &warning, &err);

	print_end(out);
	if (ret != expected)
		fail_msg("returned %d: %s", ret, err.text);
}

static void assert_sum_at(const char *list, const char *name, int64_t expected)
{
	const json_t *row;
	int64_t all = 0;
	size_t i;

	json_array_foreach(json_at(list), i, row)
		all += json_integer_value(json_object_get(row, name));
	assert_int_equal(all, expected);
}

/* Numbers of tests/recordings/branches/README.md, by perf 6.1 and quipper. */
TEST(public_recordings_have_the_numbers_that_others_tell_of_them)
{
	static const struct {
		const char *file;
		int64_t stacks, entries, mispredicted, zero;
		bool cycles;
	} answers[] = {
		{ "autofdo_haswell_perf-6.8.zst", 145, 2320, 28, 0, false },
		{ "quipper_skylake_4.14.zst", 13, 387, 21, 29, true },
		{ "quipper_sandybridge_callgraph-3.4.zst", 923, 14768, 880, 0, false },
		{ "quipper_sandybridge_raw-3.4.zst", 513, 8193, 453, 15, false },
		{ "quipper_zen4_spec.zst", 8, 128, 9, 0, false },
	};

	options.functions = options.branches = true;
	options.symbols = SYMBOLS_NONE;
	for (size_t i = 0; i < sizeof(answers) / sizeof(answers[0]); i++) {
		store_packed(answers[i].file);
		run(0);
		assert_one_line();
		assert_number_at("stacks", (double)answers[i].stacks);
		assert_number_at("samples", (double)answers[i].stacks);
		assert_sum_at("branches", "taken", answers[i].entries);
		assert_sum_at("branches", "mispredicted", answers[i].mispredicted);
		assert_sum_at("functions", "samples", answers[i].stacks);
		assert_number_at("dropped.zero", (double)answers[i].zero);
		assert_int_equal(json_is_true(json_at("cycles_known")), answers[i].cycles);
		(void)teardown_of_each(NULL);
		(void)setup_of_each(NULL);
		options.functions = options.branches = true;
		options.symbols = SYMBOLS_NONE;
	}
}

TEST(call_stacks_of_lbr_give_no_branches)
{
	options.branches = true;
	store_packed("perfparser_call_stacks.zst");
	run(-ENODATA);
	assert_string_equal(printed, "");
	assert_non_null(strstr(err.text, "--call-graph lbr"));
	assert_non_null(strstr(err.text, "record them with 'perf record"));
}

TEST(call_stacks_of_lbr_give_call_stacks)
{
	options.stacks = true;
	options.symbols = SYMBOLS_NONE;
	store_packed("perfparser_call_stacks.zst");
	run(0);
	assert_text_at("calls_by", "lbr");
	assert_sum_at("stacks_tree", "samples", json_integer_value(json_at("samples")) -
						json_integer_value(json_at("stacks_empty")));
	assert_nothing_at("branches");
}

/* Two branches of a loop, n times. */
static void put_branches(size_t event, size_t n)
{
	static const struct built_branch branches[] = {
		{ 0x400110, 0x400100, BUILT_PREDICTED }, { 0x400110, 0x400100, BUILT_PREDICTED },
		{ 0x400110, 0x400100, BUILT_MISPREDICTED },
	};

	for (size_t i = 0; i < n; i++)
		builder_put_sample(&builder, event, &(struct built_sample){
			.at = { .pid = APP_PID, .tid = APP_PID, .time_ns = (i + 1) * 1000 },
			.ip = 0x400100, .period = 400009,
			.branches = branches, .n_branches = 3
		});
}

/* An event of plain samples: there are three. */
static void put_plain(size_t event)
{
	for (size_t i = 0; i < 3; i++)
		builder_put_sample(&builder, event, &(struct built_sample){
			.at = { .pid = APP_PID, .tid = APP_PID, .time_ns = (i + 1) * 1000 },
			.ip = 0x400108, .period = 7
		});
}

static void put_two_events(void)
{
	struct built_event *plain;

	builder_branch_event(&builder);
	plain = builder_event(&builder, PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_CLOCK, "cpu-clock");
	plain->sample_type = builder.events[0].sample_type & ~(uint64_t)PERF_SAMPLE_BRANCH_STACK;
	builder_app(&builder);
	put_branches(0, 2);
	put_plain(1);
	store_built();
}

TEST(each_event_is_a_line_and_the_one_with_branch_stacks_is_the_first)
{
	options.functions = true;
	put_two_events();
	run(0);
	assert_rows_at("", 2);
	assert_at("", "{'0.stacks': 2, '1.event': 'cpu-clock', '1.samples': 3}");
}

TEST(events_without_what_is_asked_for_are_left_out)
{
	options.branches = true;
	put_two_events();
	run(0);
	assert_one_line();
	assert_sum_at("branches", "taken", 6);
	assert_sum_at("branches", "mispredicted", 2);
}

TEST(an_event_is_chosen_by_its_name)
{
	options.functions = true;
	options.event = "cpu-clock";
	put_two_events();
	run(0);
	assert_one_line();
	assert_number_at("samples", 3);
}

TEST(an_unknown_event_lists_the_known_ones)
{
	options.functions = true;
	options.event = "cpu";
	put_two_events();
	run(-ENOENT);
	assert_non_null(strstr(err.text, "has no samples of an event \"cpu\"; it has "));
	assert_non_null(strstr(err.text, "cpu-clock"));
}

TEST(an_event_without_branches_is_refused_with_a_reason)
{
	options.branches = true;
	options.event = "cpu-clock";
	put_two_events();
	run(-ENODATA);
	assert_non_null(strstr(err.text, "cpu-clock"));
}

TEST(what_a_recording_lacks_beside_what_it_has_is_a_warning)
{
	struct built_event *plain;

	options.functions = options.branches = true;
	plain = builder_event(&builder, PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_CLOCK, "cpu-clock");
	plain->sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME |
			     PERF_SAMPLE_PERIOD | PERF_SAMPLE_ID;
	builder_app(&builder);
	put_plain(0);
	store_built();
	run(0);
	assert_number_at("samples", 3);
	assert_null_at("branches");
	assert_non_null(strstr(warning.text, "no branch stacks"));
}

TEST(a_recording_without_call_stacks_is_refused)
{
	options.stacks = true;
	put_two_events();
	run(-ENODATA);
	assert_non_null(strstr(err.text, "has no call stacks; 'perf record --call-graph lbr'"));
}

TEST(a_recording_without_samples_is_refused)
{
	options.functions = true;
	builder_branch_event(&builder);
	builder_app(&builder);
	store_built();
	run(-ENODATA);
	assert_non_null(strstr(err.text, "not one sample of code"));
}

TEST(a_recording_of_topdown_is_refused)
{
	options.functions = true;
	builder_level1(&builder);
	builder_ran(&builder, 0, 10, 1000000, 0);
	store_built();
	run(-ENODATA);
	assert_non_null(strstr(err.text, "topdown-retiring"));
	assert_non_null(strstr(err.text, "not one sample of code"));
}

TEST(a_missing_file_is_refused)
{
	options.functions = true;
	(void)snprintf(path, sizeof(path), "/nowhere/perf.data");
	run(-ENOENT);
	assert_string_equal(err.text,
			    "cannot open \"/nowhere/perf.data\": No such file or directory");
}

TEST(a_recording_that_is_cut_off_is_printed_with_a_warning)
{
	options.branches = true;
	builder_branch_event(&builder);
	builder_app(&builder);
	put_branches(0, 20);
	builder.pipe = true;
	builder_finish(&builder);
	store(builder.out.bytes, builder.out.n - 10);
	run(0);
	assert_number_at("stacks", 19);
	assert_string_not_equal(warning.text, "");
}

/* The profiles of all its events are made at once. */
TEST(standard_input_is_read_once)
{
	int fds[2], saved = dup(STDIN_FILENO);

	options.functions = true;
	put_two_events();
	options.replay = "-";
	assert_int_equal(pipe(fds), 0);
	assert_true(builder.out.n < 65536);	/* fits into the pipe */
	assert_int_equal(write(fds[1], builder.out.bytes, builder.out.n), builder.out.n);
	close(fds[1]);
	dup2(fds[0], STDIN_FILENO);
	close(fds[0]);
	run(0);
	dup2(saved, STDIN_FILENO);
	close(saved);
	assert_rows_at("", 2);
	assert_at("", "{'0.stacks': 2, '1.event': 'cpu-clock', '1.samples': 3}");
	assert_string_equal(warning.text, "");
}

/* A function whose name must come out. */
__attribute__((noinline, used)) static int named_function(int x)
{
	return x * 3 + getpid();
}

static int find_self(struct dl_phdr_info *info, size_t size, void *data)
{
	const uint64_t at = (uint64_t)(uintptr_t)named_function;
	struct built_map *map = data;

	for (int i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *segment = &info->dlpi_phdr[i];
		const uint64_t start = info->dlpi_addr + segment->p_vaddr;

		if (segment->p_type != PT_LOAD || at - start >= segment->p_memsz)
			continue;
		map->start = start;
		map->size = segment->p_memsz;
		map->offset = segment->p_offset;
		return 1;
	}
	return 0;
}

/* This program, recorded in named_function(). With an inode, it is that of another file. */
/* In three seconds 600 samples; so many of ten are of the function. */
static void put_self(bool with_inode, unsigned int tenths)
{
	static char self[512];
	struct built_map map = { .at = { .pid = APP_PID, .tid = APP_PID }, .path = self,
				 .old = !with_inode };
	ssize_t n = readlink("/proc/self/exe", self, sizeof(self) - 1);

	assert_true(n > 0);
	self[n] = '\0';
	assert_int_equal(dl_iterate_phdr(find_self, &map), 1);
	builder_branch_event(&builder);
	builder_map(&builder, &map);
	for (unsigned int i = 0; i < (tenths ? 600 : 1); i++)
		builder_put_sample(&builder, 0, &(struct built_sample){
			.at = { .pid = APP_PID, .tid = APP_PID, .time_ns = 1000 + i * 5000000ULL },
			.ip = (uintptr_t)(!tenths || i * 7 % 10 < tenths ? (void *)named_function : (void *)find_self) + 1,
			.period = 1 });
	store_built();
}

TEST(functions_are_rows_of_verdicts)
{
	enum verdict_result result = VERDICT_TOO_SHORT;
	FILE *out;
	int before;
	char first[64];

	put_self(false, 3);
	before = fd;
	(void)strcpy(first, path);
	builder_done(&builder);
	builder_init(&builder);
	put_self(false, 5);
	options.fail_on = "function=named_function and share>+5";
	options.runs[BEFORE][0] = first;
	options.runs[AFTER][0] = path;
	options.n_runs[BEFORE] = options.n_runs[AFTER] = 1;
	out = print_begin();
	assert_int_equal(verdict_run(&options, out, &result, (struct err[SIDES]){ { .text = "" } }, &err), 0);
	print_end(out);
	close(before);
	assert_int_equal(result, VERDICT_EXCEEDED);
	assert_text_at("terms.0.row", "named_function");
	assert_number_at("terms.0.before", 30);
	assert_number_at("terms.0.after", 50);
}

static void print_self(void)
{
	options.functions = true;
	put_self(false, 0);
	run(0);
}

/* Was this program built with -g? Then it has a section of this name. */
static bool knows_its_lines(void)
{
	char name[] = "?debug_info";	/* it must not find itself */
	int self = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
	off_t size = lseek(self, 0, SEEK_END);
	void *bytes = mmap(NULL, (size_t)size, PROT_READ, MAP_PRIVATE, self, 0);
	bool found;

	assert_true(bytes != MAP_FAILED);
	name[0] = '.';
	found = memmem(bytes, (size_t)size, name, sizeof(name)) != NULL;
	(void)munmap(bytes, (size_t)size);
	close(self);
	return found;
}

TEST(a_function_has_its_name_and_line)
{
	if (!knows_its_lines())
		skip();
	print_self();
	assert_text_at("functions.0.symbol", "named_function");
	assert_non_null(strstr(json_string_value(json_at("functions.0.file")),
			       "test-profile_run.c"));
	assert_true(json_integer_value(json_at("functions.0.line")) > 100);
}

TEST(with_names_only_it_has_no_line)
{
	options.symbols = SYMBOLS_NAMES;
	print_self();
	assert_text_at("functions.0.symbol", "named_function");
	assert_null_at("functions.0.file");
}

TEST(without_symbols_it_has_its_address)
{
	options.symbols = SYMBOLS_NONE;
	print_self();
	assert_null_at("functions.0.symbol");
	assert_non_null(json_string_value(json_at("functions.0.address")));
}

TEST(text_and_csv_are_printed_too)
{
	options.branches = true;
	options.output = OUTPUT_TEXT;
	put_two_events();
	run(0);
	assert_non_null(strstr(printed, "\nbranches\nTAKEN%"));
	(void)teardown_of_each(NULL);
	(void)setup_of_each(NULL);
	options.branches = true;
	options.output = OUTPUT_CSV;
	put_two_events();
	run(0);
	assert_ptr_equal(strstr(printed, "event,object,build_id,from.address"), printed);
}

/* A recording of 2012 without the build-id of its vdso. */
TEST(the_vdso_of_another_machine_is_not_ours)
{
	const json_t *branch;
	size_t i, n = 0;

	options.branches = true;
	store_packed("quipper_sandybridge_callgraph-3.4.zst");
	run(0);
	json_array_foreach(json_at("branches"), i, branch) {
		const char *object = json_string_value(json_object_get(branch, "object"));

		if (!object || strcmp(object, "[vdso]") != 0)
			continue;
		assert_string_equal(json_string_value(json_object_get(branch, "kind")), "unknown");
		n++;
	}
	assert_true(n > 10);
}

static struct err both[SIDES];

static void diff(int expected)
{
	FILE *out = print_begin();

	assert_int_equal(profile_run_diff(&options, out, both, &err), expected);
	print_end(out);
}

static void assert_warning(bool with_inode, const char *beginning)
{
	options.functions = true;
	options.output = OUTPUT_CSV;
	put_self(with_inode, 0);
	run(0);
	assert_ptr_equal(strstr(warning.text, beginning), warning.text);
	options.baseline = path;
	diff(0);
	assert_ptr_equal(strstr(both[AFTER].text, beginning), both[AFTER].text);
	(void)teardown_of_each(NULL);
	(void)setup_of_each(NULL);
}

/* CSV and comparisons have no line that says it. */
TEST(names_without_a_build_id_are_warned_of)
{
	assert_warning(false, "names not verified: the recording has no build-id of test-profile_r");
	assert_warning(true, "no names: the recording has no build-id of test-profile_r");
}

TEST(a_recording_compared_with_itself_has_no_difference)
{
	const json_t *row;
	size_t i;

	options.branches = options.functions = true;
	options.symbols = SYMBOLS_NAMES;
	store_packed("autofdo_haswell_perf-6.8.zst");
	options.baseline = path;
	diff(0);
	assert_true(json_array_size(json_at("branches")) > 100);
	json_array_foreach(json_at("branches"), i, row) {
		const json_t *change = json_object_get(row, "difference");

		assert_string_equal(json_string_value(json_object_get(row, "status")), "both");
		assert_true(json_number_value(json_object_get(change, "taken_percent")) == 0);
		assert_false(json_is_true(json_object_get(json_object_get(row, "beyond_doubt"),
							  "taken_percent")));
	}
}

TEST(recordings_without_branches_are_not_compared_by_branch)
{
	options.branches = true;
	store_packed("perfparser_call_stacks.zst");
	options.baseline = path;
	diff(-ENODATA);
	assert_string_equal(printed, "");
	assert_non_null(strstr(err.text, "--call-graph lbr"));
}
