/* SPDX-License-Identifier: GPL-2.0-only */
/* Expressions of a small tree made by hand: what they give, and what is not an expression. */
#include "config.h"
#include "model/tree/tree_expr.h"

#include "tests/fixtures/test_main.h"

enum { CYCLES, STALLS, MISSES, CLEARS, METRIC };

static const struct tree_event events[] = {
	[CYCLES] = { .name = "CPU_CLK_UNHALTED.THREAD", .origin = TREE_CYCLES },
	[STALLS] = { .name = "CYCLE_ACTIVITY.STALLS:c4:e1" },
	[MISSES] = { .name = "MEM.MISSES", .latency = 20 },
	[CLEARS] = { .name = "CLEARS" },
	[METRIC] = { .name = "topdown-be-bound", .origin = TREE_METRIC },
};

enum { BACKEND, MEMORY, DRAM, LATENCY, TEXT };

#define NODES 5
static const struct tree_node some_nodes[NODES] = {
	[BACKEND] = { .slug = "tma_backend_bound", .level = 1,
		      .metric = M_BACKEND_BOUND,
		      .expression = "topdown-be-bound / CPU_CLK_UNHALTED.THREAD",
		      .threshold = "tma_backend_bound > 0.2" },
	[MEMORY] = { .slug = "tma_memory_bound", .level = 2,
		     .metric = M_MEMORY_BOUND,
		     .expression = "tma_backend_bound * tma_info_part", .threshold = "" },
	[DRAM] = { .slug = "tma_dram_bound", .level = 3, .metric = M_NONE,
		   .expression = "STALLED + tma_memory_bound / 2",
		   .threshold = "tma_dram_bound > 0.1 & (tma_memory_bound > 0.2 & "
				"tma_backend_bound > 0.2)" },
	[LATENCY] = { .slug = "tma_latency", .level = 4, .metric = M_NONE,
		      .expression = "MEM.MISSES * min(MEM.MISSES:R, 30) / tma_info_clks",
		      .threshold = "tma_latency > 0.3 | tma_dram_bound > 0.4" },
	[TEXT] = { .slug = "tma_text", .level = 3, .metric = M_NONE,
		   .threshold = "" },
};

static const struct tree_term terms[] = {
	{ "STALLED", "CYCLE_ACTIVITY.STALLS:c4:e1 / tma_info_clks" },
	{ "tma_info_clks", "CPU_CLK_UNHALTED.THREAD" },
	{ "tma_info_part", "CLEARS / (CLEARS + MEM.MISSES)" },
};

static struct tree_node nodes[NODES];
static struct tree tree = { .name = "Test", TREE_TABLES(events, nodes, terms) };

static int compile(const char *text, struct tree_code **code, struct err *err)
{
	memcpy(nodes, some_nodes, sizeof(nodes));
	nodes[TEXT].expression = text;
	return tree_compile(&tree, code, err);
}

static const double counts[] = {
	[CYCLES] = 1000, [STALLS] = 300, [MISSES] = 10, [CLEARS] = 30, [METRIC] = 800,
};

static struct tree_code *code;
static struct tree_event_set set, timed;
static struct err err;

static double value_with(const char *text, const struct tree_known *known)
{
	double value;

	if (compile(text, &code, &err))
		fail_msg("%s: %s", text, err.text);
	value = tree_eval(code, TEXT, known);
	tree_code_free(code);
	return value;
}

static double value_of(const char *text)
{
	const struct tree_known known = { .count = counts, .ghz = 2.5, .smt = true };

	return value_with(text, &known);
}

static void gives(const char *text, double expected)
{
	const double value = value_of(text);

	if (value != expected)
		fail_msg("\"%s\" is %.17g, not %.17g", text, value, expected);
}

static void not_known(const char *text)
{
	if (!isnan(value_of(text)))
		fail_msg("\"%s\" is %.17g", text, value_of(text));
}

static void refused(const char *text, const char *sentence)
{
	assert_int_equal(compile(text, &code, &err), -EINVAL);
	assert_null(code);
	if (!strstr(err.text, sentence) || strncmp(err.text, "tree \"Test\", tma_text: ", 23) != 0)
		fail_msg("\"%s\": %s", text, err.text);
}

TEST(operators_bind_as_in_perf)
{
	gives("1 + 2 * 3", 7);
	gives("(1 + 2) * 3", 9);
	gives("8 - 4 - 2", 2);
	gives("16 / 4 / 2", 2);
	gives("2 + 3 > 4", 1);
	gives("1 < 2 & 3 < 2", 0);
	gives("1 < 2 | 3 < 2 & 0", 1);
	gives("-2 * 3", -6);
	gives("4 - -2", 6);
	gives("min(3, 2) + max(3, 2 * 4)", 10);
	gives("5 if 1 > 2 else 7", 7);
	gives("1 + 4 if 1 < 2 else 7", 5);
	gives("5 if 0 else 6 if 0 else 7", 7);
	gives("(5 if 1 else 6) * 2", 10);
}

