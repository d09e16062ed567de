/* SPDX-License-Identifier: GPL-2.0-only */
/* Sort memory, the index of threads by tid, and memory that does not move; see scratch.h. */
#include "config.h"
#include "model/snapshot/scratch.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "model/heap.h"

/* A block has a fourth of all bytes before it, up to what malloc() gets, and gives back, by itself. */
#define LEAST_BYTES ((size_t)16384)
#define MOST_BYTES ((size_t)HEAP_LARGE)

struct scratch_block {
	struct scratch_block *next;
	size_t size, used;
	double bytes[];
};

struct snapshot_scratch *snapshot_scratch_new(void)
{
	return calloc(1, sizeof(struct snapshot_scratch));
}

static void free_lists(struct snapshot_scratch *scratch)
{
	sort_list_done(&scratch->keys);
	sort_list_done(&scratch->spare);
	sort_list_done(&scratch->by_tid);
}

/* Frees all blocks behind those with so many bytes. */
static void shrink(struct snapshot_scratch *scratch, size_t keep)
{
	struct scratch_block **link = &scratch->first;

	for (size_t room = 0; *link && room < keep; link = &(*link)->next)
		room += (*link)->size;
	while (*link) {
		struct scratch_block *block = *link;

		*link = block->next;
		scratch->room -= block->size;
		free(block);
	}
}

void snapshot_scratch_free(struct snapshot_scratch *scratch)
{
	if (!scratch)
		return;
	free_lists(scratch);
	shrink(scratch, 0);
	free(scratch);
}

static struct scratch_block *next_block(struct snapshot_scratch *scratch)
{
	struct scratch_block **link = scratch->current ? &scratch->current->next : &scratch->first;
	size_t size = scratch->room / 4;

	if (*link)
		return *link;
	size = size < LEAST_BYTES ? LEAST_BYTES : size < MOST_BYTES ? size : MOST_BYTES;
	*link = malloc(sizeof(**link) + size);
	if (!*link)
		return NULL;
	(*link)->next = NULL;
	(*link)->size = size;
	scratch->room += size;
	return *link;
}

void *snapshot_scratch_take(struct snapshot_scratch *scratch, size_t bytes)
{
	void *taken;

	bytes = (bytes + sizeof(double) - 1) / sizeof(double) * sizeof(double);
	if (!scratch->current || scratch->current->size - scratch->current->used < bytes) {
		struct scratch_block *next = next_block(scratch);

		if (!next)
			return NULL;
		next->used = 0;
		scratch->current = next;
	}
	taken = (char *)scratch->current->bytes + scratch->current->used;
	scratch->current->used += bytes;
	scratch->used += bytes;
	return memset(taken, 0, bytes);
}

void snapshot_scratch_clear(struct snapshot_scratch *scratch)
{
	size_t keep = high_water_trim(&scratch->high_bytes, scratch->used, scratch->room);

	if (keep < scratch->room)
		shrink(scratch, keep);
	scratch->current = NULL;
	scratch->used = 0;
	keep = high_water_trim(&scratch->high_water, scratch->n_by_tid, scratch->by_tid.cap);
	scratch->n_by_tid = 0;
	if (keep == scratch->by_tid.cap)
		return;
	free_lists(scratch);	/* the next draft allocates what it needs */
}

void snapshot_scratch_sorted(struct snapshot_scratch *scratch)
{
	if (!high_water_is_burst(&scratch->high_water, scratch->n_by_tid))
		return;
	sort_list_done(&scratch->keys);
	sort_list_done(&scratch->spare);
}

int snapshot_scratch_copy(struct snapshot_scratch *into, const struct snapshot_scratch *from)
{
	into->n_by_tid = 0;
	if (!from->n_by_tid)
		return 0;
	if (sort_list_reserve(&into->by_tid, from->n_by_tid))
		return -ENOMEM;
	memcpy(into->by_tid.keys, from->by_tid.keys, from->n_by_tid * sizeof(from->by_tid.keys[0]));
	into->n_by_tid = from->n_by_tid;
	return 0;
}

bool snapshot_scratch_find_thread(const struct snapshot_scratch *scratch, int32_t tid, size_t *row)
{
	size_t low = 0, high = scratch->n_by_tid;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (scratch->by_tid.keys[middle].major <= tid)
			low = middle + 1;
		else
			high = middle;
	}
	if (!low || scratch->by_tid.keys[low - 1].major != tid)
		return false;
	*row = scratch->by_tid.keys[low - 1].row;
	return true;
}
