/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Many items of one size, in chunks: they never move, and are named by numbers from 1 on. An item
 * that was given back is used again. Pure; one thread.
 */
#ifndef TDTOP_MODEL_BRANCHES_POOL_H
#define TDTOP_MODEL_BRANCHES_POOL_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define POOL_CHUNK 1024u

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
		memset(pool_at(pool, item), 0, pool->size);
		return item;
	}
	if (pool->n % POOL_CHUNK == 0) {
		char **chunks = realloc(pool->chunks, (chunk + 1) * sizeof(*chunks));

		if (!chunks)
			return 0;
		pool->chunks = chunks;
		chunks[chunk] = calloc(POOL_CHUNK, pool->size);
		if (!chunks[chunk])
			return 0;
	}
	return ++pool->n;
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

#endif
