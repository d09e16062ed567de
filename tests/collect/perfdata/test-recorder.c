/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The files of the recorder, record by record. The source was never opened; tests/check-record.sh
 * has a real one and stock perf, test-perfdata_records.c checks the bytes of records.
 */
#include "config.h"
#include "collect/perfdata/recorder.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "collect/perfdata/perfdata.h"
#include "tests/fixtures/fixture_recordable.h"
#include "tests/fixtures/fixture_sampled.h"
#include "tests/fixtures/test_main.h"

static const struct tap_place cpu_0 = { .cpu = 0 };
static struct err err;
static struct recording_state reported;	/* at the end of the last interval */
static uint32_t types[64];		/* of all records, but for in-band features */

/* Lists the types of all records but in-band features; the records must fill the data exactly. */
static size_t list_types(void)
{
	size_t at = sampled_file.header.data.offset, n = 0;
	const size_t end = at + sampled_file.header.data.size;

	assert_true(end <= sampled_file.n);
	while (at < end) {
		struct perf_event_header header;
		uint64_t what;

		assert_true(end - at >= sizeof(header));
		memcpy(&header, sampled_file.bytes + at, sizeof(header));
		memcpy(&what, sampled_file.bytes + at + sizeof(header), sizeof(what));
		assert_true(header.size >= sizeof(header) && header.size <= end - at);
		assert_int_equal(header.size % 8, 0);
		at += header.size;
		if ((header.type == PERFDATA_EVENT_UPDATE && (what == PERFDATA_UPDATE_FEATURE ||
							       what == PERFDATA_UPDATE_NAME)) ||
		    header.type == PERF_RECORD_MMAP)
			continue;
		assert_true(n < 64);
		types[n++] = header.type;
	}
	return n;
}

/* The file has exactly these. */
static void assert_types(const uint32_t *expected, size_t n)
{
	assert_int_equal(list_types(), n);
	assert_memory_equal(types, expected, n * sizeof(expected[0]));
}

static void tap_sample(size_t cpu, uint64_t id, uint64_t time_ns)
{
	struct sample sample = make_sample(id, time_ns);

	source.tap->record(source.tap->data, (struct tap_place){ .cpu = cpu }, &sample, sizeof(sample));
}

TEST(a_file_holds_records_readings_answers_and_marks_in_their_order)
{
	const struct task_facts facts = { .comm = "seven", .user = "ada", .threads = 2 };
	const struct reading reading = { .n = MEMBERS };
	const uint32_t expected[] = {
		PERF_RECORD_READ, PERF_RECORD_SAMPLE, PERF_RECORD_READ,
		PERFDATA_EVENT_UPDATE, PERF_RECORD_COMM,	/* process, known */
		PERFDATA_EVENT_UPDATE,				/* process, exited */
		PERFDATA_EVENT_UPDATE, PERF_RECORD_COMM,	/* thread */
		PERFDATA_FINISHED_ROUND, PERF_RECORD_SAMPLE, PERFDATA_FINISHED_ROUND,
	};
	struct recorder *recorder = sampled_begin("order");
	const struct tap *tap = source.tap;

	tap->reading(tap->data, cpu_0, 1000, -1, -1, &reading);
	tap_sample(0, 11, 1100);
	tap->reading(tap->data, cpu_0, 1200, 7, 8, &reading);
	recorder_process(recorder, 7, &facts);
	recorder_process(recorder, 9, NULL);
	recorder_thread(recorder, 7, 8, "eight");
	reported = sampled_end_interval(recorder);
	assert_true(reported.on);
	tap_sample(1, 21, 1300);
	reported = sampled_end_interval(recorder);
	tap_sample(1, 21, 1400);	/* of an incomplete interval */
	recorder_free(recorder);
	assert_null(source.tap);
	sampled_load("order");
	assert_types(expected, sizeof(expected) / sizeof(expected[0]));
}

TEST(features_lie_behind_the_data_and_end_with_the_file)
{
	struct recorder *recorder = sampled_begin("features");
	struct perfdata_section section;
	size_t n = 0, at, end;

	tap_sample(0, 11, 1100);
	sampled_finish(recorder, "features");
	assert_true(sampled_has_feature(PERFDATA_HOSTNAME) && sampled_has_feature(PERFDATA_EVENT_DESC) &&
		    sampled_has_feature(PERFDATA_CPU_TOPOLOGY) && sampled_has_feature(PERFDATA_CLOCK_DATA) &&
		    sampled_has_feature(PERFDATA_CPU_PMU_CAPS));
	for (unsigned int i = 0; i < PERFDATA_FEATURES; i++)
		n += sampled_has_feature(i);
	at = sampled_file.header.data.offset + sampled_file.header.data.size;
	end = at + n * sizeof(section);
	for (size_t i = 0; i < n; i++) {
		memcpy(&section, sampled_file.bytes + at + i * sizeof(section), sizeof(section));
		assert_int_equal(section.offset, end);
		end += section.size;
	}
	assert_int_equal(end, sampled_file.n);
	/* The first one: a string of 64 bytes. */
	memcpy(&section, sampled_file.bytes + at, sizeof(section));
	assert_int_equal(section.size, 4 + 64);
	assert_string_equal((const char *)sampled_file.bytes + section.offset + 4, "here");
}

