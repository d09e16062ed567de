/* SPDX-License-Identifier: GPL-2.0-only */
/* The exact table is exact: programs whose counts are known by reading them. */
#include "config.h"

#include "tests/fixtures/test_main.h"
#include "tests/truth/truth_run.h"
#include "tests/truth/truth_table.h"

/* Labels of programs/rules.S. */
static const struct label {
	const char *name;
	uint64_t executed, taken;
	enum branch_kind kind;
} labels[] = {
	{ "taken_6_of_7", 7000, 6000, BRANCH_CONDITIONAL },
	{ "taken_1_of_2", 1000, 500, BRANCH_CONDITIONAL },
	{ "call_1000", 1000, 1000, BRANCH_CALL },
	{ "jump_to_next", 1000, 1000, BRANCH_JUMP },
	{ "call_to_next", 1000, 1000, BRANCH_CALL },
	{ "indirect_1000", 1000, 1000, BRANCH_INDIRECT_JUMP },
	{ "return_1000", 1000, 1000, BRANCH_RETURN },
	{ "taken_999_of_1000", 1000, 999, BRANCH_CONDITIONAL },
};

#define LABELS (sizeof(labels) / sizeof(labels[0]))

static void run_rules(const char *program, struct truth *truth)
{
	char path[TRUTH_PATH];

	truth_run(program, "", "taken:101:32:any");
	truth_read(truth, truth_path(path, program, ".truth"));
	assert_int_equal(truth->disorders, 0);
}

static void counts_are_exact(const char *program)
{
	uint64_t executed = 0, taken = 0;
	struct truth truth;

	run_rules(program, &truth);
	for (size_t i = 0; i < LABELS; i++) {
		uint64_t from = truth_symbol(program, labels[i].name);
		const struct table_row *row = table_find(&truth.branch, from, 0, 0, 0);

		print_message("%s\n", labels[i].name);
		assert_non_null(row);
		assert_int_equal(row->count[0], labels[i].executed);
		assert_int_equal(row->count[1], labels[i].taken);
		row = table_find(&truth.kinds, from, 0, 0, 0);
		assert_int_equal(row->count[1], labels[i].kind);
		executed += labels[i].executed;
		taken += labels[i].taken;
	}
	/* and there are no others: system calls, rep movsb and the page's end are none */
	assert_int_equal(truth.branch.n, LABELS);
	assert_int_equal(truth.branches, executed);
	assert_int_equal(truth.taken, taken);
	truth_free(&truth);
}

/* The block of a function that a page ends in is one block. */
static void leaf_is_one_block(const char *program)
{
	const struct table_row *row;
	struct truth truth;

	run_rules(program, &truth);
	row = table_find(&truth.blocks, truth_symbol(program, "leaf"), truth_symbol(program, "return_1000"), 0, 0);
	assert_non_null(row);
	assert_int_equal(row->count[0], 1000);
	assert_int_equal(row->count[2], strcmp(program, "rules") == 0 ? 21 : 6);
	truth_free(&truth);
}

TEST(every_branch_of_x86_64_is_counted_once_and_a_page_ends_no_block)
{
	counts_are_exact("rules");
	leaf_is_one_block("rules");
}

TEST(every_branch_of_arm64_is_counted_once_and_a_page_ends_no_block)
{
	counts_are_exact("rules.arm64");
	leaf_is_one_block("rules.arm64");
}

/* The tree of calls of rules.S: leaf, called 1000 times; reading the address is no call. */
TEST(the_tree_of_calls_has_each_call)
{
	const struct table_row *row;
	struct truth truth;

	run_rules("rules", &truth);
	row = table_find(&truth.nodes, 0, 1, 0, 0);
	assert_non_null(row);
	assert_int_equal(row->count[0], 1000);
	assert_int_equal(row->count[1], 0);
	assert_int_equal(row->count[2], truth_symbol("rules", "call_1000"));
	assert_int_equal(row->count[3], truth_symbol("rules", "leaf"));
	assert_int_equal(truth.nodes.n, 1);
	row = table_find(&truth.self, 0, 1, 0, 0);
	assert_int_equal(row->count[1], 21 * 1000);
	truth_free(&truth);
}

/* A handler runs, and what was interrupted goes on: neither is an instruction of the program. */
TEST(a_signal_is_no_branch)
{
	uint64_t handler;
	struct truth truth;
	char path[TRUTH_PATH];

	truth_run("signals.nopie", "", "taken:101:32:any");
	truth_read(&truth, truth_path(path, "signals.nopie", ".truth"));
	handler = truth_symbol("signals.nopie", "handle");
	assert_int_equal(truth.disorders, 2 * 1000);
	for (size_t i = 0; i < truth.edges.size; i++)
		assert_false(truth.edges.rows[i].count[0] && truth.edges.rows[i].key[1] == handler);
	truth_free(&truth);
}
