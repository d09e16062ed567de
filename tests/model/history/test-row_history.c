/* SPDX-License-Identifier: GPL-2.0-only */
/* The last values of each task: identified by its start, with gaps, within bounds. */
#include "config.h"

#include "model/history/row_history.h"
#include "model/snapshot/finish.h"
#include "tests/fixtures/fixture.h"
#include "tests/fixtures/owned.h"
#include "tests/fixtures/test_main.h"

#define LEN 8

static void add(struct row_history *history, uint64_t seq)
{
	OWNED(snapshot) *s = fixture_snapshot(seq);

	row_history_add(history, s);
}

/* One process with this pid and split; if low_slots, too few slots for a ratio. */
static struct snapshot *one_of(uint64_t seq, int32_t pid, double backend, bool low_slots)
{
	struct snapshot *s = fixture_draft(seq);

	s->table[ROW_PROCESS].n = s->table[ROW_THREAD].n = 0;
	(void)fixture_add_process(s, pid, "one", low_slots ? 0.0001 : 0.5,
				  (double[]){ 90 - backend, 5, 5, backend }, 0.5);
	assert_int_equal(snapshot_finish(s), 0);
	return s;
}

/* A node's percentage in one interval. */
static float percent_of(const struct row_history *history, const struct row *row, uint64_t seq,
			enum metric_id metric)
{
	float percent;

	row_history_percents(history, row, seq, metric, &percent, 1);
	return percent;
}

static int ran_in(const struct row_history *history, const struct row *row, uint64_t seq)
{
	struct row_value value;

	row_history_series(history, row, seq, &value, 1);
	return value.ran;
}

TEST(a_row_has_its_class_and_its_percentages)
{
	OWNED(row_history) *history = row_history_new(100);
	OWNED(snapshot) *s = fixture_snapshot(1);
	const struct row *memhog = snapshot_find(s, ROW_PROCESS, PID_MEMHOG);
	const struct row *idle = snapshot_find(s, ROW_PROCESS, PID_IDLE);
	struct row_value value;

	row_history_add(history, s);
	row_history_series(history, memhog, 1, &value, 1);
	assert_int_equal(value.ran, ROW_WORST);
	assert_int_equal(value.metric, M_BACKEND_BOUND);
	for (enum metric_id m = 0; m < M_COUNT; m++) {
		float percent = percent_of(history, memhog, 1, m);

		if (memhog->numbers->values.quality[m] == Q_MISSING)
			assert_true(isnan(percent));
		else
			assert_true(fabs((double)(percent - memhog->numbers->values.percent[m])) < 0.2);
	}
	assert_true(percent_of(history, memhog, 1, M_MEMORY_BOUND) > 50);
	assert_int_equal(ran_in(history, idle, 1), ROW_LOW_SLOTS);
	assert_true(isnan(percent_of(history, idle, 1, M_BACKEND_BOUND)));
	row_history_series(history, snapshot_find(s, ROW_THREAD, PID_SCALED), 1, &value, 1);
	assert_int_equal(value.metric, M_FRONTEND_BOUND);
}

TEST(a_node_that_was_not_counted_has_no_percentage)
{
	OWNED(row_history) *history = row_history_new(100);
	OWNED(snapshot) *s = fixture_snapshot(1);
	const struct row *row = snapshot_find(s, ROW_PROCESS, PID_LEVEL1);

	row_history_add(history, s);
	assert_true(percent_of(history, row, 1, M_BACKEND_BOUND) > 30);
	assert_true(isnan(percent_of(history, row, 1, M_MEMORY_BOUND)));
}

/* Room for exactly the CPUs that there are; cores of two sockets have the same numbers. */
TEST(cpus_cores_and_sockets_are_kept_before_tasks)
{
	struct cpu_place *places = fixture_machine.cpus;
	struct cpu_place two[4] = { places[0], places[1], places[2], places[3] };
	OWNED(row_history) *history = row_history_new(2 + 2 + 2 + 4);
	struct snapshot *s;
	struct row_value value;

	for (int i = 0; i < 4; i++) {
		two[i].core = 7;
		two[i].socket = i % 2;
	}
	fixture_machine.cpus = two;
	s = fixture_snapshot(1);
	row_history_add(history, s);
	for (int kind = ROW_SOCKET; kind <= ROW_CPU; kind++)
		for (size_t i = 0; i < s->table[kind].n; i++) {
			const struct row *row = &s->table[kind].rows[i];

			row_history_series(history, row, 1, &value, 1);
			assert_true(value.ran != ROW_ABSENT);
			if (value.ran >= ROW_MINOR)
				assert_true(fabs((double)(percent_of(history, row, 1, M_RETIRING) -
							  row->numbers->values.percent[M_RETIRING])) < 0.5);
		}
	assert_int_equal(ran_in(history, &s->table[ROW_PROCESS].rows[0], 1), ROW_ABSENT);
	fixture_machine.cpus = places;
	snapshot_free(s);
}

