/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Decodes perf records. Each buffer is exactly as long as its record, so ASan detects a read beyond
 * the end.
 */
#include "config.h"
#include "collect/perf/record.h"

#include <byteswap.h>
#include <linux/perf_event.h>

#include "tests/fixtures/test_main.h"

#define SAMPLE_TYPE                                                                      \
	(PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_CPU | \
	 PERF_SAMPLE_READ)
#define TIMES (PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING)
#define READ_FORMAT (PERF_FORMAT_GROUP | TIMES | PERF_FORMAT_ID)

static struct record_layout layout;
static struct record record;		/* decoded last */
static bool is_marker, has_registers;	/* of it */

/* A record under construction: 64-bit words after a header. */
static struct {
	uint64_t words[64];
	size_t n;
} draft;

SETUP
{
	layout = record_layout_make(SAMPLE_TYPE, READ_FORMAT, true, false);
	draft.n = 1;
}

static void put(uint64_t word)
{
	draft.words[draft.n++] = word;
}

static void put_pair(int32_t first, int32_t second)
{
	int32_t half[2] = { first, second };

	memcpy(&draft.words[draft.n++], half, sizeof(half));
}

static void put_sample_id(int32_t pid, int32_t tid)
{
	put_pair(pid, tid);
	put(123456789);
	put_pair(3, 0);
	put(42);
}

/* Decodes the first `size` bytes as a record of that size. */
static int decode(const struct record_layout *with, uint32_t type, uint16_t misc, size_t size)
{
	struct perf_event_header header = { .type = type, .misc = misc, .size = (uint16_t)size };
	unsigned char *bytes = malloc(size ? size : 1);
	int ret;

	memcpy(bytes, draft.words, size);
	memcpy(bytes, &header, size < sizeof(header) ? size : sizeof(header));
	ret = record_decode(with, bytes, size, &record);
	is_marker = !ret && record_marker(with, bytes, size, &record, &has_registers);
	free(bytes);
	return ret;
}

static int decode_whole(uint32_t type, uint16_t misc)
{
	return decode(&layout, type, misc, draft.n * 8);
}

static void assert_decodes(uint32_t type, uint16_t misc, enum record_kind kind)
{
	assert_int_equal(decode_whole(type, misc), 0);
	assert_int_equal(record.kind, kind);
}

static void put_sample(void)
{
	static const uint64_t group[] = { 2, 900, 800, 1111, 1, 2222, 2 };	/* n, times, values with ids */

	draft.n = 1;
	put(77);		/* identifier */
	put_pair(10, 11);
	put(5000);
	put_pair(2, 0);
	for (size_t i = 0; i < 7; i++)
		put(group[i]);
}

/* The record that was decoded last is that of put_sample(). */
static void assert_is_the_sample(void)
{
	assert_int_equal(record.id, 77);
	assert_int_equal(record.pid, 10);
	assert_int_equal(record.tid, 11);
	assert_int_equal(record.time_ns, 5000);
	assert_int_equal(record.cpu, 2);
	assert_int_equal(record.reading.n, 2);
	assert_int_equal(record.reading.leader_id, 1);
	assert_int_equal(record.reading.enabled_ns, 900);
	assert_int_equal(record.reading.running_ns, 800);
	assert_int_equal(record.reading.value[0], 1111);
	assert_int_equal(record.reading.value[1], 2222);
}

TEST(a_sample_gives_task_time_cpu_and_the_whole_group)
{
	put_sample();
	assert_decodes(PERF_RECORD_SAMPLE, 0, REC_SAMPLE);
	assert_is_the_sample();
}

TEST(a_sample_cut_anywhere_is_an_error)
{
	put_sample();
	for (size_t size = 0; size < draft.n * 8; size++)
		assert_int_equal(decode(&layout, PERF_RECORD_SAMPLE, 0, size), -EINVAL);
}

TEST(a_group_with_too_many_members_is_refused)
{
	put_sample();
	draft.words[5] = UINT64_MAX;
	assert_int_equal(decode_whole(PERF_RECORD_SAMPLE, 0), -E2BIG);
	draft.words[5] = 3;
	assert_int_equal(decode_whole(PERF_RECORD_SAMPLE, 0), -EINVAL);
}

TEST(a_sample_without_a_group_reading_is_refused)
{
	const struct record_layout with = record_layout_make(SAMPLE_TYPE, TIMES, true, false);
	put_sample();
	assert_int_equal(decode(&with, PERF_RECORD_SAMPLE, 0, draft.n * 8), -EOPNOTSUPP);
}

