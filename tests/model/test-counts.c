/* SPDX-License-Identifier: GPL-2.0-only */
/* Adding counts; missing is not zero. */
#include "config.h"
#include "model/counts.h"

#include "tests/fixtures/test_main.h"

#define BIT(event) (1U << (event))
#define LEVEL1 (BIT(EV_RETIRING) | BIT(EV_BAD_SPEC) | BIT(EV_FE_BOUND) | BIT(EV_BE_BOUND))

static const struct counts level1 = {
	.value = { [EV_SLOTS] = 1020, [EV_RETIRING] = 100, [EV_BAD_SPEC] = 200, [EV_FE_BOUND] = 300,
		   [EV_BE_BOUND] = 400 },
	.present = BIT(EV_SLOTS) | LEVEL1,
};

TEST(adding_adds_every_event)
{
	struct counts sum = level1;

	counts_add(&sum, &level1);
	assert_true(counts_get(&sum, EV_SLOTS) == 2040);
	assert_true(counts_get(&sum, EV_RETIRING) == 200);
	assert_true(counts_get(&sum, EV_BE_BOUND) == 800);
	assert_int_equal(sum.present, level1.present);
	assert_false(sum.scaled);
}

TEST(adding_adds_the_own_events_of_a_family)
{
	for (enum event_id event = 0; event < EV_COUNT; event++) {
		struct counts sum = level1, one = { .present = BIT(event) };

		one.value[event] = 5;
		counts_add(&sum, &one);
		counts_add(&sum, &one);
		for (enum event_id other = 0; other < EV_COUNT; other++)
			assert_true(counts_or_0(&sum, other) ==
				    counts_or_0(&level1, other) + (other == event ? 10 : 0));
	}
}

/* Together with the part of level 2's parents that was counted with it. */
TEST(what_is_packed_is_the_same_unpacked)
{
	double numbers[COUNTS_NUMBERS];

	for (uint32_t round = 0, present = 1; round < 1000;
	     round++, present = present * 5 & (BIT(EV_COUNT) - 1)) {
		struct counts counts = { .present = present, .partial = present & BIT(EV_MEM_BOUND) };
		struct counts again = { .present = counts.present, .partial = counts.partial };
		size_t n;

		for (int event = 0; event < EV_COUNT; event++)
			counts.value[event] = present & BIT(event) ? event + 1 : 0;
		counts.base[EV_MEM_BOUND - EV_LEVEL2] = counts.partial ? 77 : 0;
		n = counts_pack(&counts, numbers);
		assert_int_equal(counts_unpack(&again, numbers), n);
		assert_memory_equal(&counts, &again, sizeof(counts));
	}
}

TEST(an_event_is_present_in_the_sum_if_it_was_in_either)
{
	struct counts sum = level1;
	const struct counts cycles = { .value = { [EV_CYCLES] = 7 }, .present = BIT(EV_CYCLES) };

	counts_add(&sum, &cycles);
	assert_true(counts_get(&sum, EV_CYCLES) == 7);
	assert_true(counts_get(&sum, EV_RETIRING) == 100);
}

TEST(a_sum_is_scaled_if_one_part_was)
{
	struct counts sum = level1, scaled = level1;

	scaled.scaled = true;
	counts_add(&sum, &scaled);
	assert_true(sum.scaled);
	counts_add(&sum, &level1);
	assert_true(sum.scaled);
}

TEST(adding_nothing_changes_nothing)
{
	struct counts sum = level1;
	const struct counts nothing = { .scaled = true };

	counts_add(&sum, &nothing);
	assert_memory_equal(&sum, &level1, sizeof(sum));
}

static struct counts with_level2(double backend, double memory)
{
	struct counts counts = level1;

	counts.value[EV_BE_BOUND] = backend;
	counts.value[EV_MEM_BOUND] = memory;
	counts.present |= BIT(EV_MEM_BOUND);
	return counts;
}

TEST(a_part_without_level_two_does_not_dilute_it)
{
	struct counts sum = { 0 };
	const struct counts with = with_level2(400, 100);

	counts_add(&sum, &level1);
	counts_add(&sum, &with);
	counts_add(&sum, &level1);
	assert_int_equal(sum.partial, BIT(EV_MEM_BOUND));
	assert_true(counts_get(&sum, EV_MEM_BOUND) == 100);	/* only what was counted */
	sum = counts_complete(&sum);
	assert_int_equal(sum.partial, 0);
	assert_true(fabs(counts_get(&sum, EV_MEM_BOUND) - 300) < 1e-9);	/* a quarter of 1200 */
	assert_true(isnan(counts_get(&sum, EV_HEAVY_OPS)));
}

TEST(sums_of_sums_are_the_same_in_any_order)
{
	const struct counts parts[] = { level1, with_level2(400, 100), level1,
					with_level2(800, 80), with_level2(10, 0) };
	const int n = sizeof(parts) / sizeof(parts[0]);
	struct counts forth = { 0 }, back = { 0 }, left = { 0 }, right = { 0 };

	for (int i = 0; i < n; i++) {
		counts_add(&forth, &parts[i]);
		counts_add(&back, &parts[n - 1 - i]);
		counts_add(i % 2 ? &right : &left, &parts[i]);
	}
	counts_add(&right, &left);
	assert_memory_equal(&forth, &back, sizeof(forth));
	assert_memory_equal(&forth, &right, sizeof(forth));
	assert_true(fabs(counts_coverage(&forth, EV_MEM_BOUND) - 1210.0 / 2010) < 1e-9);
}

TEST(what_all_parts_counted_is_not_partial)
{
	struct counts sum = { 0 };
	const struct counts with = with_level2(400, 100);
	const struct counts cycles = { .value = { [EV_CYCLES] = 7 }, .present = BIT(EV_CYCLES) };

	counts_add(&sum, &with);
	counts_add(&sum, &with);
	counts_add(&sum, &cycles);	/* its parent was not counted either */
	assert_int_equal(sum.partial, 0);
	assert_true(counts_coverage(&sum, EV_MEM_BOUND) == 1);
}

TEST(too_small_a_part_does_not_represent_the_rest)
{
	struct counts sum = with_level2(4, 4);

	counts_add(&sum, &level1);
	sum = counts_complete(&sum);
	assert_true(isnan(counts_get(&sum, EV_MEM_BOUND)));
}

TEST(a_missing_event_is_not_a_number)
{
	assert_true(isnan(counts_get(&level1, EV_HEAVY_OPS)));
	assert_true(isnan(counts_get(&level1, EV_CYCLES)));
}

TEST(a_counted_zero_is_zero)
{
	const struct counts zero = { .present = BIT(EV_HEAVY_OPS) };

	assert_true(counts_get(&zero, EV_HEAVY_OPS) == 0);
}

TEST(the_denominator_is_the_sum_of_level_one_not_slots)
{
	assert_true(counts_level1_sum(&level1) == 1000);
}

TEST(without_all_four_there_is_no_denominator)
{
	static const enum event_id four[] = { EV_RETIRING, EV_BAD_SPEC, EV_FE_BOUND, EV_BE_BOUND };

	for (int i = 0; i < 4; i++) {
		struct counts counts = level1;

		counts.present &= ~BIT(four[i]);
		assert_true(isnan(counts_level1_sum(&counts)));
	}
}