/* After a power cut: features in the data only, and all intervals but the last. */
TEST(a_file_without_an_end_is_complete_up_to_its_last_interval)
{
	struct recorder *recorder = sampled_begin("cut");
	uint64_t what;

	tap_sample(0, 11, 1100);
	(void)sampled_end_interval(recorder);
	do
		sampled_load("cut");
	while (list_types() < 2);		/* the writer is another thread */
	assert_false(sampled_has_feature(PERFDATA_HOSTNAME));
	assert_int_equal(types[1], PERFDATA_FINISHED_ROUND);
	memcpy(&what, sampled_file.bytes + sampled_file.header.data.offset + 8, sizeof(what));
	assert_true(what == PERFDATA_UPDATE_NAME);	/* of an event, then features */
	recorder_free(recorder);
}

TEST(a_file_is_for_its_owner_only_and_the_old_one_is_put_aside)
{
	struct stat found;
	int fd = open(sampled_path("again"), O_WRONLY | O_CREAT, 0644);

	assert_int_equal(write(fd, "old", 3), 3);
	close(fd);
	recorder_free(sampled_begin("again"));
	assert_int_equal(stat(sampled_path("again"), &found), 0);
	assert_int_equal(found.st_mode & 0777, 0600);
	assert_int_equal(stat(sampled_path("again.old"), &found), 0);
	assert_int_equal(found.st_size, 3);
}

static void refuse_to_record_into(const char *name)
{
	char path[128];
	const struct recorder_options options = { .path = path };
	struct recorder *recorder;

	(void)snprintf(path, sizeof(path), "%s", sampled_path(name));
	recorder = recorder_new(&options, &source);
	assert_true(recorder_begin(recorder, &err) < 0);
	assert_non_null(strstr(err.text, path));
	assert_null(source.tap);
	recorder_free(recorder);
}

TEST(only_a_regular_file_is_overwritten)
{
	assert_int_equal(symlink("target", sampled_path("link")), 0);
	refuse_to_record_into("link");
	assert_int_equal(access(sampled_path("target"), F_OK), -1);
	assert_int_equal(mkdir(sampled_path("directory"), 0700), 0);
	refuse_to_record_into("directory");
	refuse_to_record_into("none/file");
}

TEST(a_full_disk_ends_the_recording_at_its_last_interval_and_says_so)
{
	struct recorder *recorder = sampled_begin("full");
	struct rlimit limit, before;

	tap_sample(0, 11, 1100);
	reported = sampled_end_interval(recorder);
	/* The writer's thread has all signals blocked, so SIGXFSZ does not end the test. */
	getrlimit(RLIMIT_FSIZE, &before);
	limit = before;
	limit.rlim_cur = 64 << 10;
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
	for (uint64_t seq = 2; reported.on; seq++) {
		assert_true(seq < 1000000);
		for (int i = 0; source.tap && i < 1000; i++)
			tap_sample(0, 11, 1200);
		reported = sampled_end_interval(recorder);
	}
	assert_int_equal(reported.news, 1);
	assert_non_null(strstr(reported.text, "recording has stopped"));
	assert_null(source.tap);
	reported = sampled_end_interval(recorder);	/* ignored */
	assert_true(recorder_end(recorder, &err) < 0);
	assert_string_equal(err.text, reported.text);
	setrlimit(RLIMIT_FSIZE, &before);
	sampled_end(recorder, "full");
	assert_int_equal(list_types(), 2);
	assert_int_equal(types[1], PERFDATA_FINISHED_ROUND);
}

/* The number of lost records in the nth LOST record (from 0), which must exist. */
static uint64_t lost_of(size_t nth)
{
	size_t at = sampled_file.header.data.offset;
	struct perf_event_header header;
	uint64_t lost;

	for (;;) {
		memcpy(&header, sampled_file.bytes + at, sizeof(header));
		if (header.type == PERF_RECORD_LOST && nth-- == 0)
			break;
		at += header.size;
		assert_true(at < sampled_file.header.data.offset + sampled_file.header.data.size);
	}
	memcpy(&lost, sampled_file.bytes + at + sizeof(header) + sizeof(uint64_t), sizeof(lost));
	return lost;
}

