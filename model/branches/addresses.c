/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What is counted by place; see tallies.h: samples, in a hash table of indices that is at most half full;
 * mispredicted branches that were not taken.
 */
#include "config.h"
#include "model/branches/tallies.h"

#include <errno.h>
#include <stdlib.h>

#include "model/pair_map.h"
#include "model/profile/row_sums.h"

#define FIRST 512u

struct addresses {
	struct profile_address *all;
	size_t n, cap, max;
	uint32_t *slots;	/* index + 1; 0: free */
	size_t n_slots;		/* a power of two */
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
	free(addresses->slots);
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

/* The multipliers are those of SplitMix64 (Steele, Lea, Flood 2014). */
static size_t hash(struct place at, int32_t pid)
{
	uint64_t h = (at.offset ^ (uint64_t)at.object << 48) * 0xbf58476d1ce4e5b9u;

	h = (h ^ h >> 29 ^ (uint32_t)pid) * 0x94d049bb133111ebu;
	return (size_t)(h ^ h >> 32);
}

static uint32_t *addresses_slot_of(const struct addresses *addresses, struct place at, int32_t pid)
{
	size_t mask = addresses->n_slots - 1, i = hash(at, pid) & mask;

	for (; addresses->slots[i]; i = (i + 1) & mask) {
		const struct profile_address *a = &addresses->all[addresses->slots[i] - 1];

		if (place_equal(a->at, at) && a->pid == pid)
			break;
	}
	return &addresses->slots[i];
}

void addresses_prefetch(const struct addresses *addresses, struct place at, int32_t pid)
{
	if (addresses->n_slots)
		__builtin_prefetch(&addresses->slots[hash(at, pid) & (addresses->n_slots - 1)]);
}

static int addresses_grow(struct addresses *addresses)
{
	size_t cap = addresses->cap ? addresses->cap * 2 : FIRST;
	struct profile_address *all = realloc(addresses->all, cap * sizeof(*all));
	uint32_t *slots;

	if (!all)
		return -ENOMEM;
	addresses->all = all;
	if (row_sums_reserve(&addresses->sums, cap))
		return -ENOMEM;
	slots = calloc(cap * 2, sizeof(*slots));
	if (!slots)
		return -ENOMEM;
	free(addresses->slots);
	addresses->slots = slots;
	addresses->n_slots = cap * 2;
	addresses->cap = cap;
	for (size_t i = 0; i < addresses->n; i++)
		*addresses_slot_of(addresses, all[i].at, all[i].pid) = (uint32_t)i + 1;
	return 0;
}

struct profile_address *addresses_find(struct addresses *addresses, struct place at, int32_t pid,
				       int *error)
{
	uint32_t *slot;

	*error = -ENOMEM;
	if (addresses->n == addresses->cap && addresses_grow(addresses))
		return NULL;
	slot = addresses_slot_of(addresses, at, pid);
	*error = -ENOSPC;
	if (!*slot && addresses->n == addresses->max)
		return NULL;
	*error = 0;
	if (!*slot) {
		addresses->all[addresses->n] = (struct profile_address){
			.at = at, .pid = pid, .sums = row_sums_begin(&addresses->sums, addresses->n)
		};
		*slot = (uint32_t)++addresses->n;
	}
	return &addresses->all[*slot - 1];
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
