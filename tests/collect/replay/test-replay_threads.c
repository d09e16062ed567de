/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Recordings of single threads, as perf record -p makes them: a group for each thread on each CPU,
 * told apart by their ids; samples without a CPU.
 */
#include "config.h"
#include "collect/replay/source_replay.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <string.h>

#include "tests/fixtures/fixture_recording.h"
#include "tests/fixtures/mutate_records.h"
#include "tests/fixtures/test_main.h"

/* The places of threads: what the builder calls CPUs. */
enum { ALPHA_ON_0, ALPHA_ON_1, BETA_ON_0, PLACES };

static const struct {
	int32_t thread;
	int cpu;
} places[PLACES] = {
	[ALPHA_ON_0] = { ALPHA, 0 }, [ALPHA_ON_1] = { ALPHA, 1 }, [BETA_ON_0] = { BETA, 0 },
};

static int setup(void **state)
{
	(void)recording_setup(state);
	b.n_cpus = PLACES;
	for (int i = 0; i < PLACES; i++) {
		b.thread[i] = places[i].thread;
		b.cpu_of_thread[i] = places[i].cpu;
	}
	builder_level1(&b);
	for (size_t i = 0; i < b.n_events; i++)
		b.events[i].sample_type &= ~(uint64_t)PERF_SAMPLE_CPU;
	builder_comm(&b, ALPHA, "alpha", 0);
	builder_comm(&b, BETA, "beta", 0);
	return 0;
}

static struct built_at at(int place, uint64_t ms)
{
	return (struct built_at){ place, places[place].thread, places[place].thread,
				  T0 + ms * MS };
}

/* A sample while the thread runs, after so many slots. */
static void runs(int place, uint64_t ms, uint64_t work)
{
	b.counts[place][EV_SLOTS] += work;
	b.counts[place][EV_RETIRING] += work / 10;
	b.counts[place][EV_BAD_SPEC] += work / 5;
	b.counts[place][EV_FE_BOUND] += 3 * work / 10;
	b.counts[place][EV_BE_BOUND] += 2 * work / 5;
	builder_sample(&b, 0, at(place, ms));
}

/* The sample of a switch away from the thread; the group counts the switch. */
static void leaves(int place, uint64_t ms, uint64_t work)
{
	b.counts[place][EV_COUNT]++;
	builder_ran(&b, place, places[place].thread, T0 + ms * MS, work);
}

static void switch_record(int place, uint64_t ms, bool out)
{
	builder_kernel(&b, PERF_RECORD_SWITCH, out ? PERF_RECORD_MISC_SWITCH_OUT : 0,
		       &(struct buffer){ 0 }, at(place, ms));
}

static void three_slices_and_a_move(void)
{
	leaves(ALPHA_ON_0, 100, WORK);
	leaves(BETA_ON_0, 150, 2 * WORK);
	leaves(ALPHA_ON_1, 200, 4 * WORK);
	leaves(ALPHA_ON_0, 300, 8 * WORK);
	builder_round(&b);
}

TEST(a_thread_has_the_counts_of_its_groups_on_all_cpus)
{
	three_slices_and_a_move();
	replay(0);
	assert_true(slots(ALPHA) == 13.0 * WORK);
	assert_true(slots(BETA) == 2.0 * WORK);
	assert_percents(ALPHA);
	assert_percents(BETA);
	assert_string_equal(tally_pid(&tally, ALPHA)->name, "alpha");
}

TEST(the_machine_is_the_sum_of_the_threads_and_there_are_no_rows_of_cpus)
{
	three_slices_and_a_move();
	replay(0);
	assert_true(tally.slots == 15.0 * WORK);
	assert_int_equal(tally.n_cpus, 0);
}

TEST(samples_that_also_have_a_cpu_give_the_same)
{
	for (size_t i = 0; i < b.n_events; i++)
		b.events[i].sample_type |= PERF_SAMPLE_CPU;
	three_slices_and_a_move();
	replay(0);
	assert_true(slots(ALPHA) == 13.0 * WORK);
	assert_int_equal(tally.n_cpus, 0);
}

TEST(time_between_two_samples_without_a_switch_is_the_threads)
{
	runs(ALPHA_ON_0, 0, 0);
	runs(ALPHA_ON_0, 100, WORK);
	leaves(ALPHA_ON_0, 200, WORK);
	replay_round(0);
	assert_int_equal(busy_ms(ALPHA), 200);
}

TEST(a_slice_whose_begin_is_unknown_has_time_by_the_rate_of_the_others)
{
	runs(ALPHA_ON_0, 0, 0);
	leaves(ALPHA_ON_0, 200, 2 * WORK);
	leaves(ALPHA_ON_0, 800, WORK / 2);
	replay_round(0);
	assert_int_equal(busy_ms(ALPHA), 250);
	assert_true(slots(ALPHA) == 2.5 * WORK);
}

