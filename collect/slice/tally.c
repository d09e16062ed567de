/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Sums in integers, and their conversion to events; see tally.h. Called by collect/ and
 * collect/tasks/ on the collector thread.
 */
#include "config.h"
#include "collect/slice/tally.h"

#include <string.h>

void tally_plans_drop(struct tally_plans *plans)
{
	while (plans->n > 0)
		reading_plan_put(plans->held[--plans->n]);
}

bool tally_plan_hold(struct tally_plans *plans, struct reading_plan *plan)
{
	for (size_t i = 0; i < plans->n; i++)
		if (plans->held[i] == plan)
			return true;
	if (plans->n == TALLY_PLANS)
		return false;
	plans->held[plans->n++] = reading_plan_get(plan);
	return true;
}

/* Time alone: idle tasks about which the kernel writes nothing, as often as there are switches. */
static bool counted_nothing(const struct slice *slice)
{
	return !slice->plan && !slice->counts.present && !slice->counts.off;
}

void tally_add_other(struct tally *tally, const struct slice *slice, struct tally_plans *plans)
{
	if (counted_nothing(slice))
		return;		/* the sum stays in integers */
	if (slice->plan && !tally->plan && !tally->counts.present &&
	    tally_plan_hold(plans, slice->plan)) {
		tally->plan = slice->plan;
		memcpy(tally->steps, slice->steps, slice->plan->n_pairs * sizeof(slice->steps[0]));
		return;
	}
	tally_settle(tally);
	if (slice->plan)
		reading_plan_add(slice->plan, slice->steps, &tally->counts);
	else
		counts_add(&tally->counts, &slice->counts);
}

void tally_settle(struct tally *tally)
{
	struct counts counts = { .present = 0 };

	if (!tally->plan)
		return;
	reading_plan_counts(tally->plan, tally->steps, 1, &counts);
	tally->plan = NULL;
	tally->counts = counts;
}
