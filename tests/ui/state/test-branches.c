/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The tree of processes: whatever the parents, each process is listed once, right behind its own.
 */
#include "config.h"
#include "ui/state/branches.h"

#include "model/snapshot/finish.h"
#include "tests/fixtures/fixture_bare.h"
#include "tests/fixtures/test_main.h"
#include "ui/table/filter.h"

static struct branches branches;
static struct tree_folds folds;
static const struct row **sorted, **lines;
static uint32_t seed;

SETUP_MAY_FAIL
{
	seed = 1;
	branches = (struct branches){ 0 };
	folds = (struct tree_folds){ 0 };
	return fixture_bare_setup(state);
}

TEARDOWN_MAY_FAIL
{
	branches_done(&branches);
	tree_folds_done(&folds);
	free(sorted);
	free(lines);
	sorted = lines = NULL;
	return fixture_bare_teardown(state);
}

static uint32_t below(uint32_t n)
{
	seed = seed * 1664525u + 1013904223u;
	return (seed >> 8) % n;
}

static void add(int32_t pid, int32_t ppid)
{
	struct row *row = snapshot_add(snapshot, ROW_PROCESS, pid);

	row->pid = pid;
	row->ppid = ppid;
}

/* Lists the tree with siblings in the order of pids, largest first. */
static void list_with(const struct filter *filter, const struct tree_folds *folded, bool sum)
{
	size_t n = snapshot->table[ROW_PROCESS].n;

	assert_int_equal(branches_prepare(&branches, snapshot, filter, folded, sum, sorted), 0);
	for (size_t i = 0; i < n / 2; i++) {
		const struct row *row = sorted[i];

		sorted[i] = sorted[n - 1 - i];
		sorted[n - 1 - i] = row;
	}
	branches_list(&branches, snapshot, sorted, lines);
}

static void list(void)
{
	size_t n = snapshot->table[ROW_PROCESS].n;

	snapshot->machine = &machine;
	assert_int_equal(snapshot_finish(snapshot), 0);
	sorted = realloc(sorted, n * sizeof(*sorted));
	lines = realloc(lines, n * sizeof(*lines));
	assert_true(sorted && lines);
	list_with(NULL, NULL, false);
}

static const struct branch *branch_of(size_t line)
{
	return &branches.all[lines[line] - snapshot->table[ROW_PROCESS].rows];
}

static const char *drawn(size_t line)
{
	static char text[128];

	branches_print(&branches, snapshot, lines[line], true, 20, text, sizeof(text));
	return text;
}

/* 1: 3 (8), 5 (6, 7); 9, of a pid that is not there. Each has as many slices as its pid. */
static void list_family(void)
{
	static const int32_t parents[][2] = { { 1, 0 }, { 3, 1 }, { 5, 1 }, { 6, 5 }, { 7, 5 },
					      { 8, 3 }, { 9, 77 } };

	for (size_t i = 0; i < sizeof(parents) / sizeof(parents[0]); i++) {
		add(parents[i][0], parents[i][1]);
		snapshot->table[ROW_PROCESS].rows[i].slices = (uint64_t)parents[i][0];
		snapshot->table[ROW_PROCESS].rows[i].threads = 1;
	}
	list();
}

/* With sums of what is folded: so many lines. */
static void list_folded(size_t expected)
{
	list_with(NULL, &folds, true);
	assert_int_equal(branches.lines, expected);
}

/* What has pid 7, and what is above it: three lines. */
static void list_7(const struct tree_folds *folded, bool sum)
{
	struct err err = { .text = "" };
	struct filter *filter = filter_new("pid=7", NULL, ROW_PROCESS, &err);

	assert_non_null(filter);
	list_with(filter, folded, sum);
	filter_free(filter);
	assert_int_equal(branches.lines, 3);
}

TEST(children_stand_behind_their_parent_in_the_order_of_siblings)
{
	static const int32_t order[] = { 9, 1, 5, 7, 6, 3, 8 };
	static const char *const text[] = { "", "", "|- ", "|  |- ", "|  `- ", "`- ", "   `- " };

	list_family();
	for (size_t i = 0; i < 7; i++) {
		assert_int_equal(lines[i]->id, order[i]);
		assert_string_equal(drawn(i), text[i]);
	}
}

TEST(a_circle_of_parents_is_cut_once)
{
	add(1, 3);
	add(2, 1);
	add(3, 2);
	add(4, 4);
	list();
	assert_int_equal(lines[0]->id, 4);
	assert_int_equal(branch_of(1)->depth, 0);
	assert_int_equal(branch_of(2)->depth, 1);
	assert_int_equal(branch_of(3)->depth, 2);
}

