/* SPDX-License-Identifier: GPL-2.0-only */
/* The queues of records: order, the time up to which all have come, memory. */
#include "config.h"
#include "collect/replay/ordered_events.h"

#include <linux/perf_event.h>

#include "tests/fixtures/test_main.h"

#define CPUS 3

static struct ordered_events *ordered;
static struct frames frames;

SETUP_MAY_FAIL
{
	ordered = ordered_events_new(CPUS, false);
	frames = (struct frames){ 0 };
	return ordered ? 0 : -1;
}

TEARDOWN
{
	ordered_events_free(ordered);
	frames_done(&frames);
}

/* A record of 16 bytes with a number, in a block, as the stream returns it. */
static struct frame record(uint64_t number)
{
	const struct perf_event_header header = { .type = 9, .size = 16 };
	struct frame frame;
	unsigned char *room;
	size_t size;

	room = frames_room(&frames, &size);
	assert_non_null(room);
	memcpy(room, &header, sizeof(header));
	memcpy(room + 8, &number, sizeof(number));
	frames.block->n += 16;
	assert_int_equal(frames_next(&frames, &frame), 1);
	return frame;
}

static void add(size_t cpu, uint64_t number, uint64_t time_ns)
{
	struct frame frame = record(number);

	assert_int_equal(ordered_events_queue(ordered, cpu, &frame, time_ns), 0);
}

/* Drops the first record of a CPU, and returns its number. */
static uint64_t take(size_t cpu)
{
	struct queue_cursor cursor = { 0 };
	struct frame frame;
	uint64_t number;

	assert_true(ordered_events_peek(ordered, cpu, &cursor, &frame));
	memcpy(&number, frame.bytes + 8, sizeof(number));
	ordered_events_drop(ordered, cpu, &frame);
	return number;
}

TEST(records_of_a_cpu_come_out_in_their_order)
{
	struct queue_cursor cursor = { 0 };
	struct frame frame;

	add(0, 1, 10);
	add(0, 2, 20);
	add(2, 3, 15);
	add(0, 4, 30);
	(void)record(99);	/* not queued */
	add(0, 5, 40);
	assert_int_equal(take(0), 1);
	assert_int_equal(take(0), 2);
	assert_int_equal(take(0), 4);
	assert_int_equal(take(0), 5);
	assert_int_equal(take(2), 3);
	for (size_t cpu = 0; cpu < CPUS; cpu++)
		assert_false(ordered_events_peek(ordered, cpu, &cursor, &frame));
}

TEST(a_cursor_advances_without_dropping)
{
	struct queue_cursor cursor = { 0 };
	struct frame frame;
	uint64_t number, seen = 0;

	add(1, 1, 10);
	add(0, 2, 11);
	add(1, 3, 12);
	add(1, 4, 13);
	while (ordered_events_peek(ordered, 1, &cursor, &frame)) {
		memcpy(&number, frame.bytes + 8, sizeof(number));
		seen = 10 * seen + number;
		ordered_events_advance(&frame, &cursor);
	}
	assert_int_equal(seen, 134);
	assert_int_equal(take(1), 1);
}

TEST(all_records_have_come_up_to_the_newest_of_the_round_before_the_last)
{
	add(0, 1, 100);
	assert_int_equal(ordered_events_safe_ns(ordered), 0);
	ordered_events_finish_round(ordered);
	assert_int_equal(ordered_events_safe_ns(ordered), 0);
	add(1, 2, 90);		/* older than the record of the first round */
	add(0, 3, 200);
	ordered_events_finish_round(ordered);
	assert_int_equal(ordered_events_safe_ns(ordered), 100);
	ordered_events_finish_round(ordered);
	assert_int_equal(ordered_events_safe_ns(ordered), 200);
}

/* One record keeps its whole block. */
TEST(queued_memory_is_counted_in_whole_blocks)
{
	assert_int_equal(ordered_events_bytes(ordered), 0);
	for (uint64_t i = 0; i < 4; i++) {
		add(0, i, 10 + i);
		add(1, i, 10 + i);
		frames_done(&frames);	/* the next record is in another block */
	}
	assert_int_equal(ordered_events_bytes(ordered), 4 * BLOCK_BYTES);
	for (uint64_t i = 0; i < 4; i++)
		assert_int_equal(take(0), i);
	assert_int_equal(ordered_events_bytes(ordered), 4 * BLOCK_BYTES);
	assert_int_equal(take(1), 0);
	assert_int_equal(take(1), 1);
	assert_int_equal(ordered_events_bytes(ordered), 2 * BLOCK_BYTES);
}

TEST(a_queue_that_is_never_empty_does_not_grow)
{
	add(0, 0, 1);
	for (uint64_t i = 1; i < 100000; i++) {
		add(1, i, i);	/* in between, so that each record is a segment */
		add(0, i, i);
		assert_int_equal(take(0), i - 1);
		assert_int_equal(take(1), i);
	}
	assert_true(ordered_events_bytes(ordered) <= 2 * BLOCK_BYTES);
}
