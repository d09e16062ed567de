/* SPDX-License-Identifier: GPL-2.0-only */
/* From files and pipes to records: what is skipped, unpacked, cut off, or not a recording. */
#include "config.h"
#include "collect/recording/perfdata_stream.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "tests/fixtures/perfdata_builder.h"
#include "tests/fixtures/test_main.h"

static struct builder b;
static struct perfdata_stream *stream;
static struct err err;

SETUP
{
	builder_init(&b);
	b.no_topology = b.no_id_index = true;
	err.text[0] = '\0';
}

TEARDOWN
{
	builder_done(&b);
	perfdata_stream_close(stream);
	stream = NULL;
}

static int open_bytes(const void *bytes, size_t n)
{
	int fd = memfd_create("recording", MFD_CLOEXEC);

	assert_true(fd >= 0);
	assert_int_equal(write(fd, bytes, n), (ssize_t)n);
	assert_int_equal(lseek(fd, 0, SEEK_SET), 0);
	return perfdata_stream_open(fd, NULL, "x.data", &stream, &err);
}

static void open_built(void)
{
	builder_finish(&b);
	assert_int_equal(open_bytes(b.out.bytes, b.out.n), 0);
}

/* Puts a record of a type that only this test has, with a number. */
#define TYPE 60

static void put(uint64_t number)
{
	struct built_bytes buffer = { 0 };

	put_u64(&b, &buffer, number);
	builder_record(&b, TYPE, 0, &buffer);
	free(buffer.bytes);
}

/* The numbers of all records of this type, as digits; counts the other records. */
static int others;

static uint64_t read_all(void)
{
	struct frame frame;
	uint64_t number, all = 0;

	others = 0;
	while (perfdata_stream_next(stream, &frame, &err) > 0) {
		if (frame.type != TYPE) {
			others++;
			continue;
		}
		memcpy(&number, frame.bytes + 8, sizeof(number));
		all = 10 * all + (b.swapped ? __builtin_bswap64(number) : number);
	}
	return all;
}

static void read_all_is(uint64_t all, const char *why)
{
	open_built();
	assert_int_equal(read_all(), all);
	assert_non_null(strstr(err.text, why));
}

TEST(records_come_in_the_order_of_the_file)
{
	put(1);
	put(2);
	put(3);
	open_built();
	assert_int_equal(read_all(), 123);
	assert_string_equal(err.text, "");
	assert_true(perfdata_stream_progress(stream) == 1);
	assert_false(perfdata_stream_is_pipe(stream));
}

TEST(of_the_other_byte_order_too)
{
	b.swapped = true;
	records_come_in_the_order_of_the_file(state);
	assert_true(perfdata_stream_swapped(stream));
}

TEST(records_of_unknown_types_are_skipped_by_their_size)
{
	struct built_bytes buffer = { 0 };

	for (int i = 0; i < 4096; i++)
		put_u64(&b, &buffer, 0x4141414141414141);
	put(1);
	builder_record(&b, 9999, 0, &buffer);
	put(2);
	builder_record(&b, 70, 7, &(struct built_bytes){ 0 });
	put(3);
	free(buffer.bytes);
	open_built();
	assert_int_equal(read_all(), 123);
	assert_int_equal(others, 2);
}

/* These payloads look like records. */
TEST(payloads_of_auxtrace_and_tracing_data_are_skipped)
{
	struct built_bytes buffer = { 0 };

	put(1);
	put_u64(&b, &buffer, 3 * 16);
	builder_record(&b, PERFDATA_AUXTRACE, 0, &buffer);
	put(7);
	put(7);
	put(7);
	buffer.n = 0;
	put_u32(&b, &buffer, 13);	/* padded to 16 */
	put_u32(&b, &buffer, 0);
	builder_record(&b, PERFDATA_TRACING_DATA, 0, &buffer);
	put(7);
	put(2);
	free(buffer.bytes);
	open_built();
	assert_int_equal(read_all(), 12);
	assert_string_equal(err.text, "");
}

TEST(a_recording_that_ends_in_a_payload_is_cut_off)
{
	struct built_bytes buffer = { 0 };

	put(1);
	put_u64(&b, &buffer, UINT64_MAX);
	builder_record(&b, PERFDATA_AUXTRACE, 0, &buffer);
	put(2);
	free(buffer.bytes);
	read_all_is(1, "is cut off");
}

