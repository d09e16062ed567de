/* SPDX-License-Identifier: GPL-2.0-only */
/* What a row did, divided among the nodes of all families: it adds up, and nothing is negative. */
#include "config.h"
#include "model/totals/total.h"

#include "model/formula.h"
#include "model/snapshot/row.h"
#include "model/snapshot/snapshot.h"
#include "model/splitmix64.h"
#include "tests/fixtures/each_family.h"
#include "tests/fixtures/test_main.h"

#define SECOND 1000000000ULL

static struct machine machine = { .levels = 2, .n_cpus = 1 };
static struct snapshot snapshot;
static struct row_numbers numbers;
static struct row row = { .numbers = &numbers, .extra = &row_no_extra, .room = EV_COUNT };
static struct total total;

SETUP_MAY_FAIL
{
	machine = (struct machine){ .levels = 2, .n_cpus = 1 };
	machine.family = cpu_family_find("Intel Sapphire Rapids");
	snapshot = (struct snapshot){ .machine = &machine, .interval_ns = SECOND, .running_ratio = 1 };
	row = (struct row){ .kind = ROW_CGROUP, .parent = -1, .busy_ns = SECOND / 2, .numbers = &numbers, .extra = &row_no_extra, .room = EV_COUNT };
	numbers = (struct row_numbers){ .counts.present = 0 };
	memset(&total, 0, sizeof(total));
	return machine.family ? 0 : -1;
}

static void near(double value, double expected)
{
	if (!(fabs(value - expected) <= 1e-6 * fabs(expected)))
		fail_msg("%.17g, expected %.17g", value, expected);
}

static void count(enum event_id event, double value)
{
	row.numbers->counts.value[event] = value;
	row.numbers->counts.present |= 1U << event;
}

static void count_level1(double slots)
{
	count(EV_SLOTS, slots);
	count(EV_RETIRING, slots * 0.4);
	count(EV_BAD_SPEC, slots * 0.1);
	count(EV_FE_BOUND, slots * 0.2);
	count(EV_BE_BOUND, slots * 0.3);
}

static void count_level2(double slots)
{
	count(EV_HEAVY_OPS, slots * 0.1);
	count(EV_BR_MISPREDICT, slots * 0.06);
	count(EV_FETCH_LAT, slots * 0.15);
	count(EV_MEM_BOUND, slots * 0.2);
}

static void add(void)
{
	row_evaluate(&snapshot, &row);
	total_add_row(&total, &snapshot, &row);
}

static double level_sum(int level)
{
	double sum = total.undivided[level - 1];

	for (enum metric_id m = 0; m < M_COUNT; m++)
		sum += family_node_is_on(machine.family, m, level) ? total.slots[m] : 0;
	return sum;
}

static void check_sums(double slots)
{
	for (enum metric_id m = 0; m < M_COUNT; m++)
		assert_true(total.slots[m] >= 0 && isfinite(total.slots[m]));
	for (int level = 1; level <= 2; level++) {
		assert_true(total.undivided[level - 1] >= 0);
		if (!(fabs(level_sum(level) - slots) <= 1e-9 * slots))
			fail_msg("%s, level %d: %.17g of %.17g", machine.family->name, level,
				 level_sum(level), slots);
	}
}

TEST(slots_are_divided_by_the_shares_of_both_levels)
{
	count_level1(1e9);
	count_level2(1e9);
	count(EV_INSTRUCTIONS, 3e8);
	count(EV_CYCLES, 2e8);
	add();
	near(total.slots[M_RETIRING], 4e8);
	near(total.slots[M_BACKEND_BOUND], 3e8);
	near(total.slots[M_MEMORY_BOUND], 2e8);
	near(total.slots[M_CORE_BOUND], 1e8);
	near(total.slots[M_LIGHT_OPERATIONS], 3e8);
	near(total.instructions, 3e8);
	near(total.cycles, 2e8);
	near(total.cpu_ns, (double)SECOND / 2);
	assert_true(total.undivided[0] <= 0 && total.undivided[1] <= 0);
	check_sums(1e9);
}

TEST(four_counts_that_miss_the_slots_are_shares_of_all_slots)
{
	count_level1(1e9);
	count(EV_SLOTS, 1.003e9);
	add();
	near(total.slots[M_RETIRING], 0.4 * 1.003e9);
	check_sums(1.003e9);
}

TEST(slots_without_level_2_are_undivided_on_level_2)
{
	count_level1(1e9);
	add();
	assert_true(total.undivided[0] <= 0);
	near(total.undivided[1], 1e9);
	check_sums(1e9);
}

TEST(level_2_of_a_part_of_the_row_stands_for_all_of_it)
{
	struct counts more;

	count_level1(1e9);
	count_level2(1e9);
	more = row.numbers->counts;
	row.numbers->counts = (struct counts){ .present = 0 };
	count_level1(1e9);
	counts_add(&row.numbers->counts, &more);
	add();
	near(total.slots[M_MEMORY_BOUND], 4e8);
	assert_true(total.undivided[1] <= 0);
	check_sums(2e9);
}

