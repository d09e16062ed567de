/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The tree of processes: whatever the parents, each process is listed once, right behind its own.
 */
#include "config.h"
#include "ui/state/branches.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "model/snapshot/finish.h"
#include "tests/fixtures/fixture_bare.h"
#include "tests/fixtures/test.h"
#include "ui/table/filter.h"
#include "ui/table/filter_parse.h"

static struct branches branches;
static const struct row **sorted, **lines;
static uint32_t seed;

static int setup(void **state)
{
	seed = 1;
	branches = (struct branches){ 0 };
	return fixture_bare_setup(state);
}

static int teardown(void **state)
{
	branches_done(&branches);
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

/* Builds the tree with siblings in the order of pids, largest first. */
static void list(void)
{
	const struct row_table *table = &snapshot->table[ROW_PROCESS];
	size_t n = table->n;

	snapshot->machine = &machine;
	assert_int_equal(snapshot_finish(snapshot), 0);
	sorted = realloc(sorted, n * sizeof(*sorted));
	lines = realloc(lines, n * sizeof(*lines));
	assert_true(sorted && lines);
	for (size_t i = 0; i < n; i++)
		sorted[i] = &table->rows[n - 1 - i];
	assert_int_equal(branches_list(&branches, snapshot, sorted, NULL, lines), 0);
}

static const struct branch *branch_of(size_t line)
{
	return &branches.all[lines[line] - snapshot->table[ROW_PROCESS].rows];
}

static const char *drawn(size_t line)
{
	static char text[128];

	branches_print(&branches, snapshot, lines[line], true, text, sizeof(text));
	return text;
}

TEST(children_stand_behind_their_parent_in_the_order_of_siblings)
{
	static const int32_t order[] = { 9, 1, 5, 7, 6, 3, 8 };
	static const char *const text[] = { "", "", "|- ", "|  |- ", "|  `- ", "`- ", "   `- " };

	add(1, 0);
	add(3, 1);
	add(5, 1);
	add(6, 5);
	add(7, 5);
	add(8, 3);
	add(9, 77);	/* a pid that is not in the snapshot */
	list();
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
			if (branch->parent == BRANCH_NONE) {
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
	struct err err = { .text = "" };
	struct filter *filter = filter_new("pid=7", NULL, ROW_PROCESS, &err);

	for (int32_t i = 1; i <= 9; i++)
		add(i, i == 5 || i == 6 ? 1 : i == 7 ? 5 : i - 1);
	list();
	assert_non_null(filter);
	assert_int_equal(branches_list(&branches, snapshot, sorted, filter, lines), 0);
	filter_free(filter);
	assert_int_equal(branches.lines, 3);
	assert_int_equal(lines[0]->id, 1);
	assert_int_equal(lines[1]->id, 5);
	assert_int_equal(lines[2]->id, 7);
	assert_string_equal(drawn(1), "`- ");	/* no listed sibling follows */
	assert_string_equal(drawn(2), "   `- ");
	assert_false(branches_matches(&branches, snapshot, lines[1]));
	assert_true(branches_matches(&branches, snapshot, lines[2]));
}

/* No recursion and nothing quadratic; the branches of the deepest row fit. */
TEST(a_chain_of_50000_can_be_listed)
{
	enum { N = 50000 };

	for (int32_t i = 1; i <= N; i++)
		add(i, i == 1 ? N : i - 1);	/* all processes are one circle */
	list();
	assert_int_equal(branch_of(N - 1)->depth, N - 1);
	assert_true(strlen(drawn(N - 1)) < 40);
}

#define WITH_SETUP(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		WITH_SETUP(children_stand_behind_their_parent_in_the_order_of_siblings),
		WITH_SETUP(a_circle_of_parents_is_cut_once),
		WITH_SETUP(each_is_there_once_and_one_deeper_than_its_parent),
		WITH_SETUP(a_filter_keeps_what_matches_and_all_above_it),
		WITH_SETUP(a_chain_of_50000_can_be_listed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
