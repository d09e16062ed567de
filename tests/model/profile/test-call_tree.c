/* SPDX-License-Identifier: GPL-2.0-only */
/* Call stacks as trees of functions, in both directions. */
#include "config.h"
#include "model/profile/call_tree.h"

#include "model/metric.h"
#include "model/profile/class_samples.h"
#include "model/splitmix64.h"
#include "tests/fixtures/fixture_stacks.h"
#include "tests/fixtures/owned.h"
#include "tests/fixtures/test_main.h"

static const char STACKS[] = "main;parse;read 30\n"
			     "main;parse 10\n"
			     "main;sort;compare 40\n"
			     "main;sort;read 5\n";

/* "main 85/0 parse 40/10 ...": name, samples / self samples, one node a line, indented by depth. */
static const char *tree_text(const struct call_tree *tree)
{
	static char text[4096];
	size_t at = 0;

	text[0] = '\0';
	for (size_t i = 1; i < tree->n_nodes; i++) {
		const struct call_node *node = &tree->nodes[i];

		at += (size_t)snprintf(text + at, sizeof(text) - at, "%*s%s %d/%d\n",
				       (int)node->depth - 1, "",
				       node->kind == CALL_CUT ? "..."
							      : fixture_name(node->function),
				       (int)node->samples, (int)node->self_samples);
	}
	return text;
}

static void expect_tree(const char *stacks, const struct call_request *request, const char *text)
{
	OWNED(call_tree) *tree = call_tree_new(fixture_stacks(stacks), request, &fixture_functions);

	assert_non_null(tree);
	assert_string_equal(tree_text(tree), text);
}

static const struct call_request callees = { .direction = CALLEES };
static const struct call_request callers = { .direction = CALLERS };

TEST(callees_begin_at_the_outermost_caller_heaviest_first)
{
	expect_tree(STACKS, &callees, "main 85/0\n"
		    " sort 45/0\n"
		    "  compare 40/40\n"
		    "  read 5/5\n"
		    " parse 40/10\n"
		    "  read 30/30\n");
}

TEST(callers_begin_at_the_sampled_function)
{
	expect_tree(STACKS, &callers, "compare 40/0\n"
		    " sort 40/0\n"
		    "  main 40/40\n"
		    "read 35/0\n"
		    " parse 30/0\n"
		    "  main 30/30\n"
		    " sort 5/0\n"
		    "  main 5/5\n"
		    "parse 10/0\n"
		    " main 10/10\n");
}

TEST(a_node_is_its_self_weight_and_its_children)
{
	OWNED(call_tree) *tree = call_tree_new(fixture_stacks(STACKS), &callees,
					       &fixture_functions);

	for (uint32_t i = 0; i < tree->n_nodes; i++) {
		uint64_t sum = tree->nodes[i].self_weight;
		double squares = tree->nodes[i].self_squares;

		for (uint32_t child = i + 1; child <= i + tree->nodes[i].below;
		     child += tree->nodes[child].below + 1) {
			assert_int_equal(tree->nodes[child].parent, i);
			sum += tree->nodes[child].weight;
			squares += tree->nodes[child].squares;
		}
		assert_int_equal(sum, tree->nodes[i].weight);
		assert_true(squares == tree->nodes[i].squares && squares > 0);
	}
	assert_int_equal(tree->nodes[0].weight, 8500);
}

TEST(a_function_that_calls_itself_counts_once_in_its_total)
{
	OWNED(call_tree) *tree = call_tree_new(fixture_stacks("main;fib;fib;fib 7\nmain;fib 1\n"),
					       &callees, &fixture_functions);

	assert_int_equal(tree->n_functions, 2);
	for (size_t i = 0; i < 2; i++) {
		const struct call_function *function = &tree->functions[i];
		bool fib = strcmp(fixture_name(function->function), "fib") == 0;

		assert_int_equal(function->samples, 8);
		assert_int_equal(function->self_samples, fib ? 8 : 0);
		assert_int_equal(function->weight, 800);
	}
	assert_string_equal(tree_text(tree), "main 8/0\n fib 8/1\n  fib 7/0\n   fib 7/7\n");
}

TEST(callees_of_one_function_begin_at_its_outermost_frame)
{
	struct call_request request = { .of_function = true, .function = fixture_place("fib") };

	expect_tree("main;fib;fib;add 4\nmain;other 9\n", &request, "fib 4/0\n"
		    " fib 4/0\n"
		    "  add 4/4\n");
}

TEST(callers_of_one_function_begin_at_its_innermost_frame)
{
	struct call_request request = { .direction = CALLERS, .of_function = true,
					.function = fixture_place("sort") };

	expect_tree(STACKS, &request, "sort 45/0\n"
		    " main 45/45\n");
}

