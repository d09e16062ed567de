/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Sorts the records of a recording as far as the slicer needs it: a queue per CPU. perf writes one
 * ring after the other, and a FINISHED_ROUND record after the last one; records of a round are not
 * older than the newest record of the round before the previous one
 * (tools/perf/util/ordered-events.h). So after two rounds there is a time up to which no more
 * records come. Collector thread.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/recording/block.h"

struct ordered_events;

struct ordered_events *ordered_events_new(size_t n_cpus, bool swapped);	/* NULL without memory */
void ordered_events_free(struct ordered_events *ordered);

/* Appends a record to the queue of this CPU (index), and holds its block. 0 or -ENOMEM. */
int ordered_events_queue(struct ordered_events *ordered, size_t cpu, const struct frame *frame,
			 uint64_t time_ns);

/* Notes the time of a record that was not queued. */
void ordered_events_note_time(struct ordered_events *ordered, uint64_t time_ns);

/* True if the queue of this CPU (index) is empty. */
bool ordered_events_none(const struct ordered_events *ordered, size_t cpu);

/* A round ends here. */
void ordered_events_finish_round(struct ordered_events *ordered);

/* All records up to this time have come. */
uint64_t ordered_events_safe_ns(const struct ordered_events *ordered);

/* The memory of queued records: all bytes of each block that contains one. */
size_t ordered_events_bytes(const struct ordered_events *ordered);

/* A position in the queue of a CPU; zeros: the first record. */
struct queue_cursor {
	size_t segment, at;
};

/* The record at the cursor; false: the end of the queue. */
bool ordered_events_peek(const struct ordered_events *ordered, size_t cpu,
			 struct queue_cursor *cursor, struct frame *frame);

/* Moves the cursor behind the record that was peeked. */
void ordered_events_advance(const struct frame *frame, struct queue_cursor *cursor);

/* Removes the first record of this CPU, which was peeked. */
void ordered_events_drop(struct ordered_events *ordered, size_t cpu, const struct frame *frame);
