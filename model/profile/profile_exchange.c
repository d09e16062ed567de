/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Two triple buffers, one for each direction; model/snapshot/exchange.c draws one, and says why its
 * orders are acq_rel. Each has three slots and three roles: the writer's draft, the spare, and the
 * one in the reader's hand. One atomic exchange swaps a side's slot with the spare.
 *
 * A profile is in exactly one place: in a slot that is published and not yet taken, or `shown` by
 * the reader. The reader moves it out of the slot when it takes it, so a slot that comes back to
 * the writer by A is empty, or holds what was never taken. That the writer frees, or publishes
 * again with newer news.
 */
#include "config.h"
#include "model/profile/profile_exchange.h"

#include <stdlib.h>

#include "model/swap.h"

struct message {
	struct profile *profile;
	struct profile_news news;
};

struct profile_exchange {
	struct swap profiles, requests;
	struct message message[3];
	struct profile_request request[3];
	_Alignas(64) uint64_t published;	/* writer only: profiles */
	_Alignas(64) struct profile *shown;	/* UI thread only */
	struct profile_news news;	/* UI thread only: the last that was taken */
};

struct profile_exchange *profile_exchange_new(void)
{
	struct profile_exchange *exchange = aligned_alloc(64, sizeof(*exchange));

	if (!exchange)
		return NULL;
	*exchange = (struct profile_exchange){ 0 };
	swap_init(&exchange->profiles);
	swap_init(&exchange->requests);
	return exchange;
}

void profile_exchange_free(struct profile_exchange *exchange)
{
	if (!exchange)
		return;
	for (int i = 0; i < 3; i++)
		profile_free(exchange->message[i].profile);
	profile_free(exchange->shown);
	free(exchange);
}

void profile_exchange_publish(struct profile_exchange *exchange, struct profile *profile,
			      const struct profile_news *news)
{
	struct swap *swap = &exchange->profiles;
	struct message *draft;

	if (profile)
		profile->number = ++exchange->published;
	if (!profile && swap_take_back(swap)) {
		/* of the same request: it is still the newest; else it is not wanted any more */
		draft = &exchange->message[swap->draft];
		if (draft->news.serial == news->serial) {
			profile = draft->profile;
			draft->profile = NULL;
		}
	}
	draft = &exchange->message[swap->draft];
	profile_free(draft->profile);
	*draft = (struct message){ profile, *news };
	swap_give(swap);
	draft = &exchange->message[swap->draft];
	profile_free(draft->profile);	/* never taken */
	draft->profile = NULL;
}

bool profile_exchange_requested(struct profile_exchange *exchange, struct profile_request *request)
{
	if (!swap_take(&exchange->requests))
		return false;
	*request = exchange->request[exchange->requests.in_hand];
	return true;
}

void profile_exchange_request(struct profile_exchange *exchange, const struct profile_request *request)
{
	exchange->request[exchange->requests.draft] = *request;
	swap_give(&exchange->requests);
}

const struct profile *profile_exchange_latest(struct profile_exchange *exchange,
					      struct profile_news *news)
{
	if (swap_take(&exchange->profiles)) {
		struct message *message = &exchange->message[exchange->profiles.in_hand];

		if (message->profile || message->news.serial != exchange->news.serial) {
			profile_free(exchange->shown);
			exchange->shown = message->profile;
			message->profile = NULL;
		}
		exchange->news = message->news;
	}
	*news = exchange->news;
	return exchange->shown;
}

struct profile *profile_exchange_keep(struct profile_exchange *exchange)
{
	struct profile *kept = exchange->shown;

	exchange->shown = NULL;
	return kept;
}
