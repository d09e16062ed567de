/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Recordings of tdtop in which code was sampled beside the slices: their replay is what it would be
 * without the samples, and the records of tasks and losses that come with them.
 */
#include "config.h"

#include <linux/perf_event.h>

#include "tests/fixtures/any_profile.h"
#include "tests/fixtures/fixture_read_profile.h"
#include "tests/fixtures/fixture_recording.h"
#include "tests/fixtures/mutate_records.h"
#include "tests/fixtures/test_main.h"

#define CODE_TYPE                                                                       \
	(PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | \
	 PERF_SAMPLE_CPU)
enum { FORKED = 77 };

/* Adds the sampled event, behind those that tdtop tells the groups of. */
static size_t add_cycles(uint64_t sample_type)
{
	struct built_event *event = builder_event(&b, PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES, "cycles");

	event->sample_type = sample_type;
	event->period = 1000003;
	event->mux = UINT32_MAX;	/* of no group */
	event->late = b.pipe;
	return b.n_events - 1;
}

/* All that the ring of a sampled event has, at this time. */
static void put_beside(size_t event, uint64_t time_ns)
{
	const struct built_sample sample = { .at = { 1, ALPHA, ALPHA, time_ns }, .ip = 0x400100 };

	b.writes = event;
	builder_put_sample(&b, event, &sample);
	builder_comm(&b, ALPHA, "another", time_ns + 1);
	builder_task(&b, PERF_RECORD_FORK, (struct built_at){ 0, ALPHA, ALPHA, time_ns + 2 }, FORKED, ALPHA);
	builder_lost(&b, 0, 1000, time_ns + 3);
	b.writes = 0;
}

/* Two intervals, with or without (sample_type 0) samples. */
static void record(uint64_t sample_type)
{
	size_t event = 0;

	builder_level1(&b);
	builder_by_tdtop(&b);
	if (sample_type)
		event = add_cycles(sample_type);
	builder_ran(&b, 0, ALPHA, T0, 0);
	builder_comm(&b, ALPHA, "alpha", T0 + MS);
	if (event && b.pipe)
		builder_late_event(&b, event);
	if (event)
		put_beside(event, T0 + 50 * MS);
	builder_ran(&b, 0, BETA, T0 + 100 * MS, WORK);
	b.counts[0][EV_SLOTS] += 3 * WORK;
	builder_read(&b, 0, (struct built_at){ 0, ALPHA, ALPHA, T0 + 250 * MS });
	builder_mark(&b, 7, T0, T0 + 250 * MS);
	if (event)
		put_beside(event, T0 + 300 * MS);
	builder_ran(&b, 0, ALPHA, T0 + 900 * MS, 2 * WORK);
	builder_mark(&b, 8, T0 + 250 * MS, T0 + SECOND);
}

/* Replays both, and compares all that a tally has. */
static void assert_unchanged(uint64_t sample_type, uint64_t interval_ns)
{
	const bool pipe = b.pipe, swapped = b.swapped;
	struct tally without;

	record(0);
	replay(interval_ns);
	without = tally;
	builder_done(&b);
	builder_init(&b);
	b.pipe = pipe;
	b.swapped = swapped;
	record(sample_type);
	replay(interval_ns);
	assert_true(without.slots > 0);
	assert_string_equal(tally_pid(&tally, ALPHA)->name, "alpha");
	assert_null(tally_pid(&tally, FORKED));
	assert_int_equal(tally.lost, 0);
	assert_memory_equal(&without, &tally, sizeof(tally));
}

TEST(what_is_sampled_beside_changes_no_slice)
{
	assert_unchanged(CODE_TYPE, 0);
}

TEST(what_is_sampled_beside_changes_no_cut_replay)
{
	assert_unchanged(CODE_TYPE, 100 * MS);
}

TEST(samples_of_another_layout_change_no_slice)
{
	/* Shorter than samples of slots, and with their time elsewhere. */
	assert_unchanged(PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME, 0);
	builder_done(&b);
	builder_init(&b);
	assert_unchanged(CODE_TYPE | PERF_SAMPLE_ADDR | PERF_SAMPLE_PERIOD, 0);
}

TEST(the_other_byte_order_is_unchanged_too)
{
	b.swapped = true;
	assert_unchanged(CODE_TYPE, 0);
}

TEST(a_stream_that_tells_of_the_event_later_is_unchanged_too)
{
	b.pipe = true;
	assert_unchanged(CODE_TYPE, 0);
}

