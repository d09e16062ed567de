/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The last values of each row: one ring per row, in which interval `seq` has the place seq modulo
 * the length. So all rings advance together, and a gap needs no entry. Percentages lie in chunks
 * apart from the rings, because most rows have none: they are short-lived, or have too few slots.
 * UI thread.
 */
#include "config.h"
#include "model/history/row_history.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* A failed allocation inside uthash then leaves the element out instead of calling exit(). */
#define HASH_NONFATAL_OOM 1
#include <uthash.h>

#include "model/formula.h"
#include "model/snapshot/snapshot.h"

#define ROW_METRICS 63U		/* largest metric that fits into a row_value */

/*
 * Percentages of the tree's nodes over time, one byte each, in chunks of a few intervals. A row
 * that ran for a moment takes one chunk; one that always runs takes as many as its history is long.
 * Chunks that were never used take no memory.
 */

#define PERCENT_CHUNK_LEN 8	/* intervals of a chunk */

#define PERCENT_STEPS 2.54	/* steps per percent: 0..254 */
#define NO_PERCENT 255

struct percent_pool {
	size_t n, cap;		/* chunks that were used at least once, and chunks in all */
	uint32_t first_free;		/* the chunk released last; its first bytes hold the number
					 * of the one before */
	size_t n_nodes;
	enum metric_id nodes[M_COUNT];	/* the nodes in a chunk, for each interval in this order */
	uint8_t percents[];
};

static size_t chunk_size(const struct percent_pool *pool)
{
	return pool->n_nodes * PERCENT_CHUNK_LEN;
}

/*
 * Makes room for so many chunks of the nodes that the family has formulas for. NULL without memory.
 */
static struct percent_pool *percent_pool_new(const struct family *family, size_t chunks)
{
	struct percent_pool head = { .cap = chunks }, *pool;

	_Static_assert(PERCENT_CHUNK_LEN >= sizeof(pool->first_free),
		       "a link has room in the chunk of one node");
	for (enum metric_id m = 0; m < M_COUNT; m++)
		if (family_formula(family, m))
			head.nodes[head.n_nodes++] = m;
	if (!head.n_nodes)
		head.cap = 0;
	pool = calloc(1, sizeof(*pool) + chunk_size(&head) * head.cap);	/* not malloc: untouched
									 * pages take no memory */
	if (pool)
		*pool = head;
	return pool;
}

static void percent_pool_free(struct percent_pool *pool)
{
	free(pool);
}

static size_t offset(const struct percent_pool *pool, uint32_t chunk)
{
	return (chunk - 1) * chunk_size(pool);
}

/* Returns the number of a free chunk, from 1; its contents are undefined. 0: all are in use. */
static uint32_t percent_pool_alloc(struct percent_pool *pool)
{
	uint32_t chunk = pool->first_free;

	if (!chunk)
		return pool->n < pool->cap ? (uint32_t)++pool->n : 0;
	memcpy(&pool->first_free, &pool->percents[offset(pool, chunk)], sizeof(pool->first_free));
	return chunk;
}

/* Makes the chunk free again. */
static void percent_pool_release(struct percent_pool *pool, uint32_t chunk)
{
	memcpy(&pool->percents[offset(pool, chunk)], &pool->first_free, sizeof(pool->first_free));
	pool->first_free = chunk;
}

/*
 * Stores the known percentages of all nodes at place `at` of a chunk, 0 to PERCENT_CHUNK_LEN - 1.
 */
static void percent_pool_store(struct percent_pool *pool, uint32_t chunk, size_t at, const struct values *values)
{
	uint8_t *percents = &pool->percents[offset(pool, chunk) + at * pool->n_nodes];

	for (size_t i = 0; i < pool->n_nodes; i++) {
		enum metric_id m = pool->nodes[i];

		percents[i] = values->quality[m] > Q_LOW_SLOTS
				      ? (uint8_t)lround((double)values->percent[m] * PERCENT_STEPS)
				      : NO_PERCENT;
	}
}

