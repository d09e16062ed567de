/* SPDX-License-Identifier: GPL-2.0-only */
/* The last intervals of CPUs and what limits them; the spread of a history: missing is not zero. */
#include "config.h"

#include "model/history/cpu_history.h"
#include "model/snapshot/snapshot.h"
#include "tests/fixtures/fixture.h"
#include "tests/fixtures/test_main.h"

#define ALL ((size_t)1 << 20)

static struct cpu_history *history;

SETUP_MAY_FAIL
{
	history = cpu_history_new(3, ALL);
	return history ? 0 : -1;
}

TEARDOWN
{
	cpu_history_free(history);
}

static void add(uint64_t seq)
{
	struct snapshot *snapshot = fixture_snapshot(seq);

	assert_int_equal(cpu_history_add(history, snapshot), 0);
	snapshot_free(snapshot);
}

TEST(is_empty_at_first)
{
	assert_int_equal(cpu_history_length(history), 0);
}

TEST(keeps_the_newest_intervals)
{
	for (uint64_t seq = 1; seq <= 5; seq++)
		add(seq);
	assert_int_equal(cpu_history_length(history), 3);
	assert_int_equal(cpu_history_at(history, 0).seq, 3);
	assert_int_equal(cpu_history_at(history, 2).seq, 5);
}

TEST(takes_an_interval_once)
{
	add(7);
	add(7);
	add(6);
	assert_int_equal(cpu_history_length(history), 1);
}

TEST(has_a_cell_for_each_cpu)
{
	struct cpu_interval one;

	add(1);
	one = cpu_history_at(history, 0);
	assert_int_equal(cpu_history_cpus(history), fixture_machine.n_cpus);
	for (size_t i = 0; i < fixture_machine.n_cpus; i++) {
		assert_true(one.cpus[i].room_ns == (float)one.interval_ns);
		assert_true(heat_busy(&one.cpus[i]) >= 0);
	}
}

TEST(is_bounded_in_bytes_as_well)
{
	cpu_history_free(history);
	history = cpu_history_new(1000, 2 * (4 * sizeof(struct heat) + 24));
	for (uint64_t seq = 1; seq <= 5; seq++)
		add(seq);
	assert_int_equal(cpu_history_length(history), 2);
	assert_int_equal(cpu_history_at(history, 1).seq, 5);
}

TEST(added_cpus_leave_the_past_in_its_place)
{
	struct machine one = fixture_machine;
	struct cpu_place cpus[4];
	struct snapshot *snapshot;
	float busy;

	for (int i = 0; i < 4; i++)
		cpus[i] = fixture_machine.cpus[i];
	add(1);
	busy = cpu_history_at(history, 0).cpus[2].busy_ns;
	/* Before: CPUs 1 and 2 only. */
	cpu_history_free(history);
	history = cpu_history_new(3, ALL);
	one.cpus = &cpus[1];
	one.n_cpus = 2;
	snapshot = fixture_snapshot(2);
	snapshot->machine = &one;
	assert_int_equal(cpu_history_add(history, snapshot), 0);
	assert_true(cpu_history_at(history, 0).cpus[1].busy_ns == busy);
	one.cpus = cpus;
	one.n_cpus = 4;
	snapshot->seq = 3;
	assert_int_equal(cpu_history_add(history, snapshot), 0);
	assert_true(cpu_history_at(history, 0).cpus[2].busy_ns == busy);
	assert_true(isnan(heat_busy(&cpu_history_at(history, 0).cpus[0])));	/* missing */
	assert_true(cpu_history_at(history, 1).cpus[0].room_ns > 0);
	snapshot_free(snapshot);
}

static struct heat make(float busy, float ret, float be)
{
	return (struct heat){ .busy_ns = busy, .room_ns = 100, .slots = { ret, 0, 0, be } };
}

TEST(cells_are_added_by_slots_and_not_by_shares)
{
	struct heat little = make(1, 10, 0), much = make(99, 0, 990), sum = { 0 };
	struct values values;
	bool limits;

	heat_add(&sum, &little);
	heat_add(&sum, &much);
	values = heat_values(&sum, fixture_machine.family);
	assert_true(fabs((double)values.percent[M_BACKEND_BOUND] - 99) < 0.01);
	assert_true(fabs(heat_busy(&sum) - 0.5) < 0.001);
	assert_int_equal(heat_class(&sum, fixture_machine.family, &limits), M_BACKEND_BOUND);
	assert_true(limits);
}

TEST(without_a_class_that_limits_the_largest_is_shown)
{
	struct heat heat = make(50, 60, 15);
	bool limits;

	heat.slots[1] = 12;
	heat.slots[2] = 13;
	assert_int_equal(heat_class(&heat, fixture_machine.family, &limits), M_RETIRING);
	assert_false(limits);
}

TEST(without_slots_nothing_is_said)
{
	struct heat heat = make(50, 0, 0);
	bool limits;

	assert_int_equal(heat_class(&heat, fixture_machine.family, &limits), M_NONE);
	assert_false(limits);
}

TEST(gaps_are_left_out)
{
	const float values[] = { NAN, 30, NAN, 10, 20 };
	const struct spread spread = spread_of(values, 5);

	assert_int_equal(spread.n, 3);
	assert_true(spread.min == 10 && spread.mean == 20 && spread.max == 30);
}

TEST(without_values_nothing_is_known)
{
	const float values[] = { NAN, NAN };
	const struct spread spread = spread_of(values, 2);

	assert_int_equal(spread.n, 0);
	assert_true(isnan(spread.min) && isnan(spread.mean) && isnan(spread.max));
}
