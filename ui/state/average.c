/* SPDX-License-Identifier: GPL-2.0-only */
/* The last intervals together; see timeline.h. UI thread. */
#include "config.h"
#include "ui/state/timeline.h"

#include <stdint.h>

#include "model/history/snapshot_history.h"
#include "model/snapshot/sums.h"

void average_done(struct average *average)
{
	sums_free(average->sums);
	snapshot_free(average->part);
	*average = (struct average){ 0 };
}

/* How many intervals are added: what 50,000 threads cost must not be paid ten times. */
static size_t most_of(const struct snapshot *interval)
{
	const size_t tasks = interval->table[ROW_THREAD].n;
	const size_t most = AVERAGE_TASKS / (tasks ? tasks : 1);

	return most < 2 ? 2 : most < AVERAGE_INTERVALS ? most : AVERAGE_INTERVALS;
}

/* Adds those before the interval, the oldest first. A gap in the history ends the series. */
static bool add_before(struct average *average, struct sums *sums,
		       const struct snapshot_history *past, const struct snapshot *interval)
{
	const size_t n = past ? snapshot_history_length(past) : 0;
	const size_t most = most_of(interval);
	size_t end = n ? snapshot_history_find(past, interval->seq) : 0, first;

	/* Of this seq, or the one before it if this one was not kept. */
	if (n && snapshot_history_seq(past, end) < interval->seq)
		end++;
	for (first = end; first && end - first + 1 < most; first--)
		if (snapshot_history_seq(past, first - 1) + (end - first) + 1 != interval->seq)
			break;
	for (; first < end; first++)
		if (snapshot_history_restore(past, first, average->part) ||
		    sums_add(sums, average->part))
			return false;
	return true;
}

const struct snapshot *average_of(struct average *average, const struct timeline *timeline,
				  const struct snapshot *interval)
{
	struct sums *sums;

	if (!average->on || !snapshot_machine(interval))
		return NULL;
	if (!average->part)
		average->part = snapshot_new();
	sums = average->part ? sums_new(SUMS_OF_TASKS) : NULL;
	if (!sums)
		return NULL;
	if (!add_before(average, sums, timeline->past, interval) || sums_add(sums, interval)) {
		sums_free(sums);
		return NULL;
	}
	sums_free(average->sums);
	average->sums = sums;
	return sums_finish(sums, SUMS_OF_TASKS);
}
