/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The recorder into a pipe, which a reader reads, reads no more, or has closed. The source was
 * never opened; tests/check-record.sh has a real one, tdtop and stock perf as readers.
 */
#include "config.h"
#include "collect/perfdata/recorder.h"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include "collect/perfdata/perfdata.h"
#include "tests/fixtures/fixture_recordable.h"
#include "tests/fixtures/test_main.h"

#define SAMPLES_MAX (8U << 20)	/* many more than the queue takes */

static struct err err;
static struct tasks *tasks;	/* empty */
static int reader;		/* the test's end of the pipe */

struct records {
	unsigned char bytes[64 << 10];
	size_t n;
};

static struct recorder *begin(const struct recorder_options *options)
{
	struct recorder *recorder = recorder_new(options, &source);

	assert_non_null(recorder);
	if (recorder_begin(recorder, &err))
		fail_msg("%s", err.text);
	return recorder;
}

static struct recorder *begin_stream(void)
{
	int ends[2];

	assert_int_equal(pipe(ends), 0);
	reader = ends[0];
	return begin(&(const struct recorder_options){ .stream = true, .fd = ends[1] });
}

static void tap_sample(void)
{
	struct sample sample = make_sample(11, 1100);

	source.tap->record(source.tap->data, (struct tap_place){ .cpu = 0 }, &sample, sizeof(sample));
}

static struct recording_state end_interval(struct recorder *recorder, uint64_t seq)
{
	const struct perfdata_mark mark = { .magic = PERFDATA_MARK_MAGIC, .seq = seq };
	struct recording_state state;

	recorder_interval(recorder, &mark, tasks);
	recorder_state(recorder, &state);
	return state;
}

/* Two intervals with a record of each kind. */
static void record_intervals(struct recorder *recorder)
{
	const struct task_facts facts = { .comm = "seven", .user = "ada", .threads = 2 };
	const struct reading reading = { .n = MEMBERS };

	tap_sample();
	source.tap->reading(source.tap->data, (struct tap_place){ .cpu = 0 }, 1200, 7, 8, &reading);
	recorder_process(recorder, 7, &facts);
	recorder_thread(recorder, 7, 8, "eight");
	(void)end_interval(recorder, 1);
	tap_sample();
	(void)end_interval(recorder, 2);
	recorder_free(recorder);
}

static size_t read_all(int fd, unsigned char *bytes, size_t size)
{
	size_t n = 0;
	ssize_t more;

	while ((more = read(fd, bytes + n, size - n)) > 0)
		n += (size_t)more;
	assert_int_equal(more, 0);
	assert_true(n < size);
	close(fd);
	return n;
}

/* Copies the records that are no attrs and no features, which contain the time of the start. */
static void copy_records(const unsigned char *bytes, size_t n, struct records *copy)
{
	struct perf_event_header header;

	copy->n = 0;
	for (size_t at = 0; at < n; at += header.size) {
		uint64_t what;

		assert_true(n - at >= sizeof(header) + sizeof(what));
		memcpy(&header, bytes + at, sizeof(header));
		memcpy(&what, bytes + at + sizeof(header), sizeof(what));
		assert_true(header.size >= sizeof(header) && header.size <= n - at);
		if (header.type == PERFDATA_ATTR ||
		    (header.type == PERFDATA_EVENT_UPDATE && what == PERFDATA_UPDATE_FEATURE))
			continue;
		memcpy(copy->bytes + copy->n, bytes + at, header.size);
		copy->n += header.size;
	}
}

TEST(a_stream_has_the_records_of_a_file)
{
	static unsigned char bytes[64 << 10];
	static struct records in_file, in_stream;
	char path[] = "recorder-stream-XXXXXX";
	const struct recorder_options to_file = { .path = path };
	struct perfdata_header header;

	close(mkstemp(path));
	record_intervals(begin(&to_file));
	(void)read_all(open(path, O_RDONLY), bytes, sizeof(bytes));
	(void)unlink(path);
	memcpy(&header, bytes, sizeof(header));
	copy_records(bytes + header.data.offset, header.data.size, &in_file);

	record_intervals(begin_stream());
	const size_t n = read_all(reader, bytes, sizeof(bytes));
	const struct perfdata_pipe_header expected = { PERFDATA_MAGIC, sizeof(expected) };

	assert_memory_equal(bytes, &expected, sizeof(expected));
	copy_records(bytes + sizeof(expected), n - sizeof(expected), &in_stream);
	assert_true(in_file.n > 0);
	assert_int_equal(in_stream.n, in_file.n);
	assert_memory_equal(in_stream.bytes, in_file.bytes, in_file.n);
}

