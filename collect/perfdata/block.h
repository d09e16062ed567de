/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Blocks of a recording in memory. Records are not copied: they stay in the block into which they
 * were read until everybody who waits with one of them has let go of it. Collector thread.
 */
#ifndef TDTOP_COLLECT_BLOCK_H
#define TDTOP_COLLECT_BLOCK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/perfdata/bytes.h"

#define BLOCK_BYTES (256U << 10)	/* several of the largest records; small enough for the cache */

struct frames;

struct block {
	struct frames *home;		/* where it goes when nobody uses it any more */
	struct block *next;		/* there */
	size_t users;
	size_t waiting;			/* segments of rounds.c in it */
	size_t n;			/* bytes in it */
	unsigned char bytes[BLOCK_BYTES];
};

/* One user more; one less, and after the last one the block goes back to where it came from. */
void block_hold(struct block *block);
void block_release(struct block *block);	/* NULL is fine */

/* Cuts bytes, as they come in, into records. */
struct frames {
	struct block *block;
	size_t at;		/* of the next record in it */
	bool swapped;
	struct block *spare;	/* blocks to be used again: the kernel would clear new ones first */
	size_t n_spare;
};

/*
 * Frees what is its own; blocks that others hold come back to it, so it is called again after them.
 */
void frames_done(struct frames *frames);

/*
 * Room for more bytes behind those that are there: at least one record fits. The caller adds what
 * it puts there to block->n. NULL without memory.
 */
unsigned char *frames_room(struct frames *frames, size_t *room);

/* A record as it lies in a block. */
struct frame {
	struct block *block;	/* borrowed */
	const unsigned char *bytes;
	uint32_t type;
	uint16_t misc;
	uint16_t size;
};

/* What is in it, behind its header; swapped: in the other byte order. */
struct bytes frame_content(const struct frame *frame, bool swapped);

/* The next record. 1; 0: not all of it is there yet; -EINVAL: no record can begin like this. */
int frames_next(struct frames *frames, struct frame *frame);

/* Bytes that are there and were not taken as records. */
size_t frames_left(const struct frames *frames);

/* Takes up to n bytes that are no record, without a look at them. Returns how many. */
size_t frames_skip(struct frames *frames, uint64_t n);

#endif
