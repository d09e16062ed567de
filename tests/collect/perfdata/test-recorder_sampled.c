/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Events that sample code, in the files of the recorder: their attrs and ids, record by record, and
 * what the reader of profiles makes of them. tests/check-record.sh has stock perf as a reader.
 */
#include "config.h"
#include "collect/perfdata/recorder.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "collect/perfdata/perfdata.h"
#include "collect/perfdata/perfdata_records.h"
#include "collect/perfdata/sampled_events.h"
#include "tests/fixtures/fixture_read_profile.h"
#include "tests/fixtures/fixture_recordable.h"
#include "tests/fixtures/test.h"

#define CODE_TYPE                                                                       \
	(PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | \
	 PERF_SAMPLE_CPU)

static struct tasks *tasks;	/* empty */
static char directory[] = "sampled-XXXXXX";

static struct {
	unsigned char bytes[1 << 20];
	size_t n;
	struct perfdata_header header;
} file;

static const struct perf_event_attr cycles = {
	.type = PERF_TYPE_HARDWARE, .config = PERF_COUNT_HW_CPU_CYCLES,
	.size = sizeof(struct perf_event_attr), .sample_period = 1000003,
	.sample_type = CODE_TYPE, .sample_id_all = 1, .use_clockid = 1,
	.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED,
};

/* As the kernel writes them. */
struct code_sample {
	struct perf_event_header header;
	uint64_t id, ip;
	uint32_t pid, tid;
	uint64_t time;
	uint32_t cpu, reserved;
};

struct code_comm {
	struct perf_event_header header;
	uint32_t pid, tid;
	char name[16];
	uint32_t sample_pid, sample_tid;
	uint64_t time;
	uint32_t cpu, reserved;
	uint64_t id;
};

struct code_lost {
	struct perf_event_header header;
	uint64_t event, lost;
	uint32_t sample_pid, sample_tid;
	uint64_t time;
	uint32_t cpu, reserved;
	uint64_t id;
};

static const char *path_of_file(const char *name)
{
	static char path[128];

	(void)snprintf(path, sizeof(path), "%s/%s", directory, name);
	return path;
}

static void load(const char *name)
{
	int fd = open(path_of_file(name), O_RDONLY);
	ssize_t n;

	assert_true(fd >= 0);
	n = read(fd, file.bytes, sizeof(file.bytes));
	close(fd);
	assert_true(n >= (ssize_t)sizeof(file.header));
	file.n = (size_t)n;
	memcpy(&file.header, file.bytes, sizeof(file.header));
}

/* The queue of a disk as slow as a test wants it. */
static bool disk_is_slow;

static bool put_to_slow_disk(struct perfdata_writer *writer, const void *bytes, size_t n,
			     bool required)
{
	return (required || !disk_is_slow) && perfdata_writer_put(writer, bytes, n, required);
}

static struct recorder *begin_limited(const char *name, uint64_t bytes)
{
	static char path[128];
	const struct recorder_options options = { .path = path, .limit_bytes = bytes, .keep = 9,
						  .put = put_to_slow_disk };
	struct recorder *recorder;
	struct err err = { .text = "" };

	(void)snprintf(path, sizeof(path), "%s", path_of_file(name));
	recorder = recorder_new(&options, &source);
	assert_non_null(recorder);
	if (recorder_begin(recorder, &err))
		fail_msg("%s", err.text);
	return recorder;
}

static struct recorder *begin(const char *name)
{
	return begin_limited(name, 0);
}

static struct recording_state end_interval(struct recorder *recorder)
{
	const struct perfdata_mark mark = { .magic = PERFDATA_MARK_MAGIC, .seq = 1 };
	struct recording_state reported;

	recorder_interval(recorder, &mark, tasks);
	recorder_state(recorder, &reported);
	return reported;
}

static void put_sample(struct recorder *recorder, const struct perf_event_attr *attr, uint64_t id,
		       uint64_t time_ns)
{
	const struct code_sample sample = {
		.header = { .type = PERF_RECORD_SAMPLE, .misc = PERF_RECORD_MISC_USER,
			    .size = sizeof(sample) },
		.id = id, .ip = 0x400100, .pid = 100, .tid = 101, .time = time_ns, .cpu = 3,
	};

	recorder_sampled(recorder, attr, "cycles", id, &sample, sizeof(sample));
}

static void put_comm(struct recorder *recorder, uint64_t id)
{
	const struct code_comm comm = {
		.header = { .type = PERF_RECORD_COMM, .size = sizeof(comm) },
		.pid = 100, .tid = 101, .name = "app", .time = 1200, .id = id,
	};

	recorder_sampled(recorder, &cycles, "cycles", id, &comm, sizeof(comm));
}