TEST(numbers_are_read_without_the_locale)
{
	gives("0.05", 0.05);
	gives("1e9", 1e9);
	gives("1e-05", 1e-05);
	gives("2.5E+3", 2500);
	gives("33.45", 33.45);
}

TEST(names_are_events_nodes_terms_or_of_the_machine)
{
	gives("CPU_CLK_UNHALTED.THREAD", 1000);
	gives("CYCLE_ACTIVITY.STALLS:c4:e1 / CPU_CLK_UNHALTED.THREAD", 0.3);
	gives("tma_info_clks", 1000);
	gives("tma_backend_bound", 0.8);
	gives("topdown-be-bound-MEM.MISSES", 790);
	gives("MEM.MISSES-CLEARS", -20);
	gives("#SMT_on", 1);
	gives("#core_wide", 0);
	gives("#GHz", 2.5);
	gives("#has_pmem", 0);
}

TEST(a_retire_latency_is_that_of_the_table_unless_it_was_measured)
{
	const double latency[] = { NAN, NAN, 12.5, NAN, NAN };
	const struct tree_known known = { .count = counts, .latency = latency };

	gives("MEM.MISSES:R", 20);
	not_known("CLEARS:R");
	assert_true(value_with("MEM.MISSES:R * MEM.MISSES", &known) == 125);
}

TEST(what_never_happened_is_no_part_of_anything)
{
	gives("0 / 0", 0);
	gives("d_ratio(0, 0)", 0);
	gives("d_ratio(5, 0)", 0);
	gives("d_ratio(5, 2)", 2.5);
	not_known("5 / 0");
	not_known("0 * (5 / 0)");
}

TEST(what_is_made_of_an_unknown_term_is_unknown)
{
	double count[] = { 1000, NAN, 10, 30, 800 };
	const struct tree_known known = { .count = count, .ghz = NAN };
	static const char *const unknown[] = {
		"CYCLE_ACTIVITY.STALLS:c4:e1 * 0", "min(1, CYCLE_ACTIVITY.STALLS:c4:e1)",
		"max(CYCLE_ACTIVITY.STALLS:c4:e1, 1)", "CYCLE_ACTIVITY.STALLS:c4:e1 > 1",
		"1 < CYCLE_ACTIVITY.STALLS:c4:e1", "0 / CYCLE_ACTIVITY.STALLS:c4:e1",
		"d_ratio(CYCLE_ACTIVITY.STALLS:c4:e1, 0)", "-CYCLE_ACTIVITY.STALLS:c4:e1",
		"1 if CYCLE_ACTIVITY.STALLS:c4:e1 else 1", "#GHz + 1", "STALLED", "tma_dram_bound",
		"CYCLE_ACTIVITY.STALLS:c4:e1 & 1", "0 | CYCLE_ACTIVITY.STALLS:c4:e1",
	};

	for (size_t i = 0; i < sizeof(unknown) / sizeof(unknown[0]); i++)
		if (!isnan(value_with(unknown[i], &known)))
			fail_msg("%s is known", unknown[i]);
	assert_true(value_with("CYCLE_ACTIVITY.STALLS:c4:e1 & 0", &known) == 0);
	assert_true(value_with("1 | CYCLE_ACTIVITY.STALLS:c4:e1", &known) == 1);
}

TEST(the_branch_that_is_not_taken_need_not_be_known)
{
	gives("(1 / 0) if 0 else 3", 3);
	gives("3 if 1 else (1 / 0)", 3);
}

TEST(a_node_is_made_of_the_nodes_and_terms_in_it)
{
	gives("tma_memory_bound", 0.8 * 0.75);
	gives("tma_dram_bound", 0.3 + 0.8 * 0.75 / 2);
	gives("tma_latency", 0.2);
}

TEST(levels_1_and_2_come_from_the_slices_where_these_know_them)
{
	const double known_nodes[NODES] = { NAN, 0.5, NAN, NAN, NAN };
	const struct tree_known known = { .count = counts, .node = known_nodes };

	assert_true(value_with("tma_memory_bound", &known) == 0.5);
	assert_true(value_with("tma_dram_bound", &known) == 0.55);
	assert_true(value_with("tma_backend_bound", &known) == 0.8);
}

TEST(a_node_is_over_its_threshold_if_its_parents_are)
{
	double values[NODES] = { 0.5, 0.3, 0.2, 0.1, NAN };

	assert_int_equal(compile("1", &code, NULL), 0);
	assert_true(tree_is_over(code, BACKEND, values));
	assert_true(tree_is_over(code, DRAM, values));
	values[MEMORY] = 0.1;
	assert_false(tree_is_over(code, DRAM, values));
	values[MEMORY] = NAN;
	assert_false(tree_is_over(code, DRAM, values));
	assert_false(tree_is_over(code, LATENCY, values));
	values[LATENCY] = NAN;
	values[DRAM] = 0.5;
	assert_true(tree_is_over(code, LATENCY, values));
	assert_false(tree_is_over(code, MEMORY, values));
	tree_code_free(code);
}

