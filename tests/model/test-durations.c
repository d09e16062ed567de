/* SPDX-License-Identifier: GPL-2.0-only */
/* Percentiles and slow entries from classes, on simulated entries whose truth is known. */
#include "config.h"
#include "model/durations.h"

#include <stdlib.h>

#include "model/splitmix64.h"
#include "tests/fixtures/test_main.h"

#define MOST 20000

static struct durations durations;
static double all[MOST];
static size_t n_all;
static double slots_of_slow, slots_of_all;
static uint64_t seed;

SETUP
{
	durations = (struct durations){ .of = { { .entries = 0 } } };
	n_all = 0;
	slots_of_slow = slots_of_all = 0;
	seed = 7;
}

/* An entry of so many slots, of which this part was bound by memory; the rest retired. */
static void enter(double ns, double cpu_ns, double slots, double memory)
{
	struct duration_class *of = &durations.of[duration_class_of((uint64_t)ns)];
	struct duration_class *cpu = &durations.of[duration_class_of((uint64_t)cpu_ns)];

	of->entries++;
	of->ns += (uint64_t)ns;
	of->timed_ns += (uint64_t)ns;
	of->on_cpu_ns += (uint64_t)cpu_ns;
	cpu->cpu_entries++;
	cpu->cpu_ns += (uint64_t)cpu_ns;
	of->slots += slots;
	of->divided[0] += slots;
	of->divided[1] += slots;
	of->node[M_MEMORY_BOUND] += slots * memory;
	of->node[M_BACKEND_BOUND] += slots * memory;
	of->node[M_RETIRING] += slots * (1 - memory);
	of->node[M_LIGHT_OPERATIONS] += slots * (1 - memory);
	slots_of_all += slots;
	slots_of_slow += memory > 0.5 ? slots : 0;
	all[n_all++] = (double)(uint64_t)ns;
}

static int compare_reals(const void *a, const void *b)
{
	const double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* Log-normal around so many ns; two populations if `slow` of 1000 take ten times as long. */
static void enter_many(size_t n, double median, double spread, unsigned int slow)
{
	for (size_t i = 0; i < n; i++) {
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

TEST(each_class_ends_where_the_next_begins)
{
	assert_int_equal(duration_class_of(0), 0);
	assert_int_equal(duration_class_of(1023), 0);
	assert_int_equal(duration_class_of(1024), 1);
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
		enter_many(MOST, 30000 * (double)(s + 1), spreads[s], 30);
		qsort(all, n_all, sizeof(all[0]), compare_reals);
		for (size_t p = 0; p < 3; p++) {
			const struct duration_quantile got = durations_quantile(&durations, DURATION_WALL, parts[p]);
			const double truth = all[(size_t)ceil(parts[p] * MOST) - 1];

			assert_true(got.from <= truth && truth < got.to && got.from <= got.ns && got.ns < got.to);
			assert_true(fabs(got.ns / truth - 1) < 0.3);
		}
	}
}

TEST(the_mean_of_both_durations_is_exact)
{
	enter(1000, 500, 1, 0);
	enter(5000, 700, 1, 0);
	assert_true(durations_mean(&durations, DURATION_WALL) == 3000);
	assert_true(durations_mean(&durations, DURATION_CPU) == 600);
	assert_true(durations_quantile(&durations, DURATION_CPU, 0.5).to == 1024);
}

TEST(without_entries_nothing_is_known)
{
	assert_true(isnan(durations_quantile(&durations, DURATION_WALL, 0.5).ns));
	assert_true(isnan(durations_mean(&durations, DURATION_CPU)));
	assert_int_equal(durations_slow_part(&durations).verdict, SLOW_NONE);
	assert_true(isnan(durations_percent(&durations, 0, DURATION_CLASSES - 1, M_MEMORY_BOUND)));
}

TEST(entries_beyond_all_classes_are_in_the_last_one_with_their_mean)
{
	struct duration_quantile last;

	enter(60e9, 60e9, 1, 0);
	last = durations_quantile(&durations, DURATION_WALL, 0.99);
	assert_true(isinf(last.to) && last.from == 0x1p32 && fabs(last.ns - 60e9) < 1);
}

TEST(slow_entries_are_told_apart_by_what_they_do)
{
	struct slow_part part;

	enter_many(MOST, 100000, 0.2, 10);
	part = durations_slow_part(&durations);
	assert_int_equal(part.verdict, SLOW_DIFFERS);
	assert_int_equal(part.entries, MOST / 100);
	assert_int_equal(part.level, 2);
	assert_int_equal(part.node, M_MEMORY_BOUND);
	assert_true(fabs(part.percent - 60) < 0.01 && fabs(part.others - 20) < 0.01);
	assert_true(fabs(part.slots_percent - 100 * slots_of_slow / slots_of_all) < 0.01);
	assert_true(fabs(part.on_cpu - 50) < 0.1 && fabs(part.others_on_cpu - 100) < 0.1);
}

TEST(slow_entries_that_do_the_same_differ_in_nothing)
{
	enter_many(MOST, 100000, 0.2, 0);
	for (int c = 0; c < DURATION_CLASSES; c++) {
		durations.of[c].node[M_MEMORY_BOUND] = 0.2 * durations.of[c].slots;
		durations.of[c].node[M_LIGHT_OPERATIONS] = 0.8 * durations.of[c].slots;
	}
	durations.of[20] = durations.of[duration_class_of(100000)];
	durations.of[20].entries = 200;
	assert_int_equal(durations_slow_part(&durations).verdict, SLOW_SAME);
}

TEST(what_classes_cannot_tell_is_said)
{
	for (int i = 0; i < 1000; i++)
		enter(100000, 100000, 100, 0.5);
	assert_int_equal(durations_slow_part(&durations).verdict, SLOW_ALIKE);
	for (int i = 0; i < SLOW_ENTRIES_LEAST - 1; i++)
		enter(1e6, 1e6, 100, 0.9);
	assert_int_equal(durations_slow_part(&durations).verdict, SLOW_FEW);
	enter(1e6, 1e6, 100, 0.9);
	assert_int_equal(durations_slow_part(&durations).verdict, SLOW_DIFFERS);
	durations.of[duration_class_of(1000000)].divided[1] = 0;
	assert_int_equal(durations_slow_part(&durations).level, 1);
	durations.of[duration_class_of(1000000)].divided[0] = 0;
	assert_int_equal(durations_slow_part(&durations).verdict, SLOW_NO_SLOTS);
}

TEST(sums_of_durations_are_those_of_all_entries)
{
	struct durations sum = { .of = { { .entries = 0 } } };

	enter_many(10000, 50000, 0.5, 100);
	durations_add(&sum, &durations);
	durations_add(&sum, &durations);
	assert_int_equal(durations_entries(&sum, DURATION_WALL), 20000);
	assert_true(durations_mean(&sum, DURATION_CPU) == durations_mean(&durations, DURATION_CPU));
	assert_true(fabs(durations_slow_part(&sum).percent - durations_slow_part(&durations).percent) < 1e-9);
}
