/* SPDX-License-Identifier: GPL-2.0-only */
/* The tree of each family of CPUs: its nodes form a tree, and each level adds up to the whole. */
#include "config.h"
#include "collect/cpu/cpu_match.h"

#include "tests/fixtures/each_family.h"
#include "tests/fixtures/test_main.h"

TEST_FAMILIES(the_nodes_of_a_family_are_a_tree_in_the_order_of_the_table)
{
	enum metric_id nodes[M_COUNT];
	bool has[M_COUNT] = { false };
	const int n = family_nodes(family, nodes);

	assert_true(n >= 2);	/* Neoverse N1 has two nodes: its stalled cycles */
	assert_true(nodes[0] == M_RETIRING || family == cpu_family_find("Arm Neoverse N1"));
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

/*
 * Either a class is on or some of its children are; nodes that the family does not have never are.
 */
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

TEST_FAMILIES(each_level_is_the_whole)
{
	for (int level = 1; level <= 2; level++)
		check_level(family, level);
}

TEST(on_level_2_a_class_that_is_divided_is_not_on_itself)
{
	const struct family *family = cpu_family_find("Intel Sapphire Rapids");

	assert_true(family_node_is_on(family, M_BACKEND_BOUND, 1));
	assert_false(family_node_is_on(family, M_MEMORY_BOUND, 1));
	assert_false(family_node_is_on(family, M_BACKEND_BOUND, 2));
	assert_true(family_node_is_on(family, M_MEMORY_BOUND, 2));
}

TEST(a_family_of_two_levels_has_no_node_of_others)
{
	assert_false(family_has_node(cpu_family_find("Intel Gracemont"), M_MEMORY_BOUND));
	assert_true(family_has_node(cpu_family_find("Intel Gracemont"), M_RESOURCE_BOUND));
	assert_false(family_has_node(cpu_family_find("Intel Sapphire Rapids"), M_RESOURCE_BOUND));
	assert_true(family_has_node(cpu_family_find("AMD Zen 4"), M_SMT_CONTENTION));
}

/* JSON has all keys then, and the screen shows "-". */
TEST(a_family_of_one_level_keeps_the_places_of_the_second)
{
	assert_int_equal(cpu_family_find("Intel Goldmont")->levels, 1);
	assert_true(family_has_node(cpu_family_find("Intel Goldmont"), M_MEMORY_BOUND));
}

/*
 * Silvermont has backend bound and bad speculation in one class, so it has no memory bound either.
 */
TEST(nothing_is_below_a_class_that_a_family_has_not)
{
	assert_true(family_has_node(cpu_family_find("Intel Silvermont"), M_BACKEND_OR_BAD));
	assert_false(family_has_node(cpu_family_find("Intel Silvermont"), M_BACKEND_BOUND));
	assert_false(family_has_node(cpu_family_find("Intel Silvermont"), M_MEMORY_BOUND));
	assert_false(family_has_node(cpu_family_find("Intel Silvermont"), M_BRANCH_MISPREDICTS));
}

TEST(without_a_family_the_tree_is_what_most_have)
{
	for (enum metric_id metric = 0; metric < M_COUNT; metric++)
		assert_int_equal(family_has_node(NULL, metric), !metrics[metric].optional);
}