/* A node's percentage there, in steps of 0.4; NAN if it was not known. */
static float percent_pool_percent(const struct percent_pool *pool, uint32_t chunk, size_t at, enum metric_id metric)
{
	const uint8_t *percents = &pool->percents[offset(pool, chunk) + at * pool->n_nodes];

	for (size_t i = 0; i < pool->n_nodes; i++)
		if (pool->nodes[i] == metric)
			return percents[i] == NO_PERCENT ? NAN
							 : (float)(percents[i] / PERCENT_STEPS);
	return NAN;
}

#define CHUNKS (ROW_HISTORY_LEN / PERCENT_CHUNK_LEN)

_Static_assert(M_COUNT <= ROW_METRICS, "a row_value has room for each node");

/* No padding: hashed as bytes. */
struct key {
	uint64_t start_ns;
	int32_t id;
	int32_t kind;
	int32_t pid;		/* of a region: its id is that of its name */
	int32_t none;
};

struct ring {
	UT_hash_handle hh;
	struct key key;
	uint64_t seq;		/* seq of the newest value */
	struct row_value values[ROW_HISTORY_LEN];
	uint32_t chunks[CHUNKS];	/* of percentages; 0: none */
};

struct row_history {
	size_t cap, n;		/* rings[0..n) are in use */
	uint64_t seq;		/* 0: nothing was added yet */
	struct ring *by_key;	/* a hash table, in the order in which rows were last seen */
	struct percent_pool *percents;	/* NULL before the first snapshot */
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
	percent_pool_free(history->percents);
	free(history);
}

/*
 * Numbers of cores and nodes are unique only within their socket, so the socket is part of the key.
 */
static struct key row_history_key_of(const struct row *row)
{
	bool in_socket = row->kind == ROW_CORE || row->kind == ROW_NODE;

	return (struct key){ .start_ns = in_socket ? (uint64_t)row->parent : row->start_ns,
			     .id = row->id, .kind = (int32_t)row->kind,
			     .pid = row->kind == ROW_REGION ? row->pid : 0 };
}

static struct ring *row_history_find(const struct row_history *history, const struct row *row)
{
	struct key key = row_history_key_of(row);
	struct ring *ring;

	HASH_FIND(hh, history->by_key, &key, sizeof(key), ring);
	return ring;
}

static bool has_percents(struct row_value value)
{
	return value.ran >= ROW_MINOR;
}

/* Releases a chunk if none of its values has percentages any more. */
static void release_if_unused(struct row_history *history, struct ring *ring, size_t chunk)
{
	const struct row_value *values = &ring->values[chunk * PERCENT_CHUNK_LEN];

	if (!ring->chunks[chunk])
		return;
	for (size_t i = 0; i < PERCENT_CHUNK_LEN; i++)
		if (has_percents(values[i]))
			return;
	percent_pool_release(history->percents, ring->chunks[chunk]);
	ring->chunks[chunk] = 0;
}

static void clear_ring(struct row_history *history, struct ring *ring)
{
	memset(ring->values, 0, sizeof(ring->values));
	for (size_t chunk = 0; chunk < CHUNKS; chunk++)
		release_if_unused(history, ring, chunk);
}

/* Returns a ring for a new row; a full table gives that of the row that was seen longest ago. */
static struct ring *make_ring(struct row_history *history, const struct row *row)
{
	struct ring *ring = history->by_key;

	if (history->n < history->cap) {
		ring = &history->rings[history->n++];
	} else if (ring) {
		HASH_DEL(history->by_key, ring);	/* not of this interval: see is_done() */
		clear_ring(history, ring);
	} else {
		return NULL;
	}
	ring->key = row_history_key_of(row);
	ring->seq = 0;
	return ring;
}

/* Clears the values that have left the ring since its newest one. */
static void advance(struct row_history *history, struct ring *ring)
{
	uint64_t from = ring->seq, seq = history->seq;

	if (seq - from > ROW_HISTORY_LEN)
		from = seq - ROW_HISTORY_LEN;
	while (++from < seq) {
		ring->values[from % ROW_HISTORY_LEN].ran = ROW_ABSENT;
		release_if_unused(history, ring, from % ROW_HISTORY_LEN / PERCENT_CHUNK_LEN);
	}
	ring->seq = seq;
}

static struct row_value value_of(const struct row *row)
{
	const struct values *values = &row->numbers->values;
	enum metric_id largest = 0, path[2];

