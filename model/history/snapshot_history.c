/* SPDX-License-Identifier: GPL-2.0-only */
/* Moments of the past: which are kept; see snapshot_history.h. UI thread. */
#include "config.h"
#include "model/history/snapshot_history.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "model/history/packed_snapshot.h"
#include "model/history/history_tasks.h"
#include "model/snapshot/snapshot.h"

struct snapshot_history {
	size_t most, near, bytes_max;
	size_t n, bytes;	/* moments, what they take without tasks */
	struct packed_snapshot *spare;	/* one that was dropped: when all is full, each is made in the memory of another */
	struct history_tasks tasks;
	struct packed_snapshot *moments[];	/* oldest first; room for most + 1 */
};

struct snapshot_history *snapshot_history_new(size_t most, size_t near, size_t bytes)
{
	size_t cap = most < 2 ? 2 : most;
	struct snapshot_history *past = calloc(1, sizeof(*past) + (cap + 1) * sizeof(past->moments[0]));

	if (!past)
		return NULL;
	past->most = cap;
	past->near = near < cap - 1 ? near : cap - 2;
	past->bytes_max = bytes;
	return past;
}

void snapshot_history_set_limit(struct snapshot_history *past, size_t bytes)
{
	past->bytes_max = bytes;
}

static void drop(struct snapshot_history *past, size_t at)
{
	struct packed_snapshot *moment = past->moments[at];

	packed_snapshot_clear(moment, &past->tasks);
	past->bytes -= packed_snapshot_bytes(moment);
	past->n--;
	memmove(&past->moments[at], &past->moments[at + 1],
		(past->n - at) * sizeof(past->moments[0]));
	free(past->spare);
	past->spare = moment;
}

void snapshot_history_free(struct snapshot_history *past)
{
	if (!past)
		return;
	while (past->n)
		drop(past, past->n - 1);
	free(past->spare);
	free(past);
}

/* Of those before `end`, but not the oldest, the one whose loss leaves the smallest hole for its age. */
static size_t find_dispensable(const struct snapshot_history *past, size_t end)
{
	double now = (double)snapshot_history_seq(past, past->n - 1), least = 0;
	size_t best = 0;

	for (size_t i = 1; i < end; i++) {
		double hole = (double)(snapshot_history_seq(past, i + 1) - snapshot_history_seq(past, i - 1));
		double cost = hole / (now - (double)snapshot_history_seq(past, i));

		if (!best || cost < least) {
			best = i;
			least = cost;
		}
	}
	return best;
}

static void thin(struct snapshot_history *past)
{
	while (past->n > past->most)
		drop(past, find_dispensable(past, past->n - past->near));
	while (past->n > 1 && snapshot_history_bytes(past) > past->bytes_max)
		drop(past, find_dispensable(past, past->n - 1));
}

int snapshot_history_add(struct snapshot_history *past, const struct snapshot *snapshot)
{
	struct packed_snapshot *moment;

	if (!snapshot_machine(snapshot))
		return 0;
	if (past->n && snapshot->seq <= snapshot_history_seq(past, past->n - 1))
		return 0;
	moment = packed_snapshot_new(&past->tasks, snapshot, &past->spare);
	if (!moment)
		return -ENOMEM;
	past->bytes += packed_snapshot_bytes(moment);
	past->moments[past->n++] = moment;
	thin(past);
	return 0;
}

size_t snapshot_history_length(const struct snapshot_history *past)
{
	return past->n;
}

size_t snapshot_history_bytes(const struct snapshot_history *past)
{
	return past->bytes + history_tasks_bytes(&past->tasks);
}

uint64_t snapshot_history_seq(const struct snapshot_history *past, size_t at)
{
	return packed_snapshot_seq(past->moments[at]);
}

size_t snapshot_history_find(const struct snapshot_history *past, uint64_t seq)
{
	size_t low = 0, high = past->n;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (snapshot_history_seq(past, middle) <= seq)
			low = middle + 1;
		else
			high = middle;
	}
	return low ? low - 1 : 0;
}

int snapshot_history_restore(const struct snapshot_history *past, size_t at, struct snapshot *into)
{
	return packed_snapshot_restore(past->moments[at], into);
}
