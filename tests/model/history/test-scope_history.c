/* SPDX-License-Identifier: GPL-2.0-only */
/* Cells of slices: whose they are, what is known of the time, and the bounds. */
#include "config.h"
#include "model/history/scope_history.h"

#include "model/snapshot/snapshot.h"
#include "tests/fixtures/fixture.h"
#include "tests/fixtures/test_main.h"

#define FIRST (66 * 50)		/* cell at the begin of interval 2 */

static struct scope_history *history;

SETUP_MAY_FAIL
{
	history = scope_history_new(10000);
	return history ? 0 : -1;
}

TEARDOWN
{
	scope_history_free(history);
}

static void add(uint64_t seq, bool slices)
{
	struct snapshot *snapshot = fixture_snapshot(seq);

	if (slices)
		fixture_add_slices(snapshot);
	scope_history_add(history, snapshot);
	snapshot_free(snapshot);
}

static struct scope_target row_target(enum row_kind kind, int32_t id)
{
	return (struct scope_target){ .kind = (int)kind, .id = id, .socket = -1 };
}

static double busy_of(struct scope_target target, uint64_t first, uint64_t each)
{
	struct scope_sum sum;

	scope_history_sum(history, &fixture_machine, &target, first, each, &sum, 1);
	return heat_busy(&sum.heat);
}

TEST(without_slices_nothing_is_known)
{
	uint64_t first, last;

	add(2, false);
	assert_false(scope_history_range(history, &first, &last));
	assert_true(isnan(busy_of(row_target(ROW_MACHINE, 0), FIRST, 50)));
}

TEST(a_cpu_has_the_tasks_that_ran_on_it)
{
	add(2, true);
	assert_true(fabs(busy_of(row_target(ROW_CPU, 0), FIRST, 50) - 1) < 0.001);
	assert_true(fabs(busy_of(row_target(ROW_CPU, 1), FIRST + 17, 1) - 0.75) < 0.001);
	assert_true(busy_of(row_target(ROW_CPU, 1), FIRST, 15) == 0);
}

TEST(rows_of_several_cpus_have_room_for_all)
{
	add(2, true);
	/* CPU 0 wholly, CPU 2 a quarter, of four */
	assert_true(fabs(busy_of(row_target(ROW_MACHINE, 0), FIRST, 1) - 1.25 / 4) < 0.001);
	assert_true(fabs(busy_of(row_target(ROW_SOCKET, 0), FIRST, 1) - 1.25 / 4) < 0.001);
}

TEST(a_process_has_its_own_time_in_that_of_one_cpu)
{
	add(2, true);
	assert_true(fabs(busy_of(row_target(ROW_PROCESS, PID_SCALED), FIRST, 50) - 0.25) < 0.001);
	assert_true(fabs(busy_of(row_target(ROW_THREAD, PID_COMPUTE), FIRST + 15, 3) - 2.5 / 3) < 0.001);
}

TEST(users_and_cgroups_have_the_cells_of_their_processes)
{
	struct snapshot *snapshot = fixture_snapshot(2);
	const struct row *process = snapshot_find(snapshot, ROW_PROCESS, PID_SCALED);
	const struct row *user = &snapshot->table[ROW_USER].rows[process->of_user];

	fixture_add_slices(snapshot);
	scope_history_add(history, snapshot);
	/* alice has php-fpm, and compute and oldcount in the burst. */
	assert_true(busy_of(scope_target_of(snapshot, user), FIRST, 1) >= 0.249);
	assert_true(busy_of(scope_target_of(snapshot, user), FIRST + 17, 1) >= 0.99);
	snapshot_free(snapshot);
}

TEST(an_interval_that_was_not_seen_is_a_gap)
{
	add(2, true);
	add(4, true);
	assert_true(isnan(busy_of(row_target(ROW_CPU, 0), FIRST + 50, 50)));
	assert_true(busy_of(row_target(ROW_CPU, 0), FIRST + 100, 50) > 0.99);
}

TEST(a_range_of_ages_is_summed_at_once)
{
	struct scope_target cpu = row_target(ROW_CPU, 0);
	struct scope_sum sum;

	add(2, true);
	add(1000000000, true);	/* the clock of a recording has jumped by 32 years */
	scope_history_sum(history, &fixture_machine, &cpu, FIRST, UINT64_C(1) << 60, &sum, 1);
	assert_true(fabs((double)sum.heat.room_ns / 1e9 - 2) < 0.001);
	assert_true(fabs(heat_busy(&sum.heat) - 1) < 0.001);
}

TEST(the_newest_cells_stay_and_none_is_shown_in_part)
{
	uint64_t first, last;

	scope_history_free(history);
	history = scope_history_new(150);	/* an interval has 105 */
	add(2, true);
	add(3, true);
	assert_true(scope_history_range(history, &first, &last));
	assert_int_equal(last, FIRST + 99);
	assert_true(first > FIRST && first <= FIRST + 50);
	assert_true(isnan(busy_of(row_target(ROW_CPU, 0), FIRST, 1)));
	assert_true(fabs(busy_of(row_target(ROW_CPU, 0), FIRST + 50, 50) - 1) < 0.001);
}

TEST(tasks_come_in_the_order_of_their_time_and_have_names)
{
	const struct scope_target all = row_target(ROW_MACHINE, 0);
	struct scope_task tasks[8];

	add(2, true);
	assert_int_equal(scope_history_tasks(history, &fixture_machine, &all, FIRST + 15, FIRST + 17, tasks, 8), 4);
	assert_int_equal(tasks[0].tid, PID_MEMHOG);
	assert_int_equal(tasks[1].tid, PID_COMPUTE);
	assert_string_equal(tasks[1].name, "compute");
	assert_true(tasks[1].sum.heat.busy_ns == 50e6F);
	assert_true(tasks[1].sum.heat.room_ns == 60e6F);
	assert_int_equal(scope_history_tasks(history, &fixture_machine, &all, FIRST + 15, FIRST + 17, tasks, 2), 2);
}

TEST(time_of_unknown_tasks_is_apart)
{
	const struct scope_target cpu = row_target(ROW_CPU, 3);
	struct scope_sum sum;

	add(2, true);
	scope_history_sum(history, &fixture_machine, &cpu, FIRST + 40, 1, &sum, 1);
	assert_true(sum.unknown_ns == 20e6F && sum.heat.busy_ns == 0);
}

TEST(the_wall_clock_is_that_of_the_snapshot)
{
	add(2, true);
	/* Interval 2 ends at ...426.0, and has 50 cells. */
	assert_true(fabs(scope_history_wall(history, FIRST) - 1763683425.0) < 1e-6);
}
