/* SPDX-License-Identifier: GPL-2.0-only */
/* The order of rows by a column: classes by cost, missing values last, ties. */
#include "config.h"
#include "ui/table/columns_sort.h"

#include "collect/cpu/cpu_match.h"
#include "model/snapshot/finish.h"
#include "model/snapshot/row.h"
#include "tests/fixtures/fixture.h"
#include "tests/fixtures/test_main.h"

#define ROWS_MAX 64

static const struct row *rows[ROWS_MAX];
static size_t n_rows;
static struct column_sorter sorter;

FIXTURE(tear_down)
{
	column_sorter_done(&sorter);
	return first_snapshot_teardown(state);
}

static void sort_processes(const char *key, bool reverse, bool ratio)
{
	const struct row_table *table = &first_snapshot->table[ROW_PROCESS];
	struct column_order order = { .column = key ? columns_find(key) : NULL,
				      .reverse = reverse, .ratio = ratio };

	n_rows = table->n;
	for (size_t i = 0; i < n_rows; i++)
		rows[i] = &table->rows[i];
	assert_int_equal(columns_sort(&sorter, first_snapshot, rows, n_rows, &order), 0);
}

static void check_order(const int32_t *pids, size_t n)
{
	assert_int_equal(n_rows, n);
	for (size_t i = 0; i < n; i++)
		assert_int_equal(rows[i]->id, pids[i]);
}

#define CHECK_ORDER(...)                                                              \
	check_order((const int32_t[]){ __VA_ARGS__ },                                 \
		    sizeof((const int32_t[]){ __VA_ARGS__ }) / sizeof(int32_t))

TEST_WITH(classes_are_ordered_by_what_they_cost, first_snapshot_setup, tear_down)
{
	sort_processes("be", false, false);
	/* 2600 has half the CPU time of 2400, but more of it is backend bound. */
	CHECK_ORDER(PID_MEMHOG, PID_LEVEL1, PID_SCALED, PID_HOSTILE, PID_COMPUTE, PID_EXITED, PID_IDLE);
}

TEST_WITH(classes_are_ordered_by_percentage_on_demand, first_snapshot_setup, tear_down)
{
	sort_processes("bad", false, true);
	CHECK_ORDER(PID_EXITED, PID_SCALED, PID_LEVEL1, PID_HOSTILE, PID_MEMHOG, PID_COMPUTE, PID_IDLE);
}

TEST_WITH(a_row_with_too_few_slots_is_last_in_both_directions, first_snapshot_setup, tear_down)
{
	sort_processes("be", false, true);
	assert_int_equal(rows[n_rows - 1]->id, PID_IDLE);
	sort_processes("be", true, true);
	assert_int_equal(rows[n_rows - 1]->id, PID_IDLE);
}

TEST_WITH(a_missing_value_is_last_in_both_directions, first_snapshot_setup, tear_down)
{
	sort_processes("mem", false, false);
	assert_int_equal(rows[n_rows - 2]->id, PID_LEVEL1);
	sort_processes("mem", true, false);
	assert_int_equal(rows[n_rows - 2]->id, PID_LEVEL1);
	assert_int_equal(rows[0]->id, PID_EXITED);
}

TEST_WITH(numbers_of_things_go_up_and_loads_go_down, first_snapshot_setup, tear_down)
{
	sort_processes("pid", false, false);
	assert_int_equal(rows[0]->id, PID_MEMHOG);
	sort_processes("pid", true, false);
	assert_int_equal(rows[0]->id, PID_IDLE);
	sort_processes("cpu", false, false);
	CHECK_ORDER(PID_MEMHOG, PID_SCALED, PID_COMPUTE, PID_LEVEL1, PID_HOSTILE, PID_EXITED, PID_IDLE);
	sort_processes("cpu", true, false);
	CHECK_ORDER(PID_IDLE, PID_EXITED, PID_HOSTILE, PID_LEVEL1, PID_COMPUTE, PID_SCALED, PID_MEMHOG);
}

