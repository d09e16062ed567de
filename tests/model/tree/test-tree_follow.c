/* SPDX-License-Identifier: GPL-2.0-only */
/* The path that is followed over the thresholds, to the leaf and back. */
#include "config.h"
#include "model/tree/tree_parts.h"

#include "tests/fixtures/fixture_small_tree.h"
#include "tests/fixtures/test_main.h"

static struct tree_code *code;
static struct tree_follow follow;
static double value[TREE_NODES_MAX];
static uint64_t open[TREE_NODE_WORDS];
static uint32_t serial;

SETUP
{
	code = compiled_tree(&fixture_small_tree);
	tree_follow_clear(&follow);
	memset(open, 0, sizeof(open));
	serial = 1;
	for (size_t i = 0; i < TREE_NODES_MAX; i++)
		value[i] = NAN;
	value[FN_BACKEND] = 0.7;
	value[FN_MEMORY] = 0.5;
	value[FN_CORE] = 0.2;
}

TEARDOWN
{
	tree_code_free(code);
}

static bool step(void)
{
	const struct follow_tree tree = { .tree = &fixture_small_tree, .code = code,
					  .type = TYPE_CORE, .value = value };

	return tree_follow(&follow, &tree, serial, open);
}

static bool is_open(int node)
{
	return tree_bit(open, (size_t)node);
}

static void know_memory(double a, double b)
{
	value[FN_A] = a;
	value[FN_B] = b;
	value[FN_MISSED] = 0.05;
}

static void know_a(double x, double rest)
{
	value[FN_A_X] = x;
	value[FN_A_REST] = rest;
}

TEST(levels_1_and_2_are_opened_at_once_as_they_are_known)
{
	assert_true(step());
	assert_true(is_open(FN_BACKEND) && is_open(FN_MEMORY));
	assert_false(is_open(FN_CORE));
	assert_false(step());	/* nothing is known of the children of memory bound yet */
}

TEST(then_one_level_for_each_interval_that_tells_of_it)
{
	assert_true(step());
	know_memory(0.4, 0.15);
	assert_true(step());
	assert_true(is_open(FN_A));
	assert_false(is_open(FN_B) || is_open(FN_A_X));
	know_a(0.3, 0.1);
	assert_true(step());
	assert_true(is_open(FN_A_X));
	value[FN_A_XY] = 0.2;
	assert_false(step());		/* a leaf without a threshold */
}

TEST(a_leaf_ends_the_path)
{
	(void)step();
	know_memory(0.12, 0.3);		/* b has no children */
	assert_false(step());
	assert_false(is_open(FN_B));
	assert_int_equal(follow.path[TYPE_CORE][2], FN_B);
}

TEST(it_stops_where_nothing_is_over_its_threshold)
{
	(void)step();
	know_memory(0.09, 0.08);
	assert_false(step());
	assert_false(is_open(FN_A) || is_open(FN_B));
	value[FN_BACKEND] = 0.1;
	assert_true(step());		/* what it had opened is closed */
	assert_int_equal(open[0], 0);
}

TEST(it_stays_where_a_value_falls_a_little)
{
	(void)step();
	know_memory(0.11, 0.02);
	(void)step();
	assert_true(is_open(FN_A));
	value[FN_A] = 0.085;
	assert_false(step());
	assert_true(is_open(FN_A));
	value[FN_A] = 0.07;
	assert_true(step());
	assert_false(is_open(FN_A));
}

TEST(it_stays_where_a_sibling_is_a_little_larger)
{
	(void)step();
	know_memory(0.30, 0.28);
	(void)step();
	value[FN_B] = 0.34;
	assert_false(step());
	assert_true(is_open(FN_A));
	value[FN_B] = 0.37;
	assert_true(step());
	assert_false(is_open(FN_A));
	assert_int_equal(follow.path[TYPE_CORE][2], FN_B);
}

TEST(it_stays_where_nothing_is_known_for_a_while)
{
	(void)step();
	know_memory(0.4, 0.1);
	(void)step();
	know_memory(NAN, NAN);
	assert_false(step());
	assert_true(is_open(FN_A));
}

TEST(what_the_user_has_opened_stays_open)
{
	open[0] = 1ULL << FN_CORE | 1ULL << FN_BACKEND;
	(void)step();
	assert_true(is_open(FN_CORE) && is_open(FN_MEMORY));
	value[FN_BACKEND] = 0.1;
	assert_true(step());
	assert_true(is_open(FN_CORE) && is_open(FN_BACKEND));
	assert_false(is_open(FN_MEMORY));
}

TEST(a_new_request_makes_what_is_open_the_users)
{
	(void)step();
	serial++;
	assert_false(step());
	value[FN_BACKEND] = 0.1;
	assert_false(step());
	assert_true(is_open(FN_MEMORY));
}

TEST(a_path_with_nothing_known_is_empty)
{
	value[FN_BACKEND] = NAN;
	assert_false(step());
	assert_int_equal(open[0], 0);
}
