/* SPDX-License-Identifier: GPL-2.0-only */
/* What a process has used since it was first seen: the sum of its intervals, kept small. */
#include "config.h"
#include "collect/tasks/task_sums.h"

#include <stdlib.h>

#include "tests/fixtures/test_main.h"

static struct lifetime_sum *lifetime_sum;

TEARDOWN
{
	free(lifetime_sum);
	lifetime_sum = NULL;
}

static void add(uint32_t events, double each, uint64_t busy_ns)
{
	struct task_sum sum = { .tally.counts.present = events, .busy_ns = busy_ns, .slices = 2 };

	for (int event = 0; event < EV_COUNT; event++)
		if (events & 1U << event)
			sum.tally.counts.value[event] = each;
	lifetime_sum_add(&lifetime_sum, &sum);
}

TEST(it_is_zero_before_the_first_interval)
{
	const struct usage sum = lifetime_sum_usage(NULL);

	assert_int_equal(sum.counts.present, 0);
	assert_int_equal(sum.busy_ns, 0);
}

TEST(it_is_the_sum_of_all_intervals)
{
	struct usage sum;

	for (int i = 1; i <= 3; i++)
		add(1U << EV_SLOTS | 1U << EV_X12, 10 * i, 100);
	sum = lifetime_sum_usage(lifetime_sum);
	assert_true(counts_get(&sum.counts, EV_SLOTS) == 60);
	assert_true(counts_get(&sum.counts, EV_X12) == 60);
	assert_int_equal(sum.busy_ns, 300);
	assert_int_equal(sum.slices, 6);
	assert_false(sum.counts.scaled);
}

TEST(an_event_that_was_not_always_counted_is_added)
{
	struct usage sum;

	add(1U << EV_SLOTS | 1U << EV_CYCLES, 5, 0);
	add(1U << EV_SLOTS | 1U << EV_INSTRUCTIONS | 1U << EV_CYCLES, 7, 0);
	sum = lifetime_sum_usage(lifetime_sum);
	assert_true(counts_get(&sum.counts, EV_SLOTS) == 12);
	assert_true(counts_get(&sum.counts, EV_INSTRUCTIONS) == 7);
	assert_true(counts_get(&sum.counts, EV_CYCLES) == 12);
}

TEST(it_is_scaled_if_an_interval_was)
{
	const struct task_sum scaled = { .tally.counts = { .present = 1U << EV_SLOTS,
							   .scaled = true } };

	add(1U << EV_SLOTS, 1, 0);
	lifetime_sum_add(&lifetime_sum, &scaled);
	add(1U << EV_SLOTS, 1, 0);
	assert_true(lifetime_sum_usage(lifetime_sum).counts.scaled);
}