TEST(what_was_not_seen_is_absent)
{
	OWNED(row_history) *history = row_history_new(100);
	OWNED(snapshot) *s = fixture_snapshot(9);
	const struct row *row = snapshot_find(s, ROW_PROCESS, PID_COMPUTE);
	struct row_value series[LEN];

	add(history, 3);
	add(history, 4);
	add(history, 7);
	add(history, 7);	/* the same again: ignored */
	row_history_series(history, row, 8, series, LEN);
	for (int i = 0; i < LEN; i++) {
		int seq = i + 1;

		assert_int_equal(series[i].ran != ROW_ABSENT, seq == 3 || seq == 4 || seq == 7);
	}
	row_history_series(history, row, 4, series, LEN);	/* as it was then */
	assert_int_equal(series[LEN - 1].ran, ROW_WORST);
	assert_int_equal(series[LEN - 2].ran, ROW_WORST);
	assert_int_equal(series[LEN - 3].ran, ROW_ABSENT);
	add(history, 7 + ROW_HISTORY_LEN);	/* the ring has wrapped: no old values */
	row_history_series(history, row, 7 + ROW_HISTORY_LEN, series, LEN);
	for (int i = 0; i < LEN - 1; i++)
		assert_int_equal(series[i].ran, ROW_ABSENT);
	assert_int_equal(ran_in(history, row, 7), ROW_ABSENT);
}

/* Rows of the machine and its groups, which are in every snapshot. */
static size_t count_lasting(const struct snapshot *s)
{
	size_t n = s->table[ROW_USER].n + s->table[ROW_CGROUP].n;

	for (int kind = ROW_SOCKET; kind <= ROW_CPU; kind++)
		n += s->table[kind].n;
	return n;
}

/*
 * Rows alternate between much and little, so chunks are allocated and released; there is room for
 * those of 64 intervals only.
 */
TEST(percentages_are_of_their_interval_however_rows_come_and_go)
{
	enum { ROUNDS = 50 * ROW_HISTORY_LEN, PROCESSES = 4 };
	OWNED(snapshot) *first = one_of(1, 100, 50, false);
	OWNED(row_history) *history = row_history_new(count_lasting(first) + 2 * PROCESSES);
	float percents[ROW_HISTORY_LEN];

	for (uint64_t seq = 1; seq <= ROUNDS; seq++) {
		int32_t pid = seq / 20 % 3 ? 100 : 101 + (int32_t)(seq / 60);
		struct snapshot *s = one_of(seq, pid, 20 + (double)(seq % 50), seq / 7 % 3 == 0);
		const struct row *row = snapshot_find(s, ROW_PROCESS, pid);

		row_history_add(history, s);
		row_history_percents(history, row, seq, M_BACKEND_BOUND, percents, ROW_HISTORY_LEN);
		for (uint64_t i = 0; i < ROW_HISTORY_LEN && i < seq; i++) {
			uint64_t then = seq - i;
			float percent = percents[ROW_HISTORY_LEN - 1 - i];
			bool ran = pid == (then / 20 % 3 ? 100 : 101 + (int32_t)(then / 60));

			if (!ran || then / 7 % 3 == 0)
				assert_true(isnan(percent));
			else
				assert_true(fabs((double)percent - (20 + (double)(then % 50))) <
					    0.5);
		}
		snapshot_free(s);
	}
}

TEST(a_reused_pid_has_an_empty_history)
{
	OWNED(row_history) *history = row_history_new(100);
	OWNED(snapshot) *s = fixture_draft(2);

	add(history, 1);
	for (size_t i = 0; i < s->table[ROW_PROCESS].n; i++)
		s->table[ROW_PROCESS].rows[i].start_ns += 1000000;
	for (size_t i = 0; i < s->table[ROW_THREAD].n; i++)
		s->table[ROW_THREAD].rows[i].start_ns += 1000000;
	assert_int_equal(snapshot_finish(s), 0);
	row_history_add(history, s);
	for (uint64_t seq = 1; seq <= 2; seq++)
		assert_int_equal(ran_in(history, snapshot_find(s, ROW_PROCESS, PID_MEMHOG), seq),
				 seq == 1 ? ROW_ABSENT : ROW_WORST);
}

TEST(those_seen_longest_ago_go_first)
{
	struct row_history *history;
	struct snapshot *all[4];

	for (int i = 0; i < 4; i++)
		all[i] = one_of((uint64_t)i + 1, 100 + (i == 2 ? 0 : i), 25, false);
	/* The CPUs and groups of every snapshot, two processes, their names and threads. */
	history = row_history_new(count_lasting(all[0]) + 6);
	for (int i = 0; i < 4; i++)
		row_history_add(history, all[i]);
	/* 100, 101, 100 again, then 103 took the place of 101. */
	assert_int_equal(ran_in(history, snapshot_find(all[1], ROW_PROCESS, 101), 2), ROW_ABSENT);
	assert_int_not_equal(ran_in(history, snapshot_find(all[2], ROW_PROCESS, 100), 3), ROW_ABSENT);
	assert_int_not_equal(ran_in(history, snapshot_find(all[3], ROW_THREAD, 103), 4), ROW_ABSENT);
	for (int i = 0; i < 4; i++)
		snapshot_free(all[i]);
	row_history_free(history);
}

TEST(more_rows_than_room_do_no_harm)
{
	OWNED(row_history) *history = row_history_new(2);
	OWNED(snapshot) *s = fixture_snapshot(50);

	for (uint64_t seq = 1; seq < 50; seq++)
		add(history, seq);
	row_history_add(history, s);
	/*
	 * The first rows keep their rings: a ring that each row took from the previous one would
	 * hold nothing.
	 */
	assert_int_not_equal(ran_in(history, &s->table[ROW_SOCKET].rows[0], 49), ROW_ABSENT);
}
