/* SPDX-License-Identifier: GPL-2.0-only */
/* Two core types in one row: the part of each, their sum, and what only one of them knows. */
#include "config.h"
#include "model/machine.h"

#include "collect/cpu/cpu_match.h"
#include "tests/fixtures/test_main.h"

#define BIT(event) (1U << (event))
#define LEVEL1 \
	(BIT(EV_SLOTS) | BIT(EV_RETIRING) | BIT(EV_BAD_SPEC) | BIT(EV_FE_BOUND) | BIT(EV_BE_BOUND))
#define LEVEL2 (BIT(EV_HEAVY_OPS) | BIT(EV_BR_MISPREDICT) | BIT(EV_FETCH_LAT) | BIT(EV_MEM_BOUND))

static const struct family *mtl, *adl;	/* Meteor Lake, Alder Lake */

/* 1000 slots of a P-core; half of each class is its counted child. */
static const struct counts p_part = {
	.value = { [EV_SLOTS] = 1000,
		   [EV_RETIRING] = 400,
		   [EV_BAD_SPEC] = 100,
		   [EV_FE_BOUND] = 200,
		   [EV_BE_BOUND] = 300,
		   [EV_HEAVY_OPS] = 200,
		   [EV_BR_MISPREDICT] = 50,
		   [EV_FETCH_LAT] = 100,
		   [EV_MEM_BOUND] = 150,
		   [EV_INSTRUCTIONS] = 300,
		   [EV_CYCLES] = 150 },
	.present = LEVEL1 | LEVEL2 | BIT(EV_INSTRUCTIONS) | BIT(EV_CYCLES),
};

/* 500 slots of an E-core: as its group counts them. */
static const struct counts e_part = {
	.value = { [EV_SLOTS] = 500, [EV_RETIRING] = 50, [EV_BAD_SPEC] = 50, [EV_FE_BOUND] = 150,
		   [EV_BE_BOUND] = 250, [EV_ATOM_SLOTS] = 500, [EV_ATOM_RETIRING] = 50,
		   [EV_ATOM_BAD_SPEC] = 50, [EV_ATOM_FE_BOUND] = 150, [EV_ATOM_BE_BOUND] = 250,
		   [EV_INSTRUCTIONS] = 100, [EV_CYCLES] = 100 },
	.present = LEVEL1 | ATOM_EVENTS | BIT(EV_INSTRUCTIONS) | BIT(EV_CYCLES),
};

static struct counts sum_of(const struct counts *a, const struct counts *b)
{
	struct counts sum = { .present = 0 };

	counts_add(&sum, a);
	counts_add(&sum, b);
	return sum;
}

static struct values values;	/* that were evaluated last */

static void evaluate(const struct family *family, const struct counts *counts)
{
	family_evaluate(family, counts, false, &values);
}

static void expect(enum metric_id metric, enum quality quality, double percent)
{
	if (values.quality[metric] != quality || fabs((double)values.percent[metric] - percent) > 1e-4)
		fail_msg("%s is %f of quality %d, not %f of %d", metrics[metric].slug,
			 (double)values.percent[metric], values.quality[metric], percent,
			 (int)quality);
}

TEST(a_process_that_ran_on_both_core_types_has_the_shares_of_all_its_slots)
{
	struct counts sum = sum_of(&p_part, &e_part);

	evaluate(mtl, &sum);
	expect(M_RETIRING, Q_COUNTED, 100.0 * 450 / 1500);
	expect(M_BAD_SPECULATION, Q_COUNTED, 100.0 * 150 / 1500);
	expect(M_FRONTEND_BOUND, Q_COUNTED, 100.0 * 350 / 1500);
	expect(M_BACKEND_BOUND, Q_COUNTED, 100.0 * 550 / 1500);
	assert_true(fabs((double)values.ipc - 400.0 / 250) < 1e-6);
	assert_true(counts_atom_share(&sum) == 500.0 / 1500);
}

