/* SPDX-License-Identifier: GPL-2.0-only */
/* The parts of live_profile.c: its queue, and what the sampled processes have mapped. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/code/code_maps.h"
#include "collect/live/live_target.h"
#include "collect/recording/block.h"

/*
 * What the collector thread hands to the thread that makes profiles: bytes of rings, up to a bound,
 * and what to make of them. Two buffers behind a lock, which is held to copy or to exchange them,
 * never while anything is decoded: the collector does not wait for the other thread.
 */

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

/*
 * What the sampled processes have mapped. It is read from /proc/PID/maps when the first sample of a
 * process comes, and the records of mmap(2) and execve(2) follow. These come only from threads that
 * have an event; where they do not reach, it is read again. One thread, without Landlock.
 */

#define LIVE_MAPS_NS 1000000000ULL	/* the maps of a process are read at most so often */

struct live_maps;

/* proc_root: as in live_profile.h. NULL without memory. */
struct live_maps *live_maps_new(const char *proc_root);
void live_maps_free(struct live_maps *maps);	/* NULL is fine */

/*
 * Tells each mapping that is read from now on; then NULL for the mapping: that was all of the process
 * (-1: of the kernel).
 */
typedef void live_maps_told(void *data, int32_t pid, const struct code_mapping *mapping);
void live_maps_tell(struct live_maps *maps, live_maps_told *told, void *data);

/* For sample_feed.h. */
struct code_maps *live_maps_code(struct live_maps *maps);

/* Nothing is known any more; objects keep their indices. Reads the kernel's. 0 or -ENOMEM. */
int live_maps_restart(struct live_maps *maps);

/*
 * A record that map_records_wants() takes, at its time (CLOCK_MONOTONIC); without one (0) it is from now.
 * What was read since then is newer, so the record is left out. now_ns: as below. 0 or -ENOMEM.
 */
int live_maps_record(struct live_maps *maps, const struct frame *frame, uint64_t time_ns,
		     uint64_t now_ns);

/*
 * A sample at this address of this process comes next. Reads its maps if they were not read yet, if
 * they do not have the address (0: any will do), or if they were read long ago. now_ns:
 * CLOCK_MONOTONIC before which all records have come. 0 or -ENOMEM.
 */
int live_maps_see(struct live_maps *maps, int32_t pid, uint64_t address, uint64_t now_ns);

/* A sentence: the process whose maps could not be read, and why; "": there is none. */
const char *live_maps_trouble(const struct live_maps *maps);