/* Ends the recording, which another program has spoilt: "lost, as it was deleted" for example. */
static void expect_lost(struct recorder *recorder, const char *why)
{
	assert_true(recorder_end(recorder, &err) < 0);
	assert_non_null(strstr(err.text, why));
	recorder_free(recorder);
}

TEST(a_file_that_was_deleted_is_reported_at_the_next_interval)
{
	struct recorder *recorder = sampled_begin("deleted");

	reported = sampled_end_interval(recorder);
	assert_true(reported.on);
	assert_int_equal(unlink(sampled_path("deleted")), 0);
	reported = sampled_end_interval(recorder);
	expect_lost(recorder, "is lost, as it was deleted");
	recorder = sampled_begin("deleted");
	assert_int_equal(unlink(sampled_path("deleted")), 0);
	expect_lost(recorder, "is lost, as it was deleted");
}

TEST(a_file_that_another_program_truncated_is_reported_and_not_continued)
{
	struct recorder *recorder = sampled_begin("truncated");
	struct stat left;

	assert_int_equal(truncate(sampled_path("truncated"), 0), 0);
	(void)sampled_end_interval(recorder);
	expect_lost(recorder, "is lost, as another program truncated it");
	assert_int_equal(stat(sampled_path("truncated"), &left), 0);
	assert_int_equal(left.st_size, 0);
}

TEST(dropped_records_are_reported_before_the_next_record_of_their_cpu)
{
	const uint32_t expected[] = {
		PERF_RECORD_SAMPLE, PERF_RECORD_SAMPLE,			/* CPU 1 dropped nothing */
		PERF_RECORD_LOST, PERF_RECORD_SAMPLE, PERFDATA_FINISHED_ROUND,
	};
	struct recorder *recorder = sampled_begin("slow");

	tap_sample(0, 11, 1100);
	sampled_disk_is_slow = true;
	tap_sample(0, 11, 1200);
	tap_sample(0, 11, 1300);
	sampled_disk_is_slow = false;
	tap_sample(1, 21, 1400);
	tap_sample(0, 11, 1500);
	reported = sampled_end_interval(recorder);
	assert_int_equal(reported.dropped, 2);
	sampled_end(recorder, "slow");
	assert_types(expected, sizeof(expected) / sizeof(expected[0]));
	assert_int_equal(lost_of(0), 2);
}

TEST(dropped_records_are_reported_in_their_interval)
{
	const uint32_t expected[] = { PERF_RECORD_LOST, PERF_RECORD_LOST, PERFDATA_FINISHED_ROUND,
				      PERF_RECORD_SAMPLE, PERFDATA_FINISHED_ROUND };
	struct recorder *recorder = sampled_begin("slow-end");

	sampled_disk_is_slow = true;
	tap_sample(0, 11, 1100);
	for (int i = 0; i < 3; i++)
		tap_sample(1, 21, 1200);
	reported = sampled_end_interval(recorder);
	assert_int_equal(reported.dropped, 4);
	sampled_disk_is_slow = false;
	tap_sample(0, 11, 1500);
	reported = sampled_end_interval(recorder);
	sampled_end(recorder, "slow-end");
	assert_types(expected, sizeof(expected) / sizeof(expected[0]));
	assert_int_equal(lost_of(0), 1);
	assert_int_equal(lost_of(1), 3);
}

/* The feature SAMPLE_TIME: its section, found by counting those before it. */
static void read_sample_time(uint64_t times[2])
{
	struct perfdata_section section;
	size_t n = 0;

	assert_true(sampled_has_feature(PERFDATA_SAMPLE_TIME));
	for (unsigned int i = 0; i < PERFDATA_SAMPLE_TIME; i++)
		n += sampled_has_feature(i);
	memcpy(&section, sampled_file.bytes + sampled_file.header.data.offset +
		       sampled_file.header.data.size + n * sizeof(section), sizeof(section));
	memcpy(times, sampled_file.bytes + section.offset, 2 * sizeof(times[0]));
}

TEST(the_time_of_samples_is_that_of_complete_intervals)
{
	struct recorder *recorder = sampled_begin("times");
	uint64_t times[2];

	tap_sample(0, 11, 1200);
	tap_sample(1, 21, 1100);
	(void)sampled_end_interval(recorder);
	tap_sample(0, 11, 1900);	/* of an incomplete interval */
	sampled_end(recorder, "times");
	read_sample_time(times);
	assert_int_equal(times[0], 1100);
	assert_int_equal(times[1], 1200);
}

