/* SPDX-License-Identifier: GPL-2.0-only */
/* The tree of each family of CPUs: whatever its table has, its nodes are a tree, and each level of it is the whole. */
#include "config.h"
#include "collect/cpu/cpu_match.h"

#include <stddef.h>
#include <stdint.h>

#include "tests/fixtures/test.h"

#define ALL_OF(table) { table, sizeof(table) / sizeof(table[0]) }

static const struct {
	const struct family *families;
	size_t n;
} tables[] = {
	ALL_OF(cpu_intel_hybrid), ALL_OF(cpu_intel_icl), ALL_OF(cpu_intel_spr), ALL_OF(cpu_intel_icl_guest),
	ALL_OF(cpu_intel_spr_guest), ALL_OF(cpu_intel_atom), ALL_OF(cpu_intel_skl), ALL_OF(cpu_amd_zen),
	ALL_OF(cpu_arm),
};

static void check_nodes(const struct family *family)
{
	enum metric_id nodes[M_COUNT];
	bool has[M_COUNT] = { false };
	const int n = family_nodes(family, nodes);

	assert_true(n >= 2);	/* Neoverse N1 has only the two kinds of its stalled cycles */
	assert_true(nodes[0] == M_RETIRING || family == &cpu_arm[CPU_N1]);
	for (int i = 0; i < n; i++) {
		assert_true(i == 0 || nodes[i] > nodes[i - 1]);
		has[nodes[i]] = true;
	}
	for (enum metric_id metric = 0; metric < M_COUNT; metric++) {
		assert_int_equal(has[metric], family_has_node(family, metric));
		if (has[metric] && metrics[metric].parent != M_NONE)
			assert_true(has[metrics[metric].parent]);
		if (family_formula(family, metric))
			assert_true(has[metric]);
	}
}

/* Of each class either itself or some of its children are on, and of what the family has not, nothing. */
static void check_level(const struct family *family, int level)
{
	int below[M_COUNT] = { 0 };

	for (enum metric_id metric = 0; metric < M_COUNT; metric++)
		if (family_node_is_on(family, metric, level)) {
			assert_true(family_has_node(family, metric));
			assert_true(metric_level(metric) <= level);
			if (metrics[metric].parent != M_NONE)
				below[metrics[metric].parent]++;
		}
	for (enum metric_id metric = 0; metric < M_COUNT; metric++)
		if (metric_level(metric) == 1 && family_has_node(family, metric))
			assert_true(family_node_is_on(family, metric, level) != (below[metric] > 0));
}

TEST(the_nodes_of_a_family_are_a_tree_in_the_order_of_the_table)
{
	for (size_t i = 0; i < sizeof(tables) / sizeof(tables[0]); i++)
		for (size_t j = 0; j < tables[i].n; j++)
			check_nodes(&tables[i].families[j]);
}

TEST(each_level_is_the_whole)
{
	for (size_t i = 0; i < sizeof(tables) / sizeof(tables[0]); i++)
		for (size_t j = 0; j < tables[i].n; j++)
			for (int level = 1; level <= 2; level++)
				check_level(&tables[i].families[j], level);
}

TEST(on_level_2_a_class_that_is_divided_is_not_on_itself)
{
	const struct family *family = &cpu_intel_spr[CPU_SPR];

	assert_true(family_node_is_on(family, M_BACKEND_BOUND, 1));
	assert_false(family_node_is_on(family, M_MEMORY_BOUND, 1));
	assert_false(family_node_is_on(family, M_BACKEND_BOUND, 2));
	assert_true(family_node_is_on(family, M_MEMORY_BOUND, 2));
}

TEST(a_family_of_two_levels_has_no_node_of_others)
{
	assert_false(family_has_node(&cpu_intel_atom[CPU_GRACEMONT], M_MEMORY_BOUND));
	assert_true(family_has_node(&cpu_intel_atom[CPU_GRACEMONT], M_RESOURCE_BOUND));
	assert_false(family_has_node(&cpu_intel_spr[CPU_SPR], M_RESOURCE_BOUND));
	assert_true(family_has_node(&cpu_amd_zen[CPU_ZEN4], M_SMT_CONTENTION));
}

/* So a reader of JSON finds its keys, and the screen a "-". */
TEST(a_family_of_one_level_keeps_the_places_of_the_second)
{
	assert_int_equal(cpu_intel_skl[CPU_HSW].levels, 1);
	assert_true(family_has_node(&cpu_intel_skl[CPU_HSW], M_MEMORY_BOUND));
}

/* It tells backend bound and bad speculation together, so there is no memory bound either. */
TEST(nothing_is_below_a_class_that_a_family_has_not)
{
	assert_true(family_has_node(&cpu_intel_skl[CPU_SLM], M_BACKEND_OR_BAD));
	assert_false(family_has_node(&cpu_intel_skl[CPU_SLM], M_BACKEND_BOUND));
	assert_false(family_has_node(&cpu_intel_skl[CPU_SLM], M_MEMORY_BOUND));
	assert_false(family_has_node(&cpu_intel_skl[CPU_SLM], M_BRANCH_MISPREDICTS));
}

TEST(without_a_family_the_tree_is_what_most_have)
{
	for (enum metric_id metric = 0; metric < M_COUNT; metric++)
		assert_int_equal(family_has_node(NULL, metric), !metrics[metric].optional);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_nodes_of_a_family_are_a_tree_in_the_order_of_the_table),
		cmocka_unit_test(each_level_is_the_whole),
		cmocka_unit_test(on_level_2_a_class_that_is_divided_is_not_on_itself),
		cmocka_unit_test(a_family_of_two_levels_has_no_node_of_others),
		cmocka_unit_test(a_family_of_one_level_keeps_the_places_of_the_second),
		cmocka_unit_test(nothing_is_below_a_class_that_a_family_has_not),
		cmocka_unit_test(without_a_family_the_tree_is_what_most_have),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
