/* SPDX-License-Identifier: GPL-2.0-only */
/* A map from pairs of numbers to indices; see pair_map.h. */
#include "config.h"
#include "model/pair_map.h"

#include <stdlib.h>

#include "model/splitmix64.h"

#define FIRST 256		/* slots; a power of two */

void pair_map_done(struct pair_map *map)
{
	free(map->slots);
	*map = (struct pair_map){ 0 };
}

void pair_map_clear(struct pair_map *map)
{
	for (size_t i = 0; map->n && i < map->cap; i++)
		map->slots[i].value = PAIR_MAP_NONE;
	map->n = 0;
}

/* Where a pair is sought first. Neighbouring places do not land beside each other. */
static size_t pair_map_home(size_t cap, uint64_t a, uint64_t b)
{
	return (size_t)splitmix64_mix(a + splitmix64_mix(b)) & (cap - 1);
}

/* The slot of the pair, or the free one where it belongs. */
static struct pair_map_slot *pair_map_find(struct pair_map_slot *slots, size_t cap, uint64_t a, uint64_t b)
{
	size_t at = pair_map_home(cap, a, b);

	while (slots[at].value != PAIR_MAP_NONE && (slots[at].a != a || slots[at].b != b))
		at = (at + 1) & (cap - 1);
	return &slots[at];
}

static int pair_map_grow(struct pair_map *map)
{
	size_t cap = map->cap ? map->cap * 2 : FIRST;
	struct pair_map_slot *slots = malloc(cap * sizeof(*slots));

	if (!slots)
		return -1;
	for (size_t i = 0; i < cap; i++)
		slots[i].value = PAIR_MAP_NONE;
	for (size_t i = 0; i < map->cap; i++)
		if (map->slots[i].value != PAIR_MAP_NONE)
			*pair_map_find(slots, cap, map->slots[i].a, map->slots[i].b) = map->slots[i];
	free(map->slots);
	map->slots = slots;
	map->cap = cap;
	return 0;
}

uint32_t pair_map_put(struct pair_map *map, uint64_t a, uint64_t b, uint32_t value)
{
	struct pair_map_slot *slot;

	if (map->n * 4 >= map->cap * 3 && pair_map_grow(map))
		return PAIR_MAP_NONE;
	slot = pair_map_find(map->slots, map->cap, a, b);
	if (slot->value != PAIR_MAP_NONE)
		return slot->value;
	*slot = (struct pair_map_slot){ a, b, value };
	map->n++;
	return value;
}

uint32_t pair_map_get(const struct pair_map *map, uint64_t a, uint64_t b)
{
	return map->cap ? pair_map_find(map->slots, map->cap, a, b)->value : PAIR_MAP_NONE;
}

void pair_map_prefetch(const struct pair_map *map, uint64_t a, uint64_t b)
{
	if (map->cap)
		__builtin_prefetch(&map->slots[pair_map_home(map->cap, a, b)]);
}
