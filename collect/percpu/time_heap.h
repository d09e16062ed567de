/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Which CPU has the oldest record: a binary heap of CPUs (indices) by the time of the record that
 * each has next. Pure. Collector thread.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

struct time_heap_entry {
	uint64_t time_ns;
	size_t cpu;
};

struct time_heap {
	size_t n;
	struct time_heap_entry *entry;	/* borrowed: of as many as there are CPUs */
};

void time_heap_add(struct time_heap *heap, size_t cpu, uint64_t time_ns);

/* The CPU with the oldest record; of two of one time, the smaller index. n must not be 0. */
static inline const struct time_heap_entry *time_heap_first(const struct time_heap *heap)
{
	return &heap->entry[0];
}

/* The first one's next record has this time. */
void time_heap_renew(struct time_heap *heap, uint64_t time_ns);
void time_heap_remove(struct time_heap *heap);	/* the first one has no record any more */
