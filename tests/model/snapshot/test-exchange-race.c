/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The exchange between two threads: no snapshot may be seen half written, or be older than the one
 * before. Under ThreadSanitizer it also finds errors that this machine's memory model hides;
 * tests/exchange-weak.sh runs it so.
 */
#include "config.h"
#include "model/snapshot/exchange.h"

#include "model/snapshot/snapshot.h"
#include "tests/fixtures/race.h"

enum { ROUNDS = 100000, ROWS = 8 };

static struct exchange *exchange;
static const struct snapshot *snapshot;	/* the newest */

static void give(uint64_t seq)
{
	struct snapshot *draft = exchange_draft(exchange);
	const uint64_t rows = 1 + seq % ROWS;

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
	exchange_publish(exchange);
}

static uint64_t take(void)
{
	snapshot = exchange_latest(exchange);
	return snapshot ? snapshot->seq : 0;
}

static void check(uint64_t seq)
{
	const struct row_table *table = &snapshot->table[ROW_PROCESS];

	CHECK(snapshot->seq == seq);
	CHECK(snapshot->interval_ns == ~seq);
	CHECK(snapshot->time >= (double)seq && snapshot->time <= (double)seq);
	CHECK(table->n == 1 + seq % ROWS);
	for (size_t i = 0; i < table->n; i++) {
		CHECK(table->rows[i].id == (int32_t)seq);
		CHECK(table->rows[i].busy_ns == seq + i);
		CHECK(snapshot_text(snapshot, table->rows[i].name)[0] == (seq % 2 ? 'o' : 'e'));
	}
}

int main(void)
{
	exchange = exchange_new();
	CHECK(exchange);
	race_run((struct race){ ROUNDS, give, take, check });
	CHECK(!exchange_fresh(exchange));
	exchange_free(exchange);
	return 0;
}
