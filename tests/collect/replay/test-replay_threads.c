/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Recordings of single threads, as perf record -p makes them: a group for each thread on each CPU,
 * told apart by their ids; samples without a CPU.
 */
#include "config.h"

#include <linux/perf_event.h>

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

AROUND(setup)
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
}

static struct built_at at(int place, uint64_t ms)
{
	return (struct built_at){ place, places[place].thread, places[place].thread, T0 + ms * MS };
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
		       &(struct built_bytes){ 0 }, at(place, ms));
}

static void three_slices_and_a_move(void)
{
	leaves(ALPHA_ON_0, 100, WORK);
	leaves(BETA_ON_0, 150, 2 * WORK);
	leaves(ALPHA_ON_1, 200, 4 * WORK);
	leaves(ALPHA_ON_0, 300, 8 * WORK);
	builder_round(&b);
}

static void keep_machine(const struct snapshot *snapshot, void *data)
{
	if (!snapshot->ended)
		*(struct machine *)data = *snapshot->machine;
}

TEST(the_recording_says_that_only_threads_were_counted_and_in_which_mode)
{
	struct machine machine = { .n_cpus = 0 };

	b.user_only = b.without_guests = true;
	three_slices_and_a_move();
	builder_finish(&b);
	assert_int_equal(replay_bytes(b.out.bytes, b.out.n, 0, UINT64_MAX, keep_machine, &machine, &err), 0);
	assert_string_equal(machine.watched, "the recorded threads");
	assert_true(machine.user_only && !machine.without_guests);	/* perf leaves them out everywhere */
	assert_int_equal(machine.n_cpus, 2);
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

/* ---- commands: a place is a thread and a CPU ---- */

static int place_arg(void)
{
	int place = 0;

	while (places[place].thread != number_arg(1) || places[place].cpu != number_arg(2))
		assert_true(++place < PLACES);
	return place;
}

static uint64_t ms_arg(size_t n)
{
	return (time_arg(n) - T0) / MS;
}

/* THREAD CPU TIME WORK */
COMMAND(runs)
{
	runs(place_arg(), ms_arg(3), work_arg(4));
}

COMMAND(leaves)
{
	leaves(place_arg(), ms_arg(3), work_arg(4));
}

/* THREAD CPU TIME out|in */
COMMAND(switch)
{
	switch_record(place_arg(), ms_arg(3), !strcmp(text_arg(4), "out"));
}

/* THREAD CPU N: that no sample tells. */
COMMAND(switches)
{
	b.counts[place_arg()][EV_COUNT] += (uint64_t)number_arg(3);
}

static void change_sample_type(uint64_t with, uint64_t without)
{
	for (size_t i = 0; i < b.n_events; i++)
		b.events[i].sample_type = (b.events[i].sample_type | with) & ~without;
}

COMMAND(also_cpu)
{
	change_sample_type(PERF_SAMPLE_CPU, 0);
}

COMMAND(no_times)
{
	change_sample_type(0, PERF_SAMPLE_TIME);
}

COMMAND(no_cpus)
{
	for (int i = 0; i < PLACES; i++)
		b.cpu_of_thread[i] = -1;
}

const struct scenarios scenarios = { { "replay_threads" }, recording_words };
const struct around_tests around_tests = {.setup = setup, .teardown = recording_teardown};
