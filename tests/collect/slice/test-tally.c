/* SPDX-License-Identifier: GPL-2.0-only */
/* The sum of slices in integers equals the sum of their events. */
#include "config.h"
#include "collect/slice/tally.h"

#include "tests/fixtures/test_main.h"

/* Slots, a software member, retiring: an odd number, so the last pair is half empty. */
static const struct reading_member members[] = {
	{ .event = EV_SLOTS, .scale = 4, .cycles = true },
	{ .event = EV_COUNT },
	{ .event = EV_RETIRING, .scale = 1 },
};
static const struct reading_member mux_members[] = {
	{ .event = EV_X3, .scale = 0.5, .slots = true }
};

static struct tally_plans plans;
static struct tally tally;
static struct reading_plan *plan;

SETUP_MAY_FAIL
{
	plans = (struct tally_plans){ .n = 0 };
	tally = (struct tally){ .plan = NULL };
	plan = reading_plan_new(members, 3, 0);
	return plan ? 0 : -1;
}

TEARDOWN
{
	tally_plans_drop(&plans);
	reading_plan_put(plan);
}

static void add(struct reading_plan *its, uint64_t first, uint64_t third)
{
	const count_pair steps[2] = { { first, 999 }, { third, 0 } };
	const struct slice slice = { .plan = its, .steps = steps };

	tally_add(&tally, &slice, &plans);
}

TEST(a_sum_in_integers_is_the_sum_of_the_events_and_settling_it_twice_adds_nothing)
{
	add(plan, 10, 7);
	add(plan, 20, 8);
	tally_settle(&tally);
	tally_settle(&tally);
	assert_int_equal(tally.counts.present, 1U << EV_SLOTS | 1U << EV_CYCLES | 1U << EV_RETIRING);
	assert_float_equal(tally.counts.value[EV_SLOTS], 120, 0);
	assert_float_equal(tally.counts.value[EV_CYCLES], 30, 0);
	assert_float_equal(tally.counts.value[EV_RETIRING], 15, 0);
}

TEST(groups_that_rotate_add_up)
{
	struct reading_plan *mux = reading_plan_new(mux_members, 1, plan->present);

	assert_non_null(mux);
	add(plan, 10, 7);
	add(mux, 100, 0);
	add(plan, 1, 1);
	tally_settle(&tally);
	assert_float_equal(tally.counts.value[EV_SLOTS], 10 * 4 + 100 * 0.5 + 1 * 4, 0);
	assert_float_equal(tally.counts.value[EV_X3], 50, 0);
	assert_float_equal(tally.counts.value[EV_RETIRING], 8, 0);
	reading_plan_put(mux);
}

TEST(what_is_already_in_events_is_added_without_a_plan)
{
	struct slice slice = { .counts = { .present = 1U << EV_RETIRING, .scaled = true } };

	slice.counts.value[EV_RETIRING] = 0.5;
	add(plan, 10, 7);
	tally_add(&tally, &slice, &plans);
	add(plan, 10, 7);
	tally_settle(&tally);
	assert_float_equal(tally.counts.value[EV_RETIRING], 14.5, 0);
	assert_float_equal(tally.counts.value[EV_SLOTS], 80, 0);
	assert_true(tally.counts.scaled);
}

/* Groups are reopened in the middle of an interval, and the slicer puts its references to their plans. */
TEST(a_plan_lives_as_long_as_a_tally_needs_it_also_where_more_are_than_it_holds)
{
	for (int i = 0; i < 2 * TALLY_PLANS; i++) {
		struct reading_plan *exited = reading_plan_new(members, 3, 0);

		assert_non_null(exited);
		add(exited, 10, 7);
		reading_plan_put(exited);
	}
	tally_settle(&tally);
	assert_float_equal(tally.counts.value[EV_SLOTS], 40.0 * 2 * TALLY_PLANS, 0);
}

TEST(what_no_member_counts_is_missing_unless_another_group_counts_it)
{
	struct reading_plan *alone = reading_plan_new(mux_members, 1, 0);

	assert_non_null(alone);
	add(alone, 100, 0);
	tally_settle(&tally);
	assert_int_equal(tally.counts.present, 1U << EV_X3 | 1U << EV_SLOTS);
	reading_plan_put(alone);
}

TEST(a_counter_that_goes_back_is_seen_whichever_it_is)
{
	struct reading base = { .n = 5, .value = { 10, 10, 10, 10, 10 } };
	count_pair steps[READING_MAX / 2];

	for (int i = 0; i < 5; i++) {
		struct reading from = base, to = base;

		to.value[i] = 9;
		assert_false(reading_advance(&from, &to, steps));
		assert_int_equal(from.value[i], 9);
		to.value[i] = 10 + (UINT64_MAX >> 1) + 1;
		from = base;
		assert_false(reading_advance(&from, &to, steps));
	}
	assert_true(reading_advance(&base, &(struct reading){ .n = 5, .value = { 10, 11, 12, 13, 14 } }, steps));
	assert_int_equal(reading_step(steps, 4), 4);
}
