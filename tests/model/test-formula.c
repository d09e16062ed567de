/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Evaluation of a family's table, and the worst path. The family is a small one of this test; real
 * families have their own tests.
 */
#include "config.h"
#include "model/formula.h"

#include "collect/cpu/cpu_match.h"
#include "tests/fixtures/test_main.h"

#define BIT(event) (1U << (event))

FORMULA(retiring, EV(RETIRING) / SUM)
FORMULA(heavy, EV(HEAVY_OPS) / SUM)
FORMULA(backend, EV(BE_BOUND) / SUM)

static const struct formula formulas[] = {
	{ .metric = M_RETIRING,         FORM(retiring) }, { .metric = M_HEAVY_OPERATIONS, FORM(heavy) },
	{ .metric = M_BACKEND_BOUND,    FORM(backend) },
};

static const struct family family = { .name = "test", .formulas = formulas, .n_formulas = 3 };

static const struct counts counted = {
	.value = { [EV_RETIRING] = 2500, [EV_BAD_SPEC] = 500, [EV_FE_BOUND] = 1000,
		   [EV_BE_BOUND] = 6000, [EV_HEAVY_OPS] = 125, [EV_INSTRUCTIONS] = 30,
		   [EV_CYCLES] = 20 },
	.present = BIT(EV_RETIRING) | BIT(EV_BAD_SPEC) | BIT(EV_FE_BOUND) | BIT(EV_BE_BOUND) |
		   BIT(EV_HEAVY_OPS) | BIT(EV_INSTRUCTIONS) | BIT(EV_CYCLES),
};

static struct counts counts;	/* as counted, until a test changes them */
static struct values values;	/* that were evaluated last */

SETUP
{
	counts = counted;
}

static void near_to(double value, double expected)
{
	if (!(fabs(value - expected) < 1e-4))
		fail_msg("%g is not %g", value, expected);
}

TEST(a_share_is_a_percentage_of_the_sum_of_level_one)
{
	family_evaluate(&family, &counted, false, &values);
	near_to(values.percent[M_RETIRING], 25);
	near_to(values.percent[M_HEAVY_OPERATIONS], 1.25);
	near_to(values.percent[M_BACKEND_BOUND], 60);
	assert_int_equal(values.quality[M_RETIRING], Q_COUNTED);
	near_to(values.ipc, 1.5);
	assert_int_equal(values.ipc_quality, Q_COUNTED);
}

TEST(a_metric_without_a_formula_is_missing)
{
	memset(&values, 0xff, sizeof(values));
	family_evaluate(&family, &counted, false, &values);
	assert_int_equal(values.quality[M_CORE_BOUND], Q_MISSING);
	assert_true(values.percent[M_CORE_BOUND] == 0);
}

TEST(a_formula_over_a_missing_event_is_missing)
{
	counts.present &= ~(BIT(EV_HEAVY_OPS) | BIT(EV_CYCLES));
	family_evaluate(&family, &counts, false, &values);
	assert_int_equal(values.quality[M_HEAVY_OPERATIONS], Q_MISSING);
	assert_int_equal(values.quality[M_RETIRING], Q_COUNTED);
	assert_int_equal(values.ipc_quality, Q_MISSING);
	assert_true(values.ipc == 0);
}

TEST(without_any_count_all_is_missing)
{
	const struct counts none = { .present = 0 };

	for (int few = 0; few < 2; few++) {
		family_evaluate(&family, &none, few, &values);
		for (int id = 0; id < M_COUNT; id++)
			assert_int_equal(values.quality[id], Q_MISSING);
		assert_int_equal(values.ipc_quality, Q_MISSING);
	}
}

TEST(scaled_counts_give_scaled_values)
{
	counts.scaled = true;
	family_evaluate(&family, &counts, false, &values);
	assert_int_equal(values.quality[M_BACKEND_BOUND], Q_SCALED);
	assert_int_equal(values.ipc_quality, Q_SCALED);
	near_to(values.percent[M_BACKEND_BOUND], 60);
}