TEST_WITH(equal_rows_go_by_load_then_pid, first_snapshot_setup, tear_down)
{
	sort_processes("user", false, false);
	CHECK_ORDER(PID_SCALED, PID_COMPUTE, PID_LEVEL1, PID_HOSTILE, PID_EXITED, PID_IDLE, PID_MEMHOG);
	/* The direction reverses the users, not the ties. */
	sort_processes("user", true, false);
	CHECK_ORDER(PID_MEMHOG, PID_SCALED, PID_COMPUTE, PID_LEVEL1, PID_HOSTILE, PID_EXITED, PID_IDLE);
}

TEST(cost_is_of_what_limits_the_machine_again_once_it_is_chosen)
{
	struct column_order order = { .ratio = true, .named = columns_find("mem") };

	column_order_by(&order, columns_find("fe"));
	assert_false(column_order_is_cost(&order));
	column_order_by(&order, columns_find("cost"));
	assert_true(column_order_is_cost(&order));
	assert_int_equal(column_order_node(&order, NULL), M_MEMORY_BOUND);
	order.ratio = true;
	assert_ptr_equal(column_order_column(&order, NULL), columns_find("mem"));
}

TEST(cost_stays_with_the_class_that_was_sorted_by_last)
{
	struct column_order order = { 0 };

	assert_int_equal(column_order_node(&order, NULL), M_BACKEND_BOUND);
	column_order_by(&order, columns_find("ret"));
	column_order_by(&order, columns_find("cpu"));
	assert_false(column_order_is_cost(&order));
	assert_int_equal(column_order_node(&order, NULL), M_RETIRING);
}

TEST(a_class_that_the_family_lacks_is_replaced_by_what_it_has)
{
	const struct family *family = cpu_family_find("Arm Neoverse N1");
	struct column_order order = { .column = columns_find("be") };

	assert_non_null(family);
	assert_string_equal(column_key(column_order_column(&order, family)),
			    metrics[M_BACKEND_STALLED].key);
	assert_int_equal(column_order_node(&order, family), M_BACKEND_STALLED);
	order.column = columns_find("bad");
	assert_int_equal(column_order_node(&order, family), M_NONE);
}

TEST_WITH(fifty_thousand_rows_sort_and_stay_a_permutation, first_snapshot_setup, tear_down)
{
	enum { N = 50000 };
	struct snapshot *many = fixture_draft(1);
	const struct row **list = malloc(N * sizeof(*list));
	struct column_order order = { .column = columns_find("be") };
	struct row_table *table = &many->table[ROW_PROCESS];
	bool *seen = calloc(N, sizeof(*seen));
	double before = INFINITY;

	assert_true(list && seen);
	for (int i = 0; i < N; i++)
		(void)fixture_add_process(many, 100000 + i, "x", (i * 7919 % 1000) / 1000.0 + 0.01,
					  (double[]){ 50, 10, 10, 30 }, 0.5);
	assert_int_equal(snapshot_finish(many), 0);
	for (size_t i = 0; i < N; i++)
		list[i] = &table->rows[i];
	assert_int_equal(columns_sort(&sorter, many, list, N, &order), 0);
	for (size_t i = 0; i < N; i++) {
		double slots = row_class_slots(list[i], M_BACKEND_BOUND);

		assert_false(seen[list[i] - table->rows]);
		seen[list[i] - table->rows] = true;
		if (isnan(slots))
			slots = -1;
		assert_true(slots <= before);
		before = slots;
	}
	free(seen);
	free(list);
	snapshot_free(many);
}

TEST_WITH(a_process_that_is_asleep_is_last_unless_rows_go_by_pid, first_snapshot_setup, tear_down)
{
	struct row *row = (struct row *)snapshot_find(first_snapshot, ROW_PROCESS, PID_COMPUTE);
	static const char *const loads[] = { "be", "cpu", "ret", "ipc" };

	row->asleep = true;
	row->busy_ns = 0;
	row_set_nothing(row, false, false, false);
	for (size_t i = 0; i < sizeof(loads) / sizeof(loads[0]); i++) {
		sort_processes(loads[i], false, false);
		assert_int_equal(rows[n_rows - 1]->id, PID_COMPUTE);
		sort_processes(loads[i], true, false);
		assert_int_equal(rows[n_rows - 1]->id, PID_COMPUTE);
	}
	sort_processes("pid", false, false);
	CHECK_ORDER(PID_MEMHOG, PID_SCALED, PID_COMPUTE, PID_LEVEL1, PID_HOSTILE, PID_EXITED, PID_IDLE);
}
