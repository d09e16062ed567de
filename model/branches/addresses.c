/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What is counted by place; see tallies.h: samples; mispredicted branches that were not taken.
 */
#include "config.h"
#include "model/branches/tallies.h"

#include <errno.h>
#include <stdlib.h>

#include "model/list_room.h"
#include "model/pair_map.h"
#include "model/profile/class_samples.h"

#define FIRST 512u

struct addresses {
	struct profile_address *all;
	size_t n, cap, max;
	struct pair_map index;	/* of a place and process: offset; object and pid */
	struct row_sums sums;
};

struct addresses *addresses_new(size_t max)
{
	struct addresses *addresses = calloc(1, sizeof(*addresses));

	if (addresses)
		addresses->max = max;
	return addresses;
}

void addresses_free(struct addresses *addresses)
{
	if (!addresses)
		return;
	free(addresses->all);
	pair_map_done(&addresses->index);
	free(addresses->sums.of);
	free(addresses);
}

void addresses_set_sums(struct addresses *addresses, size_t n)
{
	addresses->sums.n = n;
}

struct weighed *addresses_sums(const struct addresses *addresses, const struct profile_address *of)
{
	return row_sums_at(&addresses->sums, of->sums);
}

const struct profile_address *addresses_all(const struct addresses *addresses, size_t *n)
{
	*n = addresses->n;
	return addresses->all;
}

static uint64_t second_of(struct place at, int32_t pid)
{
	return (uint64_t)at.object << 32 | (uint32_t)pid;
}

void addresses_prefetch(const struct addresses *addresses, struct place at, int32_t pid)
{
	pair_map_prefetch(&addresses->index, at.offset, second_of(at, pid));
}

static int addresses_grow(struct addresses *addresses)
{
	struct profile_address *all = list_room(addresses->all, addresses->n + 1, &addresses->cap, FIRST, sizeof(*all));

	if (!all)
		return -ENOMEM;
	addresses->all = all;
	return row_sums_reserve(&addresses->sums, addresses->cap) ? -ENOMEM : 0;
}

struct profile_address *addresses_find(struct addresses *addresses, struct place at, int32_t pid,
				       int *error)
{
	const uint64_t second = second_of(at, pid);
	const bool full = addresses->n == addresses->max;
	uint32_t index;

	*error = -ENOMEM;
	if (addresses->n == addresses->cap && addresses_grow(addresses))
		return NULL;
	index = full ? pair_map_get(&addresses->index, at.offset, second) :
		       pair_map_put(&addresses->index, at.offset, second, (uint32_t)addresses->n);
	if (full)
		*error = -ENOSPC;
	if (index == PAIR_MAP_NONE)
		return NULL;
	*error = 0;
	if (index == addresses->n)
		addresses->all[addresses->n++] = (struct profile_address){
			.at = at, .pid = pid, .sums = row_sums_begin(&addresses->sums, index)
		};
	return &addresses->all[index];
}

/* ---- mispredicted branches that were not taken ---- */

#define PLACES 4096u	/* a program has few branches that are often mispredicted */

struct not_taken {
	struct pair_map index;	/* of a place: object, offset */
	struct groups *branches;	/* PLACES; NULL before the first */
	uint32_t n;
};

struct not_taken *not_taken_new(void)
{
	return calloc(1, sizeof(struct not_taken));
}

void not_taken_free(struct not_taken *table)
{
	if (!table)
		return;
	pair_map_done(&table->index);
	free(table->branches);
	free(table);
}

bool not_taken_known(const struct not_taken *table)
{
	return table->n > 0;
}

int not_taken_add(struct not_taken *table, struct place at, unsigned int group, uint64_t branches)
{
	uint32_t i = pair_map_get(&table->index, at.object, at.offset);

	if (!table->branches)
		table->branches = calloc(PLACES, sizeof(*table->branches));
	if (!table->branches)
		return -ENOMEM;
	if (i == PAIR_MAP_NONE) {
		if (table->n == PLACES)
			return -ENOSPC;
		i = pair_map_put(&table->index, at.object, at.offset, table->n);
		if (i == PAIR_MAP_NONE)
			return -ENOMEM;
		table->n++;
	}
	table->branches[i].of[group] += branches;
	return 0;
}

struct groups not_taken_at(const struct not_taken *table, struct place at)
{
	const uint32_t i = pair_map_get(&table->index, at.object, at.offset);

	return i == PAIR_MAP_NONE ? (struct groups){ 0 } : table->branches[i];
}

/* ---- pairs of places ---- */