/* Only the first row counted level 2: its split is used for both, so that children add up. */
TEST(a_partial_event_gives_a_share_of_the_whole_parent)
{
	struct counts sum = counted, other = counted;

	other.present &= ~BIT(EV_HEAVY_OPS);
	other.value[EV_HEAVY_OPS] = 0;
	other.value[EV_RETIRING] = 5000;
	other.value[EV_BE_BOUND] = 3500;
	counts_add(&sum, &other);
	family_evaluate(&family, &sum, false, &values);
	near_to(values.percent[M_RETIRING], 37.5);
	near_to(values.percent[M_HEAVY_OPERATIONS], 37.5 * 0.05);	/* 125 of 2500 */
	assert_int_equal(values.quality[M_HEAVY_OPERATIONS], Q_PARTIAL);
	assert_int_equal(values.quality[M_RETIRING], Q_COUNTED);
	assert_int_equal(values.ipc_quality, Q_COUNTED);
	family_evaluate(&family, &sum, true, &values);
	assert_int_equal(values.quality[M_HEAVY_OPERATIONS], Q_LOW_SLOTS);
}

TEST(a_share_of_hardly_any_of_its_parent_has_too_few_slots)
{
	struct counts sum = counted, other = counted;

	other.present &= ~BIT(EV_HEAVY_OPS);
	other.value[EV_HEAVY_OPS] = 0;
	other.value[EV_RETIRING] = 1e6;
	counts_add(&sum, &other);
	family_evaluate(&family, &sum, false, &values);
	assert_int_equal(values.quality[M_HEAVY_OPERATIONS], Q_LOW_SLOTS);
	assert_int_equal(values.quality[M_RETIRING], Q_COUNTED);
}

TEST(too_few_slots_give_no_number)
{
	family_evaluate(&family, &counted, true, &values);
	assert_int_equal(values.quality[M_BACKEND_BOUND], Q_LOW_SLOTS);
	assert_true(values.percent[M_BACKEND_BOUND] == 0);
	assert_int_equal(values.ipc_quality, Q_LOW_SLOTS);
	assert_true(values.ipc == 0);
}

TEST(low_slots_do_not_hide_that_an_event_is_missing)
{
	counts.present &= ~BIT(EV_HEAVY_OPS);
	family_evaluate(&family, &counts, true, &values);
	assert_int_equal(values.quality[M_HEAVY_OPERATIONS], Q_MISSING);
	assert_int_equal(values.quality[M_RETIRING], Q_LOW_SLOTS);
}

TEST(counted_zeros_are_low_slots_and_not_missing)
{
	counts = (struct counts){ .present = counted.present };
	for (int few = 0; few < 2; few++) {
		family_evaluate(&family, &counts, few, &values);
		assert_int_equal(values.quality[M_RETIRING], Q_LOW_SLOTS);
		assert_int_equal(values.ipc_quality, Q_LOW_SLOTS);
		assert_true(values.ipc == 0);
	}
}

TEST(a_formula_has_its_own_text)
{
	assert_string_equal(family_formula(&family, M_HEAVY_OPERATIONS)->text, "EV(HEAVY_OPS) / SUM");
	assert_null(family_formula(&family, M_CORE_BOUND));
}

TEST(a_formula_needs_the_events_that_it_reads)
{
	uint32_t sum = BIT(EV_RETIRING) | BIT(EV_BAD_SPEC) | BIT(EV_FE_BOUND) | BIT(EV_BE_BOUND);

	assert_int_equal(formula_events(&formulas[0]), sum);
	assert_int_equal(formula_events(&formulas[1]), sum | BIT(EV_HEAVY_OPS));
}

TEST(a_sum_without_one_of_its_four_is_missing)
{
	counts.present &= ~BIT(EV_FE_BOUND);
	family_evaluate(&family, &counts, false, &values);
	assert_int_equal(values.quality[M_RETIRING], Q_MISSING);
	assert_int_equal(values.quality[M_BACKEND_BOUND], Q_MISSING);
}

/* Values as a row has them, all counted: level 1, then the nodes of level 2 that matter. */
static struct values split(float ret, float bad, float fe, float be)
{
	struct values made = { .percent = { [M_RETIRING] = ret, [M_BAD_SPECULATION] = bad,
					    [M_FRONTEND_BOUND] = fe, [M_BACKEND_BOUND] = be } };

	memset(made.quality, Q_COUNTED, sizeof(made.quality));
	return made;
}