TEST(a_stream_begins_with_each_attr_and_its_ids)
{
	static unsigned char bytes[64 << 10];
	size_t n, at = sizeof(struct perfdata_pipe_header), attrs = 0;
	struct perf_event_header header;
	uint64_t first[CPUS];

	recorder_free(begin_stream());
	n = read_all(reader, bytes, sizeof(bytes));
	while (at < n) {
		memcpy(&header, bytes + at, sizeof(header));
		if (header.type != PERFDATA_ATTR)
			break;
		memcpy(first, bytes + at + header.size - sizeof(first), sizeof(first));
		assert_memory_equal(first, ids + attrs++ * CPUS, sizeof(first));
		at += header.size;
	}
	assert_int_equal(attrs, MEMBERS);
}

TEST(a_reader_that_has_ended_ends_the_recording_with_a_sentence)
{
	struct recorder *recorder = begin_stream();
	struct recording_state reported = { .on = true };

	close(reader);
	for (uint64_t seq = 1; reported.on; seq++)
		reported = end_interval(recorder, seq);
	assert_string_equal(reported.text, "cannot write the recording: the program that reads it "
			    "from standard output has ended; recording has stopped");
	assert_true(recorder_end(recorder, &err) < 0);
	assert_string_equal(err.text, reported.text);
	recorder_free(recorder);
}

/* Gives it samples, then answers of /proc, until neither is taken; waits for nothing. */
static struct recording_state fill_queue(struct recorder *recorder)
{
	const struct task_facts facts = { .comm = "seven", .user = "ada", .threads = 2 };
	struct recording_state reported = { .dropped = 0 };
	uint64_t dropped;

	for (unsigned int i = 0; !reported.dropped; i++) {
		assert_true(i < SAMPLES_MAX);
		tap_sample();
		recorder_state(recorder, &reported);
	}
	dropped = reported.dropped;
	for (unsigned int i = 0; reported.dropped == dropped; i++) {
		assert_true(i < SAMPLES_MAX);
		recorder_process(recorder, 7, &facts);
		recorder_state(recorder, &reported);
	}
	return reported;
}

TEST(a_reader_that_does_not_read_costs_records_but_no_memory)
{
	struct recorder *recorder = begin_stream();
	const struct recording_state reported = fill_queue(recorder);

	assert_true(reported.on);
	assert_in_range(reported.bytes, WRITER_BYTES_MAX / 2, WRITER_BYTES_MAX + WRITER_REQUIRED_MAX);
	assert_true(end_interval(recorder, 1).on);
	close(reader);
	recorder_free(recorder);
}

TEST(in_a_hurry_the_end_does_not_wait_for_a_reader_that_does_not_read)
{
	struct recorder *recorder = begin_stream();

	for (int i = 0; i < 10000; i++)		/* more than a pipe holds */
		tap_sample();
	(void)end_interval(recorder, 1);
	recorder_hurry(recorder);
	assert_true(recorder_end(recorder, &err) < 0);
	assert_string_equal(err.text, "the end of the recording is lost: the program that reads it "
			    "from standard output does not read");
	recorder_free(recorder);
	close(reader);
}

FIXTURE(setup)
{
	(void)signal(SIGPIPE, SIG_IGN);
	(void)alarm(600);	/* a writer that waits for ever must fail, not hang the suite */
	tasks = tasks_new(NULL);
	return tasks ? 0 : -1;
}

AROUND(teardown)
{
	tasks_free(tasks);
}

const struct around_tests around_tests = {.setup_all = setup, .teardown_all = teardown};
