/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Three snapshots, handed over by the indices of model/swap.h, which draws them: the collector thread
 * writes the draft, the UI thread has one in its hand.
 *
 * A reader that keeps up gives its old snapshot back before the next draft begins. The collector
 * then takes that one (D), clears its own and leaves it as the spare. So the third snapshot uses
 * memory only when it is needed.
 */
#include "config.h"
#include "model/snapshot/exchange.h"

#include <stdlib.h>

#include "model/snapshot/snapshot.h"
#include "model/swap.h"

/* Each flag is written by one thread, so it has its own cache line, as the indices have. */
struct exchange {
	struct snapshot *snapshots[3];		/* never change */
	struct swap swap;
	_Alignas(64) bool drafting;		/* collector thread only: exchange_draft() was
						 * called since the last publish */
	_Alignas(64) bool taken;		/* UI thread only: one was published and taken */
};

struct exchange *exchange_new(void)
{
	struct exchange *exchange = aligned_alloc(64, sizeof(*exchange));

	if (!exchange)
		return NULL;
	for (unsigned int i = 0; i < 3; i++)
		exchange->snapshots[i] = snapshot_new();
	swap_init(&exchange->swap);
	exchange->drafting = exchange->taken = false;
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
	struct swap *swap = &exchange->swap;

	if (!exchange->drafting && !swap_is_fresh(swap)) {
		snapshot_clear(exchange->snapshots[swap->draft]);
		swap_trade(swap);
	}
	exchange->drafting = true;
	return exchange->snapshots[swap->draft];
}

void exchange_publish(struct exchange *exchange)
{
	swap_give(&exchange->swap);
	exchange->drafting = false;
}

bool exchange_fresh(const struct exchange *exchange)
{
	return swap_is_fresh(&exchange->swap);
}

const struct snapshot *exchange_latest(struct exchange *exchange)
{
	exchange->taken |= swap_take(&exchange->swap);
	return exchange->taken ? exchange->snapshots[exchange->swap.in_hand] : NULL;
}
