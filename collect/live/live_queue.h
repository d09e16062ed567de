/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the collector thread hands to the thread that makes profiles: bytes of rings, up to a bound,
 * and what to make of them. Two buffers behind a lock, which is held to copy or to exchange them,
 * never while anything is decoded: the collector does not wait for the other thread.
 */
#ifndef TDTOP_COLLECT_LIVE_LIVE_QUEUE_H
#define TDTOP_COLLECT_LIVE_LIVE_QUEUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/live/live_target.h"

#define LIVE_QUEUE_BYTES ((size_t)8 << 20)	/* 10,000 branch stacks of 32 entries */

struct live_queue;

/* NULL without memory. */
struct live_queue *live_queue_new(void);
void live_queue_free(struct live_queue *queue);	/* after both threads; NULL is fine */

/* ---- collector thread: as the functions of live_profile.h ---- */

void live_queue_begin(struct live_queue *queue, const struct live_target *target);
bool live_queue_put(struct live_queue *queue, const void *bytes, size_t size);
void live_queue_round(struct live_queue *queue, uint64_t now_ns);
void live_queue_tell(struct live_queue *queue, const struct profile_news *news);

/* ---- main thread ---- */

/* Waits until the other thread has made a profile of all that was put: live_queue_finished(). */
void live_queue_finish(struct live_queue *queue);

/* live_queue_take() returns false from now on. */
void live_queue_stop(struct live_queue *queue);

/* ---- the thread that makes profiles ---- */

/* What came since the last call. */
struct live_batch {
	bool begins;			/* a new profile, of .target */
	struct live_target target;
	const unsigned char *bytes;	/* records; valid until the next call */
	size_t n;
	bool ended_round;
	uint64_t round_ns;		/* of the newest round: older records are all there */
	uint64_t lost;			/* samples that found no room */
	bool told;			/* .news is new */
	bool finish;			/* somebody waits for live_queue_finished() */
	struct profile_news news;	/* the newest */
};

/*
 * Waits until a round ends, a profile begins or news are told, or until this time (CLOCK_MONOTONIC;
 * 0: for ever). False: it is over.
 */
bool live_queue_take(struct live_queue *queue, uint64_t until_ns, struct live_batch *batch);

/* What a batch with .finish asked for is done. */
void live_queue_finished(struct live_queue *queue);

#endif
