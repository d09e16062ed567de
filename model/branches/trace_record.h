/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What is kept of the executions of a trace. Most traces of a program are rare, and a few are most
 * of what it does. The first executions are kept as they are (4 bytes each). A trace with more has
 * a record of sums by group, of 16 bits, which are carried over to wide ones before they overflow.
 * It also has a histogram of pages of 16 bins, each added when one of its bins is hit. One thread.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "model/branches/tallies.h"

/*
 * Many items of one size, in chunks: they never move, and are named by numbers from 1 on. An item
 * that was given back is used again, the last one first. Chunks begin at a cache line. Pure; one
 * thread.
 */

#define POOL_CHUNK 1024u
#define CACHE_LINE 64

/* Zeroed but for `size`: empty. */
struct pool {
	size_t size;		/* of an item; 4 or more */
	char **chunks;
	uint32_t n;		/* items that were used at least once */
	uint32_t unused;	/* the item given back last, which holds the one before; 0: none */
};

static inline void *pool_at(const struct pool *pool, uint32_t item)
{
	return pool->chunks[(item - 1) / POOL_CHUNK] + (item - 1) % POOL_CHUNK * pool->size;
}

/* A zeroed item; 0 without memory. */
static inline uint32_t pool_add(struct pool *pool)
{
	uint32_t chunk = pool->n / POOL_CHUNK, item = pool->unused;

	if (item) {
		memcpy(&pool->unused, pool_at(pool, item), sizeof(pool->unused));
	} else if (pool->n % POOL_CHUNK == 0) {
		char **chunks = realloc(pool->chunks, (chunk + 1) * sizeof(*chunks));

		if (!chunks)
			return 0;
		pool->chunks = chunks;
		chunks[chunk] = aligned_alloc(CACHE_LINE, POOL_CHUNK * pool->size);
		if (!chunks[chunk])
			return 0;
	}
	if (!item)
		item = ++pool->n;
	memset(pool_at(pool, item), 0, pool->size);
	return item;
}

static inline void pool_remove(struct pool *pool, uint32_t item)
{
	memcpy(pool_at(pool, item), &pool->unused, sizeof(pool->unused));
	pool->unused = item;
}

static inline void pool_done(struct pool *pool)
{
	for (uint32_t i = 0; i * POOL_CHUNK < pool->n; i++)
		free(pool->chunks[i]);
	free(pool->chunks);
	*pool = (struct pool){ .size = pool->size };
}

#define PAGE_BINS 16
#define PAGES (HISTOGRAM_BINS / PAGE_BINS)
#define LOG_FIRST 5	/* executions in the trace itself */
#define LOG_PAGE 15	/* in a further page */
#define LOG_MAX (LOG_FIRST + 2 * LOG_PAGE)

/* A zeroed one: never executed. */
struct trace_log {
	uint32_t first[LOG_FIRST];
	uint32_t more;		/* page of the log; 0: none */
	uint32_t record;	/* 0: all executions are in the log */
	uint8_t n;
	uint8_t kind;		/* enum branch_kind; traces.c has it here, where room is left */
};

struct trace_pools {
	struct pool records, wides, bins, logs;
};

void trace_pools_init(struct trace_pools *pools);
void trace_pools_done(struct trace_pools *pools);

/* 0 or -ENOMEM. */
int trace_log_count(struct trace_pools *pools, struct trace_log *log,
		    const struct execution *execution);
void trace_log_drop(struct trace_pools *pools, struct trace_log *log);

/* The memory that counts an execution, on its way to the CPU: first the sums, then the bin. */
void trace_log_prefetch(const struct trace_pools *pools, const struct trace_log *log,
			unsigned int group);
void trace_log_prefetch_bin(const struct trace_pools *pools, const struct trace_log *log,
			    uint32_t cycles);

void trace_log_add_n(const struct trace_pools *pools, const struct trace_log *log,
		     struct groups *n);
void trace_log_add_cycles(const struct trace_pools *pools, const struct trace_log *log,
			  struct groups *cycles);
void trace_log_add_sums(const struct trace_pools *pools, const struct trace_log *log,
			struct trace_sums *sums);