TEST(on_one_core_type_only_a_process_is_whole)
{
	evaluate(mtl, &p_part);
	expect(M_RETIRING, Q_COUNTED, 40);
	expect(M_HEAVY_OPERATIONS, Q_COUNTED, 20);
	expect(M_CORE_BOUND, Q_COUNTED, 15);
	evaluate(mtl, &e_part);
	expect(M_RETIRING, Q_COUNTED, 10);
	expect(M_BACKEND_BOUND, Q_COUNTED, 50);
	expect(M_MEMORY_BOUND, Q_MISSING, 0);
	assert_true(counts_atom_share(&p_part) == 0);
	assert_true(counts_atom_share(&e_part) == 1);
}

TEST(p_cores_alone_are_evaluated_as_their_own_family_does)
{
	struct counts counts = p_part;
	struct values theirs;

	counts.value[EV_SLOTS] = 990;		/* the register's fields do not add up to it */
	counts.value[EV_X0] = 33;		/* UOP_DROPPING */
	counts.present |= BIT(EV_X0);
	family_evaluate(cpu_family_find("Intel Alder Lake"), &counts, false, &theirs);
	evaluate(adl, &counts);
	for (enum metric_id m = 0; m < M_COUNT; m++)
		expect(m, (enum quality)theirs.quality[m], (double)theirs.percent[m]);
}

TEST(level_2_is_extrapolated_to_the_e_cores_slots_and_says_so)
{
	struct counts sum = sum_of(&p_part, &e_part);

	evaluate(mtl, &sum);
	expect(M_HEAVY_OPERATIONS, Q_PARTIAL, 50.0 * 450 / 1500);
	expect(M_LIGHT_OPERATIONS, Q_PARTIAL, 50.0 * 450 / 1500);
	expect(M_BRANCH_MISPREDICTS, Q_PARTIAL, 50.0 * 150 / 1500);
	expect(M_FETCH_LATENCY, Q_PARTIAL, 50.0 * 350 / 1500);
	expect(M_MEMORY_BOUND, Q_PARTIAL, 50.0 * 550 / 1500);
	assert_true(counts_coverage(&sum, EV_MEM_BOUND) == 300.0 / 550);
}

/* The E-core's part of level 2: as many slots again, while its group was on. */
static struct counts with_mux(const struct counts *e)
{
	struct counts counts = *e;

	counts.value[EV_ATOM_SLOTS_1] = 500;
	counts.value[EV_ATOM_FETCH_LAT] = 25;
	counts.value[EV_ATOM_BR_MISPREDICT] = 20;
	counts.value[EV_ATOM_CORE_BOUND] = 100;
	counts.value[EV_SLOTS] += 500;
	counts.value[EV_ATOM_SLOTS] += 500;
	counts.present |= ATOM_MUX_EVENTS;
	return counts;
}

static struct counts times(const struct counts *counts, double n)
{
	struct counts many = *counts;

	for (int event = 0; event < EV_COUNT; event++)
		many.value[event] *= n;
	for (int i = 0; i < EV_LEVEL2_COUNT; i++)
		many.base[i] *= n;
	return many;
}

TEST(e_cores_whose_groups_rotate_split_what_they_had_themselves)
{
	struct counts e = with_mux(&e_part), sum = sum_of(&p_part, &e);

	sum = times(&sum, 1000);
	evaluate(mtl, &sum);
	expect(M_RETIRING, Q_PARTIAL, (40 + 10) / 2.0);
	expect(M_BACKEND_BOUND, Q_PARTIAL, (30 + 50) / 2.0);
	expect(M_FETCH_LATENCY, Q_PARTIAL, (10 + 5) / 2.0);
	expect(M_BRANCH_MISPREDICTS, Q_PARTIAL, (5 + 4) / 2.0);
	expect(M_MEMORY_BOUND, Q_PARTIAL, 15 / 2.0);
	expect(M_CORE_BOUND, Q_PARTIAL, (15 + 20) / 2.0);
	expect(M_RESOURCE_BOUND, Q_PARTIAL, (50 - 20) / 2.0);
	/* E-cores do not count retiring's children: half of it is heavy, as on P-cores. */
	expect(M_HEAVY_OPERATIONS, Q_PARTIAL, 50 / 4.0);
}

