/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What limits the functions of the simulated machine; see demo_classes.h.
 *
 * Classes of a function of the demo are a row here.
 */
#include "config.h"
#include "collect/demo/demo_classes.h"

#include <stddef.h>
#include <string.h>

#include "collect/demo/demo_script.h"

/* Light, heavy; mispredicts, clears; latency, bandwidth; memory, core. */
static const struct {
	const char *function;
	uint8_t split[DEMO_SHARES];
} functions[] = {
	{ "stream_copy", { 5, 0, 0, 0, 1, 1, 88, 5 } },
	{ "stream_scale", { 7, 1, 1, 1, 2, 2, 78, 8 } },
	{ "stream_add", { 7, 0, 1, 0, 2, 2, 80, 8 } },
	{ "stream_triad", { 9, 1, 1, 0, 2, 3, 70, 14 } },
	{ "Interpreter", { 18, 4, 10, 2, 44, 12, 5, 5 } },
	{ "Marker::step", { 18, 1, 5, 1, 6, 3, 58, 8 } },
	{ "Marker::drain", { 16, 1, 6, 1, 5, 3, 60, 8 } },
	{ "Marker::mark_object", { 9, 1, 3, 1, 3, 2, 76, 5 } },
	{ "com.shop.util.Table.find", { 12, 1, 6, 1, 4, 3, 66, 7 } },
	{ "find_match", { 32, 1, 36, 1, 5, 4, 11, 10 } },
	{ "best_split", { 22, 2, 30, 3, 4, 3, 28, 8 } },
};

/* What the events of Sapphire Rapids' class table count, by level. */
static const struct {
	enum event_id id;
	int level;
	uint32_t shares;	/* bits 1 << DEMO_x */
} events[] = {
	{ EV_RETIRING, 1, 1U << DEMO_LIGHT | 1U << DEMO_HEAVY },
	{ EV_BAD_SPEC, 1, 1U << DEMO_MISPREDICTS | 1U << DEMO_CLEARS },
	{ EV_FE_BOUND, 1, 1U << DEMO_LATENCY | 1U << DEMO_BANDWIDTH },
	{ EV_BE_BOUND, 1, 1U << DEMO_MEMORY | 1U << DEMO_CORE },
	{ EV_HEAVY_OPS, 2, 1U << DEMO_HEAVY },
	{ EV_BR_MISPREDICT, 2, 1U << DEMO_MISPREDICTS },
	{ EV_FETCH_LAT, 2, 1U << DEMO_LATENCY },
	{ EV_MEM_BOUND, 2, 1U << DEMO_MEMORY },
};

static const uint8_t *split_of_thread(int32_t pid, const char *comm)
{
	const struct demo_process *process = demo_find_process(pid);

	for (int i = 0; process && i < DEMO_KINDS && process->threads[i].count; i++)
		if (!strcmp(process->threads[i].comm, comm))
			return process->threads[i].split;
	return NULL;
}

const uint8_t *demo_classes_of(const struct demo_layout *layout, struct place at, int32_t pid,
			       const char *comm)
{
	const struct demo_instruction *instruction = demo_layout_find(layout, at);
	const char *name = instruction ? layout->blocks[instruction->block].function->name : "";

	for (size_t i = 0; i < sizeof(functions) / sizeof(functions[0]); i++)
		if (!strcmp(functions[i].function, name))
			return functions[i].split;
	return split_of_thread(pid, comm);
}

static int row_of(const struct class_table *table, enum event_id id)
{
	for (size_t i = 0; i < table->n_events; i++)
		if (table->events[i].event.id == id)
			return (int)i;
	return -1;
}

int demo_classes_row(const struct class_table *table, int level, const uint8_t *split, double chance)
{
	double left = 100 * chance;
	uint32_t share = 0;

	while (share < DEMO_SHARES - 1 && left >= split[share])
		left -= split[share++];
	for (size_t i = 0; i < sizeof(events) / sizeof(events[0]); i++)
		if (events[i].level == level && events[i].shares & 1U << share)
			return row_of(table, events[i].id);
	return -1;
}