static void put_kernels_lost(struct recorder *recorder, uint64_t id)
{
	const struct code_lost lost = {
		.header = { .type = PERF_RECORD_LOST, .size = sizeof(lost) },
		.event = id, .lost = 5, .time = 1300, .id = id,
	};

	recorder_sampled(recorder, &cycles, "cycles", id, &lost, sizeof(lost));
}

/* The number of attrs that the header has. */
static size_t n_attrs(void)
{
	return (size_t)(file.header.attrs.size / file.header.attr_size);
}

/* Attr and first id of an event of the file; returns the number of its ids. */
static size_t attr_of(size_t event, struct perf_event_attr *attr, uint64_t *id)
{
	const size_t at = (size_t)(file.header.attrs.offset + event * file.header.attr_size);
	struct perfdata_section section;

	assert_true(event < n_attrs());
	*attr = (struct perf_event_attr){ .size = 0 };
	memcpy(attr, file.bytes + at, PERFDATA_ATTR_SIZE);
	memcpy(&section, file.bytes + at + PERFDATA_ATTR_SIZE, sizeof(section));
	assert_true(section.offset + section.size <= file.header.attrs.offset);
	memcpy(id, file.bytes + section.offset, sizeof(*id));
	return (size_t)section.size / sizeof(*id);
}

/* The next record of this type from *at on; NULL. */
static const unsigned char *next_record(uint32_t type, size_t *at)
{
	const size_t end = (size_t)(file.header.data.offset + file.header.data.size);

	if (!*at)
		*at = (size_t)file.header.data.offset;
	while (*at < end) {
		const unsigned char *bytes = file.bytes + *at;
		struct perf_event_header header;

		memcpy(&header, bytes, sizeof(header));
		assert_true(header.size >= sizeof(header) && header.size <= end - *at);
		*at += header.size;
		if (header.type == type)
			return bytes;
	}
	return NULL;
}

TEST(a_sampled_event_is_a_further_attr_of_the_file)
{
	struct recorder *recorder = begin("attr");
	struct perf_event_attr attr;
	uint64_t id;

	put_sample(recorder, &cycles, 77, 1100);
	(void)end_interval(recorder);
	recorder_free(recorder);
	load("attr");
	assert_int_equal(n_attrs(), MEMBERS + 1);
	assert_int_equal(attr_of(MEMBERS, &attr, &id), 1);
	assert_int_equal(id, 77);
	assert_int_equal(attr.type, PERF_TYPE_HARDWARE);
	assert_int_equal(attr.size, PERFDATA_ATTR_SIZE);
	assert_int_equal(attr.sample_period, 1000003);
	assert_int_equal(attr.sample_type, CODE_TYPE);
	/* perf refuses files whose attrs differ in it. */
	assert_int_equal(attr.read_format, FORMAT | PERF_FORMAT_ID);
	/* Those of the groups are as they were. */
	assert_int_equal(attr_of(0, &attr, &id), CPUS);
	assert_int_equal(id, ids[0]);
}

TEST(a_file_has_the_attrs_of_the_groups_alone_while_nothing_is_sampled)
{
	struct recorder *recorder = begin("none");

	(void)end_interval(recorder);
	recorder_free(recorder);
	load("none");
	assert_int_equal(n_attrs(), MEMBERS);
}

TEST(all_threads_of_an_event_have_one_id)
{
	struct recorder *recorder = begin("ids");
	struct code_sample sample;
	struct code_comm comm;
	struct code_lost lost;
	size_t at = 0;

	put_sample(recorder, &cycles, 77, 1100);
	put_sample(recorder, &cycles, 78, 1150);
	put_comm(recorder, 79);
	put_kernels_lost(recorder, 80);
	(void)end_interval(recorder);
	recorder_free(recorder);
	load("ids");
	assert_int_equal(n_attrs(), MEMBERS + 1);
	memcpy(&sample, next_record(PERF_RECORD_SAMPLE, &at), sizeof(sample));
	assert_int_equal(sample.id, 77);
	memcpy(&sample, next_record(PERF_RECORD_SAMPLE, &at), sizeof(sample));
	assert_int_equal(sample.id, 77);
	assert_int_equal(sample.ip, 0x400100);
	assert_int_equal(sample.time, 1150);
	memcpy(&comm, next_record(PERF_RECORD_COMM, &at), sizeof(comm));
	assert_int_equal(comm.id, 77);
	assert_string_equal(comm.name, "app");
	memcpy(&lost, next_record(PERF_RECORD_LOST, &at), sizeof(lost));
	assert_int_equal(lost.event, 77);
	assert_int_equal(lost.id, 77);
	assert_int_equal(lost.lost, 5);
}

