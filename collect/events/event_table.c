/* SPDX-License-Identifier: GPL-2.0-only */
/* Threads and CPUs with events; see event_table.h. */
#include "config.h"
#include "collect/events/event_table.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/list_room.h"

struct event_target event_of_thread(int32_t tid, int32_t pid, double share)
{
	return (struct event_target){ .tid = tid, .pid = pid, .cpu = -1, .share = share,
				      .picked = !isnan(share) };
}

struct event_target event_of_cpu(int cpu, enum core_type core_type)
{
	return (struct event_target){ .tid = -1, .pid = -1, .cpu = cpu, .core_type = core_type,
				      .share = NAN };
}

void event_table_free(struct event_table *table)
{
	free(table->rows);
	table->rows = NULL;
	table->n = table->room = 0;
}

int event_table_add(struct event_table *table, const void *row)
{
	unsigned char *more = list_room(table->rows, table->n + 1, &table->room, 16, table->size);

	if (!more)
		return -ENOMEM;
	table->rows = more;
	memcpy(event_table_at(table, table->n++), row, table->size);
	return 0;
}

void event_table_drop(struct event_table *table, size_t row)
{
	table->n--;
	if (row != table->n)
		memcpy(event_table_at(table, row), event_table_at(table, table->n), table->size);
}

long event_table_find(const struct event_table *table, int32_t tid, int cpu)
{
	for (size_t i = 0; i < table->n; i++) {
		const struct event_target *target = event_table_at(table, i);

		if (target->cpu == cpu && (cpu >= 0 || (target->tid == tid && !target->gone)))
			return (long)i;
	}
	return -1;
}
