/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A triple buffer; model/snapshot/exchange.c draws one, and says why its orders are acq_rel: three
 * slots (the writer's draft, the spare, the one in the reader's hand), and one atomic exchange swaps
 * a side's slot with the spare.
 */
#include "config.h"
#include "model/tree/tree_wishes.h"

#include <stdatomic.h>
#include <stdlib.h>

/* tests/exchange-weak.sh breaks it */
#ifndef EXCHANGE_ORDER
#define EXCHANGE_ORDER memory_order_acq_rel
#endif

#define FRESH 4u
#define INDEX 3u

struct tree_wishes {
	_Alignas(64) _Atomic unsigned int spare;	/* both threads: index | FRESH */
	_Alignas(64) unsigned int draft;	/* writer only */
	uint32_t serial;
	_Alignas(64) unsigned int in_hand;	/* reader only */
	_Alignas(64) struct tree_wish wish[3];
};

struct tree_wishes *tree_wishes_new(void)
{
	struct tree_wishes *wishes = aligned_alloc(64, sizeof(*wishes));

	if (!wishes)
		return NULL;
	*wishes = (struct tree_wishes){ .draft = 0, .in_hand = 2 };
	atomic_init(&wishes->spare, 1);
	return wishes;
}

void tree_wishes_free(struct tree_wishes *wishes)
{
	free(wishes);
}

void tree_wishes_put(struct tree_wishes *wishes, struct tree_wish *wish)
{
	if (++wishes->serial == 0)
		wishes->serial = 1;
	wish->serial = wishes->serial;
	wishes->wish[wishes->draft] = *wish;
	wishes->draft = atomic_exchange_explicit(&wishes->spare, wishes->draft | FRESH,
						 EXCHANGE_ORDER) & INDEX;	/* A, with B */
}

bool tree_wishes_take(struct tree_wishes *wishes, struct tree_wish *wish)
{
	/* relaxed: it only decides whether B is worth doing */
	if (!(atomic_load_explicit(&wishes->spare, memory_order_relaxed) & FRESH))
		return false;
	wishes->in_hand = atomic_exchange_explicit(&wishes->spare, wishes->in_hand,
						   EXCHANGE_ORDER) & INDEX;	/* B, with A */
	*wish = wishes->wish[wishes->in_hand];
	return true;
}
