/* SPDX-License-Identifier: GPL-2.0-only */
/* Records sorted by time: within perf's rounds, and within a bound of memory without them. */
#include "config.h"
#include "collect/sample/time_order.h"

#include <linux/perf_event.h>

#include "tests/fixtures/test_main.h"

#define RECORD 16		/* bytes */

static struct frames frames;
static struct time_order *order;
static uint64_t times[TIME_ORDER_BYTES / RECORD];
static size_t n_times;
static int result;

static int note(void *data, const struct frame *frame, uint64_t time_ns)
{
	assert_int_equal(frame->size, RECORD);
	times[n_times++] = time_ns;
	return result;
}

SETUP_MAY_FAIL
{
	frames = (struct frames){ .block = NULL };
	n_times = 0;
	result = 0;
	order = time_order_new(note, NULL);
	return !order;
}

TEARDOWN
{
	time_order_free(order);
	frames_done(&frames);
}

static int add(uint64_t time_ns)
{
	const struct perf_event_header header = { .type = PERF_RECORD_SAMPLE, .size = RECORD };
	struct frame frame;
	size_t room;
	unsigned char *at = frames_room(&frames, &room);

	assert_non_null(at);
	memset(at, 0, RECORD);
	memcpy(at, &header, sizeof(header));
	frames.block->n += RECORD;
	assert_int_equal(frames_next(&frames, &frame), 1);
	return time_order_add(order, &frame, time_ns);
}

static void assert_times(const uint64_t *expected, size_t n)
{
	assert_int_equal(n_times, n);
	for (size_t i = 0; i < n; i++)
		assert_int_equal(times[i], expected[i]);
}

TEST(all_records_come_in_order_at_the_end)
{
	assert_int_equal(add(3) | add(1) | add(2), 0);
	assert_int_equal(n_times, 0);
	assert_int_equal(time_order_end(order), 0);
	assert_times((uint64_t[]){ 1, 2, 3 }, 3);
}

/* A record may be older than others of the round before, but not than the round before that. */
TEST(a_round_delivers_what_was_the_newest_when_the_round_before_ended)
{
	(void)add(5);
	(void)add(3);
	assert_int_equal(time_order_round(order), 0);
	assert_int_equal(n_times, 0);
	(void)add(9);
	(void)add(4);
	assert_int_equal(time_order_round(order), 0);
	assert_times((uint64_t[]){ 3, 4, 5 }, 3);
	assert_int_equal(time_order_round(order), 0);
	assert_times((uint64_t[]){ 3, 4, 5, 9 }, 4);
}

TEST(without_rounds_the_older_half_is_delivered_when_there_are_many)
{
	const size_t n = TIME_ORDER_BYTES / RECORD + BLOCK_BYTES / RECORD;
	size_t i = 0;

	while (i < n && !n_times)
		assert_int_equal(add(n - i++), 0);
	assert_true(i < n);
	assert_int_equal(n_times, i / 2 + 1);
	for (size_t k = 1; k < n_times; k++)
		assert_true(times[k] > times[k - 1]);
}

TEST(an_error_ends_the_delivery)
{
	(void)add(1);
	(void)add(2);
	result = -12;
	assert_int_equal(time_order_end(order), -12);
	assert_int_equal(n_times, 1);
}