TEST(events_of_a_node_are_those_that_no_family_counts)
{
	assert_int_equal(compile("1", &code, NULL), 0);
	tree_events_of(code, DRAM, &set, NULL);
	assert_int_equal(set.word[0], 1U << CYCLES | 1U << STALLS);
	tree_events_of(code, LATENCY, &set, &timed);
	assert_int_equal(set.word[0], 1U << CYCLES | 1U << MISSES);
	assert_int_equal(timed.word[0], 1U << MISSES);
	tree_events_of(code, MEMORY, &set, &timed);
	assert_int_equal(set.word[0] | timed.word[0], 0);
	tree_code_free(code);
}

TEST(events_of_level_2_are_needed_where_the_slices_have_none)
{
	const struct tree_machine own = { .own_level_2 = true };

	assert_int_equal(compile("1", &code, NULL), 0);
	tree_events_on(code, DRAM, &own, &set, NULL);	/* memory bound has CLEARS and MISSES */
	assert_int_equal(set.word[0], 1U << CYCLES | 1U << STALLS | 1U << CLEARS | 1U << MISSES);
	tree_code_free(code);
}

TEST(events_of_the_side_that_this_machine_does_not_take_are_not_needed)
{
	const struct tree_machine smt = { .known = true, .smt = true }, wide = { .known = true, .core_wide = true };

	assert_int_equal(compile("(CLEARS if #core_wide < 1 else (MEM.MISSES if #SMT_on else "
				 "tma_info_clks)) + (1 if CLEARS else CLEARS)", &code, NULL), 0);
	tree_events_on(code, TEXT, &smt, &set, NULL);
	assert_int_equal(set.word[0], 1U << CLEARS);
	tree_events_on(code, TEXT, &wide, &set, NULL);
	assert_int_equal(set.word[0], 1U << CYCLES | 1U << CLEARS);
	tree_events_of(code, TEXT, &set, NULL);
	assert_int_equal(set.word[0], 1U << CYCLES | 1U << CLEARS | 1U << MISSES);
	tree_code_free(code);
}

TEST(bad_expressions_are_refused_with_the_place)
{
	char deep[200];

	refused("", "at character 1: a value is missing");
	refused("1 +", "at character 4: a value is missing");
	refused("1 2", "at character 3: '2' is not expected");
	refused("CLEARS + CLEAR", "at character 10: there is no event, node or term \"CLEAR\"");
	refused("#GHZ", "no event, node or term \"#GHZ\"");
	refused("(1", "at character 3: ')' is missing");
	refused("min(1)", "',' is missing");
	refused("min 1", "'(' is missing");
	refused("1 if 2", "\"else\" is missing");
	refused("1 % 2", "'%' is not expected");
	refused("12clks", "a number ends here");
	refused("1e", "the exponent is missing");
	refused("1e400", "too long");
	refused("tma_dram_bound:R", "only events have a retire latency");
	refused("CLEARS\xff", "is not expected");
	memset(deep, '(', sizeof(deep) - 1);
	deep[sizeof(deep) - 1] = '\0';
	refused(deep, "too many parentheses");
}

TEST(a_stack_that_grows_too_much_is_refused)
{
	char text[4096] = "";

	for (int i = 0; i < 40; i++)
		strcat(text, "max(1+");
	refused(text, "a value is missing");
	text[0] = '\0';
	for (int i = 0; i < 45; i++)
		strcat(text, "(1 + 1 * (1 < ");
	refused(text, "too");
}

TEST(definitions_that_name_themselves_are_refused)
{
	refused("tma_text", "it is made of itself");
	assert_int_equal(compile("1", &code, &err), 0);
	tree_code_free(code);
	nodes[BACKEND].expression = "tma_memory_bound";
	assert_int_equal(tree_compile(&tree, &code, &err), -EINVAL);
	assert_non_null(strstr(err.text, "made of itself"));
}

TEST(a_threshold_names_nodes_only)
{
	memcpy(nodes, some_nodes, sizeof(nodes));
	nodes[TEXT].expression = "1";
	nodes[DRAM].threshold = "tma_info_clks > 0.1";
	assert_int_equal(tree_compile(&tree, &code, &err), -EINVAL);
	assert_string_equal(err.text, "tree \"Test\", tma_dram_bound: its threshold names what is not a node");
}

TEST(names_are_unique)
{
	memcpy(nodes, some_nodes, sizeof(nodes));
	nodes[TEXT].expression = "1";
	nodes[TEXT].slug = "tma_info_clks";
	assert_int_equal(tree_compile(&tree, &code, &err), -EINVAL);
	assert_string_equal(err.text, "tree \"Test\": two of it are called \"tma_info_clks\"");
}
