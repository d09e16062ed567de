/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Opened nodes of a recording have in its replay the values that they had live: those that the same
 * readings and rows give. Cut into other intervals, nothing is lost.
 */
#include "config.h"
#include "collect/replay/replay_counter.h"

#include <linux/perf_event.h>
#include <sys/mman.h>
#include <unistd.h>

#include "collect/cpu/cpu_match.h"
#include "collect/perfdata/perfdata.h"
#include "collect/perfdata/recorder_parts.h"
#include "collect/replay/source_replay.h"
#include "model/snapshot/opened_row.h"
#include "model/tree/tree_values.h"
#include "tests/fixtures/fixture_recording.h"
#include "tests/fixtures/mutate_records.h"
#include "tests/fixtures/test_main.h"

#define INTERVALS 12
#define SPR "GenuineIntel,6,143,8"

static struct recorder_samples samples;
static struct recorder_nodes recorder;
static struct recordable events;
static struct tree_readings written[INTERVALS];
static struct tree_values *live;
static struct opened expected;
static size_t seen, known;

static bool put_stream(void *data, const void *bytes, size_t n, bool required)
{
	put_bytes(&b.data, bytes, n);
	return true;
}

static const struct family *family;

/* What a process counts of memory bound in interval i; not the same in each. */
static void make_readings(struct tree_readings *readings, int i, uint64_t end_ns)
{
	const struct tree *tree = family->tree[TYPE_CORE];

	*readings = (struct tree_readings){
		.request = { .serial = 1, .scope = LIVE_PROCESS, .id = ALPHA, .start_ns = 12345 },
		.began_ns = end_ns - SECOND, .end_ns = end_ns, .groups = 1, .threads = 1,
		.counted = 1, .part = 1, .own_percent = 0.1f,
	};
	tree_open_node(tree, tree_of_metric(tree, M_MEMORY_BOUND), readings->request.open[TYPE_CORE]);
	for (size_t e = 0; e < tree->n_events && readings->n < 60; e++)
		readings->reading[readings->n++] = (struct tree_reading){
			.event = (uint16_t)e, .group = (uint8_t)(e % 4),
			.count = (double)(1000 * (e + 1) + 77 * (size_t)i),
			.enabled_ns = 500 * MS, .running_ns = 200 * MS + end_ns / SECOND % 50,
		};
}

static void begin(bool pipe)
{
	b.pipe = pipe;
	builder_level2(&b);
	builder_by_tdtop(&b);
	builder_feature_string(&b, PERFDATA_CPUID, SPR);
	events = (struct recordable){ .n_cpus = 1 };
	events.layout.read_format = PERF_FORMAT_GROUP | PERF_FORMAT_TOTAL_TIME_ENABLED |
				    PERF_FORMAT_TOTAL_TIME_RUNNING;
	recorder_samples_done(&samples);
	samples = (struct recorder_samples){ .output = { .put = put_stream } };
	recorder_nodes_begin(&recorder);
}

static void record(bool nodes)
{
	builder_ran(&b, 0, ALPHA, T0, 0);
	for (int i = 0; i < INTERVALS; i++) {
		const uint64_t end_ns = T0 + SECOND * ((uint64_t)i + 1);

		builder_ran(&b, 0, ALPHA, end_ns - 500 * MS, 10 * WORK);
		builder_ran(&b, 0, BETA, end_ns - MS, WORK * ((uint64_t)i + 1));
		make_readings(&written[i], i, end_ns);
		if (nodes)
			assert_int_equal(recorder_nodes_put(&recorder, &samples, &written[i], family, &events), 0);
		builder_mark(&b, (uint64_t)i + 1, end_ns - SECOND, end_ns);
	}
}

SETUP_MAY_FAIL
{
	seen = known = 0;
	family = cpu_family_find("Intel Sapphire Rapids");
	live = family ? tree_values_new(family->tree) : NULL;
	return live ? recording_setup(state) : -1;
}

TEARDOWN_MAY_FAIL
{
	recorder_samples_done(&samples);
	memset(&recorder, 0, sizeof(recorder));
	tree_values_free(live);
	live = NULL;
	return recording_teardown(state);
}