TEST(a_row_of_e_cores_alone_has_their_nodes_and_no_others)
{
	struct counts e = with_mux(&e_part);

	e = times(&e, 1000);
	evaluate(mtl, &e);
	expect(M_CORE_BOUND, Q_PARTIAL, 20);
	expect(M_RESOURCE_BOUND, Q_PARTIAL, 30);
	expect(M_FETCH_LATENCY, Q_PARTIAL, 5);
	expect(M_MEMORY_BOUND, Q_MISSING, 0);
	expect(M_HEAVY_OPERATIONS, Q_MISSING, 0);
	evaluate(mtl, &p_part);
	expect(M_RESOURCE_BOUND, Q_MISSING, 0);
}

TEST(a_group_that_was_never_on_does_no_harm_to_a_row_of_p_cores)
{
	struct counts low = with_mux(&e_part), sum = times(&p_part, 1000000);

	low.value[EV_ATOM_SLOTS] = low.value[EV_SLOTS] = 500;	/* all slots in one group */
	low.value[EV_ATOM_SLOTS_1] = 0;
	low.value[EV_ATOM_FETCH_LAT] = low.value[EV_ATOM_BR_MISPREDICT] = low.value[EV_ATOM_CORE_BOUND] = 0;
	counts_add(&sum, &low);
	evaluate(mtl, &sum);
	assert_true(fabs((double)values.percent[M_FETCH_LATENCY] - 10) < 0.1);
	assert_true(fabs((double)values.percent[M_RETIRING] - 40) < 0.1);
	low.value[EV_ATOM_SLOTS_1] = 500;			/* or in the other */
	low.value[EV_ATOM_RETIRING] = low.value[EV_ATOM_BAD_SPEC] = low.value[EV_ATOM_FE_BOUND] = 0;
	low.value[EV_ATOM_BE_BOUND] = low.value[EV_RETIRING] = low.value[EV_BAD_SPEC] = 0;
	low.value[EV_FE_BOUND] = low.value[EV_BE_BOUND] = 0;
	sum = times(&p_part, 1000000);
	counts_add(&sum, &low);
	evaluate(mtl, &sum);
	assert_true(fabs((double)values.percent[M_FETCH_LATENCY] - 10) < 0.1);
	assert_true(fabs((double)values.percent[M_RETIRING] - 40) < 0.1);
}

TEST(gracemonts_bad_speculation_is_what_the_others_leave)
{
	struct counts e = e_part;

	e.value[EV_BAD_SPEC] = e.value[EV_ATOM_BAD_SPEC] = 5;	/* its own count is not complete */
	evaluate(adl, &e);
	expect(M_BAD_SPECULATION, Q_COUNTED, 10);
	evaluate(mtl, &e);
	expect(M_BAD_SPECULATION, Q_COUNTED, 1);
}

TEST(a_row_is_split_into_the_part_of_each_core_type)
{
	struct counts sum = sum_of(&p_part, &e_part);
	struct counts p = counts_of_core_type(&sum, TYPE_CORE), e = counts_of_core_type(&sum, TYPE_ATOM);

	assert_true(counts_get(&p, EV_SLOTS) == 1000 && counts_get(&e, EV_SLOTS) == 500);
	evaluate(mtl, &p);
	expect(M_RETIRING, Q_COUNTED, 40);
	expect(M_MEMORY_BOUND, Q_COUNTED, 15);
	evaluate(mtl, &e);
	expect(M_RETIRING, Q_COUNTED, 10);
	expect(M_MEMORY_BOUND, Q_MISSING, 0);
	p = counts_of_core_type(&e_part, TYPE_CORE);
	assert_int_equal(p.present, 0);
	e = counts_of_core_type(&p_part, TYPE_ATOM);
	assert_int_equal(e.present, 0);
}

