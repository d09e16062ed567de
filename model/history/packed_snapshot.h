/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * One snapshot in few bytes: what its draft had; counts that are not whole numbers are rounded to
 * 24 bits. Part of model/history/snapshot_history.c, the only caller. UI thread.
 */
#ifndef TDTOP_MODEL_HISTORY_PACKED_SNAPSHOT_H
#define TDTOP_MODEL_HISTORY_PACKED_SNAPSHOT_H

#include <stddef.h>
#include <stdint.h>

struct packed_snapshot;
struct history_tasks;
struct snapshot;

/*
 * Packs a finished snapshot. *spare is the memory of a cleared one, or NULL; if it is used, it
 * becomes NULL. The caller clears and frees the result. NULL without memory.
 */
struct packed_snapshot *packed_snapshot_new(struct history_tasks *tasks,
					    const struct snapshot *snapshot,
					    struct packed_snapshot **spare);

/* Drops the references to its tasks; what is left is packed_snapshot_bytes() of memory. */
void packed_snapshot_clear(struct packed_snapshot *packed, struct history_tasks *tasks);

uint64_t packed_snapshot_seq(const struct packed_snapshot *packed);
size_t packed_snapshot_bytes(const struct packed_snapshot *packed);	/* without its tasks */

/* Unpacks and finishes a snapshot. 0, or -ENOMEM: the contents are undefined. */
int packed_snapshot_restore(const struct packed_snapshot *packed, struct snapshot *into);

#endif
