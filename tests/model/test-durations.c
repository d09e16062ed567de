/* SPDX-License-Identifier: GPL-2.0-only */
/* Percentiles and slow entries from classes, on simulated entries whose truth is known. */
#include "config.h"
#include "model/durations.h"

#include "model/splitmix64.h"
#include "tests/fixtures/test_main.h"

#define MOST 20000

static struct durations durations;
static double all[MOST], slots_of_slow, slots_of_all;
static size_t n_all;
static uint64_t seed;

SETUP
{
	durations = (struct durations){ .of = { { .entries = 0 } } };
	n_all = 0;
	slots_of_slow = slots_of_all = 0;
	seed = 7;
}

#define class_of(ns) (&durations.of[duration_class_of((uint64_t)(ns))])

/* An entry of so many slots: this part was bound by memory; the rest was light. */
static void enter(double ns, double cpu_ns, double slots, double memory)
{
	const struct duration_class of = {
		.entries = 1, .ns = (uint64_t)ns, .timed_ns = (uint64_t)ns, .on_cpu_ns = (uint64_t)cpu_ns,
		.slots = slots, .divided = { slots, slots }, .node = { [M_MEMORY_BOUND] = slots * memory,
			[M_BACKEND_BOUND] = slots * memory, [M_LIGHT_OPERATIONS] = slots * (1 - memory) } };

	duration_class_add(class_of(ns), &of);
	duration_class_add(class_of(cpu_ns), &(struct duration_class){ .cpu_entries = 1, .cpu_ns = (uint64_t)cpu_ns });
	slots_of_all += slots;
	slots_of_slow += memory > 0.5 ? slots : 0;
	all[n_all++] = ns;
}

/* Log-normal around so many ns; `slow` of 1000 take ten times as long. */
static void enter_many(double median, double spread, unsigned int slow)
{
	for (size_t i = 0; i < MOST; i++) {
		double normal = -6, ns;

		for (int k = 0; k < 12; k++)
			normal += splitmix64_share(&seed);
		ns = median * exp(spread * normal);
		if (i % 1000 < slow)
			enter(10 * ns, 5 * ns, 20 * ns, 0.6);
		else
			enter(ns, ns, 4 * ns, 0.2);
	}
}

/* The part of all entries that is below. */
static double part_below(double ns)
{
	size_t n = 0;

	for (size_t i = 0; i < n_all; i++)
		n += all[i] < ns;
	return (double)n / (double)n_all;
}

TEST(each_class_ends_where_the_next_begins)
{
	assert_int_equal(duration_class_of(0), 0);
	assert_int_equal(duration_class_of(1023), 0);
	assert_int_equal(duration_class_of(UINT64_MAX), DURATION_CLASSES - 1);
	for (int c = 1; c < DURATION_CLASSES; c++) {
		assert_true(duration_class_from(c) == duration_class_to(c - 1));
		assert_int_equal(duration_class_of((uint64_t)duration_class_from(c)), c);
		assert_int_equal(duration_class_of((uint64_t)duration_class_from(c) - 1), c - 1);
	}
	assert_true(isinf(duration_class_to(DURATION_CLASSES - 1)));
}

TEST(a_quantile_lies_in_the_class_of_the_true_one_and_near_it)
{
	static const double parts[] = { 0.5, 0.9, 0.99 }, spreads[] = { 0.05, 0.4, 1.2 };

	for (size_t s = 0; s < 3; s++) {
		(void)setup_of_each(NULL);
		enter_many(30000 * (double)(s + 1), spreads[s], 30);
		for (size_t p = 0; p < 3; p++) {
			const struct duration_quantile got = durations_quantile(&durations, DURATION_WALL, parts[p]);

			assert_true(part_below(got.from) < parts[p] && parts[p] <= part_below(got.to));
			assert_true(got.from <= got.ns && got.ns < got.to);
			assert_true(part_below(got.ns / 1.4) < parts[p] && parts[p] <= part_below(got.ns * 1.4));
		}
	}
}

TEST(means_are_exact_and_what_is_beyond_all_classes_is_in_the_last_one)
{
	struct duration_quantile last;

	assert_true(isnan(durations_quantile(&durations, DURATION_WALL, 0.5).ns));
	assert_true(isnan(durations_mean(&durations, DURATION_CPU)));
	enter(1000, 500, 1, 0);
	enter(60e9, 700, 1, 0);
	assert_true(durations_mean(&durations, DURATION_WALL) == 30000000500);
	assert_true(durations_mean(&durations, DURATION_CPU) == 600);
	assert_true(durations_quantile(&durations, DURATION_CPU, 0.5).to == 1024);
	last = durations_quantile(&durations, DURATION_WALL, 0.99);
	assert_true(isinf(last.to) && last.from == 0x1p32 && fabs(last.ns - 60e9) < 1);
}

TEST(slow_entries_are_told_apart_by_what_they_do)
{
	struct slow_part part;

	enter_many(100000, 0.2, 10);
	part = durations_slow_part(&durations);
	assert_int_equal(part.verdict, SLOW_DIFFERS);
	assert_int_equal(part.entries, MOST / 100);
	assert_true(part.level == 2 && part.node == M_MEMORY_BOUND);
	assert_true(fabs(part.percent - 60) < 0.01 && fabs(part.others - 20) < 0.01);
	assert_true(fabs(part.slots_percent - 100 * slots_of_slow / slots_of_all) < 0.01);
	assert_true(fabs(part.on_cpu - 50) < 0.1 && fabs(part.others_on_cpu - 100) < 0.1);
}

TEST(what_classes_cannot_tell_is_told)
{
	assert_int_equal(durations_slow_part(&durations).verdict, SLOW_NONE);
	for (int i = 0; i < 1000; i++)
		enter(100000, 100000, 100, 0.5);
	assert_int_equal(durations_slow_part(&durations).verdict, SLOW_ALIKE);
	for (int i = 0; i < SLOW_ENTRIES_LEAST - 1; i++)
		enter(1e6, 1e6, 100, 0.5);
	assert_int_equal(durations_slow_part(&durations).verdict, SLOW_FEW);
	enter(1e6, 1e6, 100, 0.5);
	assert_int_equal(durations_slow_part(&durations).verdict, SLOW_SAME);
	class_of(1e6)->node[M_MEMORY_BOUND] *= 1.1;
	assert_int_equal(durations_slow_part(&durations).verdict, SLOW_DIFFERS);
	class_of(1e6)->divided[1] = 0;
	assert_int_equal(durations_slow_part(&durations).level, 1);
	class_of(1e6)->divided[0] = 0;
	assert_int_equal(durations_slow_part(&durations).verdict, SLOW_NO_SLOTS);
}
