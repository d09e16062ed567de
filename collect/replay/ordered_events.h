/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The records of a recording, sorted as far as the slicer needs it: each CPU's in its order. perf
 * writes ring after ring, and a FINISHED_ROUND when it has been to all; what a round holds is not
 * older than the newest of the round before the last one (tools/perf/util/ordered-events.h). So
 * when two rounds are in, it is known up to which time nothing more will come. Collector thread.
 */
#ifndef TDTOP_COLLECT_ORDERED_EVENTS_H
#define TDTOP_COLLECT_ORDERED_EVENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/perfdata/block.h"

struct ordered_events;

struct ordered_events *ordered_events_new(size_t n_cpus, bool swapped);	/* NULL without memory */
void ordered_events_free(struct ordered_events *ordered);

/* The record waits in the queue of this CPU (index); its block is held. 0 or -ENOMEM. */
int ordered_events_queue(struct ordered_events *ordered, size_t cpu, const struct frame *frame, uint64_t time_ns);

/* A record of this time came and need not wait. */
void ordered_events_note_time(struct ordered_events *ordered, uint64_t time_ns);

/* Does nothing wait of this CPU (index)? */
bool ordered_events_none(const struct ordered_events *ordered, size_t cpu);

/* A round ends here. */
void ordered_events_finish_round(struct ordered_events *ordered);

/* Up to here everything is in. */
uint64_t ordered_events_safe_ns(const struct ordered_events *ordered);

/* How much memory waits: all of a block in which one record does. */
size_t ordered_events_bytes(const struct ordered_events *ordered);

/* Where one looks in the queue of a CPU: at its first record, and on from there. */
struct queue_cursor {
	size_t segment, at;
};

/*
 * The record of this CPU that is looked at; false: there is none. A look of zeros is at the first
 * one.
 */
bool ordered_events_peek(const struct ordered_events *ordered, size_t cpu, struct queue_cursor *cursor, struct frame *frame);
void ordered_events_advance(const struct frame *frame, struct queue_cursor *cursor);

/* Lets go of the first record of this CPU, which was looked at. */
void ordered_events_drop(struct ordered_events *ordered, size_t cpu, const struct frame *frame);

#endif