TEST(a_file_at_its_limit_ends_and_a_new_one_continues_if_an_interval_follows)
{
	const uint32_t expected[] = { PERF_RECORD_READ, PERF_RECORD_SWITCH_CPU_WIDE,
				      PERF_RECORD_SAMPLE, PERFDATA_FINISHED_ROUND };
	struct recorder *recorder = sampled_begin_limited("limit", 1, 2);

	for (uint64_t seq = 1; seq <= 5; seq++) {
		tap_sample(0, 11, 1000 * seq);
		reported = sampled_end_interval(recorder);
		assert_true(reported.on);
		assert_non_null(source.tap);
	}
	recorder_free(recorder);
	/* Five complete files; the last one, which had no interval, was removed. */
	for (size_t i = 0; i < 2; i++) {
		sampled_load(i ? "limit.1" : "limit");
		assert_true(sampled_has_feature(PERFDATA_HOSTNAME));
		assert_types(expected, sizeof(expected) / sizeof(expected[0]));
	}
	assert_int_equal(access(sampled_path("limit.2"), F_OK), -1);
}

TEST(a_toggle_begins_a_file_with_synthetic_records_and_ends_it)
{
	const uint32_t expected[] = { PERF_RECORD_READ, PERF_RECORD_SWITCH_CPU_WIDE,
				      PERF_RECORD_SAMPLE, PERFDATA_FINISHED_ROUND };
	struct recorder *recorder = sampled_new("toggle", 0, 0);

	reported = sampled_end_interval(recorder);
	assert_false(reported.on || reported.news);
	recorder_toggle(recorder, sampled_tasks);
	tap_sample(0, 11, 1000);
	reported = sampled_end_interval(recorder);
	assert_true(reported.on && reported.news == 1 && strstr(reported.text, "toggle"));
	recorder_toggle(recorder, sampled_tasks);
	assert_null(source.tap);
	reported = sampled_end_interval(recorder);
	assert_true(!reported.on && reported.news == 2 && strstr(reported.text, "toggle"));
	sampled_end(recorder, "toggle");
	assert_types(expected, sizeof(expected) / sizeof(expected[0]));
}

/* A task that exited in the last interval may have its last slice in the file. */
TEST(a_file_begun_in_the_middle_contains_tasks_that_just_exited)
{
	const struct task_event exit = { .kind = TASK_EXIT, .time_ns = 1000, .pid = 70, .tid = 71 };
	struct recorder *recorder = sampled_new("exited", 0, 0);
	uint64_t what = PERFDATA_UPDATE_EXITED;
	struct tasks *one = tasks_new(NULL);

	tasks_event(one, &exit);
	tasks_next_interval(one);
	recorder_toggle(recorder, one);
	recorder_free(recorder);
	tasks_free(one);
	sampled_load("exited");
	assert_non_null(memmem(sampled_file.bytes, sampled_file.n, &what, sizeof(what)));
}

TEST(a_file_begun_in_the_middle_contains_names_of_threads)
{
	static const struct task_event named[] = {
		{ .kind = TASK_COMM, .time_ns = 1000, .pid = 70, .tid = 70,
		  .comm = "leader-of-70" },
		{ .kind = TASK_COMM, .time_ns = 1000, .pid = 70, .tid = 71, .comm = "thread-71" },
	};
	struct recorder *recorder = sampled_new("names", 0, 0);
	struct tasks *two = tasks_new(NULL);

	for (int i = 0; i < 2; i++)
		tasks_event(two, &named[i]);
	tasks_resolve(two, 2000);
	tasks_next_interval(two);
	recorder_toggle(recorder, two);
	recorder_free(recorder);
	tasks_free(two);
	sampled_load("names");
	for (int i = 0; i < 2; i++)
		assert_non_null(memmem(sampled_file.bytes, sampled_file.n, named[i].comm, strlen(named[i].comm) + 1));
}

TEST(a_source_without_kernel_events_is_not_recorded)
{
	static const struct source_ops demo_ops = { .name = "demo" };
	const struct recorder_options options = { .path = sampled_path("demo") };
	struct source demo = { .ops = &demo_ops };
	struct recorder *recorder = recorder_new(&options, &demo);

	assert_int_equal(recorder_begin(recorder, &err), -EOPNOTSUPP);
	assert_int_equal(access(sampled_path("demo"), F_OK), -1);
	recorder_free(recorder);
}

const struct around_tests around_tests = {
	.setup_all = sampled_setup,
	.teardown_all = sampled_teardown,
};
