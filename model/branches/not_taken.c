/* SPDX-License-Identifier: GPL-2.0-only */
/* Mispredicted branches that were not taken; see tallies.h. A hash table, at most half full. */
#include "config.h"
#include "model/branches/tallies.h"

#include <errno.h>
#include <stdlib.h>

#define SLOTS 8192u	/* a program has few branches that are often mispredicted */

struct place_groups {
	struct place at;
	struct groups branches;
	bool used;
};

struct not_taken {
	struct place_groups *slots;	/* NULL before the first */
	size_t n;
};

struct not_taken *not_taken_new(void)
{
	return calloc(1, sizeof(struct not_taken));
}

void not_taken_free(struct not_taken *table)
{
	if (!table)
		return;
	free(table->slots);
	free(table);
}

bool not_taken_known(const struct not_taken *table)
{
	return table->n > 0;
}

/* The multiplier is that of Fibonacci hashing (Knuth, TAOCP 3, 6.4). */
static struct place_groups *not_taken_slot_of(const struct not_taken *table, struct place at)
{
	uint64_t hash = (at.offset ^ (uint64_t)at.object << 40) * 0x9e3779b97f4a7c15u;
	size_t i = hash >> 40 & (SLOTS - 1);

	while (table->slots[i].used && !place_equal(table->slots[i].at, at))
		i = (i + 1) & (SLOTS - 1);
	return &table->slots[i];
}

int not_taken_add(struct not_taken *table, struct place at, unsigned int group, uint64_t branches)
{
	struct place_groups *slot;

	if (!table->slots)
		table->slots = calloc(SLOTS, sizeof(*table->slots));
	if (!table->slots)
		return -ENOMEM;
	slot = not_taken_slot_of(table, at);
	if (!slot->used) {
		if (table->n >= SLOTS / 2)
			return -ENOSPC;
		slot->used = true;
		slot->at = at;
		table->n++;
	}
	slot->branches.of[group] += branches;
	return 0;
}

struct groups not_taken_at(const struct not_taken *table, struct place at)
{
	static const struct groups none;
	const struct place_groups *slot = table->slots ? not_taken_slot_of(table, at) : NULL;

	return slot && slot->used ? slot->branches : none;
}
