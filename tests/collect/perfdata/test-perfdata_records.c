/* SPDX-License-Identifier: GPL-2.0-only */
/* The bytes of records and features, where perf is strict. */
#include "config.h"
#include "collect/perfdata/perfdata_records.h"

#include "collect/perf/record_layout.h"
#include "collect/perfdata/perfdata_features.h"
#include "collect/recording/recording_features.h"
#include "tests/fixtures/fixture_recordable.h"
#include "tests/fixtures/machine.h"
#include "tests/fixtures/test_main.h"

static const struct tap_place cpu_1 = { .cpu = 1 };

TEST(the_head_has_each_attr_with_the_ids_of_its_event)
{
	struct perfdata_header header;
	struct perfdata_section section;
	struct perf_event_attr attr;
	struct blob blob = { 0 };
	uint64_t id;

	perfdata_put_head(&blob, &events, 0);
	memcpy(&header, blob.bytes, sizeof(header));
	assert_int_equal(header.size, 104);
	assert_int_equal(header.attr_size, PERF_ATTR_SIZE_VER5 + 16);
	assert_int_equal(header.attrs.size, MEMBERS * header.attr_size);
	assert_int_equal(header.data.offset, blob.n);
	assert_int_equal(header.data.size, 0);
	for (size_t i = 0; i < MEMBERS; i++) {
		const unsigned char *at = blob.bytes + header.attrs.offset + i * header.attr_size;

		memcpy(&attr, at, PERF_ATTR_SIZE_VER5);
		memcpy(&section, at + PERF_ATTR_SIZE_VER5, sizeof(section));
		assert_int_equal(attr.size, PERF_ATTR_SIZE_VER5);
		assert_true(attr.read_format & PERF_FORMAT_ID);
		assert_int_equal(section.size, CPUS * 8);
		memcpy(&id, blob.bytes + section.offset + 8, sizeof(id));
		assert_int_equal(id, ids[i * CPUS + 1]);
	}
	blob_done(&blob);
}

TEST(a_sample_gets_the_ids_of_its_cpu_and_no_other_change)
{
	struct sample sample = make_sample(22, 123);
	const uint64_t group_with_ids[] = { 1000, 20, 1, 21, 2, 22 };
	struct perf_event_header header;
	struct blob blob = { 0 };
	uint64_t time_ns = 0;

	assert_true(perfdata_put_sample(&blob, &events, cpu_1, &sample, sizeof(sample), &time_ns));
	assert_int_equal(time_ns, 123);
	assert_int_equal(blob.n, sizeof(sample) + MEMBERS * 8);
	memcpy(&header, blob.bytes, sizeof(header));
	assert_int_equal(header.size, blob.n);
	assert_memory_equal(blob.bytes + 8, &sample.id, offsetof(struct sample, value) - 8);
	assert_memory_equal(blob.bytes + offsetof(struct sample, value), group_with_ids, sizeof(group_with_ids));
	blob_done(&blob);
}

TEST(a_sample_with_another_programs_id_gets_the_one_of_the_switches)
{
	struct sample sample = make_sample(4711, 123);
	struct blob blob = { 0 };
	uint64_t time_ns, id;

	assert_true(perfdata_put_sample(&blob, &events, cpu_1, &sample, sizeof(sample), &time_ns));
	memcpy(&id, blob.bytes + 8, sizeof(id));
	assert_int_equal(id, 21);
	blob_done(&blob);
}

TEST(records_of_another_layout_are_not_samples)
{
	struct sample sample = make_sample(21, 123);
	struct blob blob = { 0 };
	uint64_t time_ns;

	for (size_t size = 8; size < sizeof(sample); size += 8)
		assert_false(perfdata_put_sample(&blob, &events, cpu_1, &sample, size, &time_ns));
	sample.n = MEMBERS + 1;
	assert_false(perfdata_put_sample(&blob, &events, cpu_1, &sample, sizeof(sample), &time_ns));
	assert_int_equal(blob.n, 0);
	blob_done(&blob);
}

/* Two probes of regions in the group; the sample of one of them has registers. */
struct marker {
	struct sample sample;
	uint64_t probe[2], abi, registers[2];
};

static struct marker make_marker(bool with_registers)
{
	struct marker marker = { .sample = make_sample(4711, 123), .probe = { 50, 60 }, .abi = 2,
				 .registers = { 0x1235, 0x1000 } };

	marker.sample.n = MEMBERS + 2;
	marker.sample.header.size = with_registers ? sizeof(marker) : offsetof(struct marker, abi);
	return marker;
}

