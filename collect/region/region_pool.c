/* SPDX-License-Identifier: GPL-2.0-only */
/* Names of pools' entries; see region_pool.h. */
#include "config.h"
#include "collect/region/region_pool.h"

#include <stdlib.h>
#include <string.h>

#define NAMES_LEAST 64

/* The place of this name, or the free one where it would be. There is one. */
static size_t region_pool_place_of(const struct region_pool *pool, int32_t pid, region_t region)
{
	const uint64_t hash = (region ^ (uint64_t)(uint32_t)pid << 17) * 0x9e3779b97f4a7c15U;
	size_t at = (size_t)(hash >> 32) & (pool->places - 1);

	while (pool->place[at]) {
		const struct pool_name *name = &pool->name[pool->place[at] - 1];

		if (name->pid == pid && name->region == region)
			break;
		at = (at + 1) & (pool->places - 1);
	}
	return at;
}

struct pool_name *region_pool_find(const struct region_pool *pool, int32_t pid, region_t region)
{
	const uint32_t number = pool->places ? pool->place[region_pool_place_of(pool, pid, region)] : 0;

	return number ? &pool->name[number - 1] : NULL;
}

/* After names were moved. */
static void place_all(struct region_pool *pool)
{
	if (pool->places)
		memset(pool->place, 0, pool->places * sizeof(pool->place[0]));
	for (size_t i = 0; i < pool->n; i++)
		pool->place[region_pool_place_of(pool, pool->name[i].pid, pool->name[i].region)] =
			(uint32_t)i + 1;
}

static bool region_pool_grow(struct region_pool *pool)
{
	const size_t cap = pool->cap ? 2 * pool->cap : NAMES_LEAST;
	struct pool_name *more;
	uint32_t *place;

	if (cap > POOL_NAMES_MAX)
		return false;
	more = realloc(pool->name, cap * sizeof(*more));
	if (!more)
		return false;
	pool->name = more;
	place = calloc(2 * cap, sizeof(*place));
	if (!place)
		return false;
	free(pool->place);
	pool->place = place;
	pool->places = 2 * cap;
	pool->cap = cap;
	place_all(pool);
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
	if (pool->n == pool->cap && !region_pool_grow(pool) && !drop_old(pool))
		return NULL;
	pool->place[region_pool_place_of(pool, pid, region)] = (uint32_t)pool->n + 1;
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
	free(pool->place);
	*pool = (struct region_pool){ .n = 0 };
}
