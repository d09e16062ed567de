/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Views of counters between two threads: no view may be seen half written, change while it is read,
 * or be older than the one before. As test-exchange-race.c; tests/exchange-weak.sh runs both with
 * ThreadSanitizer and weaker orders.
 */
#include "config.h"
#include "model/totals/totals.h"

#include "model/formula.h"
#include "model/machine.h"
#include "tests/fixtures/fixture.h"
#include "tests/fixtures/race.h"

enum { ROUNDS = 20000, LABELS = 3 };

static const struct family family = { .name = "race", .levels = 1 };
static const struct machine machine = { .family = &family, .levels = 1, .n_cpus = 1 };

static struct totals *totals;
static struct snapshot *interval;
static const struct totals_view *view;	/* the newest */

static struct row *add_row(struct snapshot *snapshot, enum row_kind kind)
{
	struct row *row = fixture_add(snapshot, kind, 0);

	row->numbers->counts.present = 1U << EV_SLOTS;
	row->numbers->counts.value[EV_SLOTS] = kind == ROW_CGROUP ? 1 : LABELS;
	row->busy_ns = kind == ROW_CGROUP ? 1 : LABELS;
	return row;
}

/* An interval in which each label has one slot and one nanosecond. */
static struct snapshot *make(void)
{
	static const char *const names[LABELS] = { "a", "b", "c" };
	struct snapshot *snapshot = snapshot_new();

	CHECK(snapshot);
	snapshot->machine = &machine;
	snapshot->interval_ns = 1;
	(void)add_row(snapshot, ROW_MACHINE);
	(void)add_row(snapshot, ROW_SOCKET);
	for (int i = 0; i < LABELS; i++)
		add_row(snapshot, ROW_CGROUP)->name = snapshot_keep(snapshot, names[i]);
	return snapshot;
}

static bool is(double value, uint64_t expected)
{
	return value >= (double)expected && value <= (double)expected;
}

static void give(uint64_t number)
{
	(void)number;
	totals_add(totals, interval);
}

static uint64_t take(void)
{
	bool fresh;

	view = totals_latest(totals, &fresh);
	CHECK(view || !fresh);
	return fresh ? view->intervals : 0;
}

static void check(uint64_t n)
{
	CHECK(view->intervals == n);
	CHECK(is(view->counted_ns, n));
	CHECK(is(view->all.total.undivided[0], LABELS * n));
	CHECK(view->n_sockets == 1 && is(view->sockets[0].total.cpu_ns, LABELS * n));
	CHECK(view->n_top == LABELS);
	for (size_t i = 0; i < view->n_top; i++) {
		CHECK(view->top[i].label[0] >= 'a' && view->top[i].label[0] < 'a' + LABELS);
		CHECK(!view->top[i].label[1]);
		CHECK(is(view->top[i].total.undivided[0], n));
		CHECK(is(view->top[i].total.cpu_ns, n));
	}
	CHECK(view->machine == &machine);
}

int main(void)
{
	totals = totals_new(TOTALS_BY_CGROUP, -1);
	interval = make();
	CHECK(totals);
	race_run((struct race){ ROUNDS, give, take, check });
	snapshot_free(interval);
	totals_free(totals);
	return 0;
}