/* What Arm's core types count in events of their own is split as their slots are. */
TEST(a_row_of_two_arm_core_types_is_split_with_the_shares_of_each)
{
	static const struct counts whole = {
		.present = 1U << EV_SLOTS | 1U << EV_X1 | 1U << EV_X2 | 1U << EV_X3 | 1U << EV_FE_BOUND |
			   1U << EV_BE_BOUND | ATOM_EVENTS,
		.value = { [EV_SLOTS] = 3000, [EV_X1] = 1100, [EV_X2] = 1400, [EV_X3] = 1600,
			   [EV_ATOM_SLOTS] = 1000, [EV_ATOM_X1] = 600, [EV_ATOM_X2] = 400, [EV_ATOM_X3] = 500 },
	};
	const struct family *arm = cpu_family_find("Arm (stall_slot events) hybrid");
	static const double percent[] = { 75 * 1000 / 1100.0, 40 * 400 / 500.0 };	/* ended, of those used */

	for (int side = 0; side < 2; side++) {
		const struct counts part = counts_of_core_type(&whole, side ? TYPE_ATOM : TYPE_CORE);

		evaluate(arm, &part);
		expect(M_RETIRING, Q_COUNTED, percent[side]);
	}
	evaluate(arm, &whole);
	expect(M_RETIRING, Q_COUNTED, (2 * percent[0] + percent[1]) / 3);
}

static double random_below(double limit)
{
	return (double)(random() % 1000000) / 1e6 * limit;
}

/* Slices of both core types, with whole numbers as a counter gives them. */
static struct counts random_slice(bool atom)
{
	struct counts counts = { .present = atom ? e_part.present : p_part.present };

	for (int event = EV_RETIRING; event <= EV_BE_BOUND; event++) {
		counts.value[event] = floor(random_below(1e6));
		counts.value[EV_SLOTS] += counts.value[event];
	}
	for (int event = EV_HEAVY_OPS; !atom && event <= EV_MEM_BOUND; event++)
		counts.value[event] = floor(counts.value[event - EV_HEAVY_OPS + EV_RETIRING] / 2);
	for (int i = 0; atom && i < 5; i++)
		counts.value[EV_ATOM_SLOTS + i] = counts.value[EV_SLOTS + i];
	return counts;
}

/*
 * In any order of slices: core types add up to the whole, classes to 100, and children to their
 * class.
 */
TEST(core_types_and_classes_of_any_sum_add_up)
{
	srandom(5);
	for (int round = 0; round < 500; round++) {
		struct counts sum = { .present = 0 }, p, e;
		double level1 = 0;

		for (long n = 1 + random() % 20; n > 0; n--) {
			struct counts slice = random_slice(random() % 2);

			counts_add(&sum, &slice);
		}
		p = counts_of_core_type(&sum, TYPE_CORE);
		e = counts_of_core_type(&sum, TYPE_ATOM);
		assert_true(counts_or_0(&p, EV_SLOTS) + counts_or_0(&e, EV_SLOTS) == counts_get(&sum, EV_SLOTS));
		evaluate(mtl, &sum);
		for (enum metric_id m = 0; m < M_COUNT; m++) {
			double children = 0;

			level1 += metrics[m].parent == M_NONE ? (double)values.percent[m] : 0;
			for (enum metric_id child = 0; child < M_COUNT; child++)
				children += metrics[child].parent == m
						    ? (double)values.percent[child]
						    : 0;
			if (metrics[m].parent == M_NONE && p.present)
				assert_true(fabs(children - (double)values.percent[m]) < 1e-3);
		}
		assert_true(fabs(level1 - 100) < 1e-3);
	}
}

TEST(a_missing_count_of_a_core_type_that_ran_is_not_taken_for_zero)
{
	struct counts sum = sum_of(&p_part, &e_part);

	sum.present &= ~BIT(EV_ATOM_BE_BOUND);
	evaluate(mtl, &sum);
	expect(M_BACKEND_BOUND, Q_MISSING, 0);
	expect(M_RETIRING, Q_MISSING, 0);	/* the P-cores' part is not known */
}

AROUND(begin_all)
{
	mtl = cpu_family_find("Intel Meteor Lake hybrid");
	adl = cpu_family_find("Intel Alder Lake hybrid");
}

const struct around_tests around_tests = { .setup_all = begin_all };
