/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What is counted of opened nodes, in the files of the recorder: events, names, intervals, and that
 * the file is as it was without them. Stock perf reads the file where it is installed.
 */
#include "config.h"
#include "collect/perfdata/recorder.h"

#include <unistd.h>

#include "collect/cpu/cpu_match.h"
#include "collect/perfdata/perfdata_records.h"
#include "collect/replay/replay_reader.h"
#include "tests/fixtures/fixture_recordable.h"
#include "tests/fixtures/fixture_sampled.h"
#include "tests/fixtures/test_main.h"

static struct err err;
static const struct family *family;	/* with a tree */
static struct tree_readings readings, taken;

static int setup(void **state)
{
	for (size_t i = 0; cpu_family_at(i) && !family; i++)
		if (cpu_family_at(i)->tree[TYPE_CORE] && !cpu_family_at(i)->hybrid)
			family = cpu_family_at(i);
	source.machine.family = family;
	return family ? sampled_setup(state) : -1;
}

/* Three events in two groups, and a latency; of an interval that ends at this time. */
static void make_readings(uint64_t end_ns)
{
	readings = (struct tree_readings){
		.request = { .serial = 1, .scope = LIVE_WATCHED, .id = 100 },
		.began_ns = end_ns - 1000, .end_ns = end_ns, .groups = 2, .threads = 3, .counted = 3,
		.part = 1, .own_percent = 0.5f, .n = 3, .n_latencies = 1,
	};
	tree_open_levels(family->tree[TYPE_CORE], 3, readings.request.open[TYPE_CORE]);
	for (uint16_t i = 0; i < 3; i++)
		readings.reading[i] = (struct tree_reading){
			.group = (uint8_t)(i / 2), .event = (uint16_t)(i + 4), .count = 1000 + i, .enabled_ns = 900,
			.running_ns = 300U + i / 2,
		};
	readings.latency[0] = (struct tree_latency){ .event = 5, .samples = 70, .sum = 700, .squares = 7100 };
}

static size_t n_attrs(void)
{
	return (size_t)(sampled_file.header.attrs.size / sampled_file.header.attr_size);
}

/* A file of two intervals, where the first has code sampled, too. */
static void record(const char *name)
{
	struct recorder *recorder = sampled_begin(name);

	make_readings(2000);
	recorder_nodes(recorder, &readings);
	sampled_sample(recorder, &sampled_cycles, 77, 1500);
	(void)sampled_end_interval_at(recorder, 2000);
	make_readings(3010);	/* late: they belong to the mark behind them */
	recorder_nodes(recorder, &readings);
	(void)sampled_end_interval_at(recorder, 3000);
	sampled_end(recorder, name);
}

TEST(each_event_is_a_further_attr_of_the_file)
{
	const struct tree_event *event = tree_event(family->tree[TYPE_CORE], 4);
	struct perf_event_attr attr = { .size = 0 };

	record("attrs");
	assert_int_equal(n_attrs(), MEMBERS + 3 + 1);
	memcpy(&attr, sampled_file.bytes + sampled_file.header.attrs.offset +
	       MEMBERS * sampled_file.header.attr_size, PERFDATA_ATTR_SIZE);
	assert_int_equal(attr.config, event->config);
	assert_int_equal(attr.config1, event->config1);
	assert_int_equal(attr.sample_period, 0);
	/* perf refuses files whose attrs differ in it. */
	assert_int_equal(attr.read_format, FORMAT | PERF_FORMAT_ID);
}

TEST(a_file_without_opened_nodes_is_as_it_was)
{
	struct recorder *recorder = sampled_begin("plain");

	(void)sampled_end_interval_at(recorder, 2000);
	sampled_end(recorder, "plain");
	assert_int_equal(n_attrs(), MEMBERS);
}

TEST(a_sample_between_readings_is_in_the_file_once)
{
	size_t at = 0;

	record("once");
	assert_true(sampled_next(PERF_RECORD_SAMPLE, &at) && !sampled_next(PERF_RECORD_SAMPLE, &at));
}

/* Reads records up to a mark. */
static void read_interval(struct replay_reader *reader)
{
	struct interval interval;
	struct frame frame;

	while (replay_reader_next(reader, &frame, &err) > 0)
		if (replay_reader_mark(reader, &frame, &interval))
			return;
	fail_msg("there is no mark");
}