TEST(a_cut_stream_that_tells_of_the_event_later_is_unchanged_too)
{
	b.pipe = true;
	assert_unchanged(CODE_TYPE, 100 * MS);
}

/* Of other recorders' files no event is left out: their tasks may come with any of them. */
TEST(perf_record_tells_of_tasks_with_any_event)
{
	size_t event;

	builder_level1(&b);
	event = add_cycles(CODE_TYPE);
	builder_ran(&b, 0, ALPHA, T0, 0);
	b.writes = event;
	builder_comm(&b, ALPHA, "another", T0 + MS);
	b.writes = 0;
	builder_ran(&b, 0, ALPHA, T0 + 100 * MS, WORK);
	builder_ran(&b, 0, ALPHA, T0 + 900 * MS, WORK);
	replay(SECOND);
	assert_string_equal(tally_pid(&tally, ALPHA)->name, "another");
}

static void assert_profile(struct read_profile got)
{
	if (got.ret)
		fail_msg("%s", got.err.text);
	assert_int_equal(got.profile->samples, 2);
	assert_int_equal(got.profile->dropped.lost, 2000);
	assert_string_equal(got.news.events[0].name, "cycles");
	assert_int_equal(got.news.first_ns, T0 + 50 * MS);
	read_profile_done(&got);
}

/* With a loss in the ring of slots, too. */
TEST(the_profile_has_the_samples_and_what_their_rings_lost)
{
	record(CODE_TYPE);
	builder_lost(&b, 0, 5, T0 + 950 * MS);
	builder_finish(&b);
	assert_profile(read_profile_bytes(b.out.bytes, b.out.n, NULL));
}

TEST(the_profile_of_a_stream_is_the_same)
{
	b.pipe = true;
	record(CODE_TYPE);
	builder_lost(&b, 0, 5, T0 + 950 * MS);
	builder_finish(&b);
	assert_profile(read_profile_pipe(b.out.bytes, b.out.n, NULL));
}

TEST(times_are_those_of_the_events_own_layout)
{
	record(PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME);
	builder_finish(&b);
	assert_profile(read_profile_bytes(b.out.bytes, b.out.n, NULL));
}

/* Replays these bytes in both ways, and reads their profile: neither must break a rule of its own. */
static void read_damaged(const unsigned char *bytes, size_t n)
{
	struct err ignored;

	(void)replay_bytes(bytes, n, 0, 100, NULL, NULL, &ignored);
	(void)replay_bytes(bytes, n, 100 * MS, 100, NULL, NULL, &ignored);
	(void)read_any_profile(bytes, n);
}

static void finish(bool pipe)
{
	builder_done(&b);
	builder_init(&b);
	b.pipe = pipe;
	record(CODE_TYPE);
	builder_finish(&b);
}

TEST(a_recording_that_ends_anywhere_breaks_no_rule)
{
	for (int pipe = 0; pipe < 2; pipe++) {
		finish(pipe);
		for (size_t n = 0; n < b.out.n; n += 8)
			read_damaged(b.out.bytes, n);
	}
}

/* Attrs that come late, ids of samples, sizes: also a sample that says it is of a group. */
TEST(changed_records_break_no_rule)
{
	const size_t room = 65536;

	for (int pipe = 0; pipe < 2; pipe++) {
		unsigned char *changed;

		finish(pipe);
		changed = malloc(b.out.n + room);
		assert_non_null(changed);
		for (uint32_t seed = 0; seed < 300; seed++) {
			memcpy(changed, b.out.bytes, b.out.n);
			read_damaged(changed, mutate_records(changed, b.out.n, b.out.n + room, seed));
		}
		free(changed);
	}
}

/* The table of events grows, and moves, while a stream is replayed. */
TEST(more_events_than_a_recording_can_have_are_left_out)
{
	size_t event;

	b.pipe = true;
	builder_level1(&b);
	builder_by_tdtop(&b);
	event = add_cycles(CODE_TYPE);
	builder_ran(&b, 0, ALPHA, T0, 0);
	for (uint64_t i = 0; i < 1100; i++) {
		builder_late_event(&b, event);
		put_beside(event, T0 + MS + i);
		builder_ran(&b, 0, ALPHA, T0 + 100 * MS + i * MS, WORK);
	}
	builder_mark(&b, 7, T0, T0 + 2 * SECOND);
	replay(0);
	assert_true(slots(ALPHA) == 1100.0 * WORK);
	assert_int_equal(tally.lost, 0);
}

const struct around_tests around_tests = {.setup = recording_setup, .teardown = recording_teardown};