TEST(values_of_probes_are_left_out_of_samples_of_switches)
{
	const struct marker marker = make_marker(false);
	struct blob blob = { 0 }, plain = { 0 };
	const struct sample sample = make_sample(4711, 123);
	uint64_t time_ns;

	assert_true(perfdata_put_sample(&blob, &events, cpu_1, &marker, marker.sample.header.size, &time_ns));
	assert_true(perfdata_put_sample(&plain, &events, cpu_1, &sample, sizeof(sample), &time_ns));
	assert_int_equal(blob.n, plain.n);
	assert_memory_equal(blob.bytes, plain.bytes, plain.n);
	blob_done(&blob);
	blob_done(&plain);
}

TEST(a_marker_has_the_group_its_own_count_and_the_registers)
{
	const struct record_layout layout = record_layout_make(SAMPLE_TYPE, FORMAT | PERF_FORMAT_ID, true, false);
	const struct marker marker = make_marker(true);
	struct blob blob = { 0 };
	struct record record;
	uint64_t time_ns;
	bool has_registers;

	assert_true(perfdata_put_marker(&blob, &events, cpu_1, &marker, sizeof(marker), 777, 9, &time_ns));
	assert_int_equal(time_ns, 123);
	assert_int_equal(record_decode(&layout, blob.bytes, blob.n, &record), 0);
	assert_int_equal(record.id, 777);
	assert_int_equal(record.reading.n, MEMBERS + 1);
	assert_int_equal(record.reading.value[0], 1000);
	assert_int_equal(record.reading.value[MEMBERS], 9);
	assert_true(record_marker(&layout, blob.bytes, blob.n, &record, &has_registers));
	assert_int_equal(record.argument, 0x1235);
	assert_int_equal(record.mark, 0x1000);
	blob_done(&blob);
}

TEST(a_marker_that_is_not_watched_any_more_is_a_sample_of_the_clock)
{
	const struct marker marker = make_marker(true);
	struct blob blob = { 0 };
	uint64_t time_ns, id;

	assert_true(perfdata_put_sample(&blob, &events, cpu_1, &marker, sizeof(marker), &time_ns));
	memcpy(&id, blob.bytes + 8, sizeof(id));
	assert_int_equal(id, 22);
	assert_int_equal(blob.n, sizeof(struct sample) + MEMBERS * 8);
	blob_done(&blob);
}

TEST(a_reading_is_decoded_as_it_was_written)
{
	const struct reading reading = { .enabled_ns = 5, .running_ns = 4, .n = MEMBERS, .value = { 9, 8, 7 } };
	const struct perfdata_stamp stamp = {
		.place = { .cpu = 1 }, .cpu_number = 3, .pid = 7, .tid = 8, .time_ns = 99
	};
	const struct record_layout layout = record_layout_make(SAMPLE_TYPE, FORMAT | PERF_FORMAT_ID, true, false);
	struct blob blob = { 0 };
	struct record record;

	perfdata_put_reading(&blob, &events, &stamp, &reading, false);
	assert_int_equal(record_decode(&layout, blob.bytes, blob.n, &record), 0);
	assert_int_equal(record.kind, REC_READ);
	assert_int_equal(record.time_ns, 99);
	assert_int_equal(record.cpu, 3);
	assert_int_equal(record.tid, 8);
	assert_int_equal(record.id, 20);
	assert_int_equal(record.reading.leader_id, 20);
	assert_int_equal(record.reading.enabled_ns, 5);
	assert_int_equal(record.reading.value[2], 7);
	blob_done(&blob);
}

/* The ids of many CPUs and groups do not fit into one record; names do. */
TEST(the_data_contain_the_name_of_each_event_and_slots_by_the_manual)
{
	const struct perfdata_about about = { .root = "/nowhere", .machine = &source.machine, .events = &events };
	struct recording recording = { .by_tdtop = false };
	struct perf_event_header header;
	struct blob blob = { 0 };
	uint64_t words[3];	/* what, id, number of a feature */
	size_t n = 0;

	source.machine.manual_slots = 10;
	perfdata_put_features_in_band(&blob, &about);
	for (size_t at = 0; at < blob.n; at += header.size) {
		memcpy(&header, blob.bytes + at, sizeof(header));
		memcpy(words, blob.bytes + at + sizeof(header), sizeof(words));
		assert_true(header.size);
		if (words[0] == PERFDATA_UPDATE_FEATURE && words[2] == PERFDATA_TDTOP)
			recording_read_feature(&recording, PERFDATA_TDTOP, (struct bytes){
				.at = blob.bytes + at + 32, .end = blob.bytes + at + header.size });
		if (words[0] != PERFDATA_UPDATE_NAME)
			continue;
		assert_true(n < MEMBERS);
		assert_int_equal(words[1], ids[n * CPUS]);
		assert_string_equal((char *)blob.bytes + at + 24, group.member[n].name);
		n++;
	}
	assert_int_equal(n, MEMBERS);
	assert_int_equal(recording.manual_slots, 10);
	blob_done(&blob);
}

