/* SPDX-License-Identifier: GPL-2.0-only */
/* Exited processes: sums by name, bounded in time and number. */
#include "config.h"
#include "ui/state/exited.h"

#include "model/snapshot/snapshot.h"
#include "tests/fixtures/fixture.h"
#include "tests/fixtures/test_main.h"

static struct exited *exited;
static struct snapshot *snapshot;

SETUP_MAY_FAIL
{
	exited = exited_new();
	snapshot = snapshot_new();
	return exited && snapshot ? 0 : -1;
}

TEARDOWN
{
	exited_free(exited);
	snapshot_free(snapshot);
}

static void begin(double time)
{
	snapshot_clear(snapshot);
	snapshot->machine = &fixture_machine;
	snapshot->time = time;
}

static struct row *ended(const char *name, double slots, double retiring)
{
	struct row *row = fixture_add(snapshot, ROW_EXITED, 1);

	row->name = snapshot_keep(snapshot, name);
	row->children = 1;
	row->busy_ns = 500000000;
	row->numbers->counts.present = (1u << EV_X0) - 1;
	row->numbers->counts.value[EV_SLOTS] = slots;
	row->numbers->counts.value[EV_RETIRING] = slots * retiring;
	row->numbers->counts.value[EV_BE_BOUND] = slots * (1 - retiring);
	return row;
}

static const struct row *find(const char *name)
{
	const struct snapshot *sums = exited_sums(exited, INFINITY);
	const struct row *found = NULL;

	assert_non_null(sums);
	for (size_t i = 0; i < sums->table[ROW_EXITED].n; i++) {
		const struct row *row = &sums->table[ROW_EXITED].rows[i];

		if (strcmp(snapshot_text(sums, row->name), name) != 0)
			continue;
		assert_null(found);	/* once */
		found = row;
	}
	return found;
}

TEST(counts_of_a_name_are_added_and_then_evaluated)
{
	assert_null(exited_sums(exited, INFINITY));
	begin(1000);
	(void)ended("sh", 3e9, 0.8);
	(void)ended("cc1", 1e9, 0.5);
	exited_add(exited, snapshot);
	begin(1015);
	(void)ended("sh", 1e9, 0.4);
	ended("sh", 0, 0)->children = 0;	/* a late slice of a reported process */
	exited_add(exited, snapshot);
	assert_int_equal(find("sh")->children, 2);
	assert_int_equal(find("sh")->busy_ns, 1500000000);
	assert_true(find("sh")->numbers->counts.value[EV_SLOTS] == 4e9);
	/* 70 %: not the mean of 80 and 40 */
	assert_float_equal(find("sh")->numbers->values.percent[M_RETIRING], 70, 1e-4);
	assert_int_equal(find("cc1")->children, 1);
}

TEST(after_ten_minutes_it_is_forgotten)
{
	begin(1000);
	(void)ended("old", 1e9, 0.5);
	exited_add(exited, snapshot);
	begin(1600);
	(void)ended("new", 1e9, 0.5);
	exited_add(exited, snapshot);
	assert_non_null(find("old"));
	begin(1611);
	exited_add(exited, snapshot);
	assert_null(find("old"));
	assert_non_null(find("new"));
	begin(500);	/* the clock was set back */
	(void)ended("new", 1e9, 0.5);
	exited_add(exited, snapshot);
	assert_int_equal(find("new")->children, 2);
}

TEST(in_the_past_only_processes_that_had_exited_by_then)
{
	begin(1000);
	(void)ended("sh", 1e9, 0.5);
	exited_add(exited, snapshot);
	begin(1020);
	(void)ended("sh", 1e9, 0.5);
	(void)ended("cc1", 1e9, 0.5);
	exited_add(exited, snapshot);
	assert_int_equal(exited_sums(exited, 1019)->table[ROW_EXITED].n, 1);
	assert_int_equal(exited_sums(exited, 1019)->table[ROW_EXITED].rows[0].children, 1);
	assert_int_equal(exited_sums(exited, 999)->table[ROW_EXITED].n, 0);
	assert_int_equal(exited_sums(exited, 1020)->table[ROW_EXITED].n, 2);
	assert_int_equal(find("sh")->children, 2);
}

/* A storm of one name takes one entry; a storm of names pushes out the oldest, and is bounded. */
TEST(a_storm_is_bounded)
{
	char name[64];

	begin(1000);
	for (int i = 0; i < 5000; i++)
		(void)ended("sh", 1e6, 0.5);
	(void)ended("first", 1e6, 0.5);
	exited_add(exited, snapshot);
	assert_int_equal(find("sh")->children, 5000);
	begin(1001);
	for (int i = 0; i < 50000; i++) {
		(void)snprintf(name, sizeof(name), "x%d", i);
		(void)ended(name, 1e6, 0.5);
	}
	exited_add(exited, snapshot);
	assert_int_equal(exited_sums(exited, INFINITY)->table[ROW_EXITED].n, EXITED_ENTRIES);
	assert_null(find("first"));
	assert_non_null(find("x49999"));
}
