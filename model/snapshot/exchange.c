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
 * always a permutation of 0, 1, 2: no loop, no retry, no ABA. FRESH says that the spare was
 * published and not yet taken.
 *
 * A releases what the collector wrote into the draft, to B, which acquires it.
 * B releases what the UI read from the snapshot it gives back, to A, which acquires it: without
 * that half the collector's next writes could overtake the UI's last reads.
 * So both exchanges are acq_rel; tests/exchange-weak.sh shows that ThreadSanitizer reports a race
 * with less.
 * C is a relaxed load: it decides nothing but whether B is worth doing.
 *
 * A reader that keeps up gives its old snapshot back before the next draft is begun. Then the spare is not FRESH, and
 * as B leaves such a word alone only the collector changes it: it fills what the reader gave back (D), and its
 * own lies idle and is given its memory back. So the third snapshot costs something only when it is needed.
 * D acquires what B releases, as A does.
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

/* Written by one thread each, so each has its own cache line: 64 bytes on x86 and most of Arm. */
struct exchange {
	struct snapshot *snapshots[3];		/* never change */
	_Alignas(64) _Atomic unsigned int spare;	/* both threads: index | FRESH */
	_Alignas(64) unsigned int draft;	/* collector thread only */
	bool drafting;				/* collector thread only: the draft was asked for */
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
