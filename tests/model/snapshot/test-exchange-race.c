/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The exchange between two threads that never wait for each other: no snapshot may be seen half
 * written, or be older than the one before. Under ThreadSanitizer it also finds errors that this
 * machine's memory model hides; tests/exchange-weak.sh runs it so. It uses plain checks that end
 * the program instead of cmocka's, which support only one thread.
 */
#include "config.h"
#include "model/snapshot/exchange.h"

#include <pthread.h>
#include <sched.h>
#include <stdio.h>

#include "model/snapshot/snapshot.h"
#include "tests/fixtures/check.h"

enum { ROUNDS = 100000, ROWS = 8 };

/* All fields of a snapshot follow from its seq, so that a torn one contradicts itself. */
static void fill(struct snapshot *draft, uint64_t seq)
{
	uint64_t rows = 1 + seq % ROWS;

	snapshot_clear(draft);
	draft->seq = seq;
	draft->time = (double)seq;
	for (uint64_t i = 0; i < rows; i++) {
		struct row *row = snapshot_add(draft, ROW_PROCESS, (int32_t)seq);

		CHECK(row);
		row->busy_ns = seq + i;
		row->name = snapshot_keep(draft, seq % 2 ? "odd" : "even");
	}
	draft->interval_ns = ~seq;
}

static void check(const struct snapshot *snapshot)
{
	const struct row_table *table = &snapshot->table[ROW_PROCESS];
	uint64_t seq = snapshot->seq;

	CHECK(snapshot->interval_ns == ~seq);
	CHECK(snapshot->time >= (double)seq && snapshot->time <= (double)seq);
	CHECK(table->n == 1 + seq % ROWS);
	for (size_t i = 0; i < table->n; i++) {
		CHECK(table->rows[i].id == (int32_t)seq);
		CHECK(table->rows[i].busy_ns == seq + i);
		CHECK(snapshot_text(snapshot, table->rows[i].name)[0] == (seq % 2 ? 'o' : 'e'));
	}
}

static void *collect(void *argument)
{
	struct exchange *exchange = argument;

	for (uint64_t seq = 1; seq <= ROUNDS; seq++) {
		fill(exchange_draft(exchange), seq);
		exchange_publish(exchange);
		/* Lets the other thread run on a machine of one CPU; does not order memory. */
		if (seq % 16 == 0)
			sched_yield();
	}
	return NULL;
}

int main(void)
{
	struct exchange *exchange = exchange_new();
	uint64_t last = 0, taken = 0;
	pthread_t collector;

	CHECK(exchange);
	CHECK(!pthread_create(&collector, NULL, collect, exchange));
	while (last < ROUNDS) {
		const struct snapshot *snapshot = exchange_latest(exchange);

		if (!snapshot || snapshot->seq == last) {
			sched_yield();
			continue;
		}
		check(snapshot);
		CHECK(snapshot->seq > last);
		taken++;
		last = snapshot->seq;
		/* Checked again: it must not change while the collector goes on. */
		sched_yield();
		check(snapshot);
		CHECK(snapshot->seq == last);
	}
	CHECK(!pthread_join(collector, NULL));
	CHECK(!exchange_fresh(exchange));
	printf("%d published, %llu taken, none torn\n", ROUNDS, (unsigned long long)taken);
	exchange_free(exchange);
	return 0;
}
