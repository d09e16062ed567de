/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The sum of what slices counted. As long as all slices are of one group the sum stays in integers,
 * as the counters gave them; tally_settle() turns it into counts of events. Collector thread.
 */
#pragma once

#include "collect/perf/reading.h"
#include "collect/slice/source.h"
#include "model/counts.h"

struct tally {			/* all zero: empty */
	const struct reading_plan *plan;	/* of steps; NULL: counts is valid instead */
	union {
		count_pair steps[READING_MAX / 2];
		struct counts counts;
	};
};

/*
 * References to the plans of tallies, since the slicer that made them may be freed before the
 * interval ends. One for all tallies that are settled together.
 */
#define TALLY_PLANS 16	/* 2 core types x 4 groups that rotate, before and after a reopening */

struct tally_plans {		/* all zero: empty */
	struct reading_plan *held[TALLY_PLANS];
	size_t n;
};

/* False: more groups than any machine has; their counts are settled at once. */
bool tally_plan_hold(struct tally_plans *plans, struct reading_plan *plan);

/* Drops the references, after all tallies were settled. */
void tally_plans_drop(struct tally_plans *plans);

/* The same as tally_add() for the first slice, or one of another group or without a plan. */
void tally_add_other(struct tally *tally, const struct slice *slice, struct tally_plans *plans);

/* Adds what the slice counted. */
static inline void tally_add(struct tally *tally, const struct slice *slice,
			     struct tally_plans *plans)
{
	if (!slice->plan || slice->plan != tally->plan)
		tally_add_other(tally, slice, plans);
	else
		reading_add(tally->steps, slice->steps, slice->plan->n_pairs);
}

/* Turns the sum into counts of events. */
void tally_settle(struct tally *tally);
