/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Per CPU a queue of segments: records that lie one behind the other in one block. perf writes a ring's
 * records in one go, so a segment is long. Collector thread.
 */
#include "config.h"
#include "collect/replay/rounds.h"

#include <byteswap.h>
#include <errno.h>
#include <linux/perf_event.h>
#include <stdlib.h>
#include <string.h>

struct segment {
	struct block *block;
	uint32_t begin, end;		/* in the block */
};

struct queue {
	struct segment *segments;
	size_t first, n, cap;		/* used: first .. n - 1 */
	uint32_t at;			/* of the first record in the first segment */
};

struct rounds {
	size_t n_cpus, blocks;		/* in which a record waits */
	bool swapped;
	uint64_t newest_ns;		/* of all records that came */
	uint64_t newest_before_ns;	/* when the last round ended */
	uint64_t safe_ns;
	struct queue queues[];
};

struct rounds *rounds_new(size_t n_cpus, bool swapped)
{
	struct rounds *rounds = calloc(1, sizeof(*rounds) + n_cpus * sizeof(rounds->queues[0]));

	if (!rounds)
		return NULL;
	rounds->n_cpus = n_cpus;
	rounds->swapped = swapped;
	return rounds;
}

void rounds_free(struct rounds *rounds)
{
	if (!rounds)
		return;
	for (size_t cpu = 0; cpu < rounds->n_cpus; cpu++) {
		struct queue *queue = &rounds->queues[cpu];

		for (size_t i = queue->first; i < queue->n; i++)
			block_release(queue->segments[i].block);
		free(queue->segments);
	}
	free(rounds);
}

/* Room for one more segment: at the front, where some were used up, or in more memory. */
static int make_room(struct queue *queue)
{
	struct segment *segments;
	size_t cap;

	if (queue->n < queue->cap)
		return 0;
	if (queue->first > queue->cap / 2) {
		memmove(queue->segments, queue->segments + queue->first,
			(queue->n - queue->first) * sizeof(*segments));
		queue->n -= queue->first;
		queue->first = 0;
		return 0;
	}
	cap = queue->cap ? 2 * queue->cap : 16;
	segments = realloc(queue->segments, cap * sizeof(*segments));
	if (!segments)
		return -ENOMEM;
	queue->segments = segments;
	queue->cap = cap;
	return 0;
}

void rounds_saw(struct rounds *rounds, uint64_t time_ns)
{
	if (time_ns > rounds->newest_ns)
		rounds->newest_ns = time_ns;
}

bool rounds_none(const struct rounds *rounds, size_t cpu)
{
	return rounds->queues[cpu].first == rounds->queues[cpu].n;
}

int rounds_add(struct rounds *rounds, size_t cpu, const struct frame *frame, uint64_t time_ns)
{
	struct queue *queue = &rounds->queues[cpu];
	uint32_t begin = (uint32_t)(frame->bytes - frame->block->bytes);
	struct segment *last = queue->n > queue->first ? &queue->segments[queue->n - 1] : NULL;

	rounds_saw(rounds, time_ns);
	if (last && last->block == frame->block && last->end == begin) {
		last->end += frame->size;
		return 0;
	}
	if (make_room(queue))
		return -ENOMEM;
	if (queue->n == queue->first)
		queue->at = begin;
	queue->segments[queue->n++] = (struct segment){ .block = frame->block, .begin = begin,
							.end = begin + frame->size };
	block_hold(frame->block);
	rounds->blocks += frame->block->waiting++ == 0;
	return 0;
}

void rounds_finish(struct rounds *rounds)
{
	rounds->safe_ns = rounds->newest_before_ns;
	rounds->newest_before_ns = rounds->newest_ns;
}

uint64_t rounds_safe_ns(const struct rounds *rounds)
{
	return rounds->safe_ns;
}

size_t rounds_bytes(const struct rounds *rounds)
{
	return rounds->blocks * BLOCK_BYTES;
}

bool rounds_look(const struct rounds *rounds, size_t cpu, struct look *look, struct frame *frame)
{
	const struct queue *queue = &rounds->queues[cpu];
	struct perf_event_header header;
	const struct segment *segment;
	uint32_t at;

	if (queue->first + look->segment >= queue->n)
		return false;
	segment = &queue->segments[queue->first + look->segment];
	at = (look->segment ? segment->begin : queue->at) + (uint32_t)look->at;
	if (at >= segment->end) {
		look->segment++;
		look->at = 0;
		return rounds_look(rounds, cpu, look, frame);
	}
	memcpy(&header, segment->block->bytes + at, sizeof(header));
	frame->block = segment->block;
	frame->bytes = segment->block->bytes + at;
	frame->type = rounds->swapped ? bswap_32(header.type) : header.type;
	frame->misc = rounds->swapped ? bswap_16(header.misc) : header.misc;
	frame->size = rounds->swapped ? bswap_16(header.size) : header.size;
	return true;
}

void rounds_look_on(const struct frame *frame, struct look *look)
{
	look->at += frame->size;
}

void rounds_drop(struct rounds *rounds, size_t cpu, const struct frame *frame)
{
	struct queue *queue = &rounds->queues[cpu];
	struct segment *segment = &queue->segments[queue->first];

	queue->at += frame->size;
	if (queue->at < segment->end)
		return;
	rounds->blocks -= --segment->block->waiting == 0;
	block_release(segment->block);
	queue->first++;
	if (queue->first == queue->n)
		queue->first = queue->n = 0;
	else
		queue->at = queue->segments[queue->first].begin;
}
