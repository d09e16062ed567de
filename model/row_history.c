/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The last values of each row: a ring per row in which the interval `seq` has the place seq modulo
 * its length, so that all rings have the same beat and a gap needs no entry. UI thread.
 */
#include "config.h"
#include "model/row_history.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* A failed allocation inside uthash leaves the element out; without this it calls exit(). */
#define HASH_NONFATAL_OOM 1
#include <uthash.h>

#include "model/formula.h"
#include "model/snapshot.h"

#define SHARE_STEPS 2.54	/* of a percent: 0..254 */

/* No padding: hashed as bytes. */
struct key {
	uint64_t start_ns;
	int32_t id;
	int32_t kind;
};

struct ring {
	UT_hash_handle hh;
	struct key key;
	uint64_t seq;		/* of the newest value */
	struct row_value values[ROW_HISTORY_LEN];
};

struct row_history {
	size_t cap, n;		/* rings[0..n) are in use */
	uint64_t seq;		/* 0: nothing was added yet */
	struct ring *by_key;	/* a hash in the order in which rows were seen last */
	struct ring rings[];
};

struct row_history *row_history_new(size_t rows)
{
	size_t cap = rows ? rows : 1;
	struct row_history *history = calloc(1, sizeof(*history) + cap * sizeof(history->rings[0]));

	if (history)
		history->cap = cap;
	return history;
}

void row_history_free(struct row_history *history)
{
	if (!history)
		return;
	HASH_CLEAR(hh, history->by_key);
	free(history);
}

/* The numbers of cores and nodes are unique within their socket only, which keeps its place. */
static struct key key_of(const struct row *row)
{
	bool in_socket = row->kind == ROW_CORE || row->kind == ROW_NODE;

	return (struct key){ .start_ns = in_socket ? (uint64_t)row->parent : row->start_ns,
			     .id = row->id, .kind = (int32_t)row->kind };
}

static struct ring *find(const struct row_history *history, const struct row *row)
{
	struct key key = key_of(row);
	struct ring *ring;

	HASH_FIND(hh, history->by_key, &key, sizeof(key), ring);
	return ring;
}

/* A ring for a new row: the one whose row was seen longest ago. */
static struct ring *make_ring(struct row_history *history, const struct row *row)
{
	struct ring *ring = history->by_key;

	if (history->n < history->cap) {
		ring = &history->rings[history->n++];
	} else if (ring) {
		HASH_DEL(history->by_key, ring);	/* not of this interval: see is_done */
	} else {
		return NULL;
	}
	memset(ring, 0, sizeof(*ring));
	ring->key = key_of(row);
	return ring;
}

/* Forgets what has left the ring since its newest value. */
static void turn(struct ring *ring, uint64_t seq)
{
	uint64_t from = ring->seq;

	if (seq - from > ROW_HISTORY_LEN)
		from = seq - ROW_HISTORY_LEN;
	while (++from < seq)
		ring->values[from % ROW_HISTORY_LEN].ran = ROW_ABSENT;
	ring->seq = seq;
}

static struct row_value value_of(const struct snapshot *snapshot, const struct row *row)
{
	struct row_value value = { .ran = ROW_MINOR };
	const struct values *values = &row->values;
	double cpu = row_cpu_percent(snapshot, row);
	enum metric_id path[2];

	value.cpu_percent = cpu < UINT16_MAX ? (uint16_t)lround(cpu) : UINT16_MAX;
	for (int m = 0; m < M_COUNT; m++) {
		bool top = metrics[m].parent == M_NONE;

		value.share[m] = ROW_HISTORY_NO_SHARE;
		if (values->quality[m] > Q_FEW)
			value.share[m] = (uint8_t)lround((double)values->percent[m] * SHARE_STEPS);
		if (top && values->percent[m] > values->percent[value.metric])
			value.metric = (uint8_t)m;
	}
	if (!values_are_whole(values)) {
		value.ran = ROW_FEW;
		return value;
	}
	if (worst_path(values, 1, path)) {
		value.ran = ROW_WORST;
		value.metric = (uint8_t)path[0];
	}
	return value;
}

static void add_row(struct row_history *history, const struct snapshot *snapshot,
		    const struct row *row)
{
	struct ring *ring = find(history, row);

	if (ring)
		HASH_DEL(history->by_key, ring);
	else
		ring = make_ring(history, row);
	if (!ring)
		return;
	turn(ring, history->seq);
	ring->values[history->seq % ROW_HISTORY_LEN] = value_of(snapshot, row);
	HASH_ADD(hh, history->by_key, key, sizeof(ring->key), ring);
}

/* Has every ring its value of this interval, and is there room for no other? */
static bool is_done(const struct row_history *history)
{
	return history->n == history->cap && history->by_key &&
	       history->by_key->seq == history->seq;
}

void row_history_add(struct row_history *history, const struct snapshot *snapshot)
{
	/* The few first, so that the many cannot crowd them out. */
	static const enum row_kind kinds[] = { ROW_SOCKET, ROW_NODE, ROW_CORE, ROW_CPU,
					       ROW_USER, ROW_CGROUP, ROW_PROCESS, ROW_THREAD };

	if (snapshot->seq <= history->seq)
		return;
	history->seq = snapshot->seq;
	for (size_t k = 0; k < sizeof(kinds) / sizeof(kinds[0]); k++) {
		const struct row_table *table = &snapshot->table[kinds[k]];

		for (size_t i = 0; i < table->n && !is_done(history); i++)
			add_row(history, snapshot, &table->rows[i]);
	}
}

float row_value_percent(const struct row_value *value, enum metric_id metric)
{
	if (value->ran < ROW_MINOR || value->share[metric] == ROW_HISTORY_NO_SHARE)
		return NAN;
	return (float)(value->share[metric] / SHARE_STEPS);
}

void row_history_series(const struct row_history *history, const struct row *row, uint64_t seq,
			struct row_value *series, size_t n)
{
	const struct ring *ring = find(history, row);

	memset(series, 0, n * sizeof(*series));
	for (size_t i = 0; ring && i < n && i < seq; i++) {
		uint64_t at = seq - i;

		if (at <= ring->seq && ring->seq - at < ROW_HISTORY_LEN)
			series[n - 1 - i] = ring->values[at % ROW_HISTORY_LEN];
	}
}
