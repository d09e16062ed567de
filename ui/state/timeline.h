/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Snapshots over time: the newest one, the history, the one frozen on the screen, and the baseline
 * that others are compared with. The exchange lends only the newest and takes it back, so
 * everything that stays is a copy. Called by state_show.c and keys_time.c; UI thread.
 */
#pragma once

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

/*
 * The averaged mode (key a): the last intervals together, as one that is as long as all of them.
 * They are taken from the history and added again for each interval; when it is off it costs
 * nothing.
 */

#define AVERAGE_INTERVALS 10
#define AVERAGE_TASKS 40000	/* threads of all of them, 0.1 s to add: else fewer intervals */

struct sums;

struct average {		/* zeroed: off */
	bool on;
	struct sums *sums;	/* of what is shown; NULL: nothing was averaged */
	struct snapshot *part;	/* one of the intervals; NULL: never needed */
};

void average_done(struct average *average);

/*
 * The sum of an interval and of those right before it in the history, AVERAGE_INTERVALS at most;
 * its `intervals` says how many. Owned by `average`, valid until the next call. NULL: the mode is
 * off, or no memory.
 */
const struct snapshot *average_of(struct average *average, const struct timeline *timeline,
				  const struct snapshot *interval);

/*
 * The whole recording, or the whole run of a command, as one interval: the first screen of a
 * recording, the last one of a command, and key s. A recording is summed here while it is read; the
 * run of a command by the collector, who misses no interval when the screen stands still. Only data
 * and sums: state_show.h decides what is on the screen.
 */

#define WHOLE_ENDED 128

struct whole {			/* zeroed: there is nothing to sum */
	struct sums *sums;	/* NULL: no recording and no command, or no memory */
	bool own;		/* of a recording */
	bool ready;		/* something was summed; a command: it has ended */
	bool shown;		/* it is on the screen */
	bool was_frozen;	/* before it was shown */
	uint64_t seq;		/* of the interval that was on the screen; 0: none */
	int percent;		/* of the recording that the shown sum has; -1: not known */
	char ended[WHOLE_ENDED];	/* "make exited with status 3"; "": not known, or not yet */
};

/* recorded: a file is read. run: the sums of a command; NULL: there is none. */
void whole_init(struct whole *whole, bool recorded, struct sums *run);
void whole_done(struct whole *whole);

/* Adds the next interval of a recording, and notes the last one of a command. */
void whole_add(struct whole *whole, const struct snapshot *snapshot);

/* Has so much been read since the sum was made that it is worth another one? A percent. */
bool whole_has_grown(const struct whole *whole, const struct snapshot *snapshot);

/*
 * The sum so far; NULL: nothing was summed, or no memory. Valid until the next call. newest: the
 * newest interval, which tells how much was read; NULL: all.
 */
const struct snapshot *whole_sum(struct whole *whole, const struct snapshot *newest);

/* Wall clock at the beginning; length of all intervals together. */
double whole_began(const struct whole *whole);
uint64_t whole_length_ns(const struct whole *whole);
