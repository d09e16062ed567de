/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The exchange on one thread: every order in which the two sides can alternate. Overlapping calls
 * are tested by test-exchange-race.c.
 */
#include "config.h"
#include "model/snapshot/exchange.h"

#include "model/snapshot/snapshot.h"
#include "tests/fixtures/owned.h"
#include "tests/fixtures/test_main.h"

enum { OPERATIONS = 14 };

/* A model of the exchange, as simple as possible. */
struct expected {
	uint64_t published;	/* seq of the newest; 0: none yet */
	uint64_t in_hand;	/* seq that the reader holds; 0: none yet */
};

/*
 * Fills the draft, which must be a free snapshot, and is complete only after all fields were
 * written.
 */
static void publish(struct exchange *exchange, struct expected *expected,
		    const struct snapshot *in_hand)
{
	struct snapshot *draft = exchange_draft(exchange);

	assert_ptr_not_equal(draft, in_hand);
	assert_ptr_equal(draft, exchange_draft(exchange));
	draft->seq = ++expected->published;
	exchange_publish(exchange);
	assert_ptr_not_equal(exchange_draft(exchange), draft);
}

static const struct snapshot *take(struct exchange *exchange, struct expected *expected,
				   const struct snapshot *in_hand)
{
	const struct snapshot *latest = exchange_latest(exchange);

	if (!expected->published) {
		assert_null(latest);
		return NULL;
	}
	assert_non_null(latest);
	assert_int_equal(latest->seq, expected->published);
	if (expected->in_hand == expected->published)
		assert_ptr_equal(latest, in_hand);
	else
		assert_ptr_not_equal(latest, in_hand);
	expected->in_hand = expected->published;
	return latest;
}

/* One order: bit i of `order` selects the side of step i. */
static void run(unsigned int order)
{
	OWNED(exchange) *exchange = exchange_new();
	const struct snapshot *in_hand = NULL;
	struct expected expected = { 0 };

	assert_non_null(exchange);
	for (int mux = 0; mux < OPERATIONS; mux++) {
		if (order >> mux & 1)
			publish(exchange, &expected, in_hand);
		else
			in_hand = take(exchange, &expected, in_hand);
		assert_int_equal(exchange_fresh(exchange), expected.published != expected.in_hand);
		assert_ptr_not_equal(exchange_draft(exchange), in_hand);
		if (in_hand)
			assert_int_equal(in_hand->seq, expected.in_hand);
	}
}

TEST(every_order_gives_the_newest_and_keeps_what_the_reader_holds)
{
	for (unsigned int order = 0; order < 1U << OPERATIONS; order++)
		run(order);
}

/* A frozen screen, the help screen, Ctrl-Z: the collector goes on for hours. */
TEST(a_snapshot_held_for_long_is_not_written_again)
{
	OWNED(exchange) *exchange = exchange_new();
	const struct snapshot *held;

	exchange_draft(exchange)->seq = 1;
	exchange_publish(exchange);
	held = exchange_latest(exchange);
	for (uint64_t seq = 2; seq < 1000; seq++) {
		assert_ptr_not_equal(exchange_draft(exchange), held);
		exchange_draft(exchange)->seq = seq;
		exchange_publish(exchange);
	}
	assert_int_equal(held->seq, 1);
	assert_int_equal(exchange_latest(exchange)->seq, 999);
	assert_false(exchange_fresh(exchange));
}

enum { ROWS = 1000 };

/* Publishes a snapshot with this number of rows; returns its index. */
static const struct snapshot *publish_rows(struct exchange *exchange, uint64_t seq)
{
	struct snapshot *draft = exchange_draft(exchange);

	snapshot_clear(draft);
	draft->seq = seq;
	for (int i = 0; i < ROWS; i++)
		assert_non_null(snapshot_add(draft, ROW_THREAD, i));
	exchange_publish(exchange);
	return draft;
}

/*
 * Every eighth snapshot is not taken in time; otherwise the reader keeps up and gets two
 * alternately.
 */
TEST(two_snapshots_are_enough_for_a_reader_that_keeps_up)
{
	OWNED(exchange) *exchange = exchange_new();
	const struct snapshot *drafts[3] = { NULL };
	uint64_t seq = 1;

	for (; seq <= 80; seq++) {
		(void)publish_rows(exchange, seq);
		if (seq % 8)
			assert_int_equal(exchange_latest(exchange)->seq, seq);
	}
	(void)exchange_latest(exchange);
	for (int i = 0; i < 20; i++) {
		drafts[i % 2] = publish_rows(exchange, seq);
		assert_ptr_equal(exchange_latest(exchange), drafts[i % 2]);
		assert_int_equal(exchange_latest(exchange)->seq, seq++);
		assert_true(i < 2 || drafts[i % 2] == drafts[2]);
		drafts[2] = drafts[(i + 1) % 2];
	}
	assert_ptr_not_equal(drafts[0], drafts[1]);
	/* The first late one goes to the third snapshot, whose memory was freed. */
	(void)publish_rows(exchange, seq);
	drafts[2] = exchange_draft(exchange);
	assert_ptr_not_equal(drafts[2], drafts[0]);
	assert_ptr_not_equal(drafts[2], drafts[1]);
	assert_true(drafts[2]->table[ROW_THREAD].cap < ROWS);
}

TEST(freeing_nothing_is_fine)
{
	exchange_free(NULL);
}
