/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What is counted of opened nodes, through the records of a recording and back: the readings are
 * the same, and damaged records are dropped and counted.
 */
#include "config.h"
#include "collect/replay/replay_parts.h"

#include <linux/perf_event.h>

#include "collect/cpu/cpu_match.h"
#include "collect/perfdata/perfdata.h"
#include "collect/perfdata/recorder_parts.h"
#include "collect/recording/recording_features.h"
#include "tests/fixtures/test_main.h"

#define FORMAT (PERF_FORMAT_GROUP | PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING)

static const struct family *hybrid, *plain;	/* with trees */
static struct recordable events;
static struct recorder_samples samples;
static struct recorder_nodes recorded;
static struct recording recording;
static struct replay_nodes *nodes;
static struct tree_readings written[4], taken;

static struct written_bytes {
	_Alignas(8) unsigned char bytes[1 << 20];
	size_t n;
} out;

static bool put(void *data, const void *bytes, size_t n, bool required)
{
	assert_true(required && out.n + n <= sizeof(out.bytes));
	memcpy(out.bytes + out.n, bytes, n);
	out.n += n;
	return true;
}

SETUP_MAY_FAIL
{
	for (size_t i = 0; cpu_family_at(i); i++) {
		const struct family *family = cpu_family_at(i);

		if (!plain && family->tree[TYPE_CORE] && !family->hybrid)
			plain = family;
		if (!hybrid && family->tree[TYPE_CORE] && family->tree[TYPE_ATOM])
			hybrid = family;
	}
	events = (struct recordable){ .n_cpus = 1 };
	events.layout = record_layout_make(PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_IP |
					   PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_CPU |
					   PERF_SAMPLE_READ, FORMAT, true, false);
	out.n = 0;
	samples = (struct recorder_samples){ .output = { .put = put } };
	recorder_samples_begin(&samples);
	recorder_nodes_begin(&recorded);
	nodes = replay_nodes_new();
	return nodes && plain && hybrid ? 0 : -1;
}

TEARDOWN
{
	replay_nodes_free(nodes);
	recording_done(&recording);
	recorder_samples_done(&samples);
	memset(&recorded, 0, sizeof(recorded));
}

static uint32_t seed = 1;

static uint32_t any(uint32_t below)
{
	seed = seed * 1664525 + 1013904223;
	return (uint32_t)((uint64_t)seed * below >> 32);
}

static const enum core_type types[] = { TYPE_CORE, TYPE_ATOM };

/* Readings of any events, in any groups; interval i. */
static void make_readings(struct tree_readings *readings, const struct family *family, int i)
{
	*readings = (struct tree_readings){
		.request = { .serial = 3, .scope = LIVE_PROCESS, .id = 2311, .start_ns = 99,
			  .latency = RETIRE_DEFAULT, .follow = true },
		.began_ns = 1000 + 100 * (uint64_t)i, .end_ns = 1100 + 100 * (uint64_t)i,
		.groups = 5, .threads = 340, .counted = 12, .cpus = i == 1, .part = 0.97f,
		.own_percent = NAN, .remark = "12 of 340 threads are counted",
	};
	tree_open_levels(family->tree[TYPE_CORE], 4, readings->request.open[TYPE_CORE]);
	for (size_t t = 0; t < 2; t++) {
		const struct tree *tree = family->tree[types[t]];

		for (uint32_t e = 0; tree && e < 20; e++)
			readings->reading[readings->n++] = (struct tree_reading){
				.core_type = (uint8_t)types[t], .group = (uint8_t)(e / 4 + t),
				.event = (uint16_t)any((uint32_t)tree->n_events),
				.count = any(1000000000) * 1e6,
				.enabled_ns = 1000000000 + e / 3, .running_ns = 330000000 + e / 4,
			};
		if (tree)
			readings->latency[readings->n_latencies++] = (struct tree_latency){
				.core_type = (uint8_t)types[t], .event = 1, .samples = (uint32_t)(60 + t),
				.saturated = 2, .sum = 1234.5, .squares = 99999.25,
			};
	}
}

