/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Whole snapshots of the past, packed: only what a draft had (rows that ran; each task once), the
 * rest is recomputed by snapshot_finish(). Bounded in number and bytes: drops the snapshot whose
 * removal leaves the smallest gap relative to its age, so old times are thinner than new ones, and
 * the first snapshot is kept. UI thread.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

struct snapshot_history;
struct snapshot;

/*
 * Keeps at most `most` snapshots (at least 2) in about `bytes` of memory. The `recent` newest ones
 * are only thinned if the bytes demand it. NULL without memory.
 */
struct snapshot_history *snapshot_history_new(size_t most, size_t recent, size_t bytes);
void snapshot_history_free(struct snapshot_history *history);	/* NULL is fine */

/* Changes the limit of bytes, from the next snapshot_history_add() on. */
void snapshot_history_set_limit(struct snapshot_history *history, size_t bytes);

/*
 * Packs a finished snapshot as the newest. A snapshot without a machine row, or whose seq is not
 * above the newest, is ignored. 0, or -ENOMEM: the snapshot is missing.
 */
int snapshot_history_add(struct snapshot_history *history, const struct snapshot *snapshot);

size_t snapshot_history_length(const struct snapshot_history *history);
size_t snapshot_history_bytes(const struct snapshot_history *history);	/* in use */

/* seq of a snapshot; at 0 is the oldest, at snapshot_history_length() - 1 the newest. */
uint64_t snapshot_history_seq(const struct snapshot_history *history, size_t at);

/* Index of the newest snapshot whose seq is not above this one; 0 (the oldest) if all are above. */
size_t snapshot_history_find(const struct snapshot_history *history, uint64_t seq);

/*
 * Unpacks a snapshot, finished; counts that are not whole numbers are rounded to 24 bits. 0, or
 * -ENOMEM: the contents are undefined.
 */
int snapshot_history_restore(const struct snapshot_history *history, size_t at,
			     struct snapshot *into);
