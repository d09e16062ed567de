/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Names that processes gave entries of pools (region_note.h). A process that was not
 * seen in an entry for some intervals, or runs another program than before, has none. Collector
 * thread.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/region/region_stack.h"
#include "model/pair_map.h"

#define POOL_NAMES_MAX 4096	/* of all processes */
#define POOL_KEPT 16		/* intervals, where others need the room */

struct pool_name {
	region_t region;
	uint64_t life_ns;	/* since when the process runs its program; 0: not known */
	uint64_t stamp;		/* another one whenever it is told; 0: not told yet */
	int32_t pid;
	uint32_t id;		/* of the name; 0: not told yet */
	uint32_t seen;		/* interval */
	bool asked;
};

struct region_pool {
	struct pool_name *name;
	size_t n, cap;
	struct pair_map index;	/* of each, by process and region */
	uint64_t stamps;
	uint32_t interval;
};

struct pool_name *region_pool_find(const struct region_pool *pool, int32_t pid, region_t region);
/* Finds it or adds it, not asked for yet. NULL: no memory, or there are too many. Moves others. */
struct pool_name *region_pool_add(struct region_pool *pool, int32_t pid, region_t region);
void region_pool_tell(struct region_pool *pool, struct pool_name *name, uint32_t id);
void region_pool_forget_object(struct region_pool *pool, uint32_t object);
void region_pool_free(struct region_pool *pool);	/* zeroed is fine */
