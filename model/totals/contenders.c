/* SPDX-License-Identifier: GPL-2.0-only */
/* A binary heap of fixed size, whose lightest element gives way; see totals_parts.h. */
#include "config.h"
#include "model/totals/totals_parts.h"

/* Puts an element into the heap of n at its top, from where it sinks. */
static void sink(struct contender *heap, size_t n, struct contender contender)
{
	size_t at = 0, child;

	while ((child = 2 * at + 1) < n) {
		if (child + 1 < n && heap[child + 1].weight < heap[child].weight)
			child++;
		if (!(heap[child].weight < contender.weight))
			break;
		heap[at] = heap[child];
		at = child;
	}
	heap[at] = contender;
}

void contenders_offer(struct contenders *contenders, const struct contender *contender)
{
	struct contender *heap = contenders->heap;
	size_t at = contenders->n;

	if (at == CONTENDERS) {
		if (contender->weight > heap[0].weight)
			sink(heap, CONTENDERS, *contender);
		return;
	}
	contenders->n++;
	for (; at && contender->weight < heap[(at - 1) / 2].weight; at = (at - 1) / 2)
		heap[at] = heap[(at - 1) / 2];
	heap[at] = *contender;
}

void contenders_sort(struct contenders *contenders)
{
	struct contender *heap = contenders->heap;

	for (size_t n = contenders->n; n > 1; n--) {
		struct contender lightest = heap[0];

		sink(heap, n - 1, heap[n - 1]);
		heap[n - 1] = lightest;
	}
}
