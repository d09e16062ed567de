/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Memory that a snapshot keeps from one draft to the next: room to sort its rows, and an index of
 * its threads. The snapshot owns it, finish.c fills it on the collector thread; look-ups happen on
 * both threads.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/list_room.h"
#include "model/snapshot/sort.h"

struct snapshot_scratch {
	struct sort_list keys, spare;	/* what is sorted, and as much room to merge into */
	struct sort_list by_tid;	/* threads by (tid, start_ns), for snapshot_find() */
	size_t n_by_tid;
	struct high_water high_water;	/* of by_tid; the other two never need more */
	struct scratch_block *first, *current;	/* memory that does not move: blocks before the current one are full */
	size_t used, room;		/* bytes of all blocks */
	struct high_water high_bytes;	/* of .used */
};

struct snapshot_scratch *snapshot_scratch_new(void);		/* NULL without memory */
void snapshot_scratch_free(struct snapshot_scratch *scratch);	/* NULL is fine */

/* So many bytes (at most 4096), aligned for a double and zero, valid until it is cleared. NULL without memory. */
void *snapshot_scratch_take(struct snapshot_scratch *scratch, size_t bytes);

/* Empties the index, and takes all bytes back. Frees the memory if the last intervals did not need most of it. */
void snapshot_scratch_clear(struct snapshot_scratch *scratch);

/* The rows are sorted: after a burst of threads the memory to sort them is freed, for the index stays. */
void snapshot_scratch_sorted(struct snapshot_scratch *scratch);

/*
 * Copies the index of `from`, whose rows were copied. 0, or -ENOMEM: the index of `into` is then
 * empty.
 */
int snapshot_scratch_copy(struct snapshot_scratch *into, const struct snapshot_scratch *from);

/* Writes the row index of the last thread with this tid; false if there is none. */
bool snapshot_scratch_find_thread(const struct snapshot_scratch *scratch, int32_t tid, size_t *row);
