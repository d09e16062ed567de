/* SPDX-License-Identifier: GPL-2.0-only */
/* Past, frozen and baseline snapshots, and sums of intervals; see timeline.h. UI thread. */
#include "config.h"
#include "ui/state/timeline.h"

#include "model/heap.h"
#include "model/history/snapshot_history.h"
#include "model/snapshot/sums.h"

#define PAST_NEAR 600			/* ten minutes at 1 s without a gap */
#define PAST_MOST (2 * PAST_NEAR)	/* with the thinned ones before them */
#define PAST_BYTES ((size_t)3 << 19)	/* about ten minutes at 1 s with 25 tasks running */
#define PAST_BYTES_PER_TASK 128		/* in addition: 8 MB with 50,000 tasks */
#define RECORDED_MOST 100000		/* a day at 1 s */
#define RECORDED_BYTES ((size_t)128 << 20)
#define TRIM_BYTES ((size_t)4 << 20)	/* freed memory worth returning to the system */

void timeline_init(struct timeline *timeline, bool recorded)
{
	*timeline = (struct timeline){
		.recorded = recorded,
		.past = recorded ? snapshot_history_new(RECORDED_MOST, RECORDED_MOST, RECORDED_BYTES) :
				   snapshot_history_new(PAST_MOST, PAST_NEAR, PAST_BYTES),
	};
}

void timeline_done(struct timeline *timeline)
{
	snapshot_history_free(timeline->past);
	snapshot_free(timeline->frozen);
	snapshot_free(timeline->baseline);
	*timeline = (struct timeline){ 0 };
}

/* Returns freed memory to the system: malloc keeps small pieces between others in use. */
static void trim(struct timeline *timeline)
{
	size_t bytes = snapshot_history_bytes(timeline->past);

	if (bytes > timeline->bytes)
		timeline->bytes = bytes;
	if (bytes + TRIM_BYTES > timeline->bytes)
		return;
	heap_give_back();
	timeline->bytes = bytes;
}

void timeline_add(struct timeline *timeline, const struct snapshot *snapshot)
{
	timeline->live = snapshot;
	if (!timeline->past)
		return;
	if (!timeline->recorded)
		snapshot_history_set_limit(timeline->past,
			   PAST_BYTES + PAST_BYTES_PER_TASK * (size_t)snapshot->tasks);
	/* Without memory the history has a gap. */
	(void)snapshot_history_add(timeline->past, snapshot);
	trim(timeline);
}

/* Memory for a copy, allocated on first use. */
static struct snapshot *ready(struct snapshot **copy)
{
	if (!*copy)
		*copy = snapshot_new();
	return *copy;
}

const struct snapshot *timeline_freeze(struct timeline *timeline, const struct snapshot *shown)
{
	if (!ready(&timeline->frozen) || snapshot_copy(timeline->frozen, shown))
		return NULL;
	return timeline->frozen;
}

/* Replaces the frozen snapshot by the one at this index of the history; NULL without memory. */
static const struct snapshot *restore(struct timeline *timeline, size_t at)
{
	struct snapshot *restored = snapshot_new();

	if (!restored || snapshot_history_restore(timeline->past, at, restored)) {
		snapshot_free(restored);
		return NULL;
	}
	snapshot_free(timeline->frozen);
	timeline->frozen = restored;
	return restored;
}

const struct snapshot *timeline_newest(struct timeline *timeline)
{
	size_t n = timeline->past ? snapshot_history_length(timeline->past) : 0;

	return n ? restore(timeline, n - 1) : NULL;
}

const struct snapshot *timeline_at(struct timeline *timeline, uint64_t seq)
{
	const struct snapshot_history *past = timeline->past;

	if (!past || !snapshot_history_length(past))
		return NULL;
	return restore(timeline, snapshot_history_find(past, seq));
}

const struct snapshot *timeline_step(struct timeline *timeline, uint64_t seq, long steps)
{
	const struct snapshot_history *past = timeline->past;
	long at, last;

	if (!past || !snapshot_history_length(past))
		return NULL;
	last = (long)snapshot_history_length(past) - 1;
	at = (long)snapshot_history_find(past, seq);
	/* It may have been thinned out; then the one before it is one step back already. */
	if (steps < 0 && snapshot_history_seq(past, (size_t)at) < seq)
		at++;
	at = steps < -at ? 0 : steps > last - at ? last : at + steps;
	if (snapshot_history_seq(past, (size_t)at) == seq)
		return NULL;
	return restore(timeline, (size_t)at);
}

bool timeline_compare(struct timeline *timeline, const struct snapshot *shown, bool whole)
{
	timeline->with_whole = whole;
	timeline->compares = ready(&timeline->baseline) &&
			     !snapshot_copy(timeline->baseline, shown);
	return timeline->compares;
}

size_t timeline_position(const struct timeline *timeline, uint64_t seq, size_t *length)
{
	const struct snapshot_history *past = timeline->past;

	*length = past ? snapshot_history_length(past) : 0;
	return *length ? snapshot_history_find(past, seq) + 1 : 0;
}

const struct snapshot *timeline_baseline(const struct timeline *timeline)
{
	return timeline->compares ? timeline->baseline : NULL;
}

/* ---- the last intervals together ---- */

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

/* ---- all of them ---- */

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