static void write_readings(const struct tree_readings *readings, const struct family *family)
{
	assert_int_equal(recorder_nodes_put(&recorded, &samples, readings, family, &events), 0);
}

static void read_one(const unsigned char *bytes)
{
	struct perf_event_header header;
	struct update update;
	struct frame frame;

	memcpy(&header, bytes, sizeof(header));
	frame = (struct frame){ .bytes = bytes, .type = header.type, .misc = header.misc, .size = header.size };
	update = update_read(frame_content(&frame, false));
	if (frame.type == PERFDATA_ATTR)
		(void)recording_read_record(&recording, &frame, false);
	else if (frame.type == PERF_RECORD_READ)
		replay_nodes_read(nodes, &frame, &recording.events, false);
	else if (frame.type == PERFDATA_EVENT_UPDATE)
		replay_nodes_update(nodes, &update);
}

/* Reads all that was written; returns the number of records. */
static size_t read_all(void)
{
	size_t n = 0;

	for (size_t at = 0; at < out.n; n++) {
		struct perf_event_header header;

		memcpy(&header, out.bytes + at, sizeof(header));
		assert_true(header.size >= sizeof(header) && header.size % 8 == 0);
		read_one(out.bytes + at);
		at += header.size;
	}
	return n;
}

/* The next record of this type (and of EVENT_UPDATE: this kind) from *at on. */
static unsigned char *find_record(uint32_t type, uint64_t what, size_t *at)
{
	while (*at < out.n) {
		unsigned char *bytes = out.bytes + *at;
		struct perf_event_header header;
		uint64_t word;

		memcpy(&header, bytes, sizeof(header));
		memcpy(&word, bytes + sizeof(header), sizeof(word));
		*at += header.size;
		if (header.type == type && (!what || word == what))
			return bytes;
	}
	fail_msg("there is no record of type %u", type);
	return NULL;
}

static void assert_same(const struct tree_readings *a, const struct tree_readings *b)
{
	assert_int_equal(a->n, b->n);
	for (size_t i = 0; i < a->n; i++)
		assert_memory_equal(&a->reading[i], &b->reading[i], sizeof(a->reading[i]));
	assert_int_equal(a->n_latencies, b->n_latencies);
	for (size_t i = 0; i < a->n_latencies; i++)
		assert_memory_equal(&a->latency[i], &b->latency[i], sizeof(a->latency[i]));
	assert_int_equal(a->began_ns, b->began_ns);
	assert_int_equal(a->end_ns, b->end_ns);
	assert_int_equal(a->groups, b->groups);
	assert_int_equal(a->threads, b->threads);
	assert_int_equal(a->counted, b->counted);
	assert_int_equal(a->cpus, b->cpus);
	assert_memory_equal(&a->part, &b->part, sizeof(a->part));
	assert_memory_equal(&a->own_percent, &b->own_percent, sizeof(a->own_percent));
	assert_string_equal(a->remark, b->remark);
	assert_int_equal(a->request.serial, b->request.serial);
	assert_int_equal(a->request.scope, b->request.scope);
	assert_int_equal(a->request.id, b->request.id);
	assert_int_equal(a->request.start_ns, b->request.start_ns);
	assert_int_equal(a->request.follow, b->request.follow);
	assert_int_equal(a->request.latency, b->request.latency);
	assert_memory_equal(a->request.open, b->request.open, sizeof(a->request.open));
}

/* Events in a reading may come twice by chance; in a set of groups they do not. */
static void make_unlike(struct tree_readings *readings)
{
	for (size_t i = 0; i < readings->n; i++)
		for (size_t k = 0; k < i; k++)
			if (readings->reading[k].core_type == readings->reading[i].core_type &&
			    readings->reading[k].event == readings->reading[i].event &&
			    readings->reading[k].group == readings->reading[i].group) {
				readings->reading[i].event = (uint16_t)((readings->reading[i].event + 1) % 40);
				k = (size_t)-1;
			}
}

