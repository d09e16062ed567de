/* SPDX-License-Identifier: GPL-2.0-only */
/* Branch stacks as a perf.data for compilers: what is copied, and in which form. */
#include "config.h"
#include "collect/sample/branch_export.h"

#include <fcntl.h>
#include <linux/perf_event.h>
#include <sys/stat.h>
#include <unistd.h>

#include "collect/perfdata/perfdata.h"
#include "collect/sample/profile_reader.h"
#include "tests/fixtures/fixture_samples.h"
#include "tests/fixtures/perfdata_builder.h"
#include "tests/fixtures/test_main.h"

#define HW_INDEX (1ULL << 17)
#define BRANCH_TYPE (PERF_SAMPLE_BRANCH_USER | PERF_SAMPLE_BRANCH_ANY | HW_INDEX)
#define SAMPLE_TYPE (PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_IP | PERF_SAMPLE_TID | \
		     PERF_SAMPLE_TIME | PERF_SAMPLE_CPU | PERF_SAMPLE_PERIOD | PERF_SAMPLE_RAW | \
		     PERF_SAMPLE_BRANCH_STACK)
#define PID 2311

static const unsigned char build_id[20] = { 0xab, 0xcd, 0xef };
static const struct built_branch branches[] = {
	{ .from = 0x401150, .to = 0x401110, .flags = BUILT_MISPREDICTED },
	{ .from = 0x401150, .to = 0x401110, .flags = BUILT_PREDICTED | BUILT_CYCLES(7) },
	{ .from = 0, .to = 0, .flags = 0 },
	{ .from = 0x401150, .to = 0x401110, .flags = BUILT_PREDICTED },
};

static char directory[] = "/tmp/tdtop-export-XXXXXX";

/* A recording of two events; only the second has branch stacks, with all that may surround them. */
static struct {
	struct builder builder;
	char in[64], out[64];
	unsigned char *bytes;	/* of the exported file */
	size_t n;
	struct branch_export_result result;
	struct err err;
	int ret;
} scene;

SETUP
{
	static const struct built_map map = {
		.at = { .cpu = 0, .pid = PID, .tid = PID, .time_ns = MS }, .start = 0x401000,
		.size = 0x1000, .offset = 0x1000, .path = "/opt/prog", .build_id = build_id,
		.build_id_len = sizeof(build_id),
	};
	struct builder *builder = &scene.builder;
	struct built_event *event;

	memset(&scene, 0, sizeof(scene));
	scene.ret = 1;
	builder_init(builder);
	builder->attr_size = 136;
	event = builder_event(builder, PERF_TYPE_HARDWARE, 0, "cycles:u");
	event->sample_type = SAMPLE_TYPE & ~(uint64_t)PERF_SAMPLE_BRANCH_STACK;
	event = builder_event(builder, PERF_TYPE_RAW, 0x20c4, "near_taken:u");
	event->sample_type = SAMPLE_TYPE;
	event->period = 4001;
	event->branch_type = BRANCH_TYPE;
	event->user_only = true;
	builder_comm(builder, PID, "prog", MS);
	builder_map(builder, &map);
}

/* Samples of both events; of the second so many. first: the entry that its stacks begin with. */
static void add_samples(int n, size_t first)
{
	struct built_sample sample = {
		.at = { .cpu = 0, .pid = PID, .tid = PID, .time_ns = 2 * MS }, .ip = 0x401110,
		.period = 4001, .raw = "secret", .n_raw = 6, .hw_idx = 99,
		.branches = branches + first,
		.n_branches = sizeof(branches) / sizeof(branches[0]) - first,
	};

	builder_put_sample(&scene.builder, 0, &sample);
	for (int i = 0; i < n; i++) {
		sample.at.time_ns += MS;
		builder_put_sample(&scene.builder, 1, &sample);
	}
}

static void write_file(const char *path, const void *bytes, size_t n)
{
	const int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);

	assert_true(fd >= 0);
	assert_int_equal(write(fd, bytes, n), n);
	assert_int_equal(close(fd), 0);
}

static void read_result(void)
{
	struct stat stat;
	const int fd = open(scene.out, O_RDONLY);

	assert_true(fd >= 0);
	assert_int_equal(fstat(fd, &stat), 0);
	scene.n = (size_t)stat.st_size;
	scene.bytes = malloc(scene.n + 1);
	assert_non_null(scene.bytes);
	assert_int_equal(read(fd, scene.bytes, scene.n), scene.n);
	assert_int_equal(close(fd), 0);
}

static void export_bytes(const void *bytes, size_t n, const char *event)
{
	(void)snprintf(scene.in, sizeof(scene.in), "%s/in.data", directory);
	(void)snprintf(scene.out, sizeof(scene.out), "%s/out.data", directory);
	write_file(scene.in, bytes, n);
	scene.ret = branch_export(scene.in, event, scene.out, &scene.result, &scene.err);
	if (!scene.ret)
		read_result();
}

