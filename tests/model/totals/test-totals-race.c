/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Views of counters between two threads: no view may be seen half written, change while it is read,
 * or be older than the one before. As test-exchange-race.c; tests/exchange-weak.sh runs both with
 * ThreadSanitizer and weaker orders.
 */
#include "config.h"
#include "model/totals/totals.h"

#include <pthread.h>
#include <sched.h>
#include <stdio.h>

#include "model/formula.h"
#include "model/machine.h"
#include "model/snapshot/snapshot.h"
#include "tests/fixtures/check.h"

enum { ROUNDS = 20000, LABELS = 3 };

static const struct family family = { .name = "race", .levels = 1 };
static const struct machine machine = { .family = &family, .levels = 1, .n_cpus = 1 };

static struct row *add_row(struct snapshot *snapshot, enum row_kind kind)
{
	struct row *row = snapshot_add(snapshot, kind, 0);

	CHECK(row);
	row->counts.present = 1U << EV_SLOTS;
	row->counts.value[EV_SLOTS] = kind == ROW_CGROUP ? 1 : LABELS;
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

/* All numbers of a view follow from the number of intervals, so a torn one contradicts itself. */
static void check(const struct totals_view *view)
{
	const uint64_t n = view->intervals;

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

static void *collect(void *argument)
{
	struct totals *totals = argument;
	struct snapshot *snapshot = make();

	for (uint64_t i = 1; i <= ROUNDS; i++) {
		totals_add(totals, snapshot);
		/* Lets the other thread run on a machine of one CPU; does not order memory. */
		if (i % 16 == 0)
			sched_yield();
	}
	snapshot_free(snapshot);
	return NULL;
}

int main(void)
{
	struct totals *totals = totals_new(TOTALS_BY_CGROUP, -1);
	uint64_t last = 0, taken = 0;
	pthread_t collector;

	CHECK(totals);
	CHECK(!pthread_create(&collector, NULL, collect, totals));
	while (last < ROUNDS) {
		bool fresh;
		const struct totals_view *view = totals_latest(totals, &fresh);

		CHECK(view || !fresh);
		if (!fresh) {
			sched_yield();
			continue;
		}
		check(view);
		CHECK(view->intervals > last);
		taken++;
		last = view->intervals;
		/* Checked again: it must not change while the collector goes on. */
		sched_yield();
		check(view);
		CHECK(view->intervals == last);
	}
	CHECK(!pthread_join(collector, NULL));
	printf("%d added, %llu views taken, none torn\n", ROUNDS, (unsigned long long)taken);
	totals_free(totals);
	return 0;
}
