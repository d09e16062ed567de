/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The sum of what slices counted. As long as all are of one group it is kept in integers, as the counters gave them;
 * who wants to know what it is in events settles it first. Collector thread.
 */
#ifndef TDTOP_COLLECT_TALLY_H
#define TDTOP_COLLECT_TALLY_H

#include "collect/perf/reading.h"
#include "collect/slice/source.h"
#include "model/counts.h"

struct tally {			/* all zero: empty */
	const struct reading_plan *plan;	/* of steps; NULL: it is counts */
	union {
		count_pair steps[READING_MAX / 2];
		struct counts counts;
	};
};

/*
 * The plans that tallies refer to: held, as the slicer that has made them may go before the interval ends. One for all
 * tallies that are settled together.
 */
#define TALLY_PLANS 16	/* two kinds of cores, four groups in turn each, and what they were before */

struct tally_plans {		/* all zero: empty */
	struct reading_plan *held[TALLY_PLANS];
	size_t n;
};

/* All tallies are settled: no plan is needed any more. */
void tally_plans_drop(struct tally_plans *plans);

/* The same as tally_add() for the first slice, or one of another group, or of none. */
void tally_add_other(struct tally *tally, const struct slice *slice, struct tally_plans *plans);

static inline void tally_add(struct tally *tally, const struct slice *slice, struct tally_plans *plans)
{
	if (!slice->plan || slice->plan != tally->plan) {
		tally_add_other(tally, slice, plans);
		return;
	}
	for (size_t i = 0; i < slice->plan->n_pairs; i++)
		tally->steps[i] += slice->steps[i];
}

/* From here on it is counts, until it is empty again. */
void tally_settle(struct tally *tally);

#endif
