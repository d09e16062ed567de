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

/* Of a row if it has a limit `over`, else of the machine. */
static enum soundness judge(struct counts counts, uint64_t ns, float over)
{
	struct values values;

	family_evaluate(cpu_family_find("Intel Sapphire Rapids"), &counts, false, &values);
	return over > 0 ? soundness_of_row(&counts, &values, ns, over) : soundness_of(&counts, &values, ns);
}

TEST(impossible_counts_are_reported)
{
	assert_int_equal(judge(fixture_level1(0, 0, 0, 0, 0), BUSY_NS, 0), UNSOUND_STANDS_STILL);
	assert_int_equal(judge(fixture_level1(1e9, 0, 0, 0, 0), BUSY_NS, 0), UNSOUND_NO_CLASSES);
	assert_int_equal(judge(fixture_level1(1e9, 0, 0, 0, 1), BUSY_NS, 0), UNSOUND_NO_CLASSES);	/* PERF_METRICS reads 0 */
	assert_int_equal(judge(fixture_level1(1e9, 0.005, 0.995, 0, 0), BUSY_NS, 0), UNSOUND_ALL_BAD);
}

TEST(possible_counts_are_believed)
{
	assert_int_equal(judge(fixture_level1(1e9, 0.2, 0.1, 0.3, 0.4), BUSY_NS, 0), SOUND);
	/* Row O54 of the recorded outputs: 78 % bad speculation. */
	assert_int_equal(judge(fixture_level1(1e9, 0.13, 0.78, 0.01, 0.08), BUSY_NS, 0), SOUND);
	assert_int_equal(judge(fixture_level1(1e9, 0.002, 0, 0, 0.998), BUSY_NS, 0), SOUND);
	assert_int_equal(judge(fixture_level1(0, 0, 0, 0, 0), 1000000, 0), SOUND);
	assert_int_equal(judge((struct counts){ .present = 0 }, BUSY_NS, 0), SOUND);
	assert_int_equal(judge(fixture_level1(1000, 0, 1, 0, 0), BUSY_NS, 0), SOUND);
}

TEST(a_row_has_at_most_the_slots_of_its_cpus)
{
	assert_int_equal(judge(fixture_level1(48e9, 0.2, 0.1, 0.3, 0.4), 1000000000, OVER_OF_CPUS), SOUND);
	assert_int_equal(judge(fixture_level1(1e15, 0.2, 0.1, 0.3, 0.4), 1000000000, OVER_OF_CPUS), UNSOUND_TOO_MANY);
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

	snapshot->table[ROW_CPU].rows[0].numbers->counts = fixture_level1(1e15, 0.2, 0.1, 0.3, 0.4);
	assert_int_equal(snapshot_finish(snapshot), 0);
	assert_int_equal(snapshot->soundness, UNSOUND_TOO_MANY);
	assert_int_equal(snapshot_machine(snapshot)->numbers->values.quality[M_RETIRING], Q_MISSING);
}

/* As a damaged time makes them: a year of work in a second. */
TEST(an_impossible_time_excuses_no_slots)
{
	OWNED(snapshot) *snapshot = fixture_draft(1);

	snapshot->table[ROW_CPU].rows[0].numbers->counts = fixture_level1(1e17, 0.2, 0.1, 0.3, 0.4);
	snapshot->table[ROW_CPU].rows[0].busy_ns = 30000000000000000;
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
			double slots = row->numbers->counts.value[EV_SLOTS];

			if (row->numbers->counts.present & 1U << EV_SLOTS)
				row->numbers->counts = fixture_level1(slots, 0, 1, 0, 0);
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
				assert_int_equal(snapshot->table[kind].rows[i].numbers->values.quality[m],
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
	assert_int_equal(snapshot_machine(snapshot)->numbers->values.quality[M_RETIRING], Q_COUNTED);
}

TEST(a_counter_that_others_hold_is_not_unsound)
{
	OWNED(snapshot) *snapshot = fixture_draft(1);

	for (size_t i = 0; i < snapshot->table[ROW_CPU].n; i++)
		snapshot->table[ROW_CPU].rows[i].numbers->counts = fixture_level1(0, 0, 0, 0, 0);
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
