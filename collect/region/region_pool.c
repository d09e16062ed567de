/* SPDX-License-Identifier: GPL-2.0-only */
/* Names of pools' entries; see region_pool.h. */
#include "config.h"
#include "collect/region/region_pool.h"

#include <stdlib.h>

#define NAMES_LEAST 64

struct pool_name *region_pool_find(const struct region_pool *pool, int32_t pid, region_t region)
{
	const uint32_t at = pair_map_get(&pool->index, (uint32_t)pid, region);

	return at == PAIR_MAP_NONE ? NULL : &pool->name[at];
}

/* After names were moved. */
static void place_all(struct region_pool *pool)
{
	pair_map_clear(&pool->index);
	for (size_t i = 0; i < pool->n; i++)
		(void)pair_map_put(&pool->index, (uint32_t)pool->name[i].pid, pool->name[i].region, (uint32_t)i);
}

static bool region_pool_grow(struct region_pool *pool)
{
	const size_t cap = pool->cap ? 2 * pool->cap : NAMES_LEAST;
	struct pool_name *more = cap > POOL_NAMES_MAX ? NULL : realloc(pool->name, cap * sizeof(*more));

	if (!more)
		return false;
	pool->name = more;
	pool->cap = cap;
	return true;
}

/* False: all of them are needed. */
static bool drop_old(struct region_pool *pool)
{
	size_t n = 0;

	for (size_t i = 0; i < pool->n; i++)
		if (pool->interval - pool->name[i].seen <= POOL_KEPT)
			pool->name[n++] = pool->name[i];
	if (n == pool->n)
		return false;
	pool->n = n;
	place_all(pool);
	return true;
}

struct pool_name *region_pool_add(struct region_pool *pool, int32_t pid, region_t region)
{
	struct pool_name *name = region_pool_find(pool, pid, region);

	if (name)
		return name;
	if ((pool->n == pool->cap && !region_pool_grow(pool) && !drop_old(pool)) ||
	    pair_map_put(&pool->index, (uint32_t)pid, region, (uint32_t)pool->n) == PAIR_MAP_NONE)
		return NULL;
	name = &pool->name[pool->n++];
	*name = (struct pool_name){ .pid = pid, .region = region, .seen = pool->interval };
	return name;
}

void region_pool_tell(struct region_pool *pool, struct pool_name *name, uint32_t id)
{
	name->asked = true;
	name->id = id;
	name->stamp = ++pool->stamps;
}

void region_pool_forget_object(struct region_pool *pool, uint32_t object)
{
	size_t n = 0;

	for (size_t i = 0; i < pool->n; i++)
		if (pool->name[i].region >> 32 != object)
			pool->name[n++] = pool->name[i];
	pool->n = n;
	place_all(pool);
}

void region_pool_free(struct region_pool *pool)
{
	free(pool->name);
	pair_map_done(&pool->index);
	*pool = (struct region_pool){ .n = 0 };
}