static void export(const char *event)
{
	builder_finish(&scene.builder);
	export_bytes(scene.builder.out.bytes, scene.builder.out.n, event);
}

/* Forgets the last export, for the next one. */
static void forget(void)
{
	(void)unlink(scene.in);
	(void)unlink(scene.out);
	free(scene.bytes);
	scene.bytes = NULL;
	scene.ret = 1;
	scene.err.text[0] = '\0';
	memset(&scene.result, 0, sizeof(scene.result));
}

TEARDOWN
{
	forget();
	builder_done(&scene.builder);
}

/* Exports so many samples, whose stacks begin with this entry. */
static void export_samples(int n, size_t first)
{
	add_samples(n, first);
	export("near_taken:u");
}

/* The n-th record of this type in the result; NULL. */
static const unsigned char *find_record(uint32_t type, size_t n)
{
	const struct perfdata_header *header = (const void *)scene.bytes;
	uint64_t at = header->data.offset;

	while (at < header->data.offset + header->data.size) {
		struct perf_event_header record;

		memcpy(&record, scene.bytes + at, sizeof(record));
		assert_true(record.size >= sizeof(record));
		if (record.type == type && !n--)
			return scene.bytes + at;
		at += record.size;
	}
	return NULL;
}

static uint64_t word(const unsigned char *record, size_t i)
{
	uint64_t value;

	memcpy(&value, record + i * sizeof(value), sizeof(value));
	return value;
}

/* The contents of a section in the result, by its place among the features. */
static const char *feature(size_t place)
{
	const struct perfdata_header *header = (const void *)scene.bytes;
	struct perfdata_section section;

	memcpy(&section, scene.bytes + header->data.offset + header->data.size +
	       place * sizeof(section), sizeof(section));
	assert_true(section.offset + section.size <= scene.n);
	return (const char *)scene.bytes + section.offset;
}

TEST(only_the_event_with_branch_stacks_is_copied)
{
	export_samples(3, 0);
	assert_int_equal(scene.ret, 0);
	assert_int_equal(scene.result.stacks, 3);
	assert_non_null(find_record(PERF_RECORD_SAMPLE, 2));
	assert_null(find_record(PERF_RECORD_SAMPLE, 3));
}

TEST(samples_have_address_task_time_period_and_entries_and_nothing_else)
{
	const unsigned char *sample;

	export_samples(1, 0);
	sample = find_record(PERF_RECORD_SAMPLE, 0);
	assert_non_null(sample);
	assert_int_equal(word(sample, 1), 0x401110);
	assert_int_equal(word(sample, 2), (uint64_t)PID << 32 | PID);
	assert_int_equal(word(sample, 3), 3 * MS);
	assert_int_equal(word(sample, 4), 4001);
	assert_int_equal(word(sample, 5), 2);		/* entries: no hw_idx before them */
	assert_memory_equal(sample + 48, branches, 2 * sizeof(branches[0]));
	assert_int_equal(word(sample, 0) >> 48, 48 + 2 * sizeof(branches[0]));
	assert_null(memmem(scene.bytes, scene.n, "secret", 6));
}

TEST(nothing_behind_an_empty_entry_is_copied)
{
	export_samples(1, 2);	/* begins with 0 -> 0 */
	assert_int_equal(scene.ret, 0);
	assert_int_equal(scene.result.stacks, 0);
	assert_null(find_record(PERF_RECORD_SAMPLE, 0));
}

TEST(newest_entries_of_a_wrong_path_are_left_out)
{
	const struct built_branch speculated[] = {
		{ .from = 0x401180, .to = 0x401190, .flags = BUILT_PREDICTED | BUILT_SPEC(1) },
		{ .from = 0x401150, .to = 0x401110, .flags = BUILT_PREDICTED | BUILT_SPEC(2) },
	};
	const struct built_sample sample = {
		.at = { .cpu = 0, .pid = PID, .tid = PID, .time_ns = 2 * MS }, .period = 4001,
		.branches = speculated, .n_branches = 2, .raw = "", .n_raw = 0,
	};
	const unsigned char *copied;

	builder_put_sample(&scene.builder, 1, &sample);
	export("near_taken:u");
	copied = find_record(PERF_RECORD_SAMPLE, 0);
	assert_non_null(copied);
	assert_int_equal(word(copied, 5), 1);
	assert_int_equal(word(copied, 6), 0x401150);
}

TEST(attr_has_the_size_that_old_perf_knows)
{
	struct perf_event_attr attr = { 0 };

	export_samples(1, 0);
	memcpy(&attr, scene.bytes + sizeof(struct perfdata_header), PERF_ATTR_SIZE_VER5);
	assert_int_equal(attr.size, PERF_ATTR_SIZE_VER5);
	assert_int_equal(attr.config, 0x20c4);
	assert_int_equal(attr.sample_period, 4001);
	assert_int_equal(attr.branch_sample_type, PERF_SAMPLE_BRANCH_USER | PERF_SAMPLE_BRANCH_ANY);
	assert_true(attr.exclude_kernel);
}

