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

/* The same, or neither is known, or neither has a bound. */
static bool same(double value, double expected)
{
	if (isnan(expected) || isinf(expected))
		return isnan(expected) ? isnan(value) : isinf(value);
	return fabs(value - expected) <= 1e-6 * fabs(expected);
}

TEST(a_node_can_gain_at_most_the_slots_that_it_takes_from_the_rest_of_the_work)
{
	static const struct {
		const char *what;
		enum metric_id node;
		float percent;
		enum quality quality;
		double weight, machine, speedup;
		bool rough;
	} cases[] = {
		/* 55 % of a row with 20 % of the machine: 11 % of it, and 1 / (1 - 0.55) times */
		{ "counted", M_MEMORY_BOUND, 55, Q_COUNTED, 20, 11, 1 / 0.45, false },
		{ "scaled", M_CORE_BOUND, 55, Q_SCALED, 20, 11, 1 / 0.45, true },
		{ "partial", M_CORE_BOUND, 55, Q_PARTIAL, 20, 11, 1 / 0.45, true },
		{ "missing", M_CORE_BOUND, 0, Q_MISSING, 20, NAN, NAN, false },
		{ "of the core", M_CORE_BOUND, 0, Q_OF_CORE, 20, NAN, NAN, false },
		{ "low slots", M_CORE_BOUND, 0, Q_LOW_SLOTS, 20, NAN, NAN, false },
		{ "a row of unknown weight", M_CORE_BOUND, 50, Q_COUNTED, NAN, NAN, 2, false },
		{ "useful work", M_RETIRING, 77, Q_COUNTED, 20, NAN, NAN, false },
		{ "useful work", M_LIGHT_OPERATIONS, 77, Q_COUNTED, 20, NAN, NAN, false },
		{ "useful work", M_HEAVY_OPERATIONS, 77, Q_COUNTED, 20, NAN, NAN, false },
		{ "what another task used", M_SMT_CONTENTION, 50, Q_COUNTED, 20, 0, 2, false },
		{ "a row that waits", M_BACKEND_BOUND, 100, Q_COUNTED, 20, 20, INFINITY, false },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct values values = values_of(cases[i].node, cases[i].percent, cases[i].quality);
		struct gain gain = weight_gain(&values, cases[i].node, cases[i].weight);

		if (!same(gain.machine, cases[i].machine) ||
		    !same(gain.speedup, cases[i].speedup) ||
		    (!isnan(gain.speedup) && gain.rough != cases[i].rough))
			fail_msg("%s: %g %%, %g times", cases[i].what, gain.machine, gain.speedup);
	}
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
