/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * From windows to whole intervals: a CPU's exact slots are distributed to the tasks seen in its
 * windows.
 */
#include "config.h"
#include "collect/aggregate.h"

#include <math.h>

#include "collect/window_samples.h"
#include "tests/fixtures/fixture_aggregate.h"
#include "tests/fixtures/test_main.h"

static const struct family family = { .name = "test", .levels = 1 };
static struct cpu_place places[2] = { { .cpu = 0, .core = 0 }, { .cpu = 1, .core = 1 } };
static struct machine machine = { .family = &family, .levels = 1, .n_cpus = 2, .cpus = places };

AROUND(setup)
{
	fixture_aggregate_begin(&machine);
}

/* A slice of a task (tid = pid) of so many ms; part of its slots are retiring. */
static void slice(int32_t cpu, enum slice_part part, int32_t pid, uint64_t ms, double slots,
		  double retiring)
{
	struct slice slice = make_slice(cpu, pid, pid, ms * MS, slots, slots * retiring);

	slice.part = part;
	sink->slice(sink->data, &slice);
}

static void gap(int32_t cpu, uint64_t ms, double slots)
{
	slice(cpu, SLICE_GAP, TID_UNKNOWN, ms, slots, 0.5);
}

static void window(int32_t cpu, int32_t pid, uint64_t ms, double slots, double retiring)
{
	slice(cpu, SLICE_WINDOW, pid, ms, slots, retiring);
}

static void end(void)
{
	fill(100 * MS);
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

const struct around_tests around_tests = { .setup = setup, .teardown = fixture_aggregate_teardown };

TEST(slots_of_gaps_are_distributed_to_the_tasks_seen_in_proportion)
{
	const struct row *a, *cpu;

	window(0, 11, 6, 600, 0.8);
	window(0, 12, 4, 400, 0.1);
	gap(0, 90, 9000);
	end();
	near(slots_of(11), 6000);
	near(slots_of(12), 4000);
	a = snapshot_find(filled, ROW_PROCESS, 11);
	near(counts_get(&a->counts, EV_RETIRING), 4800);	/* the split is as it was seen */
	assert_true(a->counts.scaled);
	near((double)a->busy_ns, 60.0 * MS);
	cpu = snapshot_find(filled, ROW_CPU, 0);
	near(counts_get(&cpu->counts, EV_SLOTS), 10000);
	assert_false(cpu->counts.scaled);
	near(cpu->unaccounted_slots, 0);
}

/* Two CPUs, only one of them with windows: each task has the sum of both. */
TEST(what_was_counted_whole_stays_as_it_was)
{
	slice(1, SLICE_WHOLE, 11, 50, 5000, 0.5);
	slice(0, SLICE_WHOLE, 12, 10, 1000, 0.5);	/* before the first window has closed */
	window(0, 11, 5, 500, 0.5);
	window(0, 12, 5, 500, 0.5);
	gap(0, 80, 8000);
	end();
	near(slots_of(11), 5000 + 4500);
	near(slots_of(12), 1000 + 4500);
}

TEST(a_task_that_moves_has_its_part_of_each_cpu)
{
	const struct row *row;

	for (int mux = 0; mux < 2; mux++) {
		window(0, 11, 3, 300, 0.5);
		window(1, 11, 2, 200, 0.5);
		window(1, 12, 3, 300, 0.5);
	}
	gap(0, 54, 5400);
	gap(1, 40, 4000);	/* a different part of the time than on CPU 0 */
	end();
	near(slots_of(11), 6000 + 2000);
	near(slots_of(12), 3000);
	row = snapshot_find(filled, ROW_PROCESS, 11);
	assert_int_equal(row->slices, 4);
	near((double)row->busy_ns, 80.0 * MS);
}

/* A halted CPU counts next to nothing, so the slots of a gap tell how much of it was busy. */
TEST(slots_tell_how_busy_the_cpu_was_in_gaps)
{
	const struct row *cpu;

	window(0, 11, 5, 500, 0.5);
	window(0, TID_IDLE, 5, 5, 0);
	gap(0, 90, 1845);	/* 45 slots for the idle task, 18 ms for tasks */
	end();
	cpu = snapshot_find(filled, ROW_CPU, 0);
	near(cpu->idle_slots, 50);
	near(slots_of(11), 2300);
	near((double)cpu->busy_ns, 23.0 * MS);
	near((double)cpu->idle_ns, 77.0 * MS);
	near(slots_of(11) + cpu->idle_slots + cpu->unaccounted_slots,
	     counts_get(&cpu->counts, EV_SLOTS));
}

TEST(faster_slots_are_not_more_time_than_there_is)
{
	const struct row *cpu;

	window(0, 11, 10, 1000, 0.5);
	gap(0, 90, 18000);	/* turbo clock */
	end();
	cpu = snapshot_find(filled, ROW_CPU, 0);
	near(slots_of(11), 19000);
	near((double)cpu->busy_ns, 100.0 * MS);
	near((double)snapshot_find(filled, ROW_PROCESS, 11)->busy_ns, 100.0 * MS);
}

TEST(without_a_window_the_gap_is_unaccounted)
{
	const struct row *cpu;

	gap(0, 90, 9000);
	end();
	cpu = snapshot_find(filled, ROW_CPU, 0);
	near(cpu->unaccounted_slots, 9000);
	near((double)cpu->unknown_ns, 90.0 * MS);
}

TEST(the_gap_is_unaccounted_if_only_idle_was_seen_and_a_task_ran)
{
	const struct row *cpu;

	window(0, TID_IDLE, 10, 10, 0);
	gap(0, 90, 5090);
	end();
	cpu = snapshot_find(filled, ROW_CPU, 0);
	near(cpu->idle_slots, 100);
	near(cpu->unaccounted_slots, 5000);
}

TEST(unattributed_parts_of_windows_are_extrapolated_to_gaps)
{
	const struct row *cpu;

	window(0, 11, 9, 900, 0.5);
	window(0, TID_UNKNOWN, 1, 100, 0.5);
	gap(0, 90, 9000);
	end();
	cpu = snapshot_find(filled, ROW_CPU, 0);
	near(slots_of(11), 9000);
	near(cpu->unaccounted_slots, 1000);
}

TEST(an_interval_starts_without_samples_of_the_one_before)
{
	window(0, 11, 10, 1000, 0.5);
	gap(0, 90, 9000);
	end();
	window(0, 12, 10, 1000, 0.5);
	gap(0, 90, 9000);
	end();
	near(slots_of(11), 0);
	near(slots_of(12), 10000);
}

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
			window(0, pid, 1, pid, 0.5);
	gap(0, 9000, 3 * 9 * 500500.0);
	end();
	for (int32_t pid = 1; pid <= 1000; pid++) {
		near(slots_of(pid), 30.0 * pid);
		sum += slots_of(pid);
	}
	near(sum, counts_get(&snapshot_find(filled, ROW_CPU, 0)->counts, EV_SLOTS));
}
