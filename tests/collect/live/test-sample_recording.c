/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Recordings of what is sampled: names of events, and what processes have mapped, which another
 * thread tells later. That thread is played here.
 */
#include "config.h"
#include "collect/live/sample_recording.h"

#include "tests/fixtures/fixture_read_profile.h"
#include "tests/fixtures/fixture_recordable.h"
#include "tests/fixtures/fixture_sampled.h"
#include "tests/fixtures/test_main.h"

#define S 1000000000ULL

enum { APP = 100, CHILD = 200 };

static struct sample_choices choices;
static struct sampled_maps *maps;
static struct sample_recording *recording;
static struct recorder *recorder;
static size_t at_record;	/* of the file: what was read up to here */

/* An MMAP2 record without its path. */
struct code_map {
	struct perf_event_header header;
	uint32_t pid, tid;
	uint64_t start, size, offset;
	uint32_t major, minor;
	uint64_t inode, generation;
	uint32_t prot, flags;
	char path[16];
	struct code_sample_id at;
};

static uint64_t now_ns;		/* when the other thread reads */

static uint64_t get_now(void)
{
	return now_ns;
}

static void begin(const char *name)
{
	choices = (struct sample_choices){ .n = 2 };
	choices.choice[0] = (struct sample_choice){ .event.name = "instructions" };
	choices.choice[1] = (struct sample_choice){ .event.name = "cycles", .has = { true },
						    .attr = { sampled_cycles } };
	now_ns = 1;
	maps = sampled_maps_new(get_now);
	recorder = sampled_begin(name);
	recording = sample_recording_new(recorder, &choices, maps);
	assert_true(maps && recording);
}

static void end(const char *name)
{
	sample_recording_free(recording);
	recorder_free(recorder);
	sampled_maps_free(maps);
	sampled_load(name);
	at_record = 0;
}

static void put(const void *bytes, size_t size)
{
	sample_recording_record(recording, &sampled_cycles, 77, bytes, size);
}

static void put_sample(uint32_t pid, uint64_t time_ns)
{
	struct code_sample sample = sampled_make(77, time_ns);

	sample.pid = sample.tid = pid;
	put(&sample, sizeof(sample));
}

static void put_fork(uint32_t pid, uint64_t time_ns)
{
	const struct code_fork fork = {
		.header = { .type = PERF_RECORD_FORK, .size = sizeof(fork) },
		.pid = pid, .ppid = APP, .tid = pid, .ptid = APP, .time = time_ns,
		.at = { .time = time_ns, .id = 77 },
	};

	put(&fork, sizeof(fork));
}

static void put_exec(uint32_t pid, uint64_t time_ns)
{
	const struct code_comm comm = {
		.header = { .type = PERF_RECORD_COMM, .misc = PERF_RECORD_MISC_COMM_EXEC,
			    .size = sizeof(comm) },
		.pid = pid, .tid = pid, .name = "new", .at = { .time = time_ns, .id = 77 },
	};

	put(&comm, sizeof(comm));
}

/* The other thread has read what a process has mapped: one object. */
static void read_maps(int32_t pid, const char *path)
{
	const struct code_mapping mapping = { .pid = pid, .start = 0x400000, .size = 0x10000,
					      .device = 8ULL << 32 | 1, .inode = 5,
					      .path = path };

	sampled_maps_read(maps, pid, &mapping);
	sampled_maps_read(maps, pid, NULL);
}

static struct code_map next_map(void)
{
	const unsigned char *bytes = sampled_next(PERF_RECORD_MMAP2, &at_record);
	struct code_map map = { .pid = 0 };

	if (bytes)
		memcpy(&map, bytes, sizeof(map));
	return map;
}

static void end_sampled(const char *name)
{
	(void)sampled_end_interval(recorder);
	end(name);
}

