/* SPDX-License-Identifier: GPL-2.0-only */
/* Decides which snapshots are kept; see snapshot_history.h. UI thread. */
#include "config.h"
#include "model/history/snapshot_history.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "model/history/history_parts.h"
#include "model/snapshot/snapshot.h"

struct snapshot_history {
	size_t most, recent, bytes_max;
	size_t n, bytes;	/* snapshots, and their bytes without tasks */
	struct packed_snapshot *spare;	/* one that was dropped: when all is full, each new one
					 * reuses its memory */
	struct history_tasks tasks;
	struct packed_snapshot *snapshots[];	/* oldest first; room for most + 1 */
};

struct snapshot_history *snapshot_history_new(size_t most, size_t recent, size_t bytes)
{
	size_t cap = most < 2 ? 2 : most;
	struct snapshot_history *history =
		calloc(1, sizeof(*history) + (cap + 1) * sizeof(history->snapshots[0]));

	if (!history)
		return NULL;
	history->most = cap;
	history->recent = recent < cap - 1 ? recent : cap - 2;
	history->bytes_max = bytes;
	return history;
}

void snapshot_history_set_limit(struct snapshot_history *history, size_t bytes)
{
	history->bytes_max = bytes;
}

static void drop(struct snapshot_history *history, size_t at)
{
	struct packed_snapshot *packed = history->snapshots[at];

	packed_snapshot_clear(packed, &history->tasks);
	history->bytes -= packed_snapshot_bytes(packed);
	history->n--;
	memmove(&history->snapshots[at], &history->snapshots[at + 1],
		(history->n - at) * sizeof(history->snapshots[0]));
	free(history->spare);
	history->spare = packed;
}

void snapshot_history_free(struct snapshot_history *history)
{
	if (!history)
		return;
	while (history->n)
		drop(history, history->n - 1);
	free(history->spare);
	free(history);
}

/*
 * Returns, of those before `end` except the oldest, the snapshot whose removal leaves the smallest
 * gap relative to its age.
 */
static size_t find_least_missed(const struct snapshot_history *history, size_t end)
{
	double now = (double)snapshot_history_seq(history, history->n - 1), least = 0;
	size_t best = 0;

	for (size_t i = 1; i < end; i++) {
		double hole = (double)(snapshot_history_seq(history, i + 1) -
				       snapshot_history_seq(history, i - 1));
		double cost = hole / (now - (double)snapshot_history_seq(history, i));

		if (!best || cost < least) {
			best = i;
			least = cost;
		}
	}
	return best;
}

static void thin(struct snapshot_history *history)
{
	while (history->n > history->most)
		drop(history, find_least_missed(history, history->n - history->recent));
	while (history->n > 1 && snapshot_history_bytes(history) > history->bytes_max)
		drop(history, find_least_missed(history, history->n - 1));
}

int snapshot_history_add(struct snapshot_history *history, const struct snapshot *snapshot)
{
	struct packed_snapshot *packed;

	if (!snapshot_machine(snapshot))
		return 0;
	if (history->n && snapshot->seq <= snapshot_history_seq(history, history->n - 1))
		return 0;
	packed = packed_snapshot_new(&history->tasks, snapshot, &history->spare);
	if (!packed)
		return -ENOMEM;
	history->bytes += packed_snapshot_bytes(packed);
	history->snapshots[history->n++] = packed;
	thin(history);
	return 0;
}

size_t snapshot_history_length(const struct snapshot_history *history)
{
	return history->n;
}

size_t snapshot_history_bytes(const struct snapshot_history *history)
{
	return history->bytes + history_tasks_bytes(&history->tasks);
}

uint64_t snapshot_history_seq(const struct snapshot_history *history, size_t at)
{
	return packed_snapshot_seq(history->snapshots[at]);
}

size_t snapshot_history_find(const struct snapshot_history *history, uint64_t seq)
{
	size_t low = 0, high = history->n;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (snapshot_history_seq(history, middle) <= seq)
			low = middle + 1;
		else
			high = middle;
	}
	return low ? low - 1 : 0;
}

int snapshot_history_restore(const struct snapshot_history *history, size_t at,
			     struct snapshot *into)
{
	return packed_snapshot_restore(history->snapshots[at], into);
}
