/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The averaged mode (key a): the last intervals together, as one that is as long as all of them.
 * They are taken from the history and added anew for each interval; when it is off it costs
 * nothing. UI thread.
 */
#ifndef TDTOP_UI_STATE_AVERAGE_H
#define TDTOP_UI_STATE_AVERAGE_H

#include <stdbool.h>
#include <stddef.h>

#include "model/snapshot/snapshot.h"

#define AVERAGE_INTERVALS 10
#define AVERAGE_TASKS 40000	/* threads of all of them, 0.1 s to add: else fewer intervals */

struct sums;
struct timeline;

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

#endif