TEST(packed_records_are_unpacked)
{
	static const uint32_t types[] = { PERFDATA_COMPRESSED, PERFDATA_COMPRESSED2 };

	for (size_t i = 0; i < 4; i++) {
		b.pipe = i % 2;
		put(1);
		builder_compress(&b, types[i / 2]);
		for (int k = 0; k < 10000; k++)
			builder_record(&b, 50, 0, &(struct built_bytes){ 0 });
		put(2);
		builder_compress(&b, types[i / 2]);
		put(3);
		open_built();
		assert_int_equal(read_all(), 123);
		assert_int_equal(others, 10000);
		assert_string_equal(err.text, "");
		(void)teardown_of_each(state);
		(void)setup_of_each(state);
	}
}

TEST(damage_within_packed_records_ends_the_stream)
{
	size_t second;

	put(1);
	builder_compress(&b, PERFDATA_COMPRESSED);
	second = b.data.n;
	put(2);
	builder_compress(&b, PERFDATA_COMPRESSED);
	put(3);
	memset(b.data.bytes + second + 8, 0xff, 3);	/* the header of a zstd block */
	read_all_is(1, "is damaged");
}

TEST(packed_within_packed_is_damage)
{
	put(1);
	builder_compress(&b, PERFDATA_COMPRESSED);
	b.packed = 0;
	builder_compress(&b, PERFDATA_COMPRESSED);
	read_all_is(0, "is damaged");
}

/* A few kilobytes that unpack to 120 MB. */
TEST(a_decompression_bomb_is_damage)
{
	struct built_bytes zeros = { 0 };
	struct frame frame;
	uint64_t n = 0;

	for (int i = 0; i < 60000 / 8; i++)
		put_u64(&b, &zeros, 0);
	for (int i = 0; i < 2000; i++)
		builder_record(&b, 50, 0, &zeros);
	builder_compress(&b, PERFDATA_COMPRESSED);
	free(zeros.bytes);
	assert_true(b.data.n < 200000);
	open_built();
	while (perfdata_stream_next(stream, &frame, &err) > 0)
		n += frame.size;
	assert_non_null(strstr(err.text, "it unpacks to more than any recording"));
	assert_true(n < 64 << 20);
}

/* Cut at each byte: the complete records and one message. */
TEST(a_file_that_is_cut_off_is_read_up_to_there)
{
	size_t data;

	for (uint64_t i = 1; i < 6; i++)
		put(i);
	b.no_data_size = true;	/* nothing follows the data */
	builder_finish(&b);
	data = b.out.n - 5 * 16;
	b.no_data_size = false;
	memcpy(b.out.bytes + 48, (uint64_t[]){ 5 * 16 }, 8);
	for (size_t n = data; n <= b.out.n; n++) {
		static const uint64_t all[] = { 0, 1, 12, 123, 1234, 12345 };

		err.text[0] = '\0';
		assert_int_equal(open_bytes(b.out.bytes, n), 0);
		assert_int_equal(read_all(), all[(n - data) / 16]);
		if (n < b.out.n)
			assert_string_equal(
				err.text,
				"\"x.data\" is cut off: shown up to its last whole record");
		else
			assert_string_equal(err.text, "");
		perfdata_stream_close(stream);
		stream = NULL;
	}
}

TEST(a_file_without_the_size_of_its_data_was_not_finished)
{
	b.no_data_size = true;
	put(1);
	put(2);
	read_all_is(12, "was not finished by its recorder");
}

TEST(a_record_smaller_than_its_header_is_damage)
{
	static const unsigned char bytes[16] = { 50, 0, 0, 0, 0, 0, 7, 0 };

	put(1);
	put_bytes(&b.data, bytes, sizeof(bytes));
	put(2);
	read_all_is(1, "is damaged");
}

static void assert_refused(const void *bytes, size_t n, const char *why)
{
	assert_true(open_bytes(bytes, n) < 0);
	assert_null(stream);
	assert_non_null(strstr(err.text, "cannot read \"x.data\""));
	assert_non_null(strstr(err.text, why));
}