static bool decode_marker(void)
{
	assert_int_equal(decode_whole(PERF_RECORD_SAMPLE, 0), 0);
	return is_marker;
}

TEST(a_sample_of_a_marker_ends_with_its_argument_and_its_address)
{
	put_sample();
	put(PERF_SAMPLE_REGS_ABI_64);
	put(0x2001);
	put(0x1000);
	assert_true(decode_marker());
	assert_true(has_registers);
	assert_int_equal(record.argument, 0x2001);
	assert_int_equal(record.mark, 0x1000);
	assert_int_equal(record.object, 0);	/* whose id it is others know */
	assert_int_equal(record.reading.n, 2);
}

TEST(a_sample_without_registers_is_not_of_a_marker)
{
	put_sample();
	assert_false(decode_marker());
	assert_false(has_registers);
}

TEST(a_marker_of_a_kernel_thread_or_of_a_32_bit_task_is_none)
{
	static const uint64_t abis[] = { PERF_SAMPLE_REGS_ABI_NONE, PERF_SAMPLE_REGS_ABI_32 };

	for (size_t i = 0; i < 2; i++) {
		put_sample();
		put(abis[i]);
		if (abis[i]) {
			put(0x2001);
			put(0x1000);
		}
		assert_false(decode_marker());
		assert_true(has_registers);
	}
}

TEST(a_marker_whose_registers_are_cut_off_is_none)
{
	put_sample();
	put(PERF_SAMPLE_REGS_ABI_64);
	put(0x2001);
	assert_false(decode_marker());
}

/* Records of a big-endian machine on a little-endian one, or the reverse. */
TEST(records_of_the_other_byte_order_decode_to_the_same)
{
	struct record_layout with = record_layout_make(SAMPLE_TYPE, READ_FORMAT, true, true);
	uint64_t swapped[64];
	struct perf_event_header header = { .type = bswap_32(PERF_RECORD_SAMPLE), .size = bswap_16(12 * 8) };

	put_sample();
	for (size_t i = 0; i < draft.n; i++)
		swapped[i] = bswap_64(draft.words[i]);
	/* Pairs of halves keep their order. */
	for (size_t i = 2; i <= 4; i += 2)
		swapped[i] = swapped[i] >> 32 | swapped[i] << 32;
	memcpy(swapped, &header, sizeof(header));
	assert_int_equal(draft.n, 12);
	for (size_t size = 0; size < sizeof(header); size++)
		assert_int_equal(record_decode(&with, swapped, size, &record), -EINVAL);
	assert_int_equal(record_decode(&with, swapped, 12 * 8, &record), 0);
	assert_is_the_sample();
}

/* As in tdtop's rings: an odd number of members, with values only. */
TEST(a_group_without_ids_is_read_up_to_its_last_member)
{
	const struct record_layout with = record_layout_make(
		SAMPLE_TYPE | PERF_SAMPLE_IP, PERF_FORMAT_GROUP | TIMES, true, false);
	memset(&record, 0xff, sizeof(record));
	put(77);
	put(0xfffffff81234);	/* instruction pointer */
	put_pair(10, 11);
	put(5000);
	put_pair(2, 0);
	put(5);
	put(900);
	put(800);
	for (uint64_t i = 0; i < 5; i++)
		put(100 + i);
	assert_int_equal(decode(&with, PERF_RECORD_SAMPLE, 0, draft.n * 8), 0);
	assert_int_equal(record.tid, 11);
	assert_int_equal(record.reading.n, 5);
	assert_int_equal(record.reading.leader_id, 0);
	for (uint64_t i = 0; i < 5; i++)
		assert_int_equal(record.reading.value[i], 100 + i);
	assert_int_equal(record.reading.value[5], 0);
	for (size_t size = 0; size < draft.n * 8; size++)
		assert_int_equal(decode(&with, PERF_RECORD_SAMPLE, 0, size), -EINVAL);
}

TEST(a_record_that_is_cut_has_its_id_if_that_is_left)
{
	put_sample();
	assert_int_equal(decode(&layout, PERF_RECORD_SAMPLE, 0, 16), -EINVAL);
	assert_int_equal(record.id, 77);
	assert_int_equal(decode(&layout, PERF_RECORD_SAMPLE, 0, 8), -EINVAL);
	assert_int_equal(record.id, 0);
}

