/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A triple buffer. Three snapshots, three roles; each snapshot has exactly one role at any time:
 *
 *	collector thread                 one atomic word                 UI thread
 *	+-------------+   publish (A)   +---------------+   latest (B)   +-------------+
 *	| draft       | <-------------> | spare | FRESH | <------------> | in hand     |
 *	+-------------+  or draft (D)   +---------------+    exchange    +-------------+
 *
 * Each side swaps its own index with the word by one atomic exchange, so the three indices are
 * always a permutation of 0, 1, 2: no loop, no retry, no ABA. FRESH means that the spare was
 * published and not yet taken.
 *
 * A releases what the collector wrote into the draft; B acquires it.
 * B releases the UI's reads of the snapshot that it gives back; A acquires them. Without that half
 * the collector's next writes could overtake the UI's last reads.
 * So both exchanges are acq_rel. With a weaker order ThreadSanitizer reports a race, as
 * tests/exchange-weak.sh shows.
 * C is a relaxed load: it only decides whether B is worth doing.
 *
 * A reader that keeps up gives its old snapshot back before the next draft begins. Then the spare
 * is not FRESH, and only the collector changes such a word, because B leaves it alone. The
 * collector takes the snapshot that the reader gave back (D), clears its own and leaves it as the
 * spare. So the third snapshot uses memory only when it is needed.
 * D acquires what B released, as A does.
 */
#include "config.h"
#include "model/snapshot/exchange.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "model/snapshot/snapshot.h"

#ifndef EXCHANGE_ORDER
#define EXCHANGE_ORDER memory_order_acq_rel
#endif

#define FRESH 4u
#define INDEX 3u

/*
 * Each part is written by one thread, so it has its own cache line: 64 bytes on x86 and most Arm
 * CPUs.
 */
struct exchange {
	struct snapshot *snapshots[3];		/* never change */
	_Alignas(64) _Atomic unsigned int spare;	/* both threads: index | FRESH */
	_Alignas(64) unsigned int draft;	/* collector thread only */
	bool drafting;				/* collector thread only: exchange_draft() was
						 * called since the last publish */
	_Alignas(64) unsigned int in_hand;	/* UI thread only */
	bool taken;				/* UI thread only: in_hand was published once */
};

struct exchange *exchange_new(void)
{
	struct exchange *exchange = aligned_alloc(64, sizeof(*exchange));

	if (!exchange)
		return NULL;
	for (unsigned int i = 0; i < 3; i++)
		exchange->snapshots[i] = snapshot_new();
	exchange->draft = 0;
	exchange->drafting = false;
	atomic_init(&exchange->spare, 1);
	exchange->in_hand = 2;
	exchange->taken = false;
	for (unsigned int i = 0; i < 3; i++)
		if (!exchange->snapshots[i]) {
			exchange_free(exchange);
			return NULL;
		}
	return exchange;
}

void exchange_free(struct exchange *exchange)
{
	if (!exchange)
		return;
	for (unsigned int i = 0; i < 3; i++)
		snapshot_free(exchange->snapshots[i]);
	free(exchange);
}

struct snapshot *exchange_draft(struct exchange *exchange)
{
	if (!exchange->drafting && !exchange_fresh(exchange)) {
		snapshot_clear(exchange->snapshots[exchange->draft]);
		exchange->draft = atomic_exchange_explicit(&exchange->spare, exchange->draft,
							   EXCHANGE_ORDER);	/* D, with B */
	}
	exchange->drafting = true;
	return exchange->snapshots[exchange->draft];
}

void exchange_publish(struct exchange *exchange)
{
	unsigned int old = atomic_exchange_explicit(&exchange->spare, exchange->draft | FRESH,
						    EXCHANGE_ORDER);	/* A, with B */

	exchange->draft = old & INDEX;
	exchange->drafting = false;
}

bool exchange_fresh(const struct exchange *exchange)
{
	return atomic_load_explicit(&exchange->spare, memory_order_relaxed) & FRESH;	/* C */
}

const struct snapshot *exchange_latest(struct exchange *exchange)
{
	if (exchange_fresh(exchange)) {
		unsigned int old = atomic_exchange_explicit(&exchange->spare, exchange->in_hand,
							    EXCHANGE_ORDER);	/* B, with A */

		exchange->in_hand = old & INDEX;
		exchange->taken = true;
	}
	return exchange->taken ? exchange->snapshots[exchange->in_hand] : NULL;
}
