/* SPDX-License-Identifier: GPL-2.0-only */
/* Recordings cut into intervals: order of records, cut slices, gaps, the wall clock. */
#include "config.h"
#include "collect/replay/source_replay.h"

#include <math.h>
#include <stddef.h>
#include <time.h>

#include "collect/perfdata/perfdata.h"
#include "tests/fixtures/fixture_recording.h"
#include "tests/fixtures/test_main.h"

/* perf reads one ring after the other: records of CPU 0 follow newer ones of CPU 1 in the file. */
TEST(records_out_of_order_between_cpus_are_sorted)
{
	builder_level1(&b);
	for (uint64_t round = 0; round < 4; round++) {
		for (int cpu = 1; cpu >= 0; cpu--)
			for (uint64_t i = 0; i < 10; i++)
				builder_ran(&b, cpu, ALPHA + cpu,
					    T0 + (10 * round + i) * 50 * MS + (cpu ? MS : 0),
					    round + i ? WORK : 0);
		builder_round(&b);
	}
	replay(500 * MS);
	assert_true(tally.slots == 78.0 * WORK);
	assert_true(slots(ALPHA) == 39.0 * WORK);
	assert_true(slots(BETA) == 39.0 * WORK);
	/* Each interval has ten slices per CPU, some of them cut. */
	assert_near(tally.interval_slots[1], 20.0 * WORK, WORK);
}

/* The only sample is at the end of 8 s: its slice is cut, in proportion to time. */
TEST(a_hog_without_a_clock_is_split_over_the_intervals)
{
	builder_level1(&b);
	builder_ran(&b, 0, BETA, T0, 0);
	builder_ran(&b, 0, ALPHA, T0 + 8 * SECOND, 8 * WORK + 7);
	builder_round(&b);
	replay(0);
	assert_int_equal(tally.intervals, 8);
	for (int i = 0; i < 8; i++)
		assert_near(tally.interval_slots[i], (double)WORK, 8);
	assert_true(slots(ALPHA) == 8.0 * WORK + 7);
	assert_int_equal(busy_ms(ALPHA), 8000);
	assert_percents(ALPHA);
}

TEST(the_length_of_intervals_changes_no_sum)
{
	static const uint64_t lengths_ms[] = { 100, 300, 500, 1000, 7000, 60000 };

	builder_level2(&b);
	two_tasks_alternate();
	builder_ran(&b, 1, GAMMA, T0 + 50 * MS, 0);
	builder_ran(&b, 1, GAMMA, T0 + 1950 * MS, 12345678);
	builder_finish(&b);
	for (size_t i = 0; i < 6; i++) {
		tally = (struct tally){ 0 };
		assert_int_equal(replay_bytes(b.out.bytes, b.out.n, lengths_ms[i] * MS, UINT64_MAX,
					      tally_visit, &tally, &err), 0);
		assert_true(tally.slots == 20.0 * WORK + 12345678);
		assert_true(slots(GAMMA) == 12345678);
		assert_int_equal(busy_ms(GAMMA), 1900);
		assert_int_equal(tally.ns, 2 * SECOND);
		assert_true(tally.unaccounted == 0);
	}
}

/* The machine slept: no empty intervals, and no task is charged for the gap. */
TEST(a_gap_has_no_intervals)
{
	builder_level1(&b);
	builder_ran(&b, 0, ALPHA, T0, WORK);
	builder_ran(&b, 0, ALPHA, T0 + 500 * MS, WORK);
	builder_ran(&b, 0, ALPHA, T0 + 3600 * SECOND, 5 * WORK);
	builder_ran(&b, 0, ALPHA, T0 + 3600 * SECOND + 500 * MS, WORK);
	builder_round(&b);
	replay(0);
	assert_true(tally.intervals <= 3);
	assert_true(slots(ALPHA) == 2.0 * WORK);
	assert_int_equal(busy_ms(ALPHA), 1000);
	assert_true(tally.unaccounted == 5.0 * WORK);
}

/* Sums of such times wrap around, and intervals would never end. */
TEST(a_time_at_the_end_of_all_times_is_damage)
{
	builder_level1(&b);
	two_tasks_alternate();
	builder_ran(&b, 1, GAMMA, UINT64_MAX - 5, WORK);
	builder_ran(&b, 1, GAMMA, UINT64_MAX, WORK);
	replay(0);
	assert_two_tasks();
}

/* As if each ring was read long after the previous one. */
TEST(a_time_in_the_far_future_delays_nothing)
{
	builder_level1(&b);
	builder_ran(&b, 1, GAMMA, T0, WORK);
	builder_ran(&b, 1, GAMMA, T0 * 1000000, WORK);
	builder_round(&b);
	builder_round(&b);
	two_tasks_alternate();
	builder_round(&b);
	replay(0);
	assert_true(slots(ALPHA) == 10.0 * WORK);
}

TEST(samples_older_than_the_previous_one_give_no_negative_time)
{
	builder_level1(&b);
	builder_ran(&b, 0, ALPHA, T0, WORK);
	builder_ran(&b, 0, ALPHA, T0 + 500 * MS, WORK);
	builder_ran(&b, 0, ALPHA, T0 + 300 * MS, WORK);
	builder_ran(&b, 0, ALPHA, T0 + 600 * MS, WORK);
	builder_round(&b);
	replay(0);
	assert_int_equal(busy_ms(ALPHA), 600);
	assert_true(slots(ALPHA) == 3.0 * WORK);
}

/* CLOCK_DATA: version, clock, one point in time: since 1970, and on that clock. */
TEST(the_wall_clock_comes_from_clock_data)
{
	struct buffer *buffer;

	builder_level1(&b);
	two_tasks_alternate();
	buffer = builder_feature(&b, PERFDATA_CLOCK_DATA);
	put_u32(&b, buffer, 1);
	put_u32(&b, buffer, 1);
	put_u64(&b, buffer, 1763683200 * SECOND);
	put_u64(&b, buffer, T0 - 10 * SECOND);
	replay(0);
	assert_near(tally.first_wall, 1763683200 + 11, 0.01);
	assert_near(tally.last_wall, 1763683200 + 12, 0.01);
}

/* SAMPLE_TIME: a file was last modified at its last sample, here: now. */
TEST(the_wall_clock_comes_from_the_age_of_the_file)
{
	double now = (double)time(NULL);
	struct buffer *buffer;

	builder_level1(&b);
	two_tasks_alternate();
	buffer = builder_feature(&b, PERFDATA_SAMPLE_TIME);
	put_u64(&b, buffer, T0);
	put_u64(&b, buffer, T0 + 2 * SECOND);
	replay(0);
	assert_near(tally.last_wall, now, 60);
	assert_near(tally.last_wall - tally.first_wall, 1, 0.01);
}

/* The clock of records starts with the machine, so it does not give the date. */
TEST(without_a_recorded_date_a_stream_starts_now)
{
	double now = (double)time(NULL);

	b.pipe = true;
	builder_level1(&b);
	two_tasks_alternate();
	replay(0);
	assert_near(tally.first_wall, now, 60);
}

const struct around_tests around_tests = {.setup = recording_setup, .teardown = recording_teardown};