TEST(a_row_with_too_few_slots_for_a_ratio_is_divided)
{
	row.busy_ns = 100;
	count_level1(1000);
	add();
	assert_int_equal(row.numbers->values.quality[M_RETIRING], Q_LOW_SLOTS);
	near(total.slots[M_RETIRING], 400);
	check_sums(1000);
}

TEST(slots_without_classes_are_undivided)
{
	count(EV_SLOTS, 1e9);
	add();
	near(total.undivided[0], 1e9);
	check_sums(1e9);
}

TEST(slots_of_an_unsound_interval_are_undivided)
{
	snapshot.soundness = UNSOUND_ALL_BAD;
	count_level1(1e9);
	count(EV_INSTRUCTIONS, 1e8);
	add();
	near(total.undivided[0], 1e9);
	assert_true(total.instructions <= 0);
	check_sums(1e9);
}

TEST(more_slots_than_cpus_can_have_are_left_out)
{
	snapshot.soundness = UNSOUND_TOO_MANY;
	count_level1(1e300);
	add();
	check_sums(0);
	near(total.cpu_ns, (double)SECOND / 2);
}

TEST(a_count_that_is_no_number_is_left_out)
{
	count_level1((double)NAN);
	count(EV_INSTRUCTIONS, (double)NAN);
	count(EV_CYCLES, (double)INFINITY);
	add();
	check_sums(0);
	assert_true(total.instructions <= 0 && total.cycles <= 0);
	count_level1(-5);
	add();
	check_sums(0);
}

TEST(a_class_that_is_no_number_is_undivided)
{
	count_level1(1e9);
	count(EV_BE_BOUND, (double)NAN);
	add();
	check_sums(1e9);
}

TEST(children_that_exceed_their_class_are_cut_to_it)
{
	count_level1(1e9);
	count_level2(1e9);
	count(EV_MEM_BOUND, 4e8);
	add();
	near(total.slots[M_MEMORY_BOUND], 3e8);
	assert_true(total.slots[M_CORE_BOUND] <= 0);
	check_sums(1e9);
}

TEST(a_class_with_nothing_below_it_is_divided_on_level_2)
{
	machine.family = cpu_family_find("AMD Zen 4");
	assert_non_null(machine.family);
	row.numbers->counts = all_counted(machine.family);
	for (int event = 0; event < EV_COUNT; event++)
		row.numbers->counts.value[event] *= 1e6;
	add();
	assert_true(total.slots[M_SMT_CONTENTION] > 0);
	assert_true(total.slots[M_MEMORY_BOUND] > 0);
	check_sums(row.numbers->counts.value[EV_SLOTS]);
}

TEST(instructions_of_a_rotating_group_stand_for_the_whole_row)
{
	static const struct family_event events[] = {
		{ .id = EV_SLOTS, .name = "slots", .also = EV_X0 },
		{ .id = EV_X1, .name = "slots", .mux = 1 },
		{ .id = EV_INSTRUCTIONS, .name = "instructions", .mux = 1 },
	};
	static const struct family rotates = { .name = "rotates", .events = events, .n_events = 3, .levels = 2 };

	machine.family = &rotates;
	count(EV_SLOTS, 1e9);
	count(EV_X0, 7.5e8);
	count(EV_X1, 2.5e8);
	count(EV_INSTRUCTIONS, 1e8);
	add();
	near(total.instructions, 4e8);
}

/* All events of a family with random counts, also such that do not fit together. */
static void sweep(const struct family *family)
{
	uint64_t seed = 7;

	machine.family = family;
	for (int round = 0; round < 300; round++) {
		double slots = 0;

		memset(&total, 0, sizeof(total));
		for (int i = 0; i < 3; i++) {
			row.numbers->counts = all_counted(family);
			for (int event = 0; event < EV_COUNT; event++) {
				row.numbers->counts.value[event] *= 1e6 * (double)(splitmix64_next(&seed) % 1000) / 500;
				if (splitmix64_next(&seed) % 40 == 0 && event != EV_SLOTS)
					row.numbers->counts.present &= ~(1U << event);
			}
			row.numbers->counts.scaled = round % 3 == 0;
			slots += row.numbers->counts.value[EV_SLOTS];
			add();
		}
		check_sums(slots);
	}
}

TEST(both_levels_add_up_to_all_slots_in_each_family)
{
	for_each_family(sweep);
}

/* Counts as they are, which fit together: every class of the family gets something. */
static void check_classes(const struct family *family)
{
	enum metric_id classes[FAMILY_CLASSES];
	const int n = family_classes(family, classes);
	double known = 0;

	machine.family = family;
	memset(&total, 0, sizeof(total));
	row.numbers->counts = all_counted(family);
	for (int event = 0; event < EV_COUNT; event++)
		row.numbers->counts.value[event] *= 1e6;
	add();
	for (int i = 0; i < n; i++)
		known += total.slots[classes[i]];
	near(known + total.undivided[0], row.numbers->counts.value[EV_SLOTS]);
	if (n)
		assert_true(known > 0);
}

TEST(each_family_divides_slots_into_its_own_classes)
{
	for_each_family(check_classes);
}