/* Level 1 and children of it, and the path that they give: as many nodes as are named. */
static const struct path_case {
	const char *name;
	float level1[4];		/* as split() takes them */
	struct { enum metric_id node; float percent; } child[2];
	int levels, n;
	enum metric_id path[2];
} path_cases[] = {
	{ "it goes down to the worst child", { 10, 5, 15, 70 },
	  { { M_MEMORY_BOUND, 55 }, { M_CORE_BOUND, 15 } },
	  2, 2, { M_BACKEND_BOUND, M_MEMORY_BOUND } },
	{ "with one level it has one node", { 10, 5, 15, 70 },
	  { { M_MEMORY_BOUND, 55 }, { M_CORE_BOUND, 0 } }, 1, 1, { M_BACKEND_BOUND } },
	{ "nothing over its threshold is no path", { 66, 10, 10, 14 }, { { 0 } }, 2, 0, { 0 } },
	{ "a node on its threshold is not over it", { 60, 10, 10, 20 }, { { 0 } }, 2, 0, { 0 } },
	{ "a node just over it is", { 59.9F, 10, 10, 20.1F }, { { 0 } }, 2, 1, { M_BACKEND_BOUND } },
	{ "retiring below its threshold does not hide a bottleneck", { 60, 5, 10, 25 }, { { 0 } },
	  2, 1, { M_BACKEND_BOUND } },
	{ "retiring over its threshold is the path", { 90, 1, 2, 7 },
	  { { M_LIGHT_OPERATIONS, 88 }, { M_HEAVY_OPERATIONS, 0 } },
	  2, 2, { M_RETIRING, M_LIGHT_OPERATIONS } },
	{ "siblings within five points end it", { 10, 10, 38, 42 }, { { 0 } }, 2, 0, { 0 } },
	{ "siblings further apart do not", { 10, 10, 37, 43 }, { { 0 } }, 2, 1, { M_BACKEND_BOUND } },
	{ "children within five points end it", { 10, 10, 37, 43 },
	  { { M_MEMORY_BOUND, 22 }, { M_CORE_BOUND, 21 } }, 2, 1, { M_BACKEND_BOUND } },
	{ "children further apart do not", { 10, 10, 37, 43 },
	  { { M_MEMORY_BOUND, 22 }, { M_CORE_BOUND, 15 } },
	  2, 2, { M_BACKEND_BOUND, M_MEMORY_BOUND } },
	{ "a child counts only below the worst parent", { 10, 5, 15, 70 },
	  { { M_FETCH_LATENCY, 90 }, { M_FETCH_BANDWIDTH, 0 } }, 2, 1, { M_BACKEND_BOUND } },
};

TEST(the_worst_path_goes_down_where_one_node_is_clearly_the_worst)
{
	for (size_t i = 0; i < sizeof(path_cases) / sizeof(path_cases[0]); i++) {
		const struct path_case *c = &path_cases[i];
		enum metric_id path[2];
		int n;

		values = split(c->level1[0], c->level1[1], c->level1[2], c->level1[3]);
		for (int k = 0; k < 2; k++)
			values.percent[c->child[k].node] += c->child[k].percent;
		n = worst_path(&values, c->levels, path);
		if (n != c->n || memcmp(path, c->path, (size_t)n * sizeof(path[0])) != 0)
			fail_msg("%s: %d nodes", c->name, n);
	}
}

TEST(over_is_a_matter_of_the_node_alone)
{
	values = split(30, 10, 10, 50);
	values.percent[M_FETCH_LATENCY] = 10.5f;	/* its class is below its threshold */
	assert_true(metric_is_over(&values, M_FETCH_LATENCY));
	assert_true(metric_is_over(&values, M_BACKEND_BOUND));
	assert_false(metric_is_over(&values, M_FRONTEND_BOUND));
	values.quality[M_BACKEND_BOUND] = Q_LOW_SLOTS;
	assert_false(metric_is_over(&values, M_BACKEND_BOUND));
}

TEST(nodes_that_are_missing_or_have_low_slots_are_skipped)
{
	enum metric_id path[2];

	values = split(10, 5, 30, 55);
	values.quality[M_BACKEND_BOUND] = Q_LOW_SLOTS;
	assert_int_equal(worst_path(&values, 2, path), 1);
	assert_int_equal(path[0], M_FRONTEND_BOUND);
	values.quality[M_FRONTEND_BOUND] = Q_MISSING;
	assert_int_equal(worst_path(&values, 2, path), 0);
}

FORMULA(ports, EV(X1) / EV(X0))

static const struct family_event mux_table[] = {
	{ .id = EV_SLOTS, .level = 1 }, { .id = EV_RETIRING, .level = 1, .fixed = true },
	{ .id = EV_BAD_SPEC, .level = 1, .fixed = true }, { .id = EV_FE_BOUND, .level = 1, .fixed = true },
	{ .id = EV_BE_BOUND, .level = 1, .fixed = true }, { .id = EV_INSTRUCTIONS, .level = 1, .use = USE_IPC },
	{ .id = EV_CYCLES, .level = 1, .use = USE_IPC }, { .id = EV_X0, .level = 2, .mux = 1 },
	{ .id = EV_X1, .level = 2, .mux = 1 },
};
static const struct formula mux_formulas[] = {
	{ .metric = M_BACKEND_BOUND, FORM(backend) },
	{ .metric = M_CORE_BOUND,    FORM(ports), .in_rotation = true },
};
static const struct family rotated = {
	.name = "test", .levels = 2,
	.events = mux_table, .n_events = 9, .formulas = mux_formulas, .n_formulas = 2,
};

