/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Hands profiles from the thread that reads samples (one writer) to the UI thread (one reader), and
 * what the UI wants to see in the other direction. As model/snapshot/exchange.h, but a profile has
 * many sizes, so it is allocated by the writer and freed by whoever takes its place.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "model/control.h"
#include "model/machine.h"
#include "model/metric.h"
#include "model/profile/profile.h"

struct profile_exchange;

/* Which event is sampled live. */
enum live_event {
	LIVE_OF_NODE,		/* the one of .node; of the machine's cycles, if it has none */
	LIVE_OF_BRANCHES,	/* taken branches, with branch stacks */
	LIVE_OF_CALLS,		/* with call stacks: by LBR, or frame pointers */
	LIVE_OF_EVENT		/* .event: index into news.events */
};

/* What is sampled of this machine. Zeroed: nothing. */
struct live_request {
	enum live_scope scope;
	int32_t id;
	uint64_t start_ns;
	enum live_event what;
	enum metric_id node;	/* of LIVE_OF_NODE */
	bool any_node;		/* LIVE_OF_NODE without a node: TopDown of functions, if that is usual here;
				 * else cycles */
	int level;		/* of that TopDown, 1 or 2, if there is one; 0: cycles in any case */
	enum core_type below_type;	/* LIVE_OF_NODE below level 2: in the tree of this core type */
	int below;		/* the node with this index, whose .sample is sampled; 0: .node */
	int event;
};

/* What the UI wants a profile of. Zeroed: of the recording's best event, all of it. */
struct profile_request {
	uint32_t serial;	/* changes with each request: profiles of older ones are not shown */
	int event;		/* index, 0: the one with the most branch stacks */
	uint64_t from_ns, to_ns;	/* 0, 0: all times */
	int32_t pid, tid;	/* 0: all */
	bool user_only;
	struct live_request live;	/* not of recordings; pid and tid are 0 then */
};

/* How sampling goes on this machine: for the status line and JSON. */
struct live_state {
	bool on;		/* events are open */
	int event;		/* index into news.events of what is sampled; -1: nothing */
	uint32_t threads, sampled;	/* of the scope; of them, those that have an event. CPUs, if
					 * whole CPUs are sampled */
	bool cpus;		/* sampled by CPU, and filtered */
	double part;		/* of the scope's slots, those of the sampled threads, 0..1; NAN */
	uint64_t period;	/* of the event, fixed; 0: not known yet */
	int precise;		/* as the kernel accepted it; 0: addresses skid */
	uint64_t lost;		/* records, mostly samples, that the kernel or we lost; of this profile */
	double own_percent;	/* CPU time of tdtop for sampling, of one CPU; NAN: not known */
	double slots_running;	/* running share of the SLOTS groups while this is sampled; NAN */
	struct class_samples classes;	/* that are sampled; .events 0: none, or not known yet what they are worth */
	char remark[256];	/* a sentence: what gave way, what is not possible; "" */
};

/* What the reader tells beside a profile. */
struct profile_news {
	uint32_t serial;	/* of the request */
	double progress;	/* part of the recording that was read, 0..1; 1: all */
	bool ended;		/* this profile is complete */
	int n_events;		/* that have samples */
	struct profile_event events[20];
	uint64_t first_ns, last_ns;	/* of the recording's samples */
	char trouble[512];	/* a sentence: why there are no branches, or nothing; "" */
	struct live_state live;	/* zeroed of recordings */
};

struct profile_exchange *profile_exchange_new(void);	/* NULL without memory */
void profile_exchange_free(struct profile_exchange *exchange);	/* after both threads have ended */

/*
 * Reader of samples: hands over a profile (NULL: only news), and numbers it; the exchange owns it from
 * then on.
 */
void profile_exchange_publish(struct profile_exchange *exchange, struct profile *profile,
			      const struct profile_news *news);

/* Reader of samples: the newest request; false: none since the last call. */
bool profile_exchange_requested(struct profile_exchange *exchange, struct profile_request *request);

/* UI thread: asks for another profile. */
void profile_exchange_request(struct profile_exchange *exchange, const struct profile_request *request);

/*
 * UI thread: the newest profile and news, valid until the next call. NULL before the first of
 * the request that the news are of: a profile of an older request is freed when such news come. A
 * profile that the UI wants to keep (freeze, compare) it takes with profile_exchange_keep().
 */
const struct profile *profile_exchange_latest(struct profile_exchange *exchange,
					      struct profile_news *news);

/* UI thread: the profile of the last call now belongs to the caller. NULL: it was taken before. */
struct profile *profile_exchange_keep(struct profile_exchange *exchange);
