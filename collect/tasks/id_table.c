/* SPDX-License-Identifier: GPL-2.0-only */
/* A table from pids or tids to items; see id_table.h. Collector thread. */
#include "config.h"
#include "collect/tasks/id_table.h"

#include <stdlib.h>

#define SLOTS_MIN 64

/* At most three of four slots are used. */
static bool make_room(struct id_table *table)
{
	struct id_table larger = { .n = table->n,
				   .cap = table->cap ? 2 * table->cap : SLOTS_MIN };

	if (4 * (table->n + 1) <= 3 * table->cap)
		return true;
	larger.slots = calloc(larger.cap, sizeof(larger.slots[0]));
	if (!larger.slots)
		return table->n + 1 < table->cap;
	for (size_t i = 0; i < table->cap; i++)
		if (table->slots[i].item)
			larger.slots[id_table_seek(&larger, table->slots[i].id)] = table->slots[i];
	free(table->slots);
	*table = larger;
	return true;
}

bool id_table_set(struct id_table *table, int32_t id, void *item)
{
	if (!id_table_find(table, id)) {
		if (!make_room(table))
			return false;
		table->n++;
	}
	table->slots[id_table_seek(table, id)] = (struct id_slot){ item, id };
	return true;
}

/* Each that follows without a gap moves into the hole, unless it belongs behind it. */
void id_table_remove(struct id_table *table, int32_t id)
{
	const size_t mask = table->cap - 1;
	size_t hole = id_table_seek(table, id);

	for (size_t at = (hole + 1) & mask; table->slots[at].item; at = (at + 1) & mask) {
		const size_t home = id_table_slot(table, table->slots[at].id);

		if (((at - home) & mask) < ((at - hole) & mask))
			continue;
		table->slots[hole] = table->slots[at];
		hole = at;
	}
	table->slots[hole].item = NULL;
	table->n--;
}

void id_table_done(struct id_table *table)
{
	free(table->slots);
	*table = (struct id_table){ .slots = NULL };
}
