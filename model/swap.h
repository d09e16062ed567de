/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The indices of a triple buffer with one writer and one reader, in one direction: three slots,
 * three roles; each slot has exactly one role at any time. Neither side waits.
 *
 *	writer                           one atomic word                 reader
 *	+-------------+   give (A)      +---------------+   take (B)     +-------------+
 *	| draft       | <-------------> | spare | FRESH | <------------> | in hand     |
 *	+-------------+  or trade (D)   +---------------+    exchange    +-------------+
 *
 * Each side swaps its own index with the word by one atomic exchange, so the three indices are
 * always a permutation of 0, 1, 2: no loop, no retry, no ABA. FRESH means that the spare was given
 * and not yet taken.
 *
 * A releases what the writer wrote into the draft; B acquires it.
 * B releases the reader's reads of the slot that it gives back; A acquires them. Without that half
 * the writer's next writes could overtake the reader's last reads.
 * So both exchanges are acq_rel. With a weaker order ThreadSanitizer reports a race, as
 * tests/exchange-weak.sh shows.
 * C is a relaxed load: it only decides whether B is worth doing.
 * While the spare is not FRESH only the writer changes the word, because B leaves such a word alone.
 * D gives the draft for what the reader gave back, and acquires what B released, as A does.
 */
#pragma once

#include <stdatomic.h>
#include <stdbool.h>

#ifndef EXCHANGE_ORDER
#define EXCHANGE_ORDER memory_order_acq_rel
#endif

#define SWAP_FRESH 4u
#define SWAP_INDEX 3u

/* Each part is written by one thread, so it has its own cache line. */
struct swap {
	_Alignas(64) _Atomic unsigned int spare;	/* both threads: index | SWAP_FRESH */
	_Alignas(64) unsigned int draft;	/* writer only */
	_Alignas(64) unsigned int in_hand;	/* reader only */
};

static inline void swap_init(struct swap *swap)
{
	swap->draft = 0;
	atomic_init(&swap->spare, 1);
	swap->in_hand = 2;
}

/* Has the reader something to take? Only who takes it, or gives another, changes that. */
static inline bool swap_is_fresh(const struct swap *swap)
{
	return atomic_load_explicit(&swap->spare, memory_order_relaxed) & SWAP_FRESH;	/* C */
}

/* Writer, while nothing is fresh: another draft, the one that the reader gave back. */
static inline void swap_trade(struct swap *swap)
{
	swap->draft = atomic_exchange_explicit(&swap->spare, swap->draft,
					       EXCHANGE_ORDER);	/* D, with B */
}

/* Writer: hands the draft over. */
static inline void swap_give(struct swap *swap)
{
	unsigned int old = atomic_exchange_explicit(&swap->spare, swap->draft | SWAP_FRESH,
						    EXCHANGE_ORDER);	/* A, with B */

	swap->draft = old & SWAP_INDEX;
}

/* Writer: takes back what was handed over, as the new draft, if the reader has not taken it. */
static inline bool swap_take_back(struct swap *swap)
{
	unsigned int old;

	if (!swap_is_fresh(swap))	/* if the reader takes it now, the exchange tells */
		return false;
	old = atomic_exchange_explicit(&swap->spare, swap->draft,
				       EXCHANGE_ORDER);	/* A, with B */
	swap->draft = old & SWAP_INDEX;
	return old & SWAP_FRESH;
}

/* Reader: takes the newest, if there is a new one. */
static inline bool swap_take(struct swap *swap)
{
	unsigned int old;

	if (!swap_is_fresh(swap))
		return false;
	old = atomic_exchange_explicit(&swap->spare, swap->in_hand,
				       EXCHANGE_ORDER);	/* B, with A */
	swap->in_hand = old & SWAP_INDEX;
	return old & SWAP_FRESH;
}
