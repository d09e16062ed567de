/* SPDX-License-Identifier: GPL-2.0-only */
/* Sort memory and the index of threads by tid; see scratch.h. */
#include "config.h"
#include "model/snapshot/scratch.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

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

void snapshot_scratch_free(struct snapshot_scratch *scratch)
{
	if (!scratch)
		return;
	free_lists(scratch);
	free(scratch);
}

void snapshot_scratch_clear(struct snapshot_scratch *scratch)
{
	size_t keep = high_water_trim(&scratch->high_water, scratch->n_by_tid, scratch->by_tid.cap);

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
