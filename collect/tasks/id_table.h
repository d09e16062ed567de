/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A table from pids or tids to what they are of: open addressing. Every slice of a task that was
 * not the last one here looks one up, and a chain would be a miss of the cache per link. Pure; one
 * thread.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct id_table {		/* zeroed: empty; item is NULL where nothing is */
	struct id_slot {
		void *item;
		int32_t id;
	} *slots;
	size_t n, cap;		/* used ones; all, a power of two */
};

/* Knuth's multiplicative hash, with its upper half mixed into the lower half, which is used. */
static inline size_t id_table_slot(const struct id_table *table, int32_t id)
{
	const uint32_t hash = (uint32_t)id * 0x9e3779b1U;

	return (hash ^ hash >> 16) & (table->cap - 1);
}

/* The slot of this id, or the free one where it belongs. The table has slots, and free ones. */
static inline size_t id_table_seek(const struct id_table *table, int32_t id)
{
	size_t at = id_table_slot(table, id);

	while (table->slots[at].item && table->slots[at].id != id)
		at = (at + 1) & (table->cap - 1);
	return at;
}

/* The item of this id; NULL: there is none. */
static inline void *id_table_find(const struct id_table *table, int32_t id)
{
	return table->n ? table->slots[id_table_seek(table, id)].item : NULL;
}

/* Sets the item (not NULL) of this id. False without memory, unless it has another before. */
bool id_table_set(struct id_table *table, int32_t id, void *item);

/* Removes an id that is in the table; others may move to slots before theirs. */
void id_table_remove(struct id_table *table, int32_t id);

void id_table_done(struct id_table *table);
