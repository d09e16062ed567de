/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * From windows to whole intervals: a CPU's exact slots are distributed to the tasks seen in its
 * windows.
 */
#include "config.h"

#include "collect/collector/aggregate_parts.h"
#include "model/snapshot/row.h"
#include "model/splitmix64.h"
#include "tests/fixtures/fixture_aggregate.h"
#include "tests/fixtures/test_main.h"

static const struct family family = { .name = "test", .levels = 1 };
static struct cpu_place places[2] = { { .cpu = 0, .core = 0 }, { .cpu = 1, .core = 1 } };
static struct machine machine = { .family = &family, .levels = 1, .n_cpus = 2, .cpus = places };

AROUND(setup)
{
	fixture_aggregate_begin(&machine);
}

/* A slice of a task (tid = pid) on CPU 0 of so many ms; half of its slots are retiring. */
static void put(enum slice_part part, int32_t pid, uint64_t ms, double slots)
{
	struct slice slice = make_slice(0, pid, pid, ms * MS, slots, slots / 2);

	slice.part = part;
	sink->slice(sink->data, &slice);
}

static double slots_of(int32_t pid)
{
	const struct row *row = snapshot_find(filled, ROW_PROCESS, pid);

	return row ? counts_get(&row->counts, EV_SLOTS) : 0;
}

static void near(double value, double expected)
{
	assert_true(fabs(value - expected) < 1e-6 * (1 + fabs(expected)));
}

const struct scenarios scenarios = { { "window_samples" }, aggregate_words };

const struct around_tests around_tests = { .setup = setup, .teardown = fixture_aggregate_teardown };

TEST(an_interval_without_windows_frees_the_memory)
{
	const struct slice seen = {
		.duration_ns = 5 * MS, .part = SLICE_WINDOW, .pid = 11, .tid = 11
	};
	struct task_sum sum = { .slices = 0 };
	struct task one = { .pid = 11, .tid = 11, .sum = &sum };
	struct window_samples samples = { .spare = NULL };

	for (int i = 0; i < 2; i++) {
		assert_int_equal(window_samples_add(&samples, &one, NULL, &seen), 0);
		(void)window_samples_extrapolate(&samples);
		assert_non_null(samples.spare);
	}
	assert_int_equal(sum.slices, 2);
	(void)window_samples_extrapolate(&samples);
	assert_null(samples.spare);
}

TEST(a_thousand_tasks_on_one_cpu_add_up)
{
	double sum = 0;

	for (int round = 0; round < 3; round++)
		for (int32_t pid = 1; pid <= 1000; pid++)
			put(SLICE_WINDOW, pid, 1, pid);
	put(SLICE_GAP, TID_UNKNOWN, 9000, 3 * 9 * 500500.0);
	fill(100 * MS);
	for (int32_t pid = 1; pid <= 1000; pid++) {
		near(slots_of(pid), 30.0 * pid);
		sum += slots_of(pid);
	}
	near(sum, counts_get(&snapshot_find(filled, ROW_CPU, 0)->counts, EV_SLOTS));
}

/* Two tasks take turns of 10 ms on average; a window of 10 ms is followed by a gap of 45 to 135. */
TEST(the_truth_is_within_two_stated_errors)
{
	const struct row *row;
	uint64_t seed = 1;
	int within = 0;

	for (int interval = 0; interval < 500; interval++) {
		uint64_t truth = 0, until = 10;
		int32_t pid = 11;
		bool open = true;

		for (uint64_t ms = 0; ms < 1000; ms++) {
			if (ms == until && (open = !open))
				until += 10;
			else if (ms == until)
				until += 45 + splitmix64_next(&seed) % 91;
			pid = splitmix64_next(&seed) % 10 ? pid : 23 - pid;
			truth += pid == 11;
			put(open ? SLICE_WINDOW : SLICE_GAP, open ? pid : TID_UNKNOWN, 1, 100);
		}
		fill(1000 * MS);
		row = snapshot_find(filled, ROW_PROCESS, 11);
		within += fabs(1 - (double)(truth * MS) / (double)row->busy_ns) < row_estimate_error(row) / 50;
	}
	assert_in_range(within, 450, 495);
}
