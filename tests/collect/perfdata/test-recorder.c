/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The files of the recorder, record by record. The source was never opened; tests/check-record.sh
 * has a real one and stock perf, test-perfdata_records.c checks the bytes of records.
 */
#include "config.h"
#include "collect/perfdata/recorder.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "collect/perfdata/perfdata.h"
#include "tests/fixtures/fixture_recordable.h"
#include "tests/fixtures/test_main.h"

static struct tasks *tasks;	/* empty */
static char directory[] = "recorder-XXXXXX";
static const struct tap_place cpu_0 = { .cpu = 0 };

/* A file, and its header. */
static struct {
	unsigned char bytes[1 << 20];
	size_t n;
	struct perfdata_header header;
} file;

static const char *path_of(const char *name)
{
	static char path[128];

	(void)snprintf(path, sizeof(path), "%s/%s", directory, name);
	return path;
}

static void load(const char *name)
{
	int fd = open(path_of(name), O_RDONLY);
	ssize_t n;

	assert_true(fd >= 0);
	n = read(fd, file.bytes, sizeof(file.bytes));
	close(fd);
	assert_true(n >= (ssize_t)sizeof(file.header));
	file.n = (size_t)n;
	memcpy(&file.header, file.bytes, sizeof(file.header));
	assert_true(file.header.magic == PERFDATA_MAGIC);
}

