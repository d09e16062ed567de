/* SPDX-License-Identifier: GPL-2.0-only */
/* Changes of a machine with two commands: what is told, once, and who explains it. */
#include "config.h"
#include "model/verdict/change_watch.h"

#include "model/snapshot/snapshot.h"
#include "model/splitmix64.h"
#include "model/verdict/change_point.h"
#include "tests/fixtures/fixture.h"
#include "tests/fixtures/test_main.h"

enum { QUIET, LOUD };		/* the commands */

/* What an interval has: slots, and memory bound percent of them. */
struct load {
	double slots, memory;
};

static struct change_watch *watch;
static struct snapshot *snapshot;
static uint64_t seq;
static int32_t opened_pid;	/* 0: none */

SETUP_MAY_FAIL
{
	watch = change_watch_new();
	snapshot = snapshot_new();
	seq = 0;
	opened_pid = 0;
	return watch && snapshot ? 0 : -1;
}

TEARDOWN
{
	change_watch_free(watch);
	snapshot_free(snapshot);
}

static struct row *add_row(enum row_kind kind, int32_t id, const char *name, struct load load)
{
	struct row *row = fixture_add(snapshot, kind, id);
	const enum metric_id known[] = { M_RETIRING, M_BACKEND_BOUND, M_MEMORY_BOUND };

	row->name = snapshot_keep(snapshot, name);
	row->start_ns = (uint64_t)id;
	row->slices = row->threads = 1;
	row->numbers->counts.present = 1U << EV_SLOTS;
	row->numbers->counts.value[EV_SLOTS] = load.slots;
	row->busy_ns = (uint64_t)(load.slots * 1e6);
	for (size_t i = 0; i < 3; i++) {
		row->numbers->values.percent[known[i]] = (float)(i ? load.memory : 60 - load.memory / 2);
		row->numbers->values.quality[known[i]] = Q_COUNTED;
	}
	return row;
}

/* So many intervals with these loads. Returns the last change that was found in them, or NULL. */
static const struct change *run(int n, struct load quiet, struct load loud)
{
	const double slots = quiet.slots + loud.slots;
	const struct load all = { slots, (quiet.slots * quiet.memory + loud.slots * loud.memory) / slots };
	const struct change *found = NULL, *change;

	while (n--) {
		snapshot_clear(snapshot);
		snapshot->machine = &fixture_machine;
		snapshot->seq = ++seq;
		snapshot->time = 1000 + (double)seq;
		snapshot->interval_ns = 1000000000;
		snapshot->opened.scope = opened_pid ? LIVE_PROCESS : LIVE_NOTHING;
		snapshot->opened.id = opened_pid;
		(void)add_row(ROW_MACHINE, 0, "", all);
		(void)add_row(ROW_NAME, 10, "quiet", quiet);
		(void)add_row(ROW_PROCESS, 100, "quiet", quiet);
		if (loud.slots > 0) {
			(void)add_row(ROW_NAME, 11, "loud", loud);
			add_row(ROW_PROCESS, 110, "loud", loud)->of_name = 1;
		}
		change = change_watch_add(watch, snapshot);
		found = change ? change : found;
	}
	return found;
}

static const struct load none = { 0 }, quiet = { 600, 10 };

TEST(a_command_that_begins_and_stops_explains_what_the_machine_does_and_when)
{
	const struct change *change;

	assert_null(run(CHANGE_LEAST, quiet, none));
	change = run(10, quiet, (struct load){ 200, 80 });
	assert_non_null(change);
	assert_string_equal(change->name, "");
	assert_int_equal(change->metric, M_MEMORY_BOUND);	/* below the class that was watched */
	assert_float_equal(change->before, 10, 0.01);
	assert_float_equal(change->after, 27.5, 0.01);
	assert_int_equal(change->seq, CHANGE_LEAST + 1);
	assert_float_equal(change->time, 1000 + CHANGE_LEAST, 0);
	assert_int_equal(change->cause, CAUSE_BEGAN);
	assert_string_equal(change->by, "loud");
	assert_int_equal(change->by_pid, 110);
	assert_float_equal(change->by_after, 25, 0.01);
	assert_null(run(CHANGE_LEAST, quiet, (struct load){ 200, 80 }));
	change = run(10, quiet, none);
	assert_int_equal(change->cause, CAUSE_STOPPED);
	assert_int_equal(change->by_pid, 0);
	assert_int_equal(change_watch_n(watch), 2);	/* each once, whatever else changed with it */
	assert_int_equal(change_watch_of(watch, CHANGE_LEAST + 1)->cause, CAUSE_BEGAN);
	assert_null(change_watch_of(watch, CHANGE_LEAST));
	assert_int_equal(change_watch_beside(watch, 1, +1)->cause, CAUSE_BEGAN);
	assert_ptr_equal(change_watch_beside(watch, CHANGE_LEAST + 1, +1), change);
	assert_ptr_equal(change_watch_beside(watch, UINT64_MAX, -1), change);
	assert_null(change_watch_beside(watch, CHANGE_LEAST + 1, -1));
}

TEST(a_small_change_that_is_found_late_is_explained_too)
{
	const struct change *change = NULL;
	uint64_t random = 7;

	for (int i = 0; i < 500 && !change; i++) {
		const struct load loud = { i < 200 ? 0 : 60, 80 };

		change = run(1, (struct load){ 600 - loud.slots, 20 + 18 * splitmix64_share(&random) }, loud);
	}
	assert_non_null(change);
	assert_in_range(seq - change->seq, 60, 100);
	assert_string_equal(change->by, "loud");
}

TEST(a_command_that_changes_is_told_from_one_that_has_more_of_the_slots)
{
	const struct load loud = { 200, 30 }, more = { 900, 30 }, other = { 900, 70 };
	const struct change *change;

	assert_null(run(CHANGE_LEAST, quiet, loud));
	assert_int_equal(run(10, quiet, more)->cause, CAUSE_MORE);
	assert_null(run(CHANGE_LEAST, quiet, more));
	change = run(10, quiet, other);
	assert_int_equal(change->cause, CAUSE_ITSELF);
	assert_float_equal(change->by_before, 30, 0.01);
	assert_float_equal(change->by_after, 70, 0.01);
}

TEST(a_command_may_change_though_the_machine_hardly_does)
{
	const struct load large = { 3000, 10 };
	const struct change *change;

	assert_null(run(CHANGE_LEAST, large, (struct load){ 200, 20 }));
	change = run(10, large, (struct load){ 200, 60 });
	assert_string_equal(change->name, "loud");
	assert_int_equal(change->cause, CAUSE_NONE);
}

TEST(the_command_of_the_opened_row_is_watched_however_few_slots_it_has)
{
	const struct load large = { 30000, 10 };

	for (int32_t opened = 0; opened <= 110; opened += 110) {
		opened_pid = opened;
		assert_null(run(CHANGE_LEAST, large, (struct load){ 200, 20 }));
		assert_int_equal(run(10, large, (struct load){ 200, 60 }) != NULL, opened > 0);
	}
}

TEST(missed_intervals_are_no_change)
{
	(void)run(CHANGE_LEAST, quiet, none);
	seq += 2;			/* they were never seen */
	assert_non_null(run(5, quiet, (struct load){ 200, 80 }));
	seq += CHANGE_MISSING;
	assert_null(run(CHANGE_LEAST, quiet, none));	/* nothing is known any more */
	assert_null(change_watch_add(watch, snapshot));	/* the same one again */
}