TEST(other_files_and_directories_are_refused_with_a_reason)
{
	assert_refused("", 0, "it is empty");
	assert_refused("PERFILE2", 8, "it is not a perf.data file");
	assert_refused("\x28\xb5\x2f\xfd\x04 is zstd", 12, "compressed by zstd: zstd -d it first");
	assert_refused("PERFFILE", 8, "it has perf's old format (PERFFILE), which is older than TopDown events");
	assert_refused("#!/bin/sh\nexit 0\n\n\n\n", 20, "it is not a perf.data file");
	put(1);
	builder_finish(&b);
	assert_refused(b.out.bytes, 17, "it ends within its header");
	assert_refused(b.out.bytes, 103, "it ends within its header");
	memset(b.out.bytes + 40, 0xff, 8);
	assert_refused(b.out.bytes, b.out.n, "its header is damaged");
	assert_true(perfdata_stream_open(open("/", O_RDONLY | O_CLOEXEC), NULL, "dir", &stream, &err) < 0);
	assert_non_null(strstr(err.text, "it is a directory"));
}

static int ends[2];

/* A pipe with the first n bytes of what was built, at most all but so many; more: its other end stays open. */
static int open_pipe(size_t n, size_t but, bool more)
{
	builder_finish(&b);
	n = n < b.out.n - but ? n : b.out.n - but;
	assert_int_equal(pipe(ends), 0);
	assert_int_equal(write(ends[1], b.out.bytes, n), (ssize_t)n);
	if (!more)
		close(ends[1]);
	return perfdata_stream_open(ends[0], NULL, "standard input", &stream, &err);
}

/* What lies before its data is kept, what lies behind them is not read. */
TEST(a_recorded_file_in_a_pipe_has_its_records_and_attrs)
{
	struct perfdata_section attrs, behind;
	unsigned char *section;
	size_t size;

	put(1);
	put(2);
	assert_int_equal(open_pipe(SIZE_MAX, 0, false), 0);
	assert_true(perfdata_stream_is_file_in_pipe(stream));
	attrs = perfdata_stream_header(stream)->attrs;
	section = perfdata_stream_section(stream, &attrs, UINT64_MAX, &size);
	assert_true(section || !attrs.size);
	assert_true(!section || !memcmp(section, b.out.bytes + attrs.offset, size));
	free(section);
	behind = perfdata_stream_header(stream)->data;
	assert_null(perfdata_stream_section(stream, &behind, UINT64_MAX, &size));
	assert_int_equal(read_all(), 12);
	assert_string_equal(err.text, "");
}

TEST(a_recorded_file_in_a_pipe_that_ends_in_its_header_is_refused)
{
	put(1);
	assert_true(open_pipe(sizeof(struct perfdata_header) - 1, 0, false) < 0);
	assert_non_null(strstr(err.text, "ends within its header"));
}

/* The bytes come one by one: each read waits, and none is lost. */
TEST(a_slow_pipe_gives_each_record_when_it_is_complete)
{
	struct frame frame;
	int n = 0;

	b.pipe = true;
	put(1);
	put(2);
	put(3);
	assert_int_equal(open_pipe(16, 0, true), 0);
	assert_int_equal(perfdata_stream_fd(stream), ends[0]);
	assert_true(isnan(perfdata_stream_progress(stream)));
	for (size_t at = 16; at < b.out.n; at++) {
		assert_int_equal(perfdata_stream_next(stream, &frame, &err), -EAGAIN);
		assert_int_equal(write(ends[1], b.out.bytes + at, 1), 1);
		if (at % 16 == 15) {
			assert_int_equal(perfdata_stream_next(stream, &frame, &err), 1);
			assert_int_equal(frame.bytes[8], ++n);
		}
	}
	assert_int_equal(n, 3);
	assert_int_equal(perfdata_stream_next(stream, &frame, &err), -EAGAIN);
	close(ends[1]);
	assert_int_equal(perfdata_stream_next(stream, &frame, &err), 0);
	assert_string_equal(err.text, "");
}

TEST(a_pipe_that_ends_within_a_record_is_cut_off)
{
	b.pipe = true;
	put(1);
	put(2);
	assert_int_equal(open_pipe(SIZE_MAX, 5, false), 0);
	assert_int_equal(read_all(), 1);
	assert_non_null(strstr(err.text, "\"standard input\" is cut off"));
}
