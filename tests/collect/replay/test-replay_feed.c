/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Recordings of all formats and with any events, one rule per test; made by hand
 * (fixture_recording.h), so their numbers are known.
 */
#include "config.h"
#include "collect/replay/source_replay.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tests/fixtures/fixture_recording.h"
#include "tests/fixtures/test_main.h"

TEST(a_file_of_our_byte_order_is_replayed)
{
	builder_level1(&b);
	two_tasks_alternate();
	replay(0);
	assert_two_tasks();
	assert_int_equal(tally.levels, 1);
}

TEST(a_file_of_the_other_byte_order_gives_the_same)
{
	b.swapped = true;
	builder_level1(&b);
	two_tasks_alternate();
	replay(0);
	assert_two_tasks();
}

TEST(a_stream_gives_the_same)
{
	b.pipe = true;
	builder_level1(&b);
	two_tasks_alternate();
	replay(0);
	assert_two_tasks();
}

TEST(a_stream_of_the_other_byte_order_gives_the_same)
{
	b.pipe = b.swapped = true;
	builder_level1(&b);
	two_tasks_alternate();
	replay(0);
	assert_two_tasks();
}

TEST(level_2_is_shown_when_it_was_recorded)
{
	builder_level2(&b);
	two_tasks_alternate();
	replay(0);
	assert_two_tasks();
	assert_int_equal(tally.levels, 2);
	assert_near(tally_pid(&tally, ALPHA)->percent[M_HEAVY_OPERATIONS], 4, 0.01);
	assert_near(tally_pid(&tally, ALPHA)->percent[M_MEMORY_BOUND], 30, 0.01);
}

TEST(with_times_and_lost_in_the_readings_the_numbers_are_the_same)
{
	builder_level1(&b);
	for (size_t i = 0; i < b.n_events; i++)
		b.events[i].read_format |= PERF_FORMAT_TOTAL_TIME_ENABLED |
					   PERF_FORMAT_TOTAL_TIME_RUNNING | PERF_FORMAT_LOST;
	two_tasks_alternate();
	replay(0);
	assert_two_tasks();
}

/* The counts of a multiplexed group are scaled by enabled / running. */
TEST(a_group_that_was_on_for_half_of_the_time_is_scaled)
{
	builder_level1(&b);
	for (size_t i = 0; i < b.n_events; i++)
		b.events[i].read_format |= PERF_FORMAT_TOTAL_TIME_ENABLED |
					   PERF_FORMAT_TOTAL_TIME_RUNNING;
	b.switch_records = true;
	builder_comm(&b, ALPHA, "alpha", 0);
	for (uint64_t i = 0; i <= 10; i++) {
		b.enabled_ns[0] = i * 100 * MS;
		b.running_ns[0] = i * 50 * MS;
		builder_ran(&b, 0, ALPHA, T0 + i * 100 * MS, WORK);
	}
	builder_round(&b);
	replay(0);
	assert_near(tally.slots, 20.0 * WORK, 1);
}

TEST(an_event_of_another_layout_is_read_by_its_own)
{
	builder_level1(&b);
	/* The leader also writes samples, with other fields: as with cpu-clock and slots:S. */
	b.events[0].sample_type = PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_TID | PERF_SAMPLE_TIME |
				  PERF_SAMPLE_CPU | PERF_SAMPLE_READ;
	builder_ran(&b, 0, ALPHA, T0, WORK);
	b.counts[0][EV_SLOTS] += WORK;
	builder_sample(&b, 0, (struct built_at){ 0, ALPHA, ALPHA, T0 + 100 * MS });
	builder_ran(&b, 0, ALPHA, T0 + 200 * MS, WORK);
	builder_round(&b);
	replay(0);
	assert_true(slots(ALPHA) == 2.0 * WORK);
}

TEST(samples_of_other_events_are_ignored)
{
	struct built_event *event;

	builder_level1(&b);
	two_tasks_alternate();
	event = builder_event(&b, PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES, "cycles");
	event->sample_type &= ~(uint64_t)PERF_SAMPLE_READ;
	builder_sample(&b, b.n_events - 1, (struct built_at){ 0, GAMMA, GAMMA, T0 + 1500 * MS });
	replay(0);
	assert_true(tally.slots == 20.0 * WORK);
	assert_null(tally_pid(&tally, GAMMA));
}

/* A record with an id that no attr has is read with the layout of most records. */
TEST(an_unknown_id_does_no_harm)
{
	uint64_t id = 77777777;

	builder_level1(&b);
	two_tasks_alternate();
	builder_ran(&b, 0, GAMMA, T0 + 2100 * MS, WORK);
	for (size_t at = b.data.n - 8 * (7 + 2 * 6); at < b.data.n; at += 8)
		if (!memcmp(b.data.bytes + at, (uint64_t[]){ builder_id(0, 0) }, 8))
			memcpy(b.data.bytes + at, &id, 8);	/* the leader of its group */
	replay(0);
	assert_true(tally.slots == 20.0 * WORK);
}

TEST(events_without_names_are_found_by_intels_numbers)
{
	builder_level1(&b);
	for (size_t i = 0; i < b.n_events; i++)
		b.events[i].name = NULL;
	two_tasks_alternate();
	replay(0);
	assert_two_tasks();
}

TEST(events_with_other_numbers_are_found_by_their_names)
{
	builder_level1(&b);
	for (size_t i = 0; i < b.n_events; i++)
		if (b.events[i].type == PERF_TYPE_RAW)
			b.events[i].type = 8 + (uint32_t)(b.events[i].config += 0x123456);
	two_tasks_alternate();
	replay(0);
	assert_two_tasks();
}

TEST(a_streams_names_come_in_records)
{
	b.pipe = true;
	events_with_other_numbers_are_found_by_their_names(state);
}

/* 1000 members: more than a group of tdtop can have. */
TEST(samples_of_a_huge_group_are_ignored)
{
	struct buffer buffer = { 0 };

	builder_level1(&b);
	two_tasks_alternate();
	put_u64(&b, &buffer, builder_id(1, 0));
	put_u64(&b, &buffer, 0);
	put_u32(&b, &buffer, GAMMA);
	put_u32(&b, &buffer, GAMMA);
	put_u64(&b, &buffer, T0 + SECOND);
	put_u64(&b, &buffer, 0);
	put_u64(&b, &buffer, 1);
	put_u64(&b, &buffer, 1000);
	for (uint64_t i = 0; i < 2000; i++)
		put_u64(&b, &buffer, builder_id(0, 0));
	builder_record(&b, PERF_RECORD_SAMPLE, 0, &buffer);
	free(buffer.bytes);
	replay(0);
	assert_two_tasks();
}

TEST(without_a_sample_of_slots_the_error_says_so)
{
	builder_level1(&b);
	builder_comm(&b, ALPHA, "alpha", 0);
	builder_round(&b);
	assert_int_equal(builder_replay(&b, 0, &tally, &err), -EINVAL);
	assert_non_null(strstr(err.text, "no samples of a group of slots"));
}

TEST(without_a_group_of_slots_the_error_says_what_to_record)
{
	builder_event(&b, PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_CLOCK, "cpu-clock");
	builder_sample(&b, 0, (struct built_at){ 0, ALPHA, ALPHA, T0 });
	assert_int_equal(builder_replay(&b, 0, &tally, &err), -EINVAL);
	assert_non_null(strstr(err.text, "but no group of slots, context-switches and topdown events"));
	assert_non_null(strstr(err.text, "record with 'tdtop --record "));
}

const struct around_tests around_tests = {.setup = recording_setup, .teardown = recording_teardown};
