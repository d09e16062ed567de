/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A queue of segments per CPU; see ordered_events.h. A segment is a run of adjacent records in one
 * block: perf writes the records of a ring at once, so a segment is long.
 */
#include "config.h"
#include "collect/replay/ordered_events.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "model/list_room.h"

struct segment {
	struct block *block;
	uint32_t begin, end;		/* offsets in the block */
};

struct queue {
	struct segment *segments;
	size_t first, n, cap;		/* in use: first .. n - 1 */
	uint32_t at;			/* offset of the first record in its block */
};

struct ordered_events {
	size_t n_cpus, blocks;		/* blocks: that contain a queued record */
	bool swapped;
	uint64_t newest_ns;		/* of all records so far */
	uint64_t newest_before_ns;	/* the same when the last round ended */
	uint64_t safe_ns;
	struct queue queues[];
};

struct ordered_events *ordered_events_new(size_t n_cpus, bool swapped)
{
	struct ordered_events *ordered =
		calloc(1, sizeof(*ordered) + n_cpus * sizeof(ordered->queues[0]));

	if (!ordered)
		return NULL;
	ordered->n_cpus = n_cpus;
	ordered->swapped = swapped;
	return ordered;
}

void ordered_events_free(struct ordered_events *ordered)
{
	if (!ordered)
		return;
	for (size_t cpu = 0; cpu < ordered->n_cpus; cpu++) {
		struct queue *queue = &ordered->queues[cpu];

		for (size_t i = queue->first; i < queue->n; i++)
			block_release(queue->segments[i].block);
		free(queue->segments);
	}
	free(ordered);
}

/* Makes room for one more segment: moves the segments to the front, or grows. 0 or -ENOMEM. */
static int events_make_room(struct queue *queue)
{
	struct segment *segments;

	if (queue->n == queue->cap && queue->first > queue->cap / 2) {
		memmove(queue->segments, queue->segments + queue->first,
			(queue->n - queue->first) * sizeof(*segments));
		queue->n -= queue->first;
		queue->first = 0;
		return 0;
	}
	segments = list_room(queue->segments, queue->n + 1, &queue->cap, 16, sizeof(*segments));
	if (!segments)
		return -ENOMEM;
	queue->segments = segments;
	return 0;
}

void ordered_events_note_time(struct ordered_events *ordered, uint64_t time_ns)
{
	if (time_ns > ordered->newest_ns)
		ordered->newest_ns = time_ns;
}

bool ordered_events_none(const struct ordered_events *ordered, size_t cpu)
{
	return ordered->queues[cpu].first == ordered->queues[cpu].n;
}

int ordered_events_queue(struct ordered_events *ordered, size_t cpu, const struct frame *frame,
			 uint64_t time_ns)
{
	struct queue *queue = &ordered->queues[cpu];
	uint32_t begin = (uint32_t)(frame->bytes - frame->block->bytes);
	struct segment *last = queue->n > queue->first ? &queue->segments[queue->n - 1] : NULL;

	ordered_events_note_time(ordered, time_ns);
	if (last && last->block == frame->block && last->end == begin) {
		last->end += frame->size;
		return 0;
	}
	if (events_make_room(queue))
		return -ENOMEM;
	if (queue->n == queue->first)
		queue->at = begin;
	queue->segments[queue->n++] = (struct segment){ .block = frame->block, .begin = begin,
							.end = begin + frame->size };
	block_hold(frame->block);
	ordered->blocks += frame->block->segments++ == 0;
	return 0;
}

void ordered_events_finish_round(struct ordered_events *ordered)
{
	ordered->safe_ns = ordered->newest_before_ns;
	ordered->newest_before_ns = ordered->newest_ns;
}

uint64_t ordered_events_safe_ns(const struct ordered_events *ordered)
{
	return ordered->safe_ns;
}

size_t ordered_events_bytes(const struct ordered_events *ordered)
{
	return ordered->blocks * BLOCK_BYTES;
}

bool ordered_events_peek(const struct ordered_events *ordered, size_t cpu,
			 struct queue_cursor *cursor, struct frame *frame)
{
	const struct queue *queue = &ordered->queues[cpu];
	const struct segment *segment;
	uint32_t at;

	if (queue->first + cursor->segment >= queue->n)
		return false;
	segment = &queue->segments[queue->first + cursor->segment];
	at = (cursor->segment ? segment->begin : queue->at) + (uint32_t)cursor->at;
	if (at >= segment->end) {
		cursor->segment++;
		cursor->at = 0;
		return ordered_events_peek(ordered, cpu, cursor, frame);
	}
	frame_at(segment->block, at, ordered->swapped, frame);
	return true;
}

void ordered_events_advance(const struct frame *frame, struct queue_cursor *cursor)
{
	cursor->at += frame->size;
}

void ordered_events_drop(struct ordered_events *ordered, size_t cpu, const struct frame *frame)
{
	struct queue *queue = &ordered->queues[cpu];
	struct segment *segment = &queue->segments[queue->first];

	queue->at += frame->size;
	if (queue->at < segment->end)
		return;
	ordered->blocks -= --segment->block->segments == 0;
	block_release(segment->block);
	queue->first++;
	if (queue->first == queue->n)
		queue->first = queue->n = 0;
	else
		queue->at = queue->segments[queue->first].begin;
}