TEST(where_older_frames_were_lost_the_tree_says_so)
{
	struct call_tree *tree;

	expect_tree("...;deep;leaf 3\nmain;leaf 2\n", &callees, "... 3/0\n"
		    " deep 3/0\n"
		    "  leaf 3/3\n"
		    "main 2/0\n"
		    " leaf 2/2\n");
	expect_tree("...;deep;leaf 3\nmain;leaf 2\n", &callers, "leaf 5/0\n"
		    " deep 3/0\n"
		    "  ... 3/3\n"
		    " main 2/2\n");
	tree = call_tree_new(fixture_stacks("...;deep;leaf 3\nmain;leaf 2\n"), &callees,
			     &fixture_functions);
	assert_int_equal(tree->cut_samples, 3);
	assert_int_equal(tree->cut_weight, 300);
	call_tree_free(tree);
}

/* A call that does not return is the last instruction of its function. */
static struct place last_byte_belongs(void *data, struct place at)
{
	(void)data;
	at.offset = at.offset < 0x2000 ? 0x1000 : 0x2000;
	return at;
}

static struct call_tree *tree_of_two(bool by_lbr)
{
	static const struct place frames[] = { { .offset = 0x2000 }, { .offset = 0x2000 } };
	static const struct profile_stack stack = { .pid = 1, .n = 2, .samples = 1, .weight = 1 };
	struct profile profile = { .event.calls_by_lbr = by_lbr, .stack = &stack, .n_stack = 1,
				   .frames = frames, .n_frames = 2 };
	const struct function_start functions = { last_byte_belongs, NULL };

	return call_tree_new(&profile, &callees, &functions);
}

TEST(a_return_address_is_looked_up_in_the_call_before_it)
{
	OWNED(call_tree) *tree = tree_of_two(false);

	assert_int_equal(tree->nodes[1].function.offset, 0x1000);
	assert_int_equal(tree->nodes[2].function.offset, 0x2000);
}

TEST(frames_of_lbr_are_calls_and_are_looked_up_as_they_are)
{
	OWNED(call_tree) *tree = tree_of_two(true);

	assert_int_equal(tree->nodes[1].function.offset, 0x2000);
}

TEST(without_functions_each_place_stands_for_itself)
{
	OWNED(call_tree) *tree = call_tree_new(fixture_stacks(STACKS), &callees, NULL);

	assert_int_equal(tree->nodes[1].function.offset, fixture_place("main").offset + 0x10);
}

/* ---- TopDown ---- */

static struct profile *profile;
static struct call_tree *classes;

TEARDOWN
{
	call_tree_free(classes);
	profile_free(profile);
	classes = NULL;
	profile = NULL;
}

static const struct call_node *node_of(const char *folded, const struct call_request *request, const char *name)
{
	const struct call_node *node;

	profile = profile ? profile : fixture_class_stacks(folded);
	call_tree_free(classes);
	classes = call_tree_new(profile, request, &fixture_functions);
	assert_non_null(classes);
	for (node = classes->nodes + 1; strcmp(fixture_name(node->function), name) != 0; node++)
		assert_true(node < classes->nodes + classes->n_nodes - 1);
	return node;
}

static void expect_sums(const struct call_node *node, bool self, const int samples[4])
{
	const struct weighed *sums = call_tree_sums(classes, node, self);

	for (int i = 0; i < 4; i++) {
		assert_true(sums[i].weight == samples[i] * (double)FIXTURE_CLASS_PERIOD);
		assert_true(sums[i].squares == samples[i] * (double)FIXTURE_CLASS_PERIOD * FIXTURE_CLASS_PERIOD);
	}
}

#define COUNTS(...) (const int[4]){ __VA_ARGS__ }

TEST(a_frame_has_the_samples_of_each_class_its_own_and_with_all_that_it_calls)
{
	static const char FOLDED[] = "main;solve;load 100 20 30 850\nmain;solve 300 50 50 100\nmain;parse 10 70 15 5\n";
	const struct call_node *solve = node_of(FOLDED, &callees, "solve");

	expect_sums(solve, false, COUNTS(400, 70, 80, 950));
	expect_sums(solve, true, COUNTS(300, 50, 50, 100));
	expect_sums(&classes->nodes[0], false, COUNTS(410, 140, 95, 955));
	expect_sums(&classes->nodes[0], true, COUNTS(0));
	assert_int_equal(solve->weight, 1500 * FIXTURE_CLASS_PERIOD);
	assert_int_equal(solve->self_weight, 500 * FIXTURE_CLASS_PERIOD);
	assert_true(fabs(solve->classes[M_BACKEND_BOUND].value - 950. / 1500) < 1e-9);
	assert_true(fabs(solve->classes[M_BACKEND_BOUND].error - sqrt(.63333 * .36667 / 1500)) < 1e-4);
	assert_true(fabs(solve->self_classes[M_RETIRING].value - .6) < 1e-9);
	assert_null(classes->nodes[1].self_classes);	/* main has no sample of its own */
	expect_sums(node_of(FOLDED, &callers, "load"), false, COUNTS(100, 20, 30, 850));
}

