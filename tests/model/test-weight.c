/* SPDX-License-Identifier: GPL-2.0-only */
/* What part of the machine a row is, and what it can gain at most. */
#include "config.h"
#include "model/weight.h"

#include "tests/fixtures/test_main.h"

#define BIT(event) (1U << (event))
#define LEVEL1 (BIT(EV_RETIRING) | BIT(EV_BAD_SPEC) | BIT(EV_FE_BOUND) | BIT(EV_BE_BOUND))

static const struct counts quarter = {
	.value = { [EV_SLOTS] = 1020, [EV_RETIRING] = 250, [EV_BAD_SPEC] = 250,
		   [EV_FE_BOUND] = 250, [EV_BE_BOUND] = 250 },
	.present = BIT(EV_SLOTS) | LEVEL1,
};
static const struct counts all = {
	.value = { [EV_SLOTS] = 4000, [EV_RETIRING] = 1000, [EV_BAD_SPEC] = 1000,
		   [EV_FE_BOUND] = 1000, [EV_BE_BOUND] = 1000 },
	.present = BIT(EV_SLOTS) | LEVEL1,
};

static struct values values_of(enum metric_id node, float percent, enum quality quality)
{
	struct values values = { 0 };

	values.percent[node] = percent;
	values.quality[node] = (uint8_t)quality;
	return values;
}

TEST(a_row_has_its_part_of_the_slots_that_shares_refer_to)
{
	static const struct counts none = { 0 };

	assert_float_equal(weight_percent(&quarter, &all), 25, 1e-9);
	assert_true(isnan(weight_percent(&none, &all)));
	assert_true(isnan(weight_percent(&quarter, &none)));
	assert_true(isnan(weight_percent(&all, &quarter)));	/* impossible */
}

/* 55 % memory bound, 20 % of the machine: at most 11 % of the machine, 1 / (1 - 0.55) times. */
TEST(without_the_slots_of_a_node_the_rest_of_the_work_is_what_takes_time)
{
	struct values values = values_of(M_MEMORY_BOUND, 55, Q_COUNTED);
	struct gain gain = weight_gain(&values, M_MEMORY_BOUND, 20);

	assert_float_equal(gain.machine, 11, 1e-5);
	assert_true(fabs(gain.speedup - 1 / 0.45) < 1e-5);
	assert_false(gain.rough);
}

TEST(the_gain_of_extrapolated_counts_is_marked)
{
	struct values scaled = values_of(M_CORE_BOUND, 55, Q_SCALED);
	struct values partial = values_of(M_CORE_BOUND, 55, Q_PARTIAL);

	assert_true(weight_gain(&scaled, M_CORE_BOUND, 20).rough);
	assert_true(weight_gain(&partial, M_CORE_BOUND, 20).rough);
}

TEST(what_was_not_counted_has_no_gain)
{
	static const enum quality unknown[] = { Q_MISSING, Q_OF_CORE, Q_LOW_SLOTS };

	for (size_t i = 0; i < sizeof(unknown) / sizeof(unknown[0]); i++) {
		struct values values = values_of(M_CORE_BOUND, 0, unknown[i]);
		struct gain gain = weight_gain(&values, M_CORE_BOUND, 20);

		assert_true(isnan(gain.machine));
		assert_true(isnan(gain.speedup));
	}
}

TEST(a_row_of_unknown_weight_still_knows_its_own_gain)
{
	struct values values = values_of(M_CORE_BOUND, 50, Q_COUNTED);
	struct gain gain = weight_gain(&values, M_CORE_BOUND, NAN);

	assert_true(isnan(gain.machine));
	assert_float_equal(gain.speedup, 2, 1e-6);
}

TEST(useful_work_has_no_bound_of_this_kind)
{
	static const enum metric_id useful[] = { M_RETIRING, M_LIGHT_OPERATIONS,
						 M_HEAVY_OPERATIONS };

	for (size_t i = 0; i < sizeof(useful) / sizeof(useful[0]); i++) {
		struct values values = values_of(useful[i], 77, Q_COUNTED);
		struct gain gain = weight_gain(&values, useful[i], 20);

		assert_true(isnan(gain.machine));
		assert_true(isnan(gain.speedup));
	}
}

TEST(slots_that_another_task_used_are_no_gain_for_the_machine)
{
	struct values values = values_of(M_SMT_CONTENTION, 50, Q_COUNTED);
	struct gain gain = weight_gain(&values, M_SMT_CONTENTION, 20);

	assert_true(gain.machine == 0);
	assert_float_equal(gain.speedup, 2, 1e-6);
}

TEST(a_row_that_only_waits_has_no_finite_bound)
{
	struct values values = values_of(M_BACKEND_BOUND, 100, Q_COUNTED);

	assert_true(isinf(weight_gain(&values, M_BACKEND_BOUND, 20).speedup));
}

/* Of 256 busy CPUs a single-threaded task has 0.4 %, and is worth the tuning to its owner. */
TEST(light_is_what_neither_the_machine_nor_the_row_itself_would_feel)
{
	assert_true(weight_is_light(0.05, 0.2));
	assert_false(weight_is_light(0.4, 100));
	assert_false(weight_is_light(40, 0.2));
	assert_false(weight_is_light(NAN, 0.2));
	assert_false(weight_is_light(0.05, NAN));
}
