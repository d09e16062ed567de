/* SPDX-License-Identifier: GPL-2.0-only */
/* Moments of the past: which are kept; see past.h. UI thread. */
#include "config.h"
#include "model/history/snapshot_history.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "model/history/packed_snapshot.h"
#include "model/history/history_tasks.h"
#include "model/snapshot/snapshot.h"

struct past {
	size_t most, near, bytes_max;
	size_t n, bytes;	/* moments, what they take without tasks */
	struct moment *spare;	/* one that was dropped: when all is full, each is made in the memory of another */
	struct past_tasks tasks;
	struct moment *moments[];	/* oldest first; room for most + 1 */
};

struct past *past_new(size_t most, size_t near, size_t bytes)
{
	size_t cap = most < 2 ? 2 : most;
	struct past *past = calloc(1, sizeof(*past) + (cap + 1) * sizeof(past->moments[0]));

	if (!past)
		return NULL;
	past->most = cap;
	past->near = near < cap - 1 ? near : cap - 2;
	past->bytes_max = bytes;
	return past;
}

void past_limit(struct past *past, size_t bytes)
{
	past->bytes_max = bytes;
}

static void drop(struct past *past, size_t at)
{
	struct moment *moment = past->moments[at];

	moment_drop(moment, &past->tasks);
	past->bytes -= moment_bytes(moment);
	past->n--;
	memmove(&past->moments[at], &past->moments[at + 1],
		(past->n - at) * sizeof(past->moments[0]));
	free(past->spare);
	past->spare = moment;
}

void past_free(struct past *past)
{
	if (!past)
		return;
	while (past->n)
		drop(past, past->n - 1);
	free(past->spare);
	free(past);
}

/* Of those before `end`, but not the oldest, the one whose loss leaves the smallest hole for its age. */
static size_t find_dispensable(const struct past *past, size_t end)
{
	double now = (double)past_seq(past, past->n - 1), least = 0;
	size_t best = 0;

	for (size_t i = 1; i < end; i++) {
		double hole = (double)(past_seq(past, i + 1) - past_seq(past, i - 1));
		double cost = hole / (now - (double)past_seq(past, i));

		if (!best || cost < least) {
			best = i;
			least = cost;
		}
	}
	return best;
}

static void thin(struct past *past)
{
	while (past->n > past->most)
		drop(past, find_dispensable(past, past->n - past->near));
	while (past->n > 1 && past_bytes(past) > past->bytes_max)
		drop(past, find_dispensable(past, past->n - 1));
}

int past_add(struct past *past, const struct snapshot *snapshot)
{
	struct moment *moment;

	if (!snapshot_machine(snapshot))
		return 0;
	if (past->n && snapshot->seq <= past_seq(past, past->n - 1))
		return 0;
	moment = moment_pack(&past->tasks, snapshot, &past->spare);
	if (!moment)
		return -ENOMEM;
	past->bytes += moment_bytes(moment);
	past->moments[past->n++] = moment;
	thin(past);
	return 0;
}

size_t past_length(const struct past *past)
{
	return past->n;
}

size_t past_bytes(const struct past *past)
{
	return past->bytes + past_tasks_bytes(&past->tasks);
}

uint64_t past_seq(const struct past *past, size_t at)
{
	return moment_seq(past->moments[at]);
}

size_t past_find(const struct past *past, uint64_t seq)
{
	size_t low = 0, high = past->n;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (past_seq(past, middle) <= seq)
			low = middle + 1;
		else
			high = middle;
	}
	return low ? low - 1 : 0;
}

int past_restore(const struct past *past, size_t at, struct snapshot *into)
{
	return moment_restore(past->moments[at], into);
}
