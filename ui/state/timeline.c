/* SPDX-License-Identifier: GPL-2.0-only */
/* Past, frozen and baseline snapshots; see timeline.h. UI thread. */
#include "config.h"
#include "ui/state/timeline.h"

#include "model/heap.h"
#include "model/history/snapshot_history.h"

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
