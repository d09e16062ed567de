/* SPDX-License-Identifier: GPL-2.0-only */
/* Which row of a snapshot is opened, and what is known of it. */
#include "config.h"
#include "model/snapshot/opened_row.h"

#include "tests/fixtures/fixture_batch.h"

static struct snapshot *snapshot;

SETUP_MAY_FAIL
{
	snapshot = snapshot_new();
	if (!snapshot)
		return -1;
	batch_fill(snapshot, &batch_machine);
	return 0;
}

TEARDOWN
{
	snapshot_free(snapshot);
}

static const struct row *find(enum live_scope scope, int32_t id)
{
	return opened_row_find(snapshot, scope, id, 0);
}

TEST(a_row_is_found_by_its_number)
{
	assert_int_equal(find(LIVE_PROCESS, 2400)->kind, ROW_PROCESS);
	assert_int_equal(find(LIVE_PROCESS, 2400)->id, 2400);
	assert_int_equal(find(LIVE_THREAD, 2312)->pid, 2311);
	assert_int_equal(find(LIVE_CPU, 2)->kind, ROW_CPU);
	assert_null(find(LIVE_PROCESS, 7));
	assert_null(find(LIVE_NOTHING, 2400));
}

TEST(what_is_watched_is_summed_by_the_machine)
{
	assert_ptr_equal(find(LIVE_MACHINE, 0), snapshot_machine(snapshot));
	assert_ptr_equal(find(LIVE_WATCHED, 2311), snapshot_machine(snapshot));
}

TEST(a_pid_that_was_reused_is_another_row)
{
	snapshot->table[ROW_PROCESS].rows[0].start_ns = 5;
	assert_null(opened_row_find(snapshot, LIVE_PROCESS, 2311, 4));
	assert_non_null(opened_row_find(snapshot, LIVE_PROCESS, 2311, 5));
}

TEST(one_that_sleeps_has_no_counts)
{
	snapshot->table[ROW_PROCESS].rows[0].asleep = true;
	assert_null(find(LIVE_PROCESS, 2311));
}

TEST(the_row_has_its_counts_and_values)
{
	const struct tree_request request = { .scope = LIVE_PROCESS, .id = 2311 };
	struct tree_row rows[CORE_TYPES];

	opened_row_fill(snapshot, &request, rows);
	assert_true(rows[TYPE_CORE].known);
	assert_float_equal(rows[TYPE_CORE].counts.value[EV_SLOTS], 4e9, 1);
	assert_float_equal(rows[TYPE_CORE].values.percent[M_BACKEND_BOUND], 70, 0.01);
	assert_true(isnan(rows[TYPE_CORE].ghz));	/* cycles are not counted here */
	assert_false(rows[TYPE_ATOM].known);
	assert_false(rows[TYPE_CORE].smt);
}

TEST(without_the_row_nothing_is_known)
{
	const struct tree_request request = { .scope = LIVE_PROCESS, .id = 7 };
	struct tree_row rows[CORE_TYPES];

	opened_row_fill(snapshot, &request, rows);
	assert_false(rows[TYPE_CORE].known);
	assert_int_equal(rows[TYPE_CORE].counts.present, 0);
}
