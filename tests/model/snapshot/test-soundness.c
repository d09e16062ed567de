/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Counters that cannot be right: no row has numbers; and a machine that is only unusual keeps its
 * own.
 */
#include "config.h"
#include "model/snapshot/soundness.h"

#include "collect/cpu/cpu_match.h"
#include "model/snapshot/finish.h"
#include "model/snapshot/row.h"
#include "tests/fixtures/fixture.h"
#include "tests/fixtures/owned.h"
#include "tests/fixtures/test_main.h"

#define BUSY_NS 500000000ULL

static struct counts level1(double slots, double ret, double bad, double fe, double be)
{
	return (struct counts){
		.value = { [EV_SLOTS] = slots,
			   [EV_RETIRING] = slots * ret,
			   [EV_BAD_SPEC] = slots * bad,
			   [EV_FE_BOUND] = slots * fe,
			   [EV_BE_BOUND] = slots * be },
		.present = 1U << EV_SLOTS | 1U << EV_RETIRING | 1U << EV_BAD_SPEC |
			   1U << EV_FE_BOUND | 1U << EV_BE_BOUND,
	};
}

static enum soundness judge(const struct counts *counts, uint64_t busy_ns)
{
	struct values values;

	family_evaluate(cpu_family_find("Intel Sapphire Rapids"), counts, false, &values);
	return soundness_of(counts, &values, busy_ns);
}

TEST(impossible_counts_are_reported)
{
	struct counts still = level1(0, 0, 0, 0, 0), empty = level1(1e9, 0, 0, 0, 0);
	struct counts bad = level1(1e9, 0.005, 0.995, 0, 0);
	struct counts rest = level1(1e9, 0, 0, 0, 1);	/* PERF_METRICS reads 0 */

	assert_int_equal(judge(&still, BUSY_NS), UNSOUND_STANDS_STILL);
	assert_int_equal(judge(&empty, BUSY_NS), UNSOUND_NO_CLASSES);
	assert_int_equal(judge(&rest, BUSY_NS), UNSOUND_NO_CLASSES);
	assert_int_equal(judge(&bad, BUSY_NS), UNSOUND_ALL_BAD);
}

TEST(possible_counts_are_believed)
{
	/* Row O54 of the recorded outputs: 78 % bad speculation. */
	struct counts usual = level1(1e9, 0.2, 0.1, 0.3, 0.4), worst = level1(1e9, 0.13, 0.78, 0.01, 0.08);
	struct counts waits = level1(1e9, 0.002, 0, 0, 0.998), idle = level1(0, 0, 0, 0, 0);
	struct counts missing = { .present = 0 }, little = level1(1000, 0, 1, 0, 0);

	assert_int_equal(judge(&usual, BUSY_NS), SOUND);
	assert_int_equal(judge(&worst, BUSY_NS), SOUND);
	assert_int_equal(judge(&waits, BUSY_NS), SOUND);
	assert_int_equal(judge(&idle, 1000000), SOUND);
	assert_int_equal(judge(&missing, BUSY_NS), SOUND);
	assert_int_equal(judge(&little, BUSY_NS), SOUND);
}

static enum soundness judge_row(const struct counts *counts, uint64_t cpu_ns, float over)
{
	struct values values;

	family_evaluate(cpu_family_find("Intel Sapphire Rapids"), counts, false, &values);
	return soundness_of_row(counts, &values, cpu_ns, over);
}

TEST(a_row_has_at_most_the_slots_of_its_cpus)
{
	struct counts fast = level1(48e9, 0.2, 0.1, 0.3, 0.4);
	struct counts flipped = level1(1e15, 0.2, 0.1, 0.3, 0.4);

	assert_int_equal(judge_row(&fast, 1000000000, OVER_OF_CPUS), SOUND);
	assert_int_equal(judge_row(&flipped, 1000000000, OVER_OF_CPUS), UNSOUND_TOO_MANY);
}

TEST(a_row_has_at_most_all_slots_in_a_node)
{
	struct values over = { .quality = { [M_RETIRING] = Q_COUNTED }, .percent = { [M_RETIRING] = 106 } };
	const struct counts none = { .present = 0 };

	assert_int_equal(soundness_of_row(&none, &over, 1, OVER_OF_CPUS), UNSOUND_OVER_100);
	assert_int_equal(soundness_of_row(&none, &over, 1, OVER_ROUGH), SOUND);
	over.quality[M_RETIRING] = Q_PARTIAL;
	assert_int_equal(soundness_of_row(&none, &over, 1, OVER_OF_CPUS), SOUND);
	over.percent[M_RETIRING] = 201;
	assert_int_equal(soundness_of_row(&none, &over, 1, OVER_OF_CPUS), UNSOUND_OVER_100);
	over.quality[M_RETIRING] = Q_LOW_SLOTS;
	assert_int_equal(soundness_of_row(&none, &over, 1, OVER_OF_CPUS), SOUND);
}

