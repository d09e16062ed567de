/* SPDX-License-Identifier: GPL-2.0-only */
/* Counts of pairs; see tallies.h. A hash table with linear probing, at most half full. */
#include "config.h"
#include "model/branches/tallies.h"

#include <errno.h>
#include <stdlib.h>

#define FIRST_SLOTS 1024u

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