TEST(the_event_has_the_name_of_what_was_chosen)
{
	struct read_profile got;

	begin("name");
	put_sample(APP, 5 * S);
	end_sampled("name");
	got = read_profile_file(sampled_path("name"), NULL);
	assert_int_equal(got.ret, 0);
	assert_string_equal(got.news.events[0].name, "cycles");
	read_profile_done(&got);
}

TEST(what_a_process_has_mapped_is_put_when_it_has_a_sample)
{
	struct code_map map;

	begin("known");
	read_maps(APP, "/bin/app");
	read_maps(CHILD, "/bin/other");
	put_sample(APP, 5 * S);
	put_sample(APP, 6 * S);
	end_sampled("known");
	map = next_map();
	assert_int_equal(map.pid, APP);
	assert_int_equal(map.start, 0x400000);
	assert_int_equal(map.size, 0x10000);
	assert_int_equal(map.major, 8);
	assert_int_equal(map.minor, 1);
	assert_int_equal(map.inode, 5);
	assert_string_equal(map.path, "/bin/app");
	assert_int_equal(map.at.id, 77);
	/* Samples of other rings may be older. */
	assert_int_equal(map.at.time, 4 * S + 1);
	assert_null(sampled_next(PERF_RECORD_MMAP2, &at_record));
}

/* It sleeps, and all that it starts have its mappings. */
TEST(what_a_process_has_mapped_is_put_when_it_forks)
{
	begin("forks");
	read_maps(APP, "/bin/app");
	put_fork(CHILD, 5 * S);
	put_sample(CHILD, 6 * S);
	end_sampled("forks");
	assert_int_equal(next_map().pid, APP);
}

/* The thread that reads /proc sees the sample later than the collector. */
TEST(a_reading_that_comes_late_is_put_before_the_mark_and_holds_for_the_sample)
{
	struct code_map map;

	begin("late");
	put_sample(APP, 5 * S);
	read_maps(APP, "/bin/app");
	(void)sampled_end_interval_at(recorder, 6 * S);
	put_sample(CHILD, 7 * S);
	(void)sampled_end_interval_at(recorder, 8 * S);
	read_maps(CHILD, "/bin/other");
	put_sample(CHILD, 9 * S);
	(void)sampled_end_interval_at(recorder, 10 * S);
	end("late");
	map = next_map();
	assert_int_equal(map.at.time, 4 * S + 1);
	map = next_map();
	assert_int_equal(map.pid, CHILD);
	assert_int_equal(map.at.time, 6 * S + 1);
}

/* perf says "out of order" of a record that is older than what it has delivered. */
TEST(no_mapping_is_older_than_what_readers_have_delivered)
{
	begin("order");
	put_sample(APP, 5 * S);
	(void)sampled_end_interval_at(recorder, 6 * S);
	put_sample(APP, 6 * S + 5);
	(void)sampled_end_interval_at(recorder, 7 * S);
	(void)sampled_end_interval_at(recorder, 8 * S);
	read_maps(APP, "/bin/app");
	(void)sampled_end_interval_at(recorder, 9 * S);
	end("order");
	assert_int_equal(next_map().at.time, 7 * S);
}

/* The last records of an interval are seldom samples, and may be newer than its mark. */
TEST(no_mapping_is_older_than_delivered_records_that_are_no_samples)
{
	const struct code_comm comm = {
		.header = { .type = PERF_RECORD_COMM, .size = sizeof(comm) },
		.pid = CHILD, .tid = CHILD, .name = "new", .at = { .time = 6 * S + 7, .id = 10 },
	};

	begin("switches");
	put_sample(APP, 5 * S);
	source.tap->record(source.tap->data, (struct tap_place){ .cpu = 0 }, &comm, sizeof(comm));
	(void)sampled_end_interval_at(recorder, 6 * S);
	(void)sampled_end_interval_at(recorder, 7 * S);
	read_maps(APP, "/bin/app");
	(void)sampled_end_interval_at(recorder, 8 * S);
	end("switches");
	assert_int_equal(next_map().at.time, 6 * S + 7);
}

