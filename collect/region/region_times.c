/* SPDX-License-Identifier: GPL-2.0-only */
/* Durations of entries; see region_times.h. */
#include "config.h"
#include "collect/region/region_times.h"

#include <stdlib.h>
#include <string.h>

#include "model/list_room.h"

#define TIMES_LEAST 64

static uint64_t process_and_class(int32_t pid, int class)
{
	return (uint64_t)(uint32_t)pid << 32 | (uint32_t)class;
}

const struct region_time *region_times_find(const struct region_times *times, int32_t pid, region_t region, int class)
{
	const uint32_t at = pair_map_get(&times->index, process_and_class(pid, class), region);

	return at == PAIR_MAP_NONE ? NULL : &times->list[at];
}

struct region_time *region_times_get(struct region_times *times, int32_t pid, region_t region, int class)
{
	struct region_time *time = (struct region_time *)region_times_find(times, pid, region, class), *more;

	if (time || times->n == REGION_TIMES_MAX)
		return time;
	more = list_room(times->list, times->n + 1, &times->cap, TIMES_LEAST, sizeof(*more));
	if (!more)
		return NULL;
	times->list = more;
	if (pair_map_put(&times->index, process_and_class(pid, class), region, (uint32_t)times->n) == PAIR_MAP_NONE)
		return NULL;
	time = &times->list[times->n++];
	memset(time, 0, sizeof(*time));
	time->pid = pid;
	time->region = region;
	time->class = class;
	return time;
}

void region_times_add(struct region_times *times, int32_t pid, region_t region, const struct region_took *took)
{
	struct region_time *time = region_times_get(times, pid, region, duration_class_of(took->ns / took->n));

	if (!time) {
		times->untimed += took->n;
		return;
	}
	time->of.entries += took->n;
	time->of.ns += took->ns;
	counts_add_task(&time->counts, took->counts);
	if (!took->cpu_known)
		return;
	time->of.timed_ns += took->ns;
	time->of.on_cpu_ns += took->cpu_ns;
	time = region_times_get(times, pid, region, duration_class_of(took->cpu_ns / took->n));
	if (!time) {
		times->untimed += took->n;
		return;
	}
	time->of.cpu_entries += took->n;
	time->of.cpu_ns += took->cpu_ns;
}

void region_times_clear(struct region_times *times)
{
	pair_map_clear(&times->index);
	times->n = 0;
	times->untimed = 0;
}

void region_times_free(struct region_times *times)
{
	free(times->list);
	pair_map_done(&times->index);
	*times = (struct region_times){ .n = 0 };
}