#define FIRST_SLOTS 1024u

/*
 * A table of its own. With a pair_map and a list of counts, an entry of a branch stack costs 862 instructions from
 * the file to the sums, not 729 (bench-branches 1); the heap is as large.
 */
struct pairs {
	struct pair *slots;	/* count 0: free */
	size_t n, n_slots, max;	/* n_slots: a power of two */
};

struct pairs *pairs_new(size_t max)
{
	struct pairs *pairs = calloc(1, sizeof(*pairs));

	if (!pairs)
		return NULL;
	pairs->max = max;
	pairs->n_slots = FIRST_SLOTS;
	pairs->slots = calloc(pairs->n_slots, sizeof(*pairs->slots));
	if (!pairs->slots) {
		free(pairs);
		return NULL;
	}
	return pairs;
}

void pairs_free(struct pairs *pairs)
{
	if (!pairs)
		return;
	free(pairs->slots);
	free(pairs);
}

size_t pairs_n(const struct pairs *pairs)
{
	return pairs->n;
}

/* The multiplier is that of Fibonacci hashing (Knuth, TAOCP 3, 6.4). */
static size_t hash_of(uint32_t first, uint32_t second)
{
	const uint64_t hash = ((uint64_t)first << 32 | second) * 0x9e3779b97f4a7c15u;

	return hash ^ hash >> 32;
}

static struct pair *pairs_slot_of(struct pair *slots, size_t n_slots, size_t hash, uint32_t first, uint32_t second)
{
	size_t at = hash & (n_slots - 1);

	while (slots[at].count && (slots[at].first != first || slots[at].second != second))
		at = (at + 1) & (n_slots - 1);
	return &slots[at];
}

/* Puts a pair into slots that have none of it. */
static void pairs_put(struct pair *slots, size_t n_slots, const struct pair *pair)
{
	*pairs_slot_of(slots, n_slots, hash_of(pair->first, pair->second), pair->first, pair->second) = *pair;
}

static int pairs_grow(struct pairs *pairs)
{
	size_t n = pairs->n_slots * 2;
	struct pair *slots = calloc(n, sizeof(*slots));

	if (!slots)
		return -ENOMEM;
	for (size_t i = 0; i < pairs->n_slots; i++) {
		const struct pair *pair = &pairs->slots[i];

		if (pair->count)
			pairs_put(slots, n, pair);
	}
	free(pairs->slots);
	pairs->slots = slots;
	pairs->n_slots = n;
	return 0;
}

void pairs_prefetch(const struct pairs *pairs, struct pair_step *step)
{
	step->hash = hash_of(step->first, step->second);
	__builtin_prefetch(&pairs->slots[step->hash & (pairs->n_slots - 1)], 1);
}

int pairs_rename(struct pairs *pairs, const uint32_t *now)
{
	struct pair *slots = calloc(pairs->n_slots, sizeof(*slots));

	if (!slots)
		return -ENOMEM;
	pairs->n = 0;
	for (size_t i = 0; i < pairs->n_slots; i++) {
		struct pair pair = pairs->slots[i];

		if (!pair.count || now[pair.first] == UINT32_MAX || now[pair.second] == UINT32_MAX)
			continue;
		pair.first = now[pair.first];
		pair.second = now[pair.second];
		pairs_put(slots, pairs->n_slots, &pair);
		pairs->n++;
	}
	free(pairs->slots);
	pairs->slots = slots;
	return 0;
}

static int count_pair(struct pairs *pairs, const struct pair_step *step)
{
	struct pair *slot;

	if (pairs->n * 2 >= pairs->n_slots && pairs_grow(pairs))
		return -ENOMEM;
	slot = pairs_slot_of(pairs->slots, pairs->n_slots, step->hash, step->first, step->second);
	if (!slot->count) {
		if (pairs->n == pairs->max)
			return 0;
		*slot = (struct pair){ .first = step->first, .second = step->second };
		pairs->n++;
	}
	if (slot->count < UINT32_MAX)
		slot->count++;
	return 0;
}

int pairs_count(struct pairs *pairs, const struct pair_step *steps, size_t n)
{
	int r = 0;

	for (size_t i = 0; i < n && !r; i++)
		r = count_pair(pairs, &steps[i]);
	return r;
}

void pairs_each(const struct pairs *pairs, void (*each)(void *data, const struct pair *pair),
		void *data)
{
	for (size_t i = 0; i < pairs->n_slots; i++)
		if (pairs->slots[i].count)
			each(data, &pairs->slots[i]);
}
