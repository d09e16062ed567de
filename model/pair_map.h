/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A map from pairs of numbers (a place; a parent and a child; a process and a region) to indices: open addressing.
 * Pairs are removed all together only. Pure; belongs to one thread.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#define PAIR_MAP_NONE UINT32_MAX

struct pair_map {		/* zeroed is empty and ready */
	struct pair_map_slot {
		uint64_t a, b;
		uint32_t value;	/* PAIR_MAP_NONE: free */
	} *slots;
	size_t n, cap;
};

void pair_map_done(struct pair_map *map);
void pair_map_clear(struct pair_map *map);	/* empty; keeps the memory, so as many pairs have room again */

/*
 * The value of the pair; a pair that is not in the map gets `value`, which is not PAIR_MAP_NONE.
 * PAIR_MAP_NONE without memory.
 */
uint32_t pair_map_put(struct pair_map *map, uint64_t a, uint64_t b, uint32_t value);

/* The value of the pair; PAIR_MAP_NONE: it is not in the map. */
uint32_t pair_map_get(const struct pair_map *map, uint64_t a, uint64_t b);

/* The pair will be sought soon: the memory may come meanwhile. */
void pair_map_prefetch(const struct pair_map *map, uint64_t a, uint64_t b);