TEST(a_slice_has_at_most_the_time_since_the_thread_left)
{
	runs(ALPHA_ON_0, 0, 0);
	leaves(ALPHA_ON_0, 200, 2 * WORK);
	leaves(ALPHA_ON_0, 300, 9 * WORK);
	replay_round(0);
	assert_int_equal(busy_ms(ALPHA), 300);
}

TEST(with_switch_records_the_begin_of_a_slice_is_known)
{
	runs(ALPHA_ON_0, 0, 0);
	leaves(ALPHA_ON_0, 200, 2 * WORK);
	switch_record(ALPHA_ON_0, 200, true);
	switch_record(ALPHA_ON_0, 500, false);
	leaves(ALPHA_ON_0, 800, WORK);
	replay_round(0);
	assert_int_equal(busy_ms(ALPHA), 500);
}

/* perf record --switch-output, or lost samples: counts from before are of an unknown time. */
TEST(a_first_sample_with_switches_before_it_is_only_a_base)
{
	b.counts[ALPHA_ON_0][EV_COUNT] = 7;
	leaves(ALPHA_ON_0, 100, 1000 * WORK);
	leaves(ALPHA_ON_0, 200, WORK);
	replay_round(0);
	assert_true(slots(ALPHA) == 1.0 * WORK);
}

TEST(lost_samples_of_a_thread_lose_no_counts_but_the_begin_of_its_slice)
{
	runs(ALPHA_ON_0, 0, 0);
	runs(ALPHA_ON_0, 100, WORK);
	b.counts[ALPHA_ON_0][EV_COUNT]++;
	builder_lost(&b, ALPHA_ON_0, 1, T0 + 300 * MS);
	leaves(ALPHA_ON_0, 900, WORK);
	replay_round(0);
	assert_true(slots(ALPHA) == 2.0 * WORK);
	assert_int_equal(busy_ms(ALPHA), 200);
	assert_int_equal(tally.lost, 1);
}

static void keep_machine(const struct snapshot *snapshot, void *data)
{
	if (!snapshot->ended)
		*(struct machine *)data = *snapshot->machine;
}

TEST(the_recording_says_that_only_threads_were_counted_and_in_which_mode)
{
	struct machine machine = { .n_cpus = 0 };

	b.user_only = true;
	three_slices_and_a_move();
	builder_finish(&b);
	assert_int_equal(replay_bytes(b.out.bytes, b.out.n, 0, UINT64_MAX, keep_machine, &machine,
				      &err), 0);
	assert_string_equal(machine.watched, "the recorded threads");
	assert_true(machine.user_only);
	assert_int_equal(machine.n_cpus, 2);
}

TEST(counters_without_a_cpu_are_refused_with_the_option_that_made_them)
{
	for (int i = 0; i < PLACES; i++)
		b.cpu_of_thread[i] = -1;
	three_slices_and_a_move();
	assert_int_equal(builder_replay(&b, 0, &tally, &err), -EINVAL);
	assert_non_null(strstr(err.text, "without their CPUs, as with perf record --per-thread"));
}

TEST(samples_without_a_time_are_refused_likewise)
{
	for (size_t i = 0; i < b.n_events; i++)
		b.events[i].sample_type &= ~(uint64_t)PERF_SAMPLE_TIME;
	three_slices_and_a_move();
	assert_int_equal(builder_replay(&b, 0, &tally, &err), -EINVAL);
	assert_non_null(strstr(err.text, "without their times, as with perf record --per-thread"));
}

TEST(each_of_many_threads_has_its_own_counts)
{
	b.n_cpus = BUILDER_CPUS;
	for (int i = 0; i < BUILDER_CPUS; i++) {
		b.thread[i] = 100 + i;
		b.cpu_of_thread[i] = i % 4;
	}
	for (int i = 0; i < BUILDER_CPUS; i++) {
		b.counts[i][EV_COUNT]++;
		builder_ran(&b, i, b.thread[i], T0 + (unsigned int)i * MS, WORK * ((unsigned int)i + 1));
	}
	replay_round(0);
	for (int i = 0; i < 60; i++)
		assert_true(slots(100 + i) == (double)WORK * (i + 1));
}

/* The fuzzer's changes of records: ids, threads, times. Each replay ends, with any message. */
TEST(a_damaged_recording_of_threads_ends)
{
	static unsigned char bytes[1 << 16];

	runs(ALPHA_ON_0, 0, 0);
	three_slices_and_a_move();
	switch_record(ALPHA_ON_0, 400, false);
	runs(ALPHA_ON_0, 500, WORK);
	builder_finish(&b);
	for (uint32_t seed = 0; seed < 2000; seed++) {
		size_t n = b.out.n;

		assert_true(n <= sizeof(bytes));
		memcpy(bytes, b.out.bytes, n);
		n = mutate_records(bytes, n, sizeof(bytes), seed);
		assert_true(n > 0);
		(void)replay_bytes(bytes, n, 0, 1000, NULL, NULL, &err);
	}
}

const struct around_tests around_tests = {.setup = setup, .teardown = recording_teardown};
