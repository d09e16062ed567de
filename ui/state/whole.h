/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The whole recording, or the whole run of a command, as one interval: the first screen of a
 * recording, the last one of a command, and key s. A recording is summed here while it is read; the
 * run of a command by the collector, who misses no interval when the screen stands still. Only
 * data and sums: state_show.h decides what is on the screen. UI thread.
 */
#ifndef TDTOP_UI_STATE_WHOLE_H
#define TDTOP_UI_STATE_WHOLE_H

#include <stdbool.h>
#include <stdint.h>

#include "model/snapshot/snapshot.h"

#define WHOLE_ENDED 128

struct sums;

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

#endif