TEST(a_switch_names_the_task_that_leaves_or_comes)
{
	put_pair(20, 21);
	put_sample_id(10, 11);
	assert_decodes(PERF_RECORD_SWITCH_CPU_WIDE, PERF_RECORD_MISC_SWITCH_OUT, REC_SWITCH_OUT);
	assert_int_equal(record.tid, 11);
	assert_int_equal(record.next_prev_pid, 20);
	assert_int_equal(record.next_prev_tid, 21);
	assert_int_equal(record.time_ns, 123456789);
	assert_int_equal(record.cpu, 3);
	assert_decodes(PERF_RECORD_SWITCH_CPU_WIDE, 0, REC_SWITCH_IN);
	assert_int_equal(record.pid, 10);
	assert_int_equal(record.next_prev_tid, 21);
}

TEST(the_id_of_an_event_without_identifier_stands_before_the_cpu)
{
	layout = record_layout_make(SAMPLE_TYPE - PERF_SAMPLE_IDENTIFIER + PERF_SAMPLE_ID, READ_FORMAT, true, false);
	put_pair(10, 11);
	put(5000);
	put(42);
	put_pair(3, 0);
	assert_decodes(PERF_RECORD_SWITCH, 0, REC_SWITCH_IN);
	assert_int_equal(record.id, 42);
	assert_int_equal(record.cpu, 3);
}

TEST(a_switch_that_is_not_of_a_whole_cpu_does_not_say_who_comes_or_left)
{
	put_sample_id(10, 11);
	assert_int_equal(decode_whole(PERF_RECORD_SWITCH, 0), 0);
	assert_int_equal(record.tid, 11);
	assert_int_equal(record.next_prev_tid, -1);
	assert_int_equal(decode_whole(PERF_RECORD_SWITCH_CPU_WIDE, 0), -EINVAL);
}

TEST(a_comm_names_its_task_and_says_whether_it_was_an_exec)
{
	put_pair(30, 31);
	draft.n += 2;
	memcpy(&draft.words[2], "fifteen_letters", 16);
	put_sample_id(10, 11);
	assert_decodes(PERF_RECORD_COMM, PERF_RECORD_MISC_COMM_EXEC, REC_COMM);
	assert_int_equal(record.pid, 30);
	assert_int_equal(record.tid, 31);
	assert_true(record.exec);
	assert_string_equal(record.comm, "fifteen_letters");
	assert_int_equal(decode_whole(PERF_RECORD_COMM, 0), 0);
	assert_false(record.exec);
}

TEST(a_comm_without_its_end_is_cut_not_read_past)
{
	const struct record_layout with = record_layout_make(SAMPLE_TYPE, READ_FORMAT, false, false);
	put_pair(30, 31);
	draft.n += 2;
	memset(&draft.words[2], 'x', 16);
	assert_int_equal(decode(&with, PERF_RECORD_COMM, 0, draft.n * 8), 0);
	assert_string_equal(record.comm, "xxxxxxxxxxxxxxx");
}

TEST(forks_and_exits_name_child_and_parent)
{
	put_pair(40, 10);
	put_pair(41, 11);
	put(7777);
	put_sample_id(10, 11);
	assert_decodes(PERF_RECORD_FORK, 0, REC_FORK);
	assert_int_equal(record.pid, 40);
	assert_int_equal(record.tid, 41);
	assert_int_equal(record.ppid, 10);
	assert_int_equal(record.ptid, 11);
	assert_int_equal(record.time_ns, 7777);
	assert_decodes(PERF_RECORD_EXIT, 0, REC_EXIT);
}

TEST(lost_records_are_counted)
{
	put(5);
	put(314);
	put_sample_id(10, 11);
	assert_decodes(PERF_RECORD_LOST, 0, REC_LOST);
	assert_int_equal(record.lost, 314);
}

TEST(a_record_of_an_unknown_type_is_other)
{
	put_sample_id(10, 11);
	assert_decodes(4711, 0, REC_OTHER);
}

TEST(a_record_shorter_than_its_sample_id_is_an_error)
{
	put_sample_id(10, 11);
	for (size_t size = 0; size < draft.n * 8; size++)
		assert_int_equal(decode(&layout, PERF_RECORD_LOST, 0, size), -EINVAL);
}

TEST(a_group_read_by_read_2_is_decoded_and_checked)
{
	const uint64_t words[] = { 1, 900, 800, 1111, 1 };
	struct reading reading;

	assert_int_equal(record_decode_reading(&layout, words, sizeof(words), &reading), 0);
	assert_int_equal(reading.n, 1);
	assert_int_equal(reading.value[0], 1111);
	assert_int_equal(record_decode_reading(&layout, words, sizeof(words) - 1, &reading), -EINVAL);
	assert_int_equal(record_decode_reading(&layout, words, 0, &reading), -EINVAL);
}
