/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The indices of a triple buffer with one writer and one reader, in one direction: three slots (the
 * writer's draft, the spare, the one in the reader's hand), and one atomic exchange that swaps a
 * side's slot with the spare. model/snapshot/exchange.c draws one, and says why its orders are
 * acq_rel; tests/exchange-weak.sh breaks them. Neither side waits.
 */
#ifndef TDTOP_MODEL_SWAP_H
#define TDTOP_MODEL_SWAP_H

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

	/* relaxed: only the writer sets SWAP_FRESH; if the reader takes it now, the exchange tells */
	if (!(atomic_load_explicit(&swap->spare, memory_order_relaxed) & SWAP_FRESH))
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

	/* relaxed: it only decides whether B is worth doing */
	if (!(atomic_load_explicit(&swap->spare, memory_order_relaxed) & SWAP_FRESH))
		return false;
	old = atomic_exchange_explicit(&swap->spare, swap->in_hand,
				       EXCHANGE_ORDER);	/* B, with A */
	swap->in_hand = old & SWAP_INDEX;
	return old & SWAP_FRESH;
}

#endif
