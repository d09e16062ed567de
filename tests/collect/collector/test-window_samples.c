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

	return row ? counts_get(&row->numbers->counts, EV_SLOTS) : 0;
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
		(void)window_samples_plan(&samples, 1);
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
	near(sum, counts_get(&snapshot_find(filled, ROW_CPU, 0)->numbers->counts, EV_SLOTS));
}

/* A process that takes turns with another one, its threads with each other, and windows of its CPUs; in ms. */
static const struct load {
	uint64_t window, longer;	/* windows last so long, or by up to so much more */
	uint64_t phase;			/* on average its behaviour changes then, */
	bool own;			/* in each thread for itself */
	uint64_t threads, life;		/* then a thread ends and another one begins */
	int32_t cpus;
	uint64_t ends;			/* then all of it */
} loads[] = {
	{ 10, 1, 20, false, 1, 1000, 1, 1000 }, { 10, 1, 300, false, 1, 1000, 1, 1000 }, { 10, 1, 1, false, 1, 1000, 1, 1000 },
	{ 3, 28, 20, false, 1, 1000, 1, 1000 }, { 10, 1, 20, true, 4, 1000, 1, 1000 }, { 10, 1, 40, false, 4, 1000, 1, 1000 },
	{ 10, 1, 20, true, 1, 15, 1, 1000 }, { 10, 1, 50, true, 3, 1000, 2, 1000 }, { 10, 1, 200, true, 1, 1000, 2, 1000 },
	{ 10, 1, 20, false, 1, 1000, 1, 700 }, { 3, 1, 20, true, 2, 5, 1, 300 }, { 3, 1, 20, true, 2, 1000, 1, 1000 },
};

#define LOADS (sizeof(loads) / sizeof(loads[0]))

FORMULA(retiring, EV(RETIRING) / SUM)
static const struct formula formulas[] = { { .metric = M_RETIRING, FORM(retiring) } };
static const struct family split_family = { .name = "test", .levels = 1, .formulas = formulas, .n_formulas = 1 };

static uint64_t at_random(uint64_t below)
{
	static uint64_t seed = 1;

	return splitmix64_next(&seed) % below;
}

/*
 * A second of a CPU, and what the process had. Turns last 10 ms on average, gaps 45 to 135. If the kernel tells the
 * time of a thread, it does at a tick of 4 ms, or a switch.
 */
static void simulate(const struct load *load, int32_t cpu, bool tells, struct slice *truth)
{
	static uint64_t late_ns;
	double does[4] = { 0.3, 0.3, 0.3, 0.3 };
	uint64_t until = 10, thread = 0;
	int32_t pid = 11, tid = 0;
	bool open = true;

	for (uint64_t ms = 0; ms < 1000; ms++) {
		const double slots = 1e6 + (double)at_random(1000000);
		const int32_t last_tid = tid;
		struct slice slice;

		if (ms == until)
			until += (open = !open) ? load->window + at_random(load->longer) : 45 + at_random(91);
		pid = at_random(10) ? pid : 23 - pid;
		thread = at_random(5) ? thread : at_random(load->threads);
		if (!at_random(load->phase))
			does[at_random(load->own ? load->threads : 1)] = (double)at_random(100) / 100;
		pid = ms < load->ends ? pid : 12;
		tid = pid == 12 ? pid : pid + (int32_t)(thread * 100 + ms / load->life * 1000);
		slice = make_slice(cpu, pid, tid, MS, slots, slots * does[load->own ? thread : 0]);
		if (tid != last_tid || !(ms % 4)) {
			ran_ns[last_tid % RAN_TASKS] += tells && (last_tid == 12 || load->life + load->ends > 1999) ? late_ns : 0;
			late_ns = 0;
		}
		late_ns += MS;
		slice.counts.present |= 1U << EV_BAD_SPEC | 1U << EV_FE_BOUND | 1U << EV_BE_BOUND;
		slice.counts.value[EV_BE_BOUND] = slots - slice.counts.value[EV_RETIRING];
		if (pid == 11)
			counts_add(&truth->counts, &slice.counts);
		truth->duration_ns += pid == 11 ? MS : 0;
		slice.part = open ? SLICE_WINDOW : SLICE_GAP;
		if (!open)
			slice.tid = TID_UNKNOWN;
		sink->slice(sink->data, &slice);
	}
}

/* Of 500 intervals: in how many two stated errors hold, of how many they are known; and the sum of errors, percent. */
struct held {
	int slots, time, share, known, shares_known;
	double errors;
};

static void judge(const struct row *row, const struct slice *truth, struct held *held)
{
	const double error = row_estimate_error(row), of_share = row_class_error(filled, row, M_RETIRING);

	held->time += fabs(1 - (double)truth->duration_ns / (double)row->busy_ns) < error / 50;
	held->slots += fabs(1 - counts_get(&truth->counts, EV_SLOTS) / slots_of(11)) < error / 50;
	held->share += fabs((double)row->numbers->values.percent[M_RETIRING] - 100 * retiring(&truth->counts)) < 2 * of_share;
	held->known += !isnan(error);
	held->shares_known += !isnan(of_share);
	held->errors += isnan(error) ? 0 : error;
}

static struct held simulate_intervals(const struct load *load, bool tells)
{
	struct held held = { 0 };

	fixture_aggregate_teardown(NULL);
	fixture_aggregate_begin(&machine);
	for (int interval = 0; interval < 500; interval++) {
		struct slice truth = { .cpu = 0 };
		const struct row *row;
		size_t n;

		for (int32_t cpu = 0; cpu < load->cpus; cpu++)
			simulate(load, cpu, tells, &truth);
		fill(1000 * MS);
		row = snapshot_find(filled, ROW_PROCESS, 11);
		if (row)
			judge(row, &truth, &held);
		if (load == loads)	/* its only thread has the same */
			assert_memory_equal(row->class_error, snapshot_children(filled, row, &n)->class_error,
					    sizeof(row->class_error));
	}
	return held;
}

TEST(the_truth_is_within_two_stated_errors)
{
	machine.family = &split_family;
	for (const struct load *load = loads; load < loads + LOADS; load++)
		for (int tells = 0; tells < 2; tells++) {
			const struct held held = simulate_intervals(load, tells);

			assert_in_range(held.known, 495, 500);
			assert_in_range(held.slots * 100 / held.known, 90, tells ? 100 : 99);
			assert_in_range(held.time * 100 / held.known, 90, tells ? 100 : 99);
			assert_in_range(held.shares_known, load->life < 10 ? 0 : 470, 500);
			assert_in_range(held.share * 100, 90 * held.shares_known, 99 * held.shares_known + 100);
			if (tells && load->life == 1000)	/* else it has ended when the kernel is asked */
				assert_true(held.errors / held.known < (load->ends == 1000 ? 4.5 : 8));
		}
	machine.family = &family;
}