TEST(what_was_read_before_an_exec_is_not_put_after_it)
{
	struct code_map map;

	begin("exec");
	read_maps(APP, "/bin/old");
	put_exec(APP, 5 * S);
	put_sample(APP, 5 * S + 1);
	now_ns = 5 * S + 2;
	read_maps(APP, "/bin/new");
	end_sampled("exec");
	map = next_map();
	assert_string_equal(map.path, "/bin/new");
	assert_int_equal(map.at.time, 5 * S + 1);
	assert_null(sampled_next(PERF_RECORD_MMAP2, &at_record));
}

/* The source tells of an exec of the child. */
static void tell_exec(void)
{
	const struct code_comm comm = {
		.header = { .type = PERF_RECORD_COMM, .misc = PERF_RECORD_MISC_COMM_EXEC,
			    .size = sizeof(comm) },
		.pid = CHILD, .tid = CHILD, .name = "new", .at = { .time = 5 * S + 10, .id = 10 },
	};

	source.tap->record(source.tap->data, (struct tap_place){ .cpu = 0 }, &comm, sizeof(comm));
}

/* No sampled thread did it: the child began to be sampled afterwards. */
TEST(an_exec_that_only_the_source_tells_comes_before_the_mappings)
{
	struct code_map map;

	begin("told");
	put_fork(CHILD, 5 * S);
	put_sample(CHILD, 5 * S + 20);
	now_ns = 5 * S + 30;
	read_maps(CHILD, "/bin/new");
	put_sample(CHILD, 5 * S + 40);
	tell_exec();
	end_sampled("told");
	assert_int_equal(next_map().at.time, 5 * S + 1);
	map = next_map();
	assert_string_equal(map.path, "/bin/new");
	assert_int_equal(map.at.time, 5 * S + 11);
}

TEST(an_exec_before_the_first_sample_of_the_file_is_known)
{
	begin("before");
	tell_exec();
	put_fork(CHILD, 5 * S);
	put_sample(CHILD, 5 * S + 20);
	now_ns = 5 * S + 30;
	read_maps(CHILD, "/bin/new");
	end_sampled("before");
	assert_int_equal(next_map().at.time, 5 * S + 11);
	assert_null(sampled_next(PERF_RECORD_MMAP2, &at_record));
}

/* Its mappings are the same, if addresses are not random. */
TEST(an_exec_of_the_same_program_has_its_mappings_again)
{
	begin("again");
	read_maps(APP, "/bin/app");
	put_sample(APP, 4 * S);
	put_exec(APP, 5 * S);
	put_sample(APP, 5 * S + 1);
	now_ns = 5 * S + 2;
	read_maps(APP, "/bin/app");
	end_sampled("again");
	assert_int_equal(next_map().at.time, 3 * S + 1);
	assert_int_equal(next_map().at.time, 5 * S + 1);
}

/* A pid may come again. */
TEST(a_new_process_has_nothing_of_an_older_one_with_its_pid)
{
	begin("fork");
	read_maps(CHILD, "/bin/old");
	put_fork(CHILD, 5 * S);
	put_sample(CHILD, 5 * S + 1);
	end_sampled("fork");
	assert_null(sampled_next(PERF_RECORD_MMAP2, &at_record));
}

TEST(a_reading_that_tells_nothing_new_is_put_once)
{
	begin("once");
	read_maps(APP, "/bin/app");
	put_sample(APP, 5 * S);
	read_maps(APP, "/bin/app");
	put_sample(APP, 6 * S);
	end_sampled("once");
	assert_non_null(sampled_next(PERF_RECORD_MMAP2, &at_record));
	assert_null(sampled_next(PERF_RECORD_MMAP2, &at_record));
}

