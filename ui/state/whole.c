/* SPDX-License-Identifier: GPL-2.0-only */
/* The whole recording or run as one interval; see timeline.h. UI thread. */
#include "config.h"
#include "ui/state/timeline.h"

#include "model/snapshot/sums.h"

void whole_init(struct whole *whole, bool recorded, struct sums *run)
{
	*whole = (struct whole){
		.own = recorded,
		.sums = recorded ? sums_new(SUMS_OF_TASKS) : run,
		.percent = -1,
	};
}

void whole_done(struct whole *whole)
{
	if (whole->own)
		sums_free(whole->sums);
	*whole = (struct whole){ 0 };
}

static int percent_of(const struct snapshot *snapshot)
{
	return snapshot->doing[0] && snapshot->progress >= 0 ? (int)(100 * snapshot->progress) : -1;
}

void whole_add(struct whole *whole, const struct snapshot *snapshot)
{
	if (!whole->sums || !snapshot_machine(snapshot))
		return;
	/* Without memory a part of the tasks is missing; that is better than no sum. */
	if (whole->own)
		(void)sums_add(whole->sums, snapshot);
	whole->ready |= whole->own || snapshot->last;
}

bool whole_has_grown(const struct whole *whole, const struct snapshot *snapshot)
{
	return percent_of(snapshot) < 0 || percent_of(snapshot) != whole->percent;
}

const struct snapshot *whole_sum(struct whole *whole, const struct snapshot *newest)
{
	whole->percent = newest ? percent_of(newest) : -1;
	return whole->ready ? sums_finish(whole->sums, SUMS_OF_TASKS) : NULL;
}

double whole_began(const struct whole *whole)
{
	return whole->ready ? sums_began(whole->sums) : 0;
}

uint64_t whole_length_ns(const struct whole *whole)
{
	return whole->ready ? sums_length_ns(whole->sums) : 0;
}