TEST(the_cpu_is_named_as_perf_names_it)
{
	static const struct {
		const char *machine, *cpuid;
	} rows[] = {
		{ "intel-spr", "GenuineIntel,6,143," },
		{ "arm-v1", "0x00000000411fd401" },
	};
	const struct machine machine = { .source = "switch", .cpus = recordable_places, .n_cpus = CPUS };

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct perfdata_about about = { .root = machine_root(rows[i].machine),
						.machine = &machine, .events = &events };
		struct blob blob = { 0 };

		facts_read(about.root, &about.facts);
		perfdata_put_features_in_band(&blob, &about);
		assert_false(blob.failed);
		assert_non_null(memmem(blob.bytes, blob.n, rows[i].cpuid, strlen(rows[i].cpuid)));
		blob_done(&blob);
	}
}

/* The cursor over untrusted bytes: numbers of both byte orders, texts, never beyond the end. */

/* Exactly n bytes, so that ASan detects a read beyond the end. */
static unsigned char *copy;

static struct bytes over(const void *bytes, size_t n, bool swapped)
{
	copy = malloc(n ? n : 1);
	assert_non_null(copy);
	memcpy(copy, bytes, n);
	return (struct bytes){ .at = copy, .end = copy + n, .swapped = swapped };
}

TEARDOWN
{
	free(copy);
	copy = NULL;
}

TEST(numbers_are_read_in_either_byte_order)
{
	const uint32_t numbers[] = { 0x01020304, 0, 1 };
	struct bytes bytes = over(numbers, sizeof(numbers), false);

	assert_int_equal(bytes_u32(&bytes), 0x01020304);
	assert_int_equal(bytes_left(&bytes), 8);
	bytes.at = copy;
	bytes.swapped = true;
	assert_int_equal(bytes_u32(&bytes), 0x04030201);
	(void)bytes_next(&bytes, 0);
	assert_int_equal(bytes_u32(&bytes), 0);
	assert_int_equal(bytes_u32(&bytes), 0x01000000);
	assert_false(bytes.bad);
}

TEST(what_is_missing_reads_as_zero_and_is_bad_from_then_on)
{
	const unsigned char seven[7] = { 1, 2, 3, 4, 5, 6, 7 };
	struct bytes bytes = over(seven, sizeof(seven), false);

	assert_int_equal(bytes_u64(&bytes), 0);
	assert_true(bytes.bad);
	assert_int_equal(bytes_left(&bytes), 7);
	assert_null(bytes_next(&bytes, SIZE_MAX));
	assert_non_null(bytes_next(&bytes, 7));
	assert_true(bytes.bad);
}

TEST(a_text_without_its_end_is_empty)
{
	struct bytes bytes = over("one\0two", 7, false);

	assert_string_equal(bytes_text(&bytes), "one");
	assert_false(bytes.bad);
	assert_string_equal(bytes_text(&bytes), "");
	assert_true(bytes.bad);
}

TEST(a_string_longer_than_what_is_there_is_empty)
{
	const struct {
		uint32_t size;
		char text[8];
	} string = { 8, "name" };
	struct bytes bytes = over(&string, sizeof(string), false);

	assert_string_equal(bytes_string(&bytes), "name");
	assert_int_equal(bytes_left(&bytes), 0);
	bytes.at = copy;
	bytes.swapped = true;	/* then it says 134,217,728 */
	assert_string_equal(bytes_string(&bytes), "");
	assert_true(bytes.bad);
}

TEST(a_string_without_nul_or_of_no_bytes_is_empty)
{
	const struct {
		uint32_t size;
		char text[4];
		uint32_t none;
	} string = { 4, { 'n', 'a', 'm', 'e' }, 0 };
	struct bytes bytes = over(&string, sizeof(string), false);

	assert_string_equal(bytes_string(&bytes), "");
	assert_true(bytes.bad);
	assert_string_equal(bytes_string(&bytes), "");
}