/* Random parents, with circles and reused pids. */
TEST(each_is_there_once_and_one_deeper_than_its_parent)
{
	for (int round = 0; round < 200; round++) {
		uint32_t n = 1 + below(60);
		bool seen[64] = { false };

		snapshot_clear(snapshot);
		for (uint32_t i = 0; i < n; i++)
			add(1 + (int32_t)below(50), (int32_t)below(60));
		list();
		for (size_t i = 0; i < n; i++) {
			size_t at = (size_t)(lines[i] - snapshot->table[ROW_PROCESS].rows);
			const struct branch *branch = branch_of(i);

			assert_false(seen[at]);
			seen[at] = true;
			if (branch->parent == NO_BRANCH) {
				assert_int_equal(branch->depth, 0);
				continue;
			}
			assert_true(seen[branch->parent]);
			assert_int_equal(branch->depth, branches.all[branch->parent].depth + 1);
			assert_true(branch_of(i - 1)->depth + 1 >= branch->depth);
		}
	}
}

TEST(a_filter_keeps_what_matches_and_all_above_it)
{
	for (int32_t i = 1; i <= 9; i++)
		add(i, i == 5 || i == 6 ? 1 : i == 7 ? 5 : i - 1);
	list();
	list_7(NULL, false);
	assert_int_equal(lines[0]->id, 1);
	assert_int_equal(lines[1]->id, 5);
	assert_int_equal(lines[2]->id, 7);
	assert_string_equal(drawn(1), "`- ");	/* no listed sibling follows */
	assert_string_equal(drawn(2), "   `- ");
	assert_false(branches_matches(&branches, snapshot, lines[1]));
	assert_true(branches_matches(&branches, snapshot, lines[2]));
}

/* No recursion and nothing quadratic; of 20 cells half are left for the name of the deepest row. */
TEST(a_chain_of_50000_can_be_listed)
{
	enum { N = 50000 };

	for (int32_t i = 1; i <= N; i++)
		add(i, i == 1 ? N : i - 1);	/* all processes are one circle */
	list();
	assert_int_equal(branch_of(N - 1)->depth, N - 1);
	assert_string_equal(drawn(N - 1), "<     `- ");
}

TEST(a_folded_process_is_one_row_with_the_sum_of_all_below_it)
{
	list_family();
	list_with(NULL, NULL, true);	/* siblings are sorted by sums, and listed as they are */
	assert_int_equal(sorted[6]->slices, 1 + 3 + 5 + 6 + 7 + 8);
	assert_int_equal(lines[1]->slices, 1);
	tree_folds_set(&folds, snapshot_find(snapshot, ROW_PROCESS, 5), true);
	list_folded(5);
	assert_int_equal(lines[2]->id, 5);
	assert_int_equal(lines[2]->slices, 5 + 6 + 7);
	assert_int_equal(lines[2]->threads, 3);
	assert_int_equal(branches_hidden(&branches, snapshot, lines[2]), 2);
	assert_string_equal(drawn(2), "|- ");
	assert_int_equal(branches_parent(&branches, snapshot, lines[2])->id, 1);
	list_with(NULL, &folds, false);
	assert_int_equal(lines[2]->slices, 5);
}

TEST(a_fold_above_another_one_hides_it)
{
	list_family();
	tree_folds_set(&folds, snapshot_find(snapshot, ROW_PROCESS, 5), true);
	tree_folds_set(&folds, snapshot_find(snapshot, ROW_PROCESS, 1), true);
	list_folded(2);
	assert_int_equal(lines[1]->id, 1);
	assert_int_equal(lines[1]->slices, 1 + 3 + 5 + 6 + 7 + 8);
	assert_int_equal(branches_hidden(&branches, snapshot, lines[1]), 5);
	tree_folds_set(&folds, lines[1], false);
	list_folded(5);
}

TEST(all_are_folded_but_those_that_were_unfolded_since)
{
	list_family();
	tree_folds_toggle_all(&folds);
	list_folded(2);
	tree_folds_set(&folds, lines[1], false);
	list_folded(4);	/* 9; 1: 5 and 3, folded */
	assert_int_equal(branches_hidden(&branches, snapshot, lines[2]), 2);
	tree_folds_toggle_all(&folds);
	list_folded(7);
}

TEST(a_process_without_children_is_not_folded)
{
	list_family();
	tree_folds_set(&folds, snapshot_find(snapshot, ROW_PROCESS, 9), true);
	list_with(NULL, &folds, true);
	assert_ptr_equal(lines[0], snapshot_find(snapshot, ROW_PROCESS, 9));
	assert_int_equal(branches_hidden(&branches, snapshot, lines[0]), 0);
}

TEST(a_filter_unfolds_the_tree)
{
	folds.all = true;
	list_family();
	list_7(&folds, true);
	assert_int_equal(lines[2]->id, 7);
}

TEST(a_folded_chain_of_50000_is_summed_in_one_pass)
{
	enum { N = 50000 };

	folds.all = true;
	for (int32_t i = 1; i <= N; i++) {
		add(i, i - 1);
		snapshot->table[ROW_PROCESS].rows[i - 1].slices = 1;
	}
	list();
	list_folded(1);
	assert_int_equal(lines[0]->slices, N);
}
