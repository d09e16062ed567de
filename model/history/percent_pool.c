/* SPDX-License-Identifier: GPL-2.0-only */
/* Chunks of percentages, one byte each; see percent_pool.h. UI thread. */
#include "config.h"
#include "model/history/percent_pool.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/formula.h"

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

struct percent_pool *percent_pool_new(const struct family *family, size_t chunks)
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

void percent_pool_free(struct percent_pool *pool)
{
	free(pool);
}

static size_t offset(const struct percent_pool *pool, uint32_t chunk)
{
	return (chunk - 1) * chunk_size(pool);
}

uint32_t percent_pool_alloc(struct percent_pool *pool)
{
	uint32_t chunk = pool->first_free;

	if (!chunk)
		return pool->n < pool->cap ? (uint32_t)++pool->n : 0;
	memcpy(&pool->first_free, &pool->percents[offset(pool, chunk)], sizeof(pool->first_free));
	return chunk;
}

void percent_pool_release(struct percent_pool *pool, uint32_t chunk)
{
	memcpy(&pool->percents[offset(pool, chunk)], &pool->first_free, sizeof(pool->first_free));
	pool->first_free = chunk;
}

void percent_pool_store(struct percent_pool *pool, uint32_t chunk, size_t at,
			const struct values *values)
{
	uint8_t *percents = &pool->percents[offset(pool, chunk) + at * pool->n_nodes];

	for (size_t i = 0; i < pool->n_nodes; i++) {
		enum metric_id m = pool->nodes[i];

		percents[i] = values->quality[m] > Q_LOW_SLOTS
				      ? (uint8_t)lround((double)values->percent[m] * PERCENT_STEPS)
				      : NO_PERCENT;
	}
}

float percent_pool_percent(const struct percent_pool *pool, uint32_t chunk, size_t at,
			   enum metric_id metric)
{
	const uint8_t *percents = &pool->percents[offset(pool, chunk) + at * pool->n_nodes];

	for (size_t i = 0; i < pool->n_nodes; i++)
		if (pool->nodes[i] == metric)
			return percents[i] == NO_PERCENT ? NAN
							 : (float)(percents[i] / PERCENT_STEPS);
	return NAN;
}