TEST(a_file_that_begins_later_has_the_mappings_too)
{
	begin("first");
	sample_recording_free(recording);
	recorder_free(recorder);
	recorder = sampled_begin_limited("turned", 1, 9);
	recording = sample_recording_new(recorder, &choices, maps);
	read_maps(APP, "/bin/app");
	put_sample(APP, 5 * S);
	(void)sampled_end_interval(recorder);	/* it is full: the next file begins */
	put_sample(APP, 6 * S);
	end_sampled("turned.1");
	assert_non_null(sampled_next(PERF_RECORD_MMAP2, &at_record));
	sampled_load("turned");
	at_record = 0;
	assert_string_equal(next_map().path, "/bin/app");
}

TEST(modules_of_the_kernel_are_put_and_the_kernel_itself_is_not)
{
	const struct code_mapping kernel = { .pid = -1, .kernel = true, .start = 1ULL << 63,
					     .size = 1ULL << 62, .path = "[kernel.kallsyms]" };
	const struct code_mapping module = { .pid = -1, .kernel = true,
					     .start = 0xffffffffc0000000, .size = 0x1000,
					     .path = "[xfs]" };
	const unsigned char *bytes;
	size_t n = 0;

	begin("kernel");
	sampled_maps_read(maps, -1, &kernel);
	sampled_maps_read(maps, -1, &module);
	sampled_maps_read(maps, -1, NULL);
	put_sample(APP, 5 * S);
	end_sampled("kernel");
	while ((bytes = sampled_next(PERF_RECORD_MMAP, &at_record))) {
		const char *path = (const char *)bytes + 40;

		assert_string_not_equal(path, "[kernel.kallsyms]");
		n += !strcmp(path, "[xfs]");
	}
	assert_int_equal(n, 1);
}

TEST(the_profile_of_the_file_knows_the_object_of_each_sample)
{
	struct read_profile got;
	struct place at;

	begin("profile");
	put_sample(APP, 5 * S);
	read_maps(APP, "/bin/app");
	put_sample(APP, 6 * S);
	(void)sampled_end_interval_at(recorder, 6 * S);
	end("profile");
	got = read_profile_file(sampled_path("profile"), NULL);
	assert_int_equal(got.ret, 0);
	assert_int_equal(got.profile->samples, 2);
	assert_int_equal(got.profile->n_addresses, 1);
	at = got.profile->addresses[0].at;
	assert_int_equal(at.offset, 0x100);
	assert_string_equal(got.profile->objects[at.object].path, "/bin/app");
	read_profile_done(&got);
}

static void identify(const char *path, unsigned char id)
{
	const struct profile_object object = { .path = path, .build_id = { id, 2, 3 }, .build_id_len = BUILD_ID_MAX };

	sampled_maps_identify(maps, &object);
}

static const struct profile_object *object_of(const struct profile *profile, const char *path)
{
	for (size_t i = 0; i < profile->n_objects; i++)
		if (!strcmp(profile->objects[i].path, path))
			return &profile->objects[i];
	fail_msg("no object %s", path);
	return NULL;
}

/* The reader finds the program by it, and not another one that has its path later. */
TEST(the_file_has_the_build_ids_of_its_objects)
{
	struct read_profile got;

	begin("build-ids");
	read_maps(APP, "/bin/app");
	read_maps(CHILD, "/bin/other");
	put_sample(APP, 5 * S);
	put_sample(CHILD, 5 * S);
	identify("/bin/app", 1);
	identify("/bin/app", 1);
	identify("/bin/other", 1);
	identify("/bin/other", 7);	/* of another container */
	(void)sampled_end_interval(recorder);
	recorder_end(recorder, NULL);
	end("build-ids");
	got = read_profile_file(sampled_path("build-ids"), NULL);
	assert_int_equal(got.ret, 0);
	assert_int_equal(object_of(got.profile, "/bin/app")->build_id_len, BUILD_ID_MAX);
	assert_int_equal(object_of(got.profile, "/bin/app")->build_id[0], 1);
	assert_int_equal(object_of(got.profile, "/bin/other")->build_id_len, 0);
	read_profile_done(&got);
}

const struct around_tests around_tests = {
	.setup_all = sampled_setup,
	.teardown_all = sampled_teardown,
};