static void write_intervals(int n, const struct family *family)
{
	for (int i = 0; i < n; i++) {
		make_readings(&written[i], family, i);
		make_unlike(&written[i]);
		write_readings(&written[i], family);
	}
}

TEST(readings_come_back_as_they_were)
{
	const struct family *families[] = { plain, hybrid };

	for (int f = 0; f < 2; f++) {
		write_intervals(4, families[f]);
		(void)read_all();
		for (int i = 0; i < 4; i++) {
			assert_true(replay_nodes_take(nodes, written[i].end_ns, families[f], &taken));
			assert_same(&taken, &written[i]);
			assert_false(replay_nodes_take(nodes, written[i].end_ns, families[f], &taken));
		}
		assert_int_equal(replay_nodes_dropped(nodes), 0);
		assert_true(replay_nodes_have_events(&recording.events));
		(void)teardown_of_each(NULL);
		assert_int_equal(setup_of_each(NULL), 0);
	}
}

TEST(an_event_and_a_request_are_written_once)
{
	size_t first, n = 0;

	make_readings(&written[0], plain, 0);
	write_readings(&written[0], plain);
	first = out.n;
	make_readings(&written[1], plain, 1);
	written[1].n = written[0].n;
	memcpy(written[1].reading, written[0].reading, sizeof(written[0].reading));
	write_readings(&written[1], plain);
	for (size_t at = first; at < out.n; n++) {
		struct perf_event_header header;
		uint64_t what;

		memcpy(&header, out.bytes + at, sizeof(header));
		memcpy(&what, out.bytes + at + sizeof(header), sizeof(what));
		assert_true(header.type == PERF_RECORD_READ ||
			    (header.type == PERFDATA_EVENT_UPDATE && what == PERFDATA_UPDATE_NODES));
		at += header.size;
	}
	assert_true(n > 1);
}

TEST(intervals_that_are_taken_together_are_added_up)
{
	write_intervals(2, plain);
	memcpy(written[1].reading, written[0].reading, sizeof(written[0].reading));
	(void)teardown_of_each(NULL);
	assert_int_equal(setup_of_each(NULL), 0);
	write_readings(&written[0], plain);
	write_readings(&written[1], plain);
	(void)read_all();
	assert_true(replay_nodes_take(nodes, 2000, plain, &taken));
	assert_int_equal(taken.n, written[0].n);
	for (size_t i = 0; i < taken.n; i++) {
		assert_true(taken.reading[i].count == 2 * written[0].reading[i].count);
		assert_int_equal(taken.reading[i].running_ns, 2 * written[0].reading[i].running_ns);
	}
	assert_int_equal(taken.began_ns, 1000);
	assert_int_equal(taken.end_ns, 1200);
	assert_int_equal(taken.latency[0].samples, 120);
}

TEST(another_request_begins_anew)
{
	write_intervals(1, plain);
	make_readings(&written[1], plain, 1);
	make_unlike(&written[1]);
	written[1].request.id = 7;
	write_readings(&written[1], plain);
	(void)read_all();
	assert_true(replay_nodes_take(nodes, UINT64_MAX, plain, &taken));
	assert_same(&taken, &written[1]);
}

TEST(what_ends_late_belongs_to_the_mark_behind_it)
{
	write_intervals(1, plain);	/* ends at 1100 */
	(void)read_all();
	replay_nodes_end_interval(nodes, 1090);
	assert_true(replay_nodes_take(nodes, 1090, plain, &taken));
}

