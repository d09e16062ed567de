/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Snapshots over time: the newest one, the history, the one frozen on the screen, and the baseline
 * that others are compared with. The exchange lends only the newest and takes it back, so
 * everything that stays is a copy. Called by state_show.c and keys_time.c; UI thread.
 */
#ifndef TDTOP_UI_STATE_TIMELINE_H
#define TDTOP_UI_STATE_TIMELINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/snapshot/snapshot.h"

struct snapshot_history;

struct timeline {		/* zeroed: nothing can be kept */
	struct snapshot_history *past;			/* NULL without memory */
	const struct snapshot *live;		/* the newest; NULL before the first */
	struct snapshot *frozen;		/* what is shown while frozen; NULL: never frozen */
	struct snapshot *baseline;		/* NULL: never set */
	bool compares;				/* show differences to the baseline */
	bool with_whole;			/* which is the sum of all intervals */
	bool recorded;
	size_t bytes;				/* most bytes since memory was returned */
};

/*
 * recorded: the history holds the whole recording, up to 128 MB. Otherwise 1.5 MB, and more on a
 * machine with more tasks.
 */
void timeline_init(struct timeline *timeline, bool recorded);
void timeline_done(struct timeline *timeline);

/* Adds the newest snapshot, borrowed until the next call. */
void timeline_add(struct timeline *timeline, const struct snapshot *snapshot);

/* A copy of `shown`; NULL without memory. Valid until the next freeze or step. */
const struct snapshot *timeline_freeze(struct timeline *timeline, const struct snapshot *shown);

/*
 * The snapshot so many steps after the one with this seq (negative: before it), limited to the ends
 * of the history. Replaces the frozen one. NULL: it is at the end already, or no memory.
 */
const struct snapshot *timeline_step(struct timeline *timeline, uint64_t seq, long steps);

/*
 * A copy of the kept snapshot nearest before this seq, or with it, as timeline_step() gives it;
 * NULL: there is none, or no memory.
 */
const struct snapshot *timeline_at(struct timeline *timeline, uint64_t seq);

/* A copy of the newest snapshot, as timeline_step() gives it; NULL: there is none, or no memory. */
const struct snapshot *timeline_newest(struct timeline *timeline);

/* Makes a copy of `shown`, one interval or the whole, the baseline; false without memory. */
bool timeline_compare(struct timeline *timeline, const struct snapshot *shown, bool whole);

/* Position of a seq in the history: 1 is the oldest; 0: the history is empty. */
size_t timeline_position(const struct timeline *timeline, uint64_t seq, size_t *length);

/* The baseline while values are compared with it; otherwise NULL. */
const struct snapshot *timeline_baseline(const struct timeline *timeline);

#endif
