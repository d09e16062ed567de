/* SPDX-License-Identifier: GPL-2.0-only */
/* Counts are added, and missing is not zero. */
#include "config.h"
#include "model/counts.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#define BIT(event) (1U << (event))
#define LEVEL1 (BIT(EV_RETIRING) | BIT(EV_BAD_SPEC) | BIT(EV_FE_BOUND) | BIT(EV_BE_BOUND))

static const struct counts level1 = {
	.value = { [EV_SLOTS] = 1020, [EV_RETIRING] = 100, [EV_BAD_SPEC] = 200, [EV_FE_BOUND] = 300,
		   [EV_BE_BOUND] = 400 },
	.present = BIT(EV_SLOTS) | LEVEL1,
};

static void adding_adds_every_event(void **state)
{
	struct counts sum = level1;

	(void)state;
	counts_add(&sum, &level1);
	assert_true(counts_get(&sum, EV_SLOTS) == 2040);
	assert_true(counts_get(&sum, EV_RETIRING) == 200);
	assert_true(counts_get(&sum, EV_BE_BOUND) == 800);
	assert_int_equal(sum.present, level1.present);
	assert_false(sum.scaled);
}

static void an_event_is_present_in_the_sum_if_it_was_in_either(void **state)
{
	struct counts sum = level1;
	const struct counts cycles = { .value = { [EV_CYCLES] = 7 }, .present = BIT(EV_CYCLES) };

	(void)state;
	counts_add(&sum, &cycles);
	assert_true(counts_get(&sum, EV_CYCLES) == 7);
	assert_true(counts_get(&sum, EV_RETIRING) == 100);
}

static void a_sum_is_scaled_if_one_part_was(void **state)
{
	struct counts sum = level1, scaled = level1;

	(void)state;
	scaled.scaled = true;
	counts_add(&sum, &scaled);
	assert_true(sum.scaled);
	counts_add(&sum, &level1);
	assert_true(sum.scaled);
}

static void adding_nothing_changes_nothing(void **state)
{
	struct counts sum = level1;
	const struct counts nothing = { .scaled = true };

	(void)state;
	counts_add(&sum, &nothing);
	assert_memory_equal(&sum, &level1, sizeof(sum));
}

static void a_missing_event_is_not_a_number(void **state)
{
	(void)state;
	assert_true(isnan(counts_get(&level1, EV_HEAVY_OPS)));
	assert_true(isnan(counts_get(&level1, EV_CYCLES)));
}

static void a_counted_zero_is_zero(void **state)
{
	const struct counts zero = { .present = BIT(EV_HEAVY_OPS) };

	(void)state;
	assert_true(counts_get(&zero, EV_HEAVY_OPS) == 0);
}

static void the_denominator_is_the_sum_of_level_one_not_slots(void **state)
{
	(void)state;
	assert_true(counts_level1_sum(&level1) == 1000);
}

static void without_all_four_there_is_no_denominator(void **state)
{
	static const enum event_id four[] = { EV_RETIRING, EV_BAD_SPEC, EV_FE_BOUND, EV_BE_BOUND };

	(void)state;
	for (int i = 0; i < 4; i++) {
		struct counts counts = level1;

		counts.present &= ~BIT(four[i]);
		assert_true(counts_level1_sum(&counts) == 0);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(adding_adds_every_event),
		cmocka_unit_test(an_event_is_present_in_the_sum_if_it_was_in_either),
		cmocka_unit_test(a_sum_is_scaled_if_one_part_was),
		cmocka_unit_test(adding_nothing_changes_nothing),
		cmocka_unit_test(a_missing_event_is_not_a_number),
		cmocka_unit_test(a_counted_zero_is_zero),
		cmocka_unit_test(the_denominator_is_the_sum_of_level_one_not_slots),
		cmocka_unit_test(without_all_four_there_is_no_denominator),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
