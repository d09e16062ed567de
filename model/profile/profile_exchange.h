/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Hands profiles from the thread that reads samples (one writer) to the UI thread (one reader), and
 * what the UI wants to see in the other direction. As model/snapshot/exchange.h, but a profile has
 * many sizes, so it is allocated by the writer and freed by whoever takes its place.
 */
#ifndef TDTOP_MODEL_PROFILE_PROFILE_EXCHANGE_H
#define TDTOP_MODEL_PROFILE_PROFILE_EXCHANGE_H

#include <stdbool.h>
#include <stdint.h>

#include "model/profile/profile.h"

struct profile_exchange;

/* What the UI wants a profile of. Zeroed: of the recording's best event, all of it. */
struct profile_wish {
	uint32_t serial;	/* changes with each wish: profiles of older ones are not shown */
	int event;		/* index, 0: the one with the most branch stacks */
	uint64_t from_ns, to_ns;	/* 0, 0: all times */
	int32_t pid, tid;	/* 0: all */
	bool user_only;
};

/* What the reader tells beside a profile. */
struct profile_news {
	uint32_t serial;	/* of the wish */
	double progress;	/* part of the recording that was read, 0..1; 1: all */
	bool ended;		/* this profile is complete */
	int n_events;		/* that have samples */
	struct profile_event events[16];
	uint64_t first_ns, last_ns;	/* of the recording's samples */
	char trouble[512];	/* a sentence: why there are no branches, or nothing; "" */
};

struct profile_exchange *profile_exchange_new(void);	/* NULL without memory */
void profile_exchange_free(struct profile_exchange *exchange);	/* after both threads have ended */

/*
 * Reader of samples: hands over a profile (NULL: only news), and numbers it; the exchange owns it from
 * then on.
 */
void profile_exchange_publish(struct profile_exchange *exchange, struct profile *profile,
			      const struct profile_news *news);

/* Reader of samples: the newest wish; false: none since the last call. */
bool profile_exchange_wished(struct profile_exchange *exchange, struct profile_wish *wish);

/* UI thread: asks for another profile. */
void profile_exchange_wish(struct profile_exchange *exchange, const struct profile_wish *wish);

/*
 * UI thread: the newest profile and news, valid until the next call. NULL before the first of
 * the wish that the news are of: a profile of an older wish is freed when such news come. A
 * profile that the UI wants to keep (freeze, compare) it takes with profile_exchange_keep().
 */
const struct profile *profile_exchange_latest(struct profile_exchange *exchange,
					      struct profile_news *news);

/* UI thread: the profile of the last call now belongs to the caller. NULL: it was taken before. */
struct profile *profile_exchange_keep(struct profile_exchange *exchange);

#endif
