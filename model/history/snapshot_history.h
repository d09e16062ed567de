/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Whole snapshots of the history, packed: only what a draft had (rows that ran; who a task is kept once); all
 * else is worked out again by snapshot_finish(). Bounded in number and bytes: where there are too
 * many, those go whose loss leaves the smallest hole for its age, so that old times are thinner
 * than new ones and the first moment stays. UI thread.
 */
#ifndef TDTOP_MODEL_SNAPSHOT_HISTORY_H
#define TDTOP_MODEL_SNAPSHOT_HISTORY_H

#include <stddef.h>
#include <stdint.h>

struct snapshot_history;
struct snapshot;

/*
 * At most `most` snapshots (at least 2) in some `bytes` of memory. The `near` newest ones are only
 * thinned when the bytes demand it. NULL without memory.
 */
struct snapshot_history *snapshot_history_new(size_t most, size_t near, size_t bytes);
void snapshot_history_free(struct snapshot_history *history);	/* NULL is fine */

/* Other bytes than before, from the next snapshot_history_add() on. */
void snapshot_history_set_limit(struct snapshot_history *history, size_t bytes);

/*
 * Packs a finished snapshot as the newest. A snapshot without a machine row, or whose seq is not
 * above the newest, is passed over. 0, or -ENOMEM: it is missing then.
 */
int snapshot_history_add(struct snapshot_history *history, const struct snapshot *snapshot);

size_t snapshot_history_length(const struct snapshot_history *history);
size_t snapshot_history_bytes(const struct snapshot_history *history);	/* in use */

/* seq of a snapshot; 0 is the oldest, snapshot_history_length() - 1 the newest. */
uint64_t snapshot_history_seq(const struct snapshot_history *history, size_t at);

/* The newest one whose seq is not above this; 0 (the oldest) if all are above. */
size_t snapshot_history_find(const struct snapshot_history *history, uint64_t seq);

/* Makes it a finished snapshot again, counts that are no whole numbers to 24 bits. 0 or -ENOMEM: contents undefined. */
int snapshot_history_restore(const struct snapshot_history *history, size_t at, struct snapshot *into);

#endif
