/* SPDX-License-Identifier: GPL-2.0-only */
/* Call stacks as trees of functions, in both directions. */
#include "config.h"
#include "model/profile/call_tree.h"

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
