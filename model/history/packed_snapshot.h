/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * One snapshot of the past, packed: what its draft had, in as few bytes as tell the same; counts that are no whole
 * numbers to 24 bits. Part of
 * model/history/snapshot_history.c, which is the only caller. UI thread.
 */
#ifndef TDTOP_MODEL_MOMENT_H
#define TDTOP_MODEL_MOMENT_H

#include <stddef.h>
#include <stdint.h>

struct moment;
struct past_tasks;
struct snapshot;

/*
 * Packs a finished snapshot, if it can be in the memory of a dropped one, `spare` (or NULL), which then is NULL. The
 * caller drops and frees it. NULL without memory.
 */
struct moment *moment_pack(struct past_tasks *tasks, const struct snapshot *snapshot, struct moment **spare);

/* Gives its tasks back: nothing but its memory, moment_bytes(), is left. */
void moment_drop(struct moment *moment, struct past_tasks *tasks);

uint64_t moment_seq(const struct moment *moment);
size_t moment_bytes(const struct moment *moment);	/* without tasks */

/* Makes it a finished snapshot again. 0 or -ENOMEM: contents undefined. */
int moment_restore(const struct moment *moment, struct snapshot *into);

#endif
