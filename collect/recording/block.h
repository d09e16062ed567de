/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Blocks of a recording in memory, and the framing of records in them. Records are not copied: they
 * stay in the block into which they were read until each user of the block has released it. Used by
 * the stream and by the queues of a replay. Main thread while a recording is opened, then the
 * collector thread.
 */
#pragma once

#include <byteswap.h>
#include <errno.h>
#include <linux/perf_event.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "collect/perf/record_layout.h"

/* Several of the largest records; small enough for the cache. */
#define BLOCK_BYTES (256U << 10)

struct frames;

struct block {
	struct frames *home;		/* where it returns to after the last release */
	struct block *next;		/* in the list of spare blocks there */
	size_t users;
	size_t segments;		/* of a queue (ordered_events.c, time_order.c) in it */
	size_t n;			/* bytes in use */
	unsigned char bytes[BLOCK_BYTES];
};

/* Adds a user; removes one, and after the last one the block returns to its home. */
void block_hold(struct block *block);
void block_release(struct block *block);	/* NULL is fine */

/* Divides bytes into records as they arrive. */
struct frames {
	struct block *block;
	size_t at;		/* offset of the next record in the block */
	bool swapped;
	struct block *spare;	/* unused blocks: the kernel would have to clear new ones */
	size_t n_spare;
};

/*
 * Frees the memory. Blocks that others hold return here when they are released; then it is called
 * again.
 */
void frames_done(struct frames *frames);

/*
 * Room for more bytes at the end, at least for one record. The caller adds the number of bytes that
 * it puts there to block->n. NULL without memory.
 */
unsigned char *frames_room(struct frames *frames, size_t *room);

/* A record in a block, with its header decoded. */
struct frame {
	struct block *block;	/* borrowed */
	const unsigned char *bytes;
	uint32_t type;
	uint16_t misc;
	uint16_t size;
};

/* The content of a record after its header; swapped: in the other byte order. */
struct bytes frame_content(const struct frame *frame, bool swapped);

/* The number of bytes after the last record that was returned. */
static inline size_t frames_left(const struct frames *frames)
{
	return frames->block ? frames->block->n - frames->at : 0;
}

/* Decodes the header of the record at the offset in the block. */
static inline void frame_at(struct block *block, size_t at, bool swapped, struct frame *frame)
{
	struct perf_event_header header;

	frame->block = block;
	frame->bytes = block->bytes + at;
	memcpy(&header, frame->bytes, sizeof(header));
	frame->type = swapped ? bswap_32(header.type) : header.type;
	frame->misc = swapped ? bswap_16(header.misc) : header.misc;
	frame->size = swapped ? bswap_16(header.size) : header.size;
}

/*
 * The next record. 1; 0: it has not completely arrived; -EINVAL: its size is impossible. Inline, as a
 * file has millions.
 */
static inline int frames_next(struct frames *frames, struct frame *frame)
{
	const size_t left = frames_left(frames);

	if (left < sizeof(struct perf_event_header))
		return 0;
	frame_at(frames->block, frames->at, frames->swapped, frame);
	if (frame->size < sizeof(struct perf_event_header))
		return -EINVAL;
	if (frame->size > left)
		return 0;
	frames->at += frame->size;
	return 1;
}

/* Skips up to n of these bytes, which are not records. Returns how many. */
size_t frames_skip(struct frames *frames, uint64_t n);
