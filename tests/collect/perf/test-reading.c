/* SPDX-License-Identifier: GPL-2.0-only */
/* From the members of a group to counts of events. */
#include "config.h"
#include "collect/perf/reading.h"

#include <math.h>

#include "tests/fixtures/test_main.h"

/* Slots, and the classes of level 1 without backend bound. */
static const struct reading_member three_classes[] = {
	{ .event = EV_SLOTS, .scale = 1 },
	{ .event = EV_COUNT },
	{ .event = EV_RETIRING, .scale = 1 },
	{ .event = EV_BAD_SPEC, .scale = 1 },
	{ .event = EV_FE_BOUND, .scale = 1 },
	{ .event = EV_BE_BOUND, .scale = 1 },
};
#define MEMBERS (sizeof(three_classes) / sizeof(three_classes[0]))

static struct counts counts_of(size_t members, const uint64_t values[MEMBERS])
{
	count_pair steps[MEMBERS / 2] = { { 0 } };
	struct counts counts = { .present = 0 };
	struct reading_plan plan;

	for (size_t i = 0; i < members; i++)
		steps[i / 2][i % 2] = values[i];
	reading_plan_init(&plan, three_classes, members);
	reading_plan_add(&plan, steps, &counts);
	reading_plan_add(&plan, steps, &counts);
	return counts;
}

TEST(backend_bound_that_is_not_counted_is_the_rest_of_the_slots)
{
	const struct counts counts = counts_of(MEMBERS - 1, (uint64_t[]){ 100, 7, 20, 10, 30, 0 });

	assert_float_equal(counts_get(&counts, EV_BE_BOUND), 80, 1e-9);
	assert_float_equal(counts_level1_sum(&counts), 200, 1e-9);
}

TEST(backend_bound_that_is_counted_stays_what_it_is)
{
	const struct counts counts = counts_of(MEMBERS, (uint64_t[]){ 100, 7, 20, 10, 30, 39 });

	assert_float_equal(counts_get(&counts, EV_BE_BOUND), 78, 1e-9);
}

TEST(rounding_makes_no_count_negative)
{
	const struct counts counts = counts_of(MEMBERS - 1, (uint64_t[]){ 100, 7, 50, 20, 31, 0 });

	assert_float_equal(counts_get(&counts, EV_BE_BOUND), 0, 1e-9);
}

TEST(without_one_of_the_others_backend_bound_is_missing)
{
	const struct counts counts = counts_of(MEMBERS - 2, (uint64_t[]){ 100, 7, 20, 10, 0, 0 });

	assert_true(isnan(counts_get(&counts, EV_BE_BOUND)));
}