/* What the values of the live run are, of the same rows. */
static void compare(const struct snapshot *snapshot, void *data)
{
	const struct tree_request anywhere = { .scope = LIVE_PROCESS, .id = ALPHA };
	const struct opened *opened = &snapshot->opened;
	struct tree_row rows[CORE_TYPES];

	if (opened->scope == LIVE_NOTHING)
		return;
	opened_row_fill(snapshot, &anywhere, rows);
	tree_values_see(live, &written[seen++], rows, &expected);
	assert_int_equal(opened->scope, LIVE_PROCESS);
	assert_int_equal(opened->id, ALPHA);
	assert_int_equal(opened->groups, expected.groups);
	assert_int_equal(opened->n, expected.n);
	assert_true(opened->n > 3);
	for (size_t i = 0; i < opened->n; i++) {
		assert_memory_equal(&opened->node[i], &expected.node[i], sizeof(opened->node[i]));
		known += opened->node[i].quality > Q_LOW_SLOTS;
	}
}

static void replay_all(uint64_t interval_ns, replay_visit *visit)
{
	builder_finish(&b);
	assert_int_equal(replay_bytes(b.out.bytes, b.out.n, interval_ns, UINT64_MAX, visit, NULL, &err), 0);
	assert_string_equal(err.text, "");
}

TEST(a_replay_has_the_values_of_the_live_run)
{
	begin(true);
	record(true);
	replay_all(0, compare);
	assert_int_equal(seen, INTERVALS);
	assert_true(known > INTERVALS);
}

/* Cut into the same intervals, a little later. */
static void count_intervals(const struct snapshot *snapshot, void *data)
{
	seen += snapshot->opened.scope == LIVE_PROCESS;
	for (size_t i = 0; i < snapshot->opened.n; i++)
		known += snapshot->opened.node[i].quality > Q_LOW_SLOTS;
}

TEST(a_cut_replay_has_values_too)
{
	begin(true);
	record(true);
	replay_all(2 * SECOND, count_intervals);
	assert_true(seen >= INTERVALS / 2 - 1);
	assert_true(known > 0);
}

TEST(slices_are_as_if_nothing_were_opened)
{
	double slots_of_alpha;

	begin(true);
	record(true);
	replay(0);
	slots_of_alpha = slots(ALPHA);
	assert_true(slots_of_alpha > 0);
	builder_done(&b);
	builder_init(&b);
	begin(true);
	record(false);
	replay(0);
	assert_float_equal(slots(ALPHA), slots_of_alpha, 0);
}

TEST(any_change_of_records_is_survived)
{
	static unsigned char bytes[1 << 18];
	size_t n;

	begin(true);
	record(true);
	builder_finish(&b);
	assert_true(b.out.n < sizeof(bytes));
	for (uint32_t seed = 1; seed <= 200; seed++) {
		memcpy(bytes, b.out.bytes, b.out.n);
		n = mutate_records(bytes, b.out.n, sizeof(bytes), seed);
		assert_true(n > 0);
		(void)replay_bytes(bytes, n, seed % 2 ? 0 : SECOND, 2 * INTERVALS, NULL, NULL, &err);
	}
}

/* Opens a finished recording from memory; NULL: there is a sentence. */
static struct node_counter *open_counter(struct source **source, struct tree_requests *requests)
{
	struct node_counter *counter;
	char path[64];
	int fd = memfd_create("recording", 0);

	builder_finish(&b);
	assert_int_equal(write(fd, b.out.bytes, b.out.n), b.out.n);
	(void)snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	assert_int_equal(source_replay_open(path, 0, NULL, source, &err), 0);
	(void)close(fd);
	if (replay_counter_new(*source, requests, &counter, &err))
		assert_null(counter);
	return counter;
}

static void assert_none(const char *sentence)
{
	struct tree_requests *requests = tree_requests_new();
	struct source *source;

	assert_null(open_counter(&source, requests));
	assert_string_equal(err.text, sentence);
	source->ops->close(source);
	tree_requests_free(requests);
}

TEST(a_recording_of_perf_has_none)
{
	builder_level1(&b);
	builder_feature_string(&b, PERFDATA_CPUID, SPR);
	builder_ran(&b, 0, ALPHA, T0, 0);
	assert_none("nothing below level 2 was recorded: only recordings of tdtop have it");
}

TEST(a_recording_without_opened_nodes_has_none)
{
	begin(false);
	builder_ran(&b, 0, ALPHA, T0, 0);
	builder_mark(&b, 1, T0, T0 + SECOND);
	assert_none("nothing below level 2 was recorded: no node was open; --record with --level 3 "
		    "or --node opens them");
}
