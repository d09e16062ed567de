/* SPDX-License-Identifier: GPL-2.0-only */
/* The history of the machine row: the newest first, gaps where snapshots were not seen. */
#include "config.h"
#include "model/history/machine_history.h"

#include "tests/fixtures/fixture.h"
#include "tests/fixtures/test_main.h"

/* Not cmocka's assert_float_equal(): it treats NAN as equal to anything. */
#define assert_near(value, expected) assert_true(fabs((double)(value) - (expected)) < 1e-4)

static struct snapshot *snapshot;
static struct machine_history *history;

SETUP_MAY_FAIL
{
	snapshot = snapshot_new();
	history = machine_history_new(5);
	return snapshot && history ? 0 : -1;
}

TEARDOWN
{
	machine_history_free(history);
	snapshot_free(snapshot);
}

/* A finished snapshot of one CPU whose numbers follow from seq: backend seq %, busy 2 * seq %. */
static struct row *fill(uint64_t seq)
{
	struct row *machine;

	snapshot_clear(snapshot);
	snapshot->seq = seq;
	snapshot->time = 1000.0 + (double)seq;
	snapshot->interval_ns = 1000;
	machine = fixture_add(snapshot, ROW_MACHINE, 0);
	machine->threads = 1;
	machine->busy_ns = 20 * seq;
	machine->numbers->values.percent[M_BACKEND_BOUND] = (float)seq;
	machine->numbers->values.quality[M_BACKEND_BOUND] = Q_COUNTED;
	return machine;
}

static void add(uint64_t seq)
{
	fill(seq);
	machine_history_add(history, snapshot);
}

TEST(is_empty_at_first)
{
	assert_int_equal(machine_history_length(history), 0);
	assert_null(machine_history_at(history, 0));
}

TEST(keeps_what_the_machine_row_said)
{
	const struct machine_history_value *value;

	add(7);
	value = machine_history_at(history, 0);
	assert_non_null(value);
	assert_false(value->gap);
	assert_int_equal(value->seq, 7);
	assert_int_equal(value->interval_ns, 1000);
	assert_near(value->time, 1007);
	assert_near(value->busy_percent, 14);
	assert_near(value->percent[M_BACKEND_BOUND], 7);
	assert_int_equal(value->quality[M_BACKEND_BOUND], Q_COUNTED);
	assert_int_equal(value->quality[M_RETIRING], Q_MISSING);
	assert_int_equal(machine_history_length(history), 1);
}

TEST(returns_the_newest_first_and_forgets_the_oldest)
{
	for (uint64_t seq = 1; seq <= 12; seq++) {
		add(seq);
		assert_int_equal(machine_history_length(history), seq < 5 ? seq : 5);
		for (size_t ago = 0; ago < 5 && ago < seq; ago++)
			assert_int_equal(machine_history_at(history, ago)->seq, seq - ago);
	}
	assert_null(machine_history_at(history, 5));
	assert_null(machine_history_at(history, (size_t)-1));
}

TEST(a_jump_of_seq_leaves_one_gap_however_long_it_was)
{
	add(1);
	add(1000);
	assert_int_equal(machine_history_length(history), 3);
	assert_int_equal(machine_history_at(history, 0)->seq, 1000);
	assert_true(machine_history_at(history, 1)->gap);
	assert_int_equal(machine_history_at(history, 1)->quality[M_BACKEND_BOUND], Q_MISSING);
	assert_int_equal(machine_history_at(history, 2)->seq, 1);
}

/* A source that is opened again counts from 1. */
TEST(a_seq_that_goes_back_is_a_gap_too)
{
	add(50);
	add(1);
	assert_int_equal(machine_history_length(history), 3);
	assert_true(machine_history_at(history, 1)->gap);
}

TEST(a_first_snapshot_that_is_not_number_one_makes_no_gap)
{
	add(40);
	assert_int_equal(machine_history_length(history), 1);
}

TEST(the_same_snapshot_added_on_each_frame_counts_once)
{
	add(1);
	machine_history_add(history, snapshot);
	machine_history_add(history, snapshot);
	assert_int_equal(machine_history_length(history), 1);
}

TEST(a_snapshot_without_a_machine_row_is_ignored)
{
	add(1);
	snapshot_clear(snapshot);
	snapshot->seq = 2;
	machine_history_add(history, snapshot);
	assert_int_equal(machine_history_length(history), 1);
	add(3);
	assert_true(machine_history_at(history, 1)->gap);
}

TEST(a_series_ends_with_the_newest_and_has_holes_where_nothing_is_known)
{
	float series[6];

	add(1);
	add(2);
	fill(3)->numbers->values.quality[M_BACKEND_BOUND] = Q_LOW_SLOTS;
	machine_history_add(history, snapshot);
	add(5);
	machine_history_series(history, 0, M_BACKEND_BOUND, series, 6);
	assert_true(isnan(series[0]));	/* before the first */
	assert_near(series[1], 1);
	assert_near(series[2], 2);
	assert_true(isnan(series[3]));	/* too few slots */
	assert_true(isnan(series[4]));	/* the gap of 4 */
	assert_near(series[5], 5);
}

TEST(a_missing_metric_is_a_hole_not_a_zero)
{
	float series[1] = { 0 };

	add(1);
	machine_history_series(history, 0, M_MEMORY_BOUND, series, 1);
	assert_true(isnan(series[0]));
}

TEST(a_scaled_value_is_a_value)
{
	float series[1];

	fill(9)->numbers->values.quality[M_BACKEND_BOUND] = Q_SCALED;
	machine_history_add(history, snapshot);
	machine_history_series(history, 0, M_BACKEND_BOUND, series, 1);
	assert_near(series[0], 9);
}

TEST(the_series_of_no_metric_is_how_busy_the_machine_was)
{
	float series[3];

	add(1);
	add(3);
	machine_history_series(history, 0, M_NONE, series, 3);
	assert_near(series[0], 2);
	assert_true(isnan(series[1]));
	assert_near(series[2], 6);
}

TEST(a_short_series_has_only_the_newest)
{
	float series[2];

	for (uint64_t seq = 1; seq <= 4; seq++)
		add(seq);
	machine_history_series(history, 0, M_BACKEND_BOUND, series, 2);
	assert_near(series[0], 3);
	assert_near(series[1], 4);
}

TEST(room_for_nothing_is_room_for_one)
{
	struct machine_history *tiny = machine_history_new(0);

	assert_non_null(tiny);
	fill(1);
	machine_history_add(tiny, snapshot);
	fill(9);
	machine_history_add(tiny, snapshot);
	assert_int_equal(machine_history_length(tiny), 1);
	assert_int_equal(machine_history_at(tiny, 0)->seq, 9);
	machine_history_free(tiny);
	machine_history_free(NULL);
}
