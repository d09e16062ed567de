/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * When did a value that is measured interval by interval change its level? One series of values in
 * percent; model/verdict/change_watch.h has all those of a machine. Pure functions, any thread.
 *
 * A CUSUM (Page 1954) of the likelihood ratio of "a step of CHANGE_STEP points" against "none", each
 * way. Level and spread are those of a reference, the last CHANGE_LEAST to CHANGE_MOST values before
 * anything seems to begin. The spread is the long-run variance v of the reference (verdict.h), so
 * that values may hang together, and somewhat more, as it is itself estimated. Values beyond 3 standard
 * deviations or two steps count as such, and no three values alone are a change. With k = half of the
 * step a sum exceeds h by chance once in e^h v / (4 k^2) intervals (as of Brownian motion with drift,
 * both ways). The mean of n values is itself wrong by v / n. The limit grows by a h^2 for that, with a
 * = v / (2 n k^2), and by 2 a^2 h^3, as it counts for that sum, too; at most by a h^2.
 * Waves and drifts are slow to be found, or taken for steps. A new reference may have two levels itself: it is
 * divided where they are most unlike, if they are 1.5 steps apart and three times the limit is reached.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CHANGE_STEP 4.0		/* points that it is made for: larger ones are found sooner */
#define CHANGE_LEAST 60		/* values of a new reference; a step among them is told when it is whole */
#define CHANGE_MOST 300		/* of the reference */
#define CHANGE_RECENT 64	/* values among which a change is looked for */
#define CHANGE_MISSING 30	/* intervals without a value, after which nothing is known any more */

struct change_point {		/* zeroed: it knows nothing; private */
	float past[CHANGE_MOST];	/* a ring: the reference */
	float recent[CHANGE_RECENT];	/* a ring: all values, */
	uint32_t recent_seq[CHANGE_RECENT];	/* and the low bits of their intervals */
	size_t n_past, n_recent;	/* that were ever put into them */
	size_t missed;			/* in a row */
	size_t age;			/* values since the reference was complete */
	double mean, deviation, variance, limit;	/* h */
	double sum[2];			/* upwards, downwards */
	size_t run[2];			/* values since each was 0 */
};

struct change_found {
	uint64_t seq;		/* interval with the first value of the new level, */
	uint64_t doubt;		/* within so many intervals, in 95 of 100 cases */
	double before, after;	/* the levels */
};

/*
 * Takes the value of the interval `seq`, which is above the last one. rarity: so many values, at
 * least, between two false alarms. True: a change, written to *found; then the values since it are
 * the new reference.
 */
bool change_point_add(struct change_point *series, uint64_t seq, double value, double rarity,
		      struct change_found *found);

/* Says that there was no value in so many intervals: it was not counted, or too short. */
void change_point_miss(struct change_point *series, uint64_t intervals);