TEST(frames_with_too_few_samples_have_no_class_that_is_known)
{
	const struct call_node *rare = node_of("main;rare 3 0 0 4\nmain 0 0 0 500\n", &callees, "rare");
	enum class_known known;

	assert_true(isnan(class_shown(rare->classes, M_BACKEND_BOUND, &known).value) && known == CLASS_ROUGH);
	assert_true(isnan(class_shown(rare->classes, M_MEMORY_BOUND, &known).value) && known == CLASS_MISSING);
}

/* 300 runs of a caller with two callees: samples are drawn one by one, by the truth of each function. */
TEST(the_truth_of_frames_own_and_inclusive_is_within_two_stated_errors)
{
	static const double part[2] = { .6, .4 }, truth[2][4] = { { .1, .05, .05, .8 }, { .5, .2, .25, .05 } };
	uint64_t seed = 40;
	int within[2] = { 0 }, n = 0;

	for (int run = 0; run < 300; run++) {
		int count[2][4] = { { 0 } };
		char folded[256];
		const struct call_node *solve;

		for (int i = 0; i < 800; i++) {
			const int f = splitmix64_share(&seed) >= part[0];
			double left = splitmix64_share(&seed);
			int c = 0;

			while (c < 3 && left >= truth[f][c])
				left -= truth[f][c++];
			count[f][c]++;
		}
		(void)snprintf(folded, sizeof(folded), "main;solve;load %d %d %d %d\nmain;solve %d %d %d %d\n",
			       count[0][0], count[0][1], count[0][2], count[0][3],
			       count[1][0], count[1][1], count[1][2], count[1][3]);
		profile_free(profile);
		profile = NULL;
		solve = node_of(folded, &callees, "solve");
		for (int c = 0; c < 4; c++, n++) {
			static const enum metric_id class[] = {
				M_RETIRING, M_BAD_SPECULATION, M_FRONTEND_BOUND, M_BACKEND_BOUND
			};
			const struct estimate of[2] = { solve->classes[class[c]], solve->self_classes[class[c]] };

			within[0] += fabs(of[0].value - part[0] * truth[0][c] - part[1] * truth[1][c]) <= 2 * of[0].error;
			within[1] += fabs(of[1].value - truth[1][c]) <= 2 * of[1].error;
		}
	}
	assert_in_range(within[0] * 100 / n, 92, 98);
	assert_in_range(within[1] * 100 / n, 92, 98);
}

static size_t asked;

static struct place count_questions(void *data, struct place at)
{
	(void)data;
	asked++;
	return at;
}

TEST(each_place_is_asked_for_once)
{
	const struct function_start functions = { count_questions, NULL };

	/* 11 frames; "parse" is sampled, and it is a caller. */
	call_tree_free(call_tree_new(fixture_stacks(STACKS), &callees, &functions));
	assert_int_equal(asked, 6);
}

TEST(stacks_without_a_frame_are_counted_apart)
{
	OWNED(call_tree) *tree = call_tree_new(fixture_stacks("- 4\nmain 1\n"), &callees,
					       &fixture_functions);

	assert_int_equal(tree->broken_samples, 4);
	assert_int_equal(tree->nodes[0].samples, 1);
}

TEST(no_stacks_make_a_tree_of_its_root_only)
{
	OWNED(call_tree) *tree = call_tree_new(fixture_stacks(""), &callers, &fixture_functions);

	assert_int_equal(tree->n_nodes, 1);
	assert_int_equal(tree->n_functions, 0);
}

TEST(stacks_of_other_processes_are_left_out)
{
	struct call_request request = { .pid = 2 };

	expect_tree(STACKS, &request, "");
}

TEST(a_path_leads_from_the_outermost_node_to_its_own)
{
	OWNED(call_tree) *tree = call_tree_new(fixture_stacks("a;b;c;d 1\n"), &callees,
					       &fixture_functions);
	uint32_t path[4] = { 0 };

	assert_int_equal(call_tree_path(tree, 4, path, 4), 4);
	assert_int_equal(path[0], 1);
	assert_int_equal(path[3], 4);
	assert_int_equal(call_tree_path(tree, 4, path, 2), 2);
	assert_int_equal(path[1], 2);
}