TEST(a_new_file_has_all_events_again)
{
	write_intervals(1, plain);
	out.n = 0;
	recorder_samples_begin(&samples);
	recorder_nodes_begin(&recorded);
	write_readings(&written[0], plain);
	(void)read_all();
	assert_true(replay_nodes_take(nodes, UINT64_MAX, plain, &taken));
	assert_same(&taken, &written[0]);
}

TEST(what_was_not_counted_is_left_out)
{
	make_readings(&written[0], plain, 0);
	make_unlike(&written[0]);
	written[0].reading[5].count = NAN;
	assert_int_equal(recorder_nodes_put(&recorded, &samples, &written[0], plain, &events), 1);
	(void)read_all();
	assert_true(replay_nodes_take(nodes, UINT64_MAX, plain, &taken));
	assert_int_equal(taken.n, written[0].n - 1);
	assert_memory_equal(&taken.reading[5], &written[0].reading[6], sizeof(taken.reading[5]));
}

TEST(an_interval_with_a_missing_record_is_dropped)
{
	struct perf_event_header header;
	unsigned char *bytes;
	size_t at = 0;

	write_intervals(2, plain);
	bytes = find_record(PERF_RECORD_READ, 0, &at);
	memcpy(&header, bytes, sizeof(header));
	header.type = PERF_RECORD_THROTTLE;
	memcpy(bytes, &header, sizeof(header));
	(void)read_all();
	assert_false(replay_nodes_take(nodes, written[0].end_ns, plain, &taken));
	assert_true(replay_nodes_take(nodes, written[1].end_ns, plain, &taken));
	assert_same(&taken, &written[1]);
	assert_true(replay_nodes_dropped(nodes) > 0);
}

TEST(an_event_that_the_tree_does_not_have_is_dropped_and_counted)
{
	size_t at = 0;
	unsigned char *name;

	write_intervals(1, plain);
	name = find_record(PERFDATA_EVENT_UPDATE, PERFDATA_UPDATE_NODE_EVENT, &at) + 8 + 16 + 4;
	name[0] = '?';
	(void)read_all();
	assert_true(replay_nodes_take(nodes, UINT64_MAX, plain, &taken));
	assert_true(taken.n < written[0].n);
	assert_int_equal(replay_nodes_dropped(nodes), written[0].n - taken.n);
}

TEST(a_group_that_ran_longer_than_it_was_open_is_damage)
{
	const uint64_t running_ns = UINT64_MAX;
	size_t at = 0;

	write_intervals(1, plain);
	memcpy(find_record(PERF_RECORD_READ, 0, &at) + 8 + 8 + 8 + 8, &running_ns, sizeof(running_ns));
	(void)read_all();
	assert_true(replay_nodes_take(nodes, UINT64_MAX, plain, &taken));
	assert_true(taken.n < written[0].n);
}

TEST(any_change_of_a_byte_is_survived)
{
	static struct written_bytes before;

	write_intervals(2, hybrid);
	before = out;
	for (int round = 0; round < 3000; round++) {
		out = before;
		for (uint32_t i = any(4) + 1; i > 0; i--) {
			const uint32_t at = any((uint32_t)out.n);

			/* Sizes are the stream's work. */
			if (at % 8 < 6 || at < 8)
				out.bytes[at] = (unsigned char)any(256);
		}
		for (size_t at = 0; at + 8 <= out.n;) {
			struct perf_event_header header;

			memcpy(&header, before.bytes + at, sizeof(header));
			memcpy(out.bytes + at + 6, &header.size, sizeof(header.size));
			read_one(out.bytes + at);
			at += header.size;
		}
		(void)replay_nodes_take(nodes, UINT64_MAX, hybrid, &taken);
		assert_true(taken.n <= TREE_READINGS_MAX && taken.n_latencies <= TREE_LATENCIES_MAX);
		for (size_t i = 0; i < taken.n; i++)
			assert_true(taken.reading[i].core_type < CORE_TYPES &&
				    taken.reading[i].event <
					    hybrid->tree[taken.reading[i].core_type]->n_events);
	}
}