/* A row of a million slots, with so many in group 1. */
static void count_in_mux_1(double slots)
{
	counts = counted;
	counts.value[EV_SLOTS] = 1e6;
	counts.value[EV_X0] = slots;
	counts.value[EV_X1] = slots / 4;
	counts.present |= BIT(EV_SLOTS) | BIT(EV_X0) | BIT(EV_X1);
}

TEST(what_was_counted_in_a_rotation_is_rough_and_the_rest_is_not)
{
	count_in_mux_1(400000);
	family_evaluate(&rotated, &counts, false, &values);
	assert_int_equal(values.quality[M_CORE_BOUND], Q_PARTIAL);
	near_to(values.percent[M_CORE_BOUND], 25);
	assert_int_equal(values.quality[M_BACKEND_BOUND], Q_COUNTED);
	assert_int_equal(values.ipc_quality, Q_PARTIAL);
	near_to(family_share(&rotated, &counts, BIT(EV_X1)), 0.4);
	near_to(family_share(&rotated, &counts, BIT(EV_CYCLES)), 0.6);
	near_to(family_share(&rotated, &counts, BIT(EV_CYCLES) | BIT(EV_X1)), 0.4);
	near_to(family_share(&rotated, &counts, BIT(EV_BE_BOUND)), 1);
}

/* Cycles were counted in each group, instructions in group 0 only: a quarter of the row. */
TEST(ipc_is_of_the_group_that_counts_instructions)
{
	const struct family_event cycles_lead[] = {
		{ .id = EV_SLOTS, .level = 1, .scale = 5, .cycles = true },
		{ .id = EV_INSTRUCTIONS, .level = 1, .use = USE_IPC },
		{ .id = EV_X0, .level = 2, .mux = 1, .scale = 5 },
	};
	const struct family leads = {
		.name = "test", .levels = 2, .events = cycles_lead, .n_events = 3
	};

	count_in_mux_1(750000);
	counts.value[EV_CYCLES] = 200000;
	counts.value[EV_INSTRUCTIONS] = 100000;
	family_evaluate(&leads, &counts, false, &values);
	assert_int_equal(values.ipc_quality, Q_PARTIAL);
	near_to((float)values.ipc, 2);
}

TEST(too_little_of_a_group_gives_low_slots_for_its_nodes_alone)
{
	static const double slots[] = { 0, 16000, 19000 };	/* none, too few, too small a part
								 * of the row */

	for (size_t i = 0; i < 3; i++) {
		count_in_mux_1(slots[i]);
		family_evaluate(&rotated, &counts, false, &values);
		assert_int_equal(values.quality[M_CORE_BOUND], Q_LOW_SLOTS);
		assert_true(values.percent[M_CORE_BOUND] == 0);
		assert_int_equal(values.quality[M_BACKEND_BOUND], Q_COUNTED);
	}
}

TEST(a_row_that_ran_in_the_other_group_only_has_no_ipc)
{
	count_in_mux_1(1e6);
	counts.value[EV_CYCLES] = counts.value[EV_INSTRUCTIONS] = 0;
	family_evaluate(&rotated, &counts, false, &values);
	assert_int_equal(values.ipc_quality, Q_LOW_SLOTS);
	assert_int_equal(values.quality[M_BACKEND_BOUND], Q_COUNTED);
}

TEST(a_correction_is_told_from_what_a_formula_needs)
{
	const struct family *spr = cpu_family_find("Intel Sapphire Rapids");
	const struct family *icl = cpu_family_find("Intel Ice Lake");
	uint32_t fe = formula_corrections(family_formula(spr, M_FRONTEND_BOUND));

	assert_int_equal(fe, 1U << EV_X0);	/* INT_MISC.UOP_DROPPING */
	assert_int_equal(formula_events(family_formula(spr, M_FRONTEND_BOUND)) & fe, 0);
	assert_int_equal(formula_corrections(family_formula(spr, M_MEMORY_BOUND)), 0);
	/* INT_MISC.CLEARS_COUNT, though the result is limited to 1. */
	assert_true(formula_corrections(family_formula(icl, M_BACKEND_BOUND)) & 1U << EV_X1);
}