/* The period changes when the rate does: samples of different weight are of different events. */
TEST(each_period_is_an_event)
{
	struct perf_event_attr faster = cycles;
	struct recorder *recorder = begin("periods");
	struct perf_event_attr attr;
	struct code_sample sample;
	size_t at = 0;
	uint64_t id;

	faster.sample_period = 500009;
	put_sample(recorder, &cycles, 77, 1100);
	put_sample(recorder, &faster, 77 + 1, 1200);
	put_sample(recorder, &cycles, 77, 1300);
	(void)end_interval(recorder);
	recorder_free(recorder);
	load("periods");
	assert_int_equal(n_attrs(), MEMBERS + 2);
	(void)attr_of(MEMBERS + 1, &attr, &id);
	assert_int_equal(attr.sample_period, 500009);
	assert_int_equal(id, 78);
	for (int i = 0; i < 3; i++) {
		memcpy(&sample, next_record(PERF_RECORD_SAMPLE, &at), sizeof(sample));
		assert_int_equal(sample.id, i == 1 ? 78 : 77);
	}
}

/* After a power cut. */
TEST(a_file_without_an_end_has_the_events_of_its_last_interval)
{
	struct recorder *recorder = begin("cut");

	put_sample(recorder, &cycles, 77, 1100);
	(void)end_interval(recorder);
	do
		load("cut");
	while (n_attrs() == MEMBERS);	/* the writer is another thread */
	recorder_free(recorder);
}

TEST(an_event_of_an_incomplete_interval_is_not_in_the_file)
{
	struct recorder *recorder = begin("incomplete");

	(void)end_interval(recorder);
	put_sample(recorder, &cycles, 77, 1100);
	recorder_free(recorder);
	load("incomplete");
	assert_int_equal(n_attrs(), MEMBERS);
	assert_null(memmem(file.bytes, file.n, "cycles", sizeof("cycles")));
}

TEST(dropped_samples_are_reported_as_lost_by_their_event)
{
	struct recorder *recorder = begin("dropped");
	struct recording_state reported;
	struct code_lost lost;
	size_t at = 0;

	put_sample(recorder, &cycles, 77, 1100);
	disk_is_slow = true;
	put_sample(recorder, &cycles, 77, 1200);
	put_sample(recorder, &cycles, 77, 1300);
	disk_is_slow = false;
	put_sample(recorder, &cycles, 77, 1400);
	disk_is_slow = true;
	put_sample(recorder, &cycles, 77, 1500);
	reported = end_interval(recorder);
	disk_is_slow = false;
	assert_int_equal(reported.dropped, 3);
	recorder_free(recorder);
	load("dropped");
	memcpy(&lost, next_record(PERF_RECORD_LOST, &at), sizeof(lost));
	assert_int_equal(lost.event, 77);
	assert_int_equal(lost.id, 77);
	assert_int_equal(lost.lost, 2);
	assert_int_equal(lost.time, 1300);
	assert_non_null(next_record(PERF_RECORD_SAMPLE, &at));
	memcpy(&lost, next_record(PERF_RECORD_LOST, &at), sizeof(lost));
	assert_int_equal(lost.lost, 1);
	assert_null(next_record(PERF_RECORD_SAMPLE, &at));
}

TEST(a_new_file_has_the_events_of_its_own_samples)
{
	struct recorder *recorder = begin_limited("limited", 1);

	put_sample(recorder, &cycles, 77, 1100);
	(void)end_interval(recorder);	/* it is full: the next file begins */
	(void)end_interval(recorder);
	put_sample(recorder, &cycles, 79, 1200);
	(void)end_interval(recorder);
	recorder_free(recorder);
	load("limited.3");
	assert_int_equal(n_attrs(), MEMBERS + 1);
	load("limited.2");
	assert_int_equal(n_attrs(), MEMBERS);
	load("limited.1");
	assert_int_equal(n_attrs(), MEMBERS + 1);
}

TEST(more_events_than_a_file_has_room_for_are_left_out_and_said_so)
{
	struct perf_event_attr attr = cycles;
	struct recorder *recorder = begin("full");
	struct recording_state reported;

	for (uint64_t i = 0; i < SAMPLED_EVENTS_MAX + 2; i++) {
		attr.sample_period = 1000 + i;
		put_sample(recorder, &attr, 100 + i, 1100);
	}
	reported = end_interval(recorder);
	assert_int_equal(reported.dropped, 2);
	assert_int_equal(reported.news, 1);
	assert_non_null(strstr(reported.text, "no room"));
	recorder_free(recorder);
	load("full");
	assert_int_equal(n_attrs(), MEMBERS + SAMPLED_EVENTS_MAX);
}

TEST(an_event_whose_records_have_no_id_is_not_recorded)
{
	struct perf_event_attr attr = cycles;
	struct recorder *recorder = begin("unfit");

	attr.sample_id_all = 0;
	put_sample(recorder, &attr, 77, 1100);
	(void)end_interval(recorder);
	recorder_free(recorder);
	load("unfit");
	assert_int_equal(n_attrs(), MEMBERS);
}