/* Lists the types of all records but in-band features; the records must fill the data exactly. */
static size_t list_types(uint32_t types[64])
{
	size_t at = file.header.data.offset, end = at + file.header.data.size, n = 0;

	assert_true(end <= file.n);
	while (at < end) {
		struct perf_event_header header;
		uint64_t what;

		assert_true(end - at >= sizeof(header));
		memcpy(&header, file.bytes + at, sizeof(header));
		memcpy(&what, file.bytes + at + sizeof(header), sizeof(what));
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

/* The queue of a disk as slow as a test wants it. */
static bool disk_is_slow;

static bool put_to_slow_disk(struct perfdata_writer *writer, const void *bytes, size_t n,
			     bool required)
{
	return (required || !disk_is_slow) && perfdata_writer_put(writer, bytes, n, required);
}

static struct recorder *begin_limited(const char *name, uint64_t bytes, unsigned int keep)
{
	static char path[128];
	const struct recorder_options options = { .path = path, .limit_bytes = bytes, .keep = keep,
						  .put = put_to_slow_disk };
	struct recorder *recorder;
	struct err err = { .text = "" };

	(void)snprintf(path, sizeof(path), "%s", path_of(name));
	recorder = recorder_new(&options, &source);
	assert_non_null(recorder);
	if (recorder_begin(recorder, &err))
		fail_msg("%s", err.text);
	assert_non_null(source.tap);
	return recorder;
}

static struct recorder *begin(const char *name)
{
	return begin_limited(name, 0, 0);
}

static void end_interval(struct recorder *recorder, uint64_t seq, struct recording_state *state)
{
	const struct perfdata_mark mark = { .magic = PERFDATA_MARK_MAGIC, .seq = seq };

	recorder_interval(recorder, &mark, tasks);
	recorder_state(recorder, state);
}

static void tap_sample(size_t cpu, uint64_t id, uint64_t time_ns)
{
	struct sample sample = make_sample(id, time_ns);

	source.tap->record(source.tap->data, (struct tap_place){ .cpu = cpu }, &sample,
			   sizeof(sample));
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
	struct recorder *recorder = begin("order");
	const struct tap *tap = source.tap;
	struct recording_state reported;
	uint32_t types[64];

	tap->reading(tap->data, cpu_0, 1000, -1, -1, &reading);
	tap_sample(0, 11, 1100);
	tap->reading(tap->data, cpu_0, 1200, 7, 8, &reading);
	recorder_process(recorder, 7, &facts);
	recorder_process(recorder, 9, NULL);
	recorder_thread(recorder, 7, 8, "eight");
	end_interval(recorder, 1, &reported);
	assert_true(reported.on);
	tap_sample(1, 21, 1300);
	end_interval(recorder, 2, &reported);
	tap_sample(1, 21, 1400);	/* of an incomplete interval */
	recorder_free(recorder);
	assert_null(source.tap);
	load("order");
	assert_int_equal(list_types(types), sizeof(expected) / sizeof(expected[0]));
	assert_memory_equal(types, expected, sizeof(expected));
}

static bool has_feature(unsigned int number)
{
	return file.header.features[number / 64] >> number % 64 & 1;
}

TEST(features_lie_behind_the_data_and_end_with_the_file)
{
	struct recorder *recorder = begin("features");
	struct perfdata_section section;
	struct recording_state reported;
	size_t n = 0, at, end;

	tap_sample(0, 11, 1100);
	end_interval(recorder, 1, &reported);
	recorder_free(recorder);
	load("features");
	assert_true(has_feature(PERFDATA_HOSTNAME) && has_feature(PERFDATA_EVENT_DESC) &&
		    has_feature(PERFDATA_CPU_TOPOLOGY) && has_feature(PERFDATA_CLOCK_DATA) &&
		    has_feature(PERFDATA_CPU_PMU_CAPS));
	for (unsigned int i = 0; i < PERFDATA_FEATURES; i++)
		n += has_feature(i);
	at = file.header.data.offset + file.header.data.size;
	end = at + n * sizeof(section);
	for (size_t i = 0; i < n; i++) {
		memcpy(&section, file.bytes + at + i * sizeof(section), sizeof(section));
		assert_int_equal(section.offset, end);
		end += section.size;
	}
	assert_int_equal(end, file.n);
	/* The first one: a string of 64 bytes. */
	memcpy(&section, file.bytes + at, sizeof(section));
	assert_int_equal(section.size, 4 + 64);
	assert_string_equal((const char *)file.bytes + section.offset + 4, "here");
}

/* After a power cut: features in the data only, and all intervals but the last. */
TEST(a_file_without_an_end_is_complete_up_to_its_last_interval)
{
	struct recorder *recorder = begin("cut");
	struct recording_state reported;
	uint32_t types[64];
	uint64_t what;

	tap_sample(0, 11, 1100);
	end_interval(recorder, 1, &reported);
	do
		load("cut");
	while (list_types(types) < 2);		/* the writer is another thread */
	assert_false(has_feature(PERFDATA_HOSTNAME));
	assert_int_equal(types[1], PERFDATA_FINISHED_ROUND);
	memcpy(&what, file.bytes + file.header.data.offset + 8, sizeof(what));
	assert_true(what == PERFDATA_UPDATE_NAME);	/* of an event, then features */
	recorder_free(recorder);
}

TEST(a_file_is_for_its_owner_only_and_the_old_one_is_put_aside)
{
	struct stat found;
	int fd = open(path_of("again"), O_WRONLY | O_CREAT, 0644);

	assert_int_equal(write(fd, "old", 3), 3);
	close(fd);
	recorder_free(begin("again"));
	assert_int_equal(stat(path_of("again"), &found), 0);
	assert_int_equal(found.st_mode & 0777, 0600);
	assert_int_equal(stat(path_of("again.old"), &found), 0);
	assert_int_equal(found.st_size, 3);
}

static void refuse_to_record_into(const char *name)
{
	char path[128];
	const struct recorder_options options = { .path = path };
	struct recorder *recorder;
	struct err err = { .text = "" };

	(void)snprintf(path, sizeof(path), "%s", path_of(name));
	recorder = recorder_new(&options, &source);
	assert_true(recorder_begin(recorder, &err) < 0);
	assert_non_null(strstr(err.text, path));
	assert_null(source.tap);
	recorder_free(recorder);
}

TEST(only_a_regular_file_is_overwritten)
{
	assert_int_equal(symlink("target", path_of("link")), 0);
	refuse_to_record_into("link");
	assert_int_equal(access(path_of("target"), F_OK), -1);
	assert_int_equal(mkdir(path_of("directory"), 0700), 0);
	refuse_to_record_into("directory");
	refuse_to_record_into("none/file");
}

TEST(a_full_disk_ends_the_recording_at_its_last_interval_and_says_so)
{
	struct recorder *recorder = begin("full");
	struct rlimit limit, before;
	struct recording_state reported;
	struct err err = { .text = "" };
	uint32_t types[64];

	tap_sample(0, 11, 1100);
	end_interval(recorder, 1, &reported);
	/* The writer's thread has all signals blocked, so SIGXFSZ does not end the test. */
	getrlimit(RLIMIT_FSIZE, &before);
	limit = before;
	limit.rlim_cur = 64 << 10;
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
	for (uint64_t seq = 2; reported.on; seq++) {
		assert_true(seq < 1000000);
		for (int i = 0; source.tap && i < 1000; i++)
			tap_sample(0, 11, 1200);
		end_interval(recorder, seq, &reported);
	}
	assert_int_equal(reported.news, 1);
	assert_non_null(strstr(reported.text, "recording has stopped"));
	assert_null(source.tap);
	end_interval(recorder, 1000001, &reported);	/* ignored */
	assert_true(recorder_end(recorder, &err) < 0);
	assert_string_equal(err.text, reported.text);
	setrlimit(RLIMIT_FSIZE, &before);
	recorder_free(recorder);
	load("full");
	assert_int_equal(list_types(types), 2);
	assert_int_equal(types[1], PERFDATA_FINISHED_ROUND);
}

/* The number of lost records in the nth LOST record (from 0), which must exist. */
static uint64_t lost_of(size_t nth)
{
	size_t at = file.header.data.offset;
	struct perf_event_header header;
	uint64_t lost;

	for (;;) {
		memcpy(&header, file.bytes + at, sizeof(header));
		if (header.type == PERF_RECORD_LOST && nth-- == 0)
			break;
		at += header.size;
		assert_true(at < file.header.data.offset + file.header.data.size);
	}
	memcpy(&lost, file.bytes + at + sizeof(header) + sizeof(uint64_t), sizeof(lost));
	return lost;
}

/* Ends the recording, which another program has spoilt: "lost, as it was deleted" for example. */
static void expect_lost(struct recorder *recorder, const char *why)
{
	struct err err = { .text = "" };

	assert_true(recorder_end(recorder, &err) < 0);
	assert_non_null(strstr(err.text, why));
	recorder_free(recorder);
}

TEST(a_file_that_was_deleted_is_reported_at_the_next_interval)
{
	struct recorder *recorder = begin("deleted");
	struct recording_state reported;

	end_interval(recorder, 1, &reported);
	assert_true(reported.on);
	assert_int_equal(unlink(path_of("deleted")), 0);
	end_interval(recorder, 2, &reported);
	expect_lost(recorder, "is lost, as it was deleted");
	recorder = begin("deleted");
	assert_int_equal(unlink(path_of("deleted")), 0);
	expect_lost(recorder, "is lost, as it was deleted");
}

TEST(a_file_that_another_program_truncated_is_reported_and_not_continued)
{
	struct recorder *recorder = begin("truncated");
	struct recording_state reported;
	struct stat left;

	assert_int_equal(truncate(path_of("truncated"), 0), 0);
	end_interval(recorder, 1, &reported);
	expect_lost(recorder, "is lost, as another program truncated it");
	assert_int_equal(stat(path_of("truncated"), &left), 0);
	assert_int_equal(left.st_size, 0);
}

TEST(dropped_records_are_reported_before_the_next_record_of_their_cpu)
{
	const uint32_t expected[] = {
		PERF_RECORD_SAMPLE, PERF_RECORD_SAMPLE,			/* CPU 1 dropped nothing */
		PERF_RECORD_LOST, PERF_RECORD_SAMPLE, PERFDATA_FINISHED_ROUND,
	};
	struct recorder *recorder = begin("slow");
	struct recording_state reported;
	uint32_t types[64];

	tap_sample(0, 11, 1100);
	disk_is_slow = true;
	tap_sample(0, 11, 1200);
	tap_sample(0, 11, 1300);
	disk_is_slow = false;
	tap_sample(1, 21, 1400);
	tap_sample(0, 11, 1500);
	end_interval(recorder, 1, &reported);
	assert_int_equal(reported.dropped, 2);
	recorder_free(recorder);
	load("slow");
	assert_int_equal(list_types(types), sizeof(expected) / sizeof(expected[0]));
	assert_memory_equal(types, expected, sizeof(expected));
	assert_int_equal(lost_of(0), 2);
}

TEST(dropped_records_are_reported_in_their_interval)
{
	const uint32_t expected[] = { PERF_RECORD_LOST, PERF_RECORD_LOST, PERFDATA_FINISHED_ROUND,
				      PERF_RECORD_SAMPLE, PERFDATA_FINISHED_ROUND };
	struct recorder *recorder = begin("slow-end");
	struct recording_state reported;
	uint32_t types[64];

	disk_is_slow = true;
	tap_sample(0, 11, 1100);
	for (int i = 0; i < 3; i++)
		tap_sample(1, 21, 1200);
	end_interval(recorder, 1, &reported);
	assert_int_equal(reported.dropped, 4);
	disk_is_slow = false;
	tap_sample(0, 11, 1500);
	end_interval(recorder, 2, &reported);
	recorder_free(recorder);
	load("slow-end");
	assert_int_equal(list_types(types), sizeof(expected) / sizeof(expected[0]));
	assert_memory_equal(types, expected, sizeof(expected));
	assert_int_equal(lost_of(0), 1);
	assert_int_equal(lost_of(1), 3);
}

/* The feature SAMPLE_TIME: its section, found by counting those before it. */
static void read_sample_time(uint64_t times[2])
{
	struct perfdata_section section;
	size_t n = 0;

	assert_true(has_feature(PERFDATA_SAMPLE_TIME));
	for (unsigned int i = 0; i < PERFDATA_SAMPLE_TIME; i++)
		n += has_feature(i);
	memcpy(&section,
	       file.bytes + file.header.data.offset + file.header.data.size + n * sizeof(section),
	       sizeof(section));
	memcpy(times, file.bytes + section.offset, 2 * sizeof(times[0]));
}

TEST(the_time_of_samples_is_that_of_complete_intervals)
{
	struct recorder *recorder = begin("times");
	struct recording_state reported;
	uint64_t times[2];

	tap_sample(0, 11, 1200);
	tap_sample(1, 21, 1100);
	end_interval(recorder, 1, &reported);
	tap_sample(0, 11, 1900);	/* of an incomplete interval */
	recorder_free(recorder);
	load("times");
	read_sample_time(times);
	assert_int_equal(times[0], 1100);
	assert_int_equal(times[1], 1200);
}

TEST(a_file_at_its_limit_ends_and_a_new_one_continues)
{
	const uint32_t expected[] = { PERF_RECORD_READ, PERF_RECORD_SWITCH_CPU_WIDE,
				      PERF_RECORD_SAMPLE, PERFDATA_FINISHED_ROUND };
	struct recorder *recorder = begin_limited("limit", 1, 2);
	struct recording_state reported;
	uint32_t types[64];

	for (uint64_t seq = 1; seq <= 4; seq++) {
		tap_sample(0, 11, 1000 * seq);
		end_interval(recorder, seq, &reported);
		assert_true(reported.on);
		assert_non_null(source.tap);
	}
	recorder_free(recorder);
	/*
	 * Four complete files, of which the last two are kept, and one with synthetic records only.
	 */
	load("limit.2");
	assert_true(has_feature(PERFDATA_HOSTNAME));
	assert_int_equal(list_types(types), 4);
	assert_memory_equal(types, expected, sizeof(expected));
	load("limit.1");
	assert_int_equal(list_types(types), 4);
	load("limit");
	assert_int_equal(list_types(types), 2);
	assert_int_equal(access(path_of("limit.3"), F_OK), -1);
}

TEST(a_toggle_begins_a_file_with_synthetic_records_and_ends_it)
{
	const uint32_t expected[] = { PERF_RECORD_READ, PERF_RECORD_SWITCH_CPU_WIDE,
				      PERF_RECORD_SAMPLE, PERFDATA_FINISHED_ROUND };
	char path[128];
	const struct recorder_options options = { .path = path };
	struct recorder *recorder;
	struct recording_state reported;
	uint32_t types[64];

	(void)snprintf(path, sizeof(path), "%s", path_of("toggle"));
	recorder = recorder_new(&options, &source);
	end_interval(recorder, 1, &reported);
	assert_false(reported.on || reported.news);
	recorder_toggle(recorder, tasks);
	tap_sample(0, 11, 1000);
	end_interval(recorder, 2, &reported);
	assert_true(reported.on && reported.news == 1 && strstr(reported.text, path));
	recorder_toggle(recorder, tasks);
	assert_null(source.tap);
	end_interval(recorder, 3, &reported);
	assert_true(!reported.on && reported.news == 2 && strstr(reported.text, path));
	recorder_free(recorder);
	load("toggle");
	assert_int_equal(list_types(types), 4);
	assert_memory_equal(types, expected, sizeof(expected));
}

/* A task that exited in the last interval may have its last slice in the file. */
TEST(a_file_begun_in_the_middle_contains_tasks_that_just_exited)
{
	const struct task_event exit = { .kind = TASK_EXIT, .time_ns = 1000, .pid = 70, .tid = 71 };
	char path[128];
	const struct recorder_options options = { .path = path };
	struct recorder *recorder;
	uint64_t what = PERFDATA_UPDATE_EXITED;
	struct tasks *one = tasks_new(NULL);

	(void)snprintf(path, sizeof(path), "%s", path_of("exited"));
	recorder = recorder_new(&options, &source);
	tasks_event(one, &exit);
	tasks_next_interval(one);
	recorder_toggle(recorder, one);
	recorder_free(recorder);
	tasks_free(one);
	load("exited");
	assert_non_null(memmem(file.bytes, file.n, &what, sizeof(what)));
}

TEST(a_file_begun_in_the_middle_contains_names_of_threads)
{
	static const struct task_event named[] = {
		{ .kind = TASK_COMM, .time_ns = 1000, .pid = 70, .tid = 70,
		  .comm = "leader-of-70" },
		{ .kind = TASK_COMM, .time_ns = 1000, .pid = 70, .tid = 71, .comm = "thread-71" },
	};
	char path[128];
	const struct recorder_options options = { .path = path };
	struct recorder *recorder;
	struct tasks *two = tasks_new(NULL);

	(void)snprintf(path, sizeof(path), "%s", path_of("names"));
	recorder = recorder_new(&options, &source);
	for (int i = 0; i < 2; i++)
		tasks_event(two, &named[i]);
	tasks_resolve(two, 2000);
	tasks_next_interval(two);
	recorder_toggle(recorder, two);
	recorder_free(recorder);
	tasks_free(two);
	load("names");
	for (int i = 0; i < 2; i++)
		assert_non_null(
			memmem(file.bytes, file.n, named[i].comm, strlen(named[i].comm) + 1));
}

TEST(a_source_without_kernel_events_is_not_recorded)
{
	static const struct source_ops demo_ops = { .name = "demo" };
	const struct recorder_options options = { .path = path_of("demo") };
	struct source demo = { .ops = &demo_ops };
	struct recorder *recorder = recorder_new(&options, &demo);
	struct err err = { .text = "" };

	assert_int_equal(recorder_begin(recorder, &err), -EOPNOTSUPP);
	assert_int_equal(access(path_of("demo"), F_OK), -1);
	recorder_free(recorder);
}

static int setup(void **state)
{
	(void)state;
	tasks = tasks_new(NULL);
	return tasks && mkdtemp(directory) ? 0 : -1;
}

static int teardown(void **state)
{
	char command[128];

	(void)state;
	tasks_free(tasks);
	(void)snprintf(command, sizeof(command), "rm -r %s", directory);
	return system(command);
}

const struct around_tests around_tests = {.setup_all = setup, .teardown_all = teardown};