TEST(each_interval_has_what_was_counted_in_it)
{
	struct replay_reader reader = { .source = &source };

	record("intervals");
	if (replay_reader_open(&reader, sampled_path("intervals"), &err))
		fail_msg("%s", err.text);
	assert_true(replay_nodes_have_events(&reader.pass.recording.events));
	for (uint64_t end_ns = 2000; end_ns <= 3000; end_ns += 1000) {
		read_interval(&reader);
		make_readings(end_ns);
		assert_true(replay_nodes_take(reader.nodes, end_ns, family, &taken));
		assert_int_equal(taken.end_ns, end_ns);
		assert_int_equal(taken.n, 3);
		assert_memory_equal(taken.reading, readings.reading, 3 * sizeof(taken.reading[0]));
		assert_memory_equal(taken.latency, readings.latency, sizeof(taken.latency[0]));
		assert_memory_equal(taken.request.open, readings.request.open, sizeof(taken.request.open));
	}
	assert_int_equal(replay_nodes_dropped(reader.nodes), 0);
	replay_reader_done(&reader);
}

TEST(an_interval_in_which_nothing_is_counted_yet_is_one_too)
{
	struct replay_reader reader = { .source = &source };
	struct recorder *recorder = sampled_begin("empty");

	make_readings(2000);
	readings.n = readings.n_latencies = 0;
	recorder_nodes(recorder, &readings);
	(void)sampled_end_interval_at(recorder, 2000);
	make_readings(3000);
	recorder_nodes(recorder, &readings);
	(void)sampled_end_interval_at(recorder, 3000);
	recorder_free(recorder);
	assert_int_equal(replay_reader_open(&reader, sampled_path("empty"), &err), 0);
	read_interval(&reader);
	assert_true(replay_nodes_take(reader.nodes, 2000, family, &taken));
	assert_int_equal(taken.n, 0);
	assert_int_equal(taken.threads, 3);
	read_interval(&reader);
	assert_true(replay_nodes_take(reader.nodes, 3000, family, &taken));
	assert_int_equal(taken.n, 3);
	replay_reader_done(&reader);
}

TEST(nothing_is_recorded_while_no_file_is_open)
{
	const struct recorder_options options = { .path = "nowhere" };
	struct recorder *recorder = recorder_new(&options, &source);

	make_readings(2000);
	recorder_nodes(recorder, &readings);
	recorder_free(recorder);
	assert_int_not_equal(access("nowhere", F_OK), 0);
}

/* What a command prints, on standard error too; NULL: it failed. */
static const char *output_of(const char *command)
{
	static char text[1 << 16];
	FILE *pipe = popen(command, "r");
	size_t n;

	assert_non_null(pipe);
	n = fread(text, 1, sizeof(text) - 1, pipe);
	text[n] = '\0';
	return pclose(pipe) ? NULL : text;
}

TEST(perf_reads_the_file)
{
	const char *name = tree_event(family->tree[TYPE_CORE], 5)->name, *text;
	char command[512];

	if (!output_of("perf --version 2>&1")) {
		skip();
		return;
	}
	record("perf");
	(void)snprintf(command, sizeof(command), "perf evlist -i %s 2>&1", sampled_path("perf"));
	text = output_of(command);
	assert_non_null(text);
	assert_non_null(strstr(text, name));
	(void)snprintf(command, sizeof(command), "perf script -i %s 2>&1", sampled_path("perf"));
	text = output_of(command);
	assert_non_null(text);
	assert_non_null(strstr(text, "cycles"));
	assert_null(strstr(text, "rror"));
	(void)snprintf(command, sizeof(command), "perf report --stdio -i %s 2>&1", sampled_path("perf"));
	text = output_of(command);
	assert_non_null(text);
	assert_null(strstr(text, "rror:"));
	(void)snprintf(command, sizeof(command), "perf report -D -i %s 2>&1 | grep -c "
		       "PERF_RECORD_READ", sampled_path("perf"));
	text = output_of(command);
	assert_non_null(text);
	assert_int_equal(atoi(text), 4);	/* two groups, two intervals */
}

const struct around_tests around_tests = {.setup_all = setup, .teardown_all = sampled_teardown};
