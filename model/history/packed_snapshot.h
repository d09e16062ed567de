/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * One snapshot of the history, packed: what its draft had, in as few bytes as tell the same; counts that are no whole
 * numbers to 24 bits. Part of
 * model/history/snapshot_history.c, which is the only caller. UI thread.
 */
#ifndef TDTOP_MODEL_PACKED_SNAPSHOT_H
#define TDTOP_MODEL_PACKED_SNAPSHOT_H

#include <stddef.h>
#include <stdint.h>

struct packed_snapshot;
struct history_tasks;
struct snapshot;

/*
 * Packs a finished snapshot, if it can be in the memory of a dropped one, `spare` (or NULL), which then is NULL. The
 * caller drops and frees it. NULL without memory.
 */
struct packed_snapshot *packed_snapshot_new(struct history_tasks *tasks, const struct snapshot *snapshot, struct packed_snapshot **spare);

/* Gives its tasks back: nothing but its memory, packed_snapshot_bytes(), is left. */
void packed_snapshot_clear(struct packed_snapshot *packed, struct history_tasks *tasks);

uint64_t packed_snapshot_seq(const struct packed_snapshot *packed);
size_t packed_snapshot_bytes(const struct packed_snapshot *packed);	/* without tasks */

/* Makes it a finished snapshot again. 0 or -ENOMEM: contents undefined. */
int packed_snapshot_restore(const struct packed_snapshot *packed, struct snapshot *into);

#endif
