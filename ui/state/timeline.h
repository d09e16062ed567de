/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The reader and time: the newest snapshot, those of the past, the one that is frozen on the screen
 * and the one that others are compared with. The exchange lends only the newest, and takes it back:
 * what shall stay is copied. UI thread.
 */
#ifndef TDTOP_UI_TIMELINE_H
#define TDTOP_UI_TIMELINE_H

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
	bool compares;				/* values are shown as differences to the baseline */
	bool recorded;
	size_t bytes;				/* most that the past had since memory was given back */
};

/*
 * recorded: there is as much of the past as the recording has, up to 128 MB. Else there are 1.5 MB, and more where more
 * tasks exist.
 */
void timeline_init(struct timeline *timeline, bool recorded);
void timeline_done(struct timeline *timeline);

/* A new snapshot, lent until the next call. */
void timeline_add(struct timeline *timeline, const struct snapshot *snapshot);

/* A copy of `shown` that stays; NULL without memory. Valid until the next freeze or step. */
const struct snapshot *timeline_freeze(struct timeline *timeline, const struct snapshot *shown);

/*
 * The snapshot so many steps from that with this seq, back if negative, and not beyond the ends.
 * NULL: it is there already, or there is no memory. Replaces what was frozen.
 */
const struct snapshot *timeline_step(struct timeline *timeline, uint64_t seq, long steps);

/* A copy of the newest of all, as timeline_step gives it; NULL: there is none, or no memory. */
const struct snapshot *timeline_newest(struct timeline *timeline);

/* Compares with a copy of `shown` from now on; false without memory. */
bool timeline_compare(struct timeline *timeline, const struct snapshot *shown);

/* Where a seq is among those kept: 1 is the oldest; 0 if nothing is kept. */
size_t timeline_position(const struct timeline *timeline, uint64_t seq, size_t *length);

/* The baseline, if there is one and values are compared with it; else NULL. */
const struct snapshot *timeline_baseline(const struct timeline *timeline);

#endif