static bool has_feature(unsigned int number)
{
	return file.header.features[number / 64] >> number % 64 & 1;
}

TEST(perf_shows_branches_if_all_sampled_events_have_stacks)
{
	struct perf_event_attr attr = cycles;
	struct recorder *recorder = begin("stacks");

	attr.sample_type |= PERF_SAMPLE_BRANCH_STACK;
	attr.branch_sample_type = PERF_SAMPLE_BRANCH_ANY;
	put_sample(recorder, &attr, 77, 1100);
	(void)end_interval(recorder);
	recorder_free(recorder);
	load("stacks");
	assert_true(has_feature(PERFDATA_BRANCH_STACK));
	recorder = begin("mixed");
	put_sample(recorder, &attr, 77, 1100);
	put_sample(recorder, &cycles, 78, 1100);
	(void)end_interval(recorder);
	recorder_free(recorder);
	load("mixed");
	assert_false(has_feature(PERFDATA_BRANCH_STACK));
}

TEST(the_reader_of_profiles_finds_the_samples_and_the_name)
{
	struct recorder *recorder = begin("profile");
	struct read_profile got;

	put_sample(recorder, &cycles, 77, 1100);
	put_sample(recorder, &cycles, 78, 1200);
	put_kernels_lost(recorder, 78);
	(void)end_interval(recorder);
	recorder_free(recorder);
	got = read_profile_file(path_of_file("profile"), NULL);
	if (got.ret)
		fail_msg("%s", got.err.text);
	assert_int_equal(got.profile->samples, 2);
	assert_int_equal(got.profile->dropped.lost, 5);
	assert_int_equal(got.news.n_events, 1);
	assert_string_equal(got.news.events[0].name, "cycles");
	assert_int_equal(got.news.events[0].period, 1000003);
	assert_int_equal(got.news.first_ns, 1100);
	assert_int_equal(got.news.last_ns, 1200);
	read_profile_done(&got);
}

TEST(a_stream_tells_of_the_event_before_its_first_sample)
{
	static struct {
		unsigned char bytes[64 << 10];
		size_t n;
	} in;
	struct read_profile got;
	struct recorder *recorder;
	struct err err;
	int ends[2];
	ssize_t n;

	assert_int_equal(pipe(ends), 0);
	recorder = recorder_new(&(const struct recorder_options){ .stream = true, .fd = ends[1] },
				&source);
	assert_int_equal(recorder_begin(recorder, &err), 0);
	(void)end_interval(recorder);
	put_sample(recorder, &cycles, 77, 1100);
	put_sample(recorder, &cycles, 78, 1200);
	(void)end_interval(recorder);
	recorder_free(recorder);
	while ((n = read(ends[0], in.bytes + in.n, sizeof(in.bytes) - in.n)) > 0)
		in.n += (size_t)n;
	close(ends[0]);
	got = read_profile_pipe(in.bytes, in.n, NULL);
	if (got.ret)
		fail_msg("%s", got.err.text);
	assert_int_equal(got.profile->samples, 2);
	assert_string_equal(got.news.events[0].name, "cycles");
	read_profile_done(&got);
}

static int setup(void **state)
{
	(void)state;
	tasks = tasks_new(NULL);
	return tasks && mkdtemp(directory) ? 0 : -1;
}

static int teardown(void **state)
{
	char command[64];

	(void)state;
	tasks_free(tasks);
	(void)snprintf(command, sizeof(command), "rm -rf %s", directory);
	return system(command);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_sampled_event_is_a_further_attr_of_the_file),
		cmocka_unit_test(a_file_has_the_attrs_of_the_groups_alone_while_nothing_is_sampled),
		cmocka_unit_test(all_threads_of_an_event_have_one_id),
		cmocka_unit_test(each_period_is_an_event),
		cmocka_unit_test(a_file_without_an_end_has_the_events_of_its_last_interval),
		cmocka_unit_test(an_event_of_an_incomplete_interval_is_not_in_the_file),
		cmocka_unit_test(dropped_samples_are_reported_as_lost_by_their_event),
		cmocka_unit_test(a_new_file_has_the_events_of_its_own_samples),
		cmocka_unit_test(more_events_than_a_file_has_room_for_are_left_out_and_said_so),
		cmocka_unit_test(an_event_whose_records_have_no_id_is_not_recorded),
		cmocka_unit_test(perf_shows_branches_if_all_sampled_events_have_stacks),
		cmocka_unit_test(the_reader_of_profiles_finds_the_samples_and_the_name),
		cmocka_unit_test(a_stream_tells_of_the_event_before_its_first_sample),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