TEST(one_impossible_cpu_leaves_no_numbers_in_any_row)
{
	OWNED(snapshot) *snapshot = fixture_draft(1);

	snapshot->table[ROW_CPU].rows[0].counts = level1(1e15, 0.2, 0.1, 0.3, 0.4);
	assert_int_equal(snapshot_finish(snapshot), 0);
	assert_int_equal(snapshot->soundness, UNSOUND_TOO_MANY);
	assert_int_equal(snapshot_machine(snapshot)->values.quality[M_RETIRING], Q_MISSING);
}

/* As a damaged time makes them: a year of work in a second. */
TEST(an_impossible_time_excuses_no_slots)
{
	OWNED(snapshot) *snapshot = fixture_draft(1);
	struct row *cpu = &snapshot->table[ROW_CPU].rows[0];

	cpu->counts = level1(1e17, 0.2, 0.1, 0.3, 0.4);
	cpu->busy_ns = 30000000000000000;
	assert_int_equal(snapshot_finish(snapshot), 0);
	assert_int_equal(snapshot->soundness, UNSOUND_TOO_MANY);
}

/* A machine on which all counted slots are bad speculation. */
static struct snapshot *lying_draft(void)
{
	struct snapshot *snapshot = fixture_draft(1);

	for (int kind = ROW_CPU; kind <= ROW_THREAD; kind++)
		for (size_t i = 0; i < snapshot->table[kind].n; i++) {
			struct row *row = &snapshot->table[kind].rows[i];
			double slots = row->counts.value[EV_SLOTS];

			if (row->counts.present & 1U << EV_SLOTS)
				row->counts = level1(slots, 0, 1, 0, 0);
		}
	return snapshot;
}

TEST(a_machine_with_unsound_counters_has_no_numbers_in_any_row)
{
	OWNED(snapshot) *snapshot = lying_draft();

	assert_int_equal(snapshot_finish(snapshot), 0);
	assert_int_equal(snapshot->soundness, UNSOUND_ALL_BAD);
	for (int kind = 0; kind < ROW_KINDS; kind++)
		for (size_t i = 0; i < snapshot->table[kind].n; i++)
			for (enum metric_id m = 0; m < M_COUNT; m++)
				assert_int_equal(snapshot->table[kind].rows[i].values.quality[m],
						 Q_MISSING);
	assert_true(row_cpu_percent(snapshot, snapshot_find(snapshot, ROW_PROCESS, PID_COMPUTE)) > 0);
}

TEST(it_has_numbers_again_when_counters_are_sound)
{
	OWNED(snapshot) *snapshot = lying_draft(), *next = fixture_draft(2);

	assert_int_equal(snapshot_finish(snapshot), 0);
	assert_int_equal(snapshot_finish(next), 0);
	assert_int_equal(snapshot_copy(snapshot, next), 0);
	assert_int_equal(snapshot->soundness, SOUND);
	assert_int_equal(snapshot_machine(snapshot)->values.quality[M_RETIRING], Q_COUNTED);
}

TEST(a_counter_that_others_hold_is_not_unsound)
{
	OWNED(snapshot) *snapshot = fixture_draft(1);

	for (size_t i = 0; i < snapshot->table[ROW_CPU].n; i++)
		snapshot->table[ROW_CPU].rows[i].counts = level1(0, 0, 0, 0, 0);
	snapshot->running_ratio = 0;
	assert_int_equal(snapshot_finish(snapshot), 0);
	assert_int_equal(snapshot->soundness, SOUND);
}

TEST(a_node_has_at_most_all_slots_and_at_most_those_of_its_parent)
{
	struct values values = { .percent = { [M_FRONTEND_BOUND] = 10, [M_FETCH_LATENCY] = 14 } };

	memset(values.quality, Q_COUNTED, sizeof(values.quality));
	assert_false(soundness_forbids(&values, M_FETCH_LATENCY));	/* of another moment */
	values.percent[M_FETCH_LATENCY] = 16;
	assert_true(soundness_forbids(&values, M_FETCH_LATENCY));
	values.quality[M_FETCH_LATENCY] = Q_PARTIAL;
	assert_false(soundness_forbids(&values, M_FETCH_LATENCY));
	values.percent[M_FETCH_LATENCY] = 400;
	assert_true(soundness_forbids(&values, M_FETCH_LATENCY));
	values.quality[M_FRONTEND_BOUND] = Q_MISSING;
	values.percent[M_FETCH_LATENCY] = 90;
	assert_false(soundness_forbids(&values, M_FETCH_LATENCY));
	values.percent[M_BACKEND_BOUND] = 101;
	assert_false(soundness_forbids(&values, M_BACKEND_BOUND));
	values.percent[M_BACKEND_BOUND] = 110;
	assert_true(soundness_forbids(&values, M_BACKEND_BOUND));
	values.quality[M_BACKEND_BOUND] = Q_LOW_SLOTS;
	assert_false(soundness_forbids(&values, M_BACKEND_BOUND));
}