	if (!values_are_whole(values))
		return (struct row_value){ .ran = ROW_LOW_SLOTS };
	if (worst_path(values, 1, path))
		return (struct row_value){ .ran = ROW_WORST,
					   .metric = (unsigned int)path[0] & ROW_METRICS };
	for (enum metric_id m = 0; m < M_COUNT; m++)
		if (metrics[m].parent == M_NONE && values->percent[m] > values->percent[largest])
			largest = m;
	return (struct row_value){ .ran = ROW_MINOR,
				   .metric = (unsigned int)largest & ROW_METRICS };
}

static void put_value(struct row_history *history, struct ring *ring, const struct row *row)
{
	size_t at = history->seq % ROW_HISTORY_LEN, chunk = at / PERCENT_CHUNK_LEN;

	ring->values[at] = value_of(row);
	if (!has_percents(ring->values[at])) {
		release_if_unused(history, ring, chunk);
		return;
	}
	if (!ring->chunks[chunk] && history->percents)
		ring->chunks[chunk] = percent_pool_alloc(history->percents);
	if (ring->chunks[chunk])
		percent_pool_store(history->percents, ring->chunks[chunk], at % PERCENT_CHUNK_LEN,
				   &row->numbers->values);
}

static void row_history_add_row(struct row_history *history, const struct row *row)
{
	struct ring *ring = row_history_find(history, row);

	if (ring)
		HASH_DEL(history->by_key, ring);
	else
		ring = make_ring(history, row);
	if (!ring)
		return;
	advance(history, ring);
	put_value(history, ring, row);
	HASH_ADD(hh, history->by_key, key, sizeof(ring->key), ring);
}

/* Are all rings in use, each with a value of this interval? */
static bool is_done(const struct row_history *history)
{
	return history->n == history->cap && history->by_key &&
	       history->by_key->seq == history->seq;
}

void row_history_add(struct row_history *history, const struct snapshot *snapshot)
{
	/*
	 * Kinds with few rows first, so that the many processes and threads cannot crowd them out.
	 */
	static const enum row_kind kinds[] = { ROW_SOCKET, ROW_NODE, ROW_CORE, ROW_CPU,
					       ROW_USER, ROW_CGROUP, ROW_PROCESS, ROW_NAME,
					       ROW_REGION, ROW_THREAD };

	if (snapshot->seq <= history->seq)
		return;
	if (!history->percents)
		history->percents =
			percent_pool_new(snapshot->machine->family, history->cap * CHUNKS);
	history->seq = snapshot->seq;
	for (size_t k = 0; k < sizeof(kinds) / sizeof(kinds[0]); k++) {
		const struct row_table *table = &snapshot->table[kinds[k]];

		for (size_t i = 0; i < table->n && !is_done(history); i++)
			if (!table->rows[i].asleep)
				row_history_add_row(history, &table->rows[i]);
	}
}

/* Has the ring a value of this interval? */
static bool has_value(const struct ring *ring, uint64_t seq)
{
	return ring && seq <= ring->seq && ring->seq - seq < ROW_HISTORY_LEN;
}

void row_history_series(const struct row_history *history, const struct row *row, uint64_t seq,
			struct row_value *series, size_t n)
{
	const struct ring *ring = row_history_find(history, row);

	memset(series, 0, n * sizeof(*series));
	for (size_t i = 0; i < n && i < seq; i++)
		if (has_value(ring, seq - i))
			series[n - 1 - i] = ring->values[(seq - i) % ROW_HISTORY_LEN];
}

void row_history_percents(const struct row_history *history, const struct row *row, uint64_t seq,
			  enum metric_id metric, float *percents, size_t n)
{
	const struct ring *ring = row_history_find(history, row);

	for (size_t i = 0; i < n; i++) {
		size_t at = i < seq ? (seq - i) % ROW_HISTORY_LEN : 0;
		float *percent = &percents[n - 1 - i];

		*percent = NAN;
		if (i >= seq || !has_value(ring, seq - i) || !has_percents(ring->values[at]))
			continue;
		if (ring->chunks[at / PERCENT_CHUNK_LEN])
			*percent = percent_pool_percent(history->percents,
							ring->chunks[at / PERCENT_CHUNK_LEN],
							at % PERCENT_CHUNK_LEN, metric);
	}
}