TEST(build_ids_of_mappings_become_a_table)
{
	const unsigned char *map;
	struct perf_event_header header;

	export_samples(1, 0);
	map = find_record(PERF_RECORD_MMAP2, 0);
	assert_non_null(map);
	memcpy(&header, map, sizeof(header));
	assert_int_equal(header.misc & 1U << 14, 0);
	assert_int_equal(word(map, 5), 0);	/* device */
	assert_string_equal((const char *)map + 72, "/opt/prog");
	assert_memory_equal(feature(0) + 12, build_id, sizeof(build_id));
	assert_string_equal(feature(0) + 36, "/opt/prog");
}

TEST(records_of_tasks_have_pid_tid_and_time_behind_them)
{
	const unsigned char *comm;
	struct perf_event_header header;

	export_samples(1, 0);
	comm = find_record(PERF_RECORD_COMM, 0);
	assert_non_null(comm);
	memcpy(&header, comm, sizeof(header));
	assert_int_equal(word(comm, header.size / 8U - 2), (uint64_t)PID << 32 | PID);
	assert_int_equal(word(comm, header.size / 8U - 1), MS);
}

TEST(tdtop_reads_what_it_exported)
{
	const struct profile_request all = { 0 };
	struct profile_builder *builder;
	struct profile_reader *reader;
	size_t n;

	export_samples(5, 0);
	assert_int_equal(profile_reader_open(scene.out, NULL, &reader, &scene.err), 0);
	assert_int_equal(profile_reader_read(reader, &all, NULL, &builder, &scene.err), 0);
	assert_string_equal(profile_reader_news(reader)->events[0].name, "near_taken:u");
	assert_string_equal(profile_reader_objects(reader, &n)[0].path, "/opt/prog");
	assert_memory_equal(profile_reader_objects(reader, &n)[0].build_id, build_id, sizeof(build_id));
	profile_builder_free(builder);
	profile_reader_close(reader);
}

TEST(an_event_without_branch_stacks_is_refused_and_leaves_no_file)
{
	add_samples(1, 0);
	export("cycles:u");
	assert_int_equal(scene.ret, -ENODATA);
	assert_non_null(strstr(scene.err.text, "event cycles:u"));
	assert_int_equal(access(scene.out, F_OK), -1);
}

TEST(the_other_byte_order_is_refused)
{
	builder_done(&scene.builder);
	builder_init(&scene.builder);
	scene.builder.swapped = true;
	builder_event(&scene.builder, PERF_TYPE_RAW, 0x20c4, "near_taken:u");
	export("near_taken:u");
	assert_int_equal(scene.ret, -EOPNOTSUPP);
}

/* Numbers of tests/collect/sample/test-branch_recordings.c; without entries 0 -> 0. */
TEST(recordings_of_others_keep_their_stacks_and_can_be_read_again)
{
	static const struct {
		const char *name, *event;
		uint64_t stacks, entries;
	} recordings[] = {
		{ "autofdo_haswell_perf-6.8.zst", "cycles:P", 145, 2320 },
		{ "quipper_skylake_4.14.zst", "cycles:ppp", 13, 387 },
		{ "quipper_arm64_hw_index.zst", "instructions:uH", 5, 116 },
		{ "quipper_zen4_spec.zst", "rc4", 8, 128 },
		{ "quipper_sandybridge_raw-3.4.zst", "cycles", 513, 8193 },
	};

	for (size_t i = 0; i < sizeof(recordings) / sizeof(recordings[0]); i++) {
		struct read_profile read;
		size_t n;
		unsigned char *bytes = unpack_recording(recordings[i].name, &n);

		export_bytes(bytes, n, recordings[i].event);
		assert_int_equal(scene.ret, 0);
		assert_int_equal(scene.result.stacks, recordings[i].stacks);
		assert_int_equal(scene.result.entries, recordings[i].entries);
		read = read_profile_bytes(scene.bytes, scene.n, NULL);
		assert_int_equal(read.ret, 0);
		assert_int_equal(read.profile->stacks, recordings[i].stacks);
		read_profile_done(&read);
		free(bytes);
		forget();
	}
}

/* Every 61st byte of a recording is damaged in turn: a sentence or a file, no crash. */
TEST(damage_gives_a_sentence_or_a_file)
{
	size_t n;
	unsigned char *bytes = unpack_recording("quipper_skylake_4.14.zst", &n);

	for (size_t i = 0; i < n; i += 61) {
		const unsigned char kept = bytes[i];

		bytes[i] ^= (unsigned char)(0x80U >> i % 8 | 1U);
		export_bytes(bytes, n, "cycles:ppp");
		assert_true(scene.ret == 0 || scene.err.text[0]);
		bytes[i] = kept;
		forget();
	}
	free(bytes);
}

AROUND_DIRECTORY(directory)
