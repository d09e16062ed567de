/* SPDX-License-Identifier: GPL-2.0-only */
/* CPUs by the time of their next record; see time_heap.h. Collector thread. */
#include "config.h"
#include "collect/percpu/time_heap.h"

#include <stdbool.h>

static bool is_before(struct time_heap_entry a, struct time_heap_entry b)
{
	return a.time_ns < b.time_ns || (a.time_ns == b.time_ns && a.cpu < b.cpu);
}

void time_heap_add(struct time_heap *heap, size_t cpu, uint64_t time_ns)
{
	const struct time_heap_entry entry = { .time_ns = time_ns, .cpu = cpu };
	size_t at = heap->n++;

	for (; at && is_before(entry, heap->entry[(at - 1) / 2]); at = (at - 1) / 2)
		heap->entry[at] = heap->entry[(at - 1) / 2];
	heap->entry[at] = entry;
}

static void sink_first(struct time_heap *heap, struct time_heap_entry entry)
{
	size_t at = 0, below = 1;

	for (; below < heap->n; at = below, below = 2 * at + 1) {
		below += below + 1 < heap->n &&
			 is_before(heap->entry[below + 1], heap->entry[below]);
		if (!is_before(heap->entry[below], entry))
			break;
		heap->entry[at] = heap->entry[below];
	}
	heap->entry[at] = entry;
}

void time_heap_renew(struct time_heap *heap, uint64_t time_ns)
{
	sink_first(heap, (struct time_heap_entry){ .time_ns = time_ns,
						   .cpu = heap->entry[0].cpu });
}

void time_heap_remove(struct time_heap *heap)
{
	heap->n--;
	if (heap->n)
		sink_first(heap, heap->entry[heap->n]);
}
