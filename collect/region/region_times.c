/* SPDX-License-Identifier: GPL-2.0-only */
/* Durations of entries; see region_times.h. */
#include "config.h"
#include "collect/region/region_times.h"

#include <stdlib.h>
#include <string.h>

#define TIMES_LEAST 64

/* The place where this time is, or would be. There is a free one. */
static size_t region_times_place_of(const struct region_times *times, int32_t pid, region_t region, int class)
{
	uint64_t hash = (region ^ (uint64_t)(uint32_t)pid << 20 ^ (uint64_t)class << 56) * 0x9e3779b97f4a7c15U;
	size_t at = (size_t)((hash ^ hash >> 29) * 0xff51afd7ed558ccdU >> 32) & (times->places - 1);

	while (times->place[at]) {
		const struct region_time *time = &times->list[times->place[at] - 1];

		if (time->region == region && time->pid == pid && time->class == class)
			break;
		at = (at + 1) & (times->places - 1);
	}
	return at;
}

static int region_times_grow(struct region_times *times)
{
	const size_t cap = times->cap ? 2 * times->cap : TIMES_LEAST;
	struct region_time *list = cap > REGION_TIMES_MAX ? NULL : realloc(times->list, cap * sizeof(*list));
	uint32_t *place;

	if (!list)
		return -1;
	times->list = list;
	place = calloc(2 * cap, sizeof(*place));
	if (!place)
		return -1;
	free(times->place);
	times->place = place;
	times->places = 2 * cap;
	times->cap = cap;
	for (size_t i = 0; i < times->n; i++)
		place[region_times_place_of(times, list[i].pid, list[i].region, list[i].class)] = (uint32_t)i + 1;
	return 0;
}

const struct region_time *region_times_find(const struct region_times *times, int32_t pid, region_t region, int class)
{
	uint32_t number;

	if (!times->n)
		return NULL;
	number = times->place[region_times_place_of(times, pid, region, class)];
	return number ? &times->list[number - 1] : NULL;
}

struct region_time *region_times_get(struct region_times *times, int32_t pid, region_t region, int class)
{
	struct region_time *time = (struct region_time *)region_times_find(times, pid, region, class);

	if (time || (times->n == times->cap && region_times_grow(times)))
		return time;
	time = &times->list[times->n++];
	memset(time, 0, sizeof(*time));
	time->pid = pid;
	time->region = region;
	time->class = class;
	times->place[region_times_place_of(times, pid, region, class)] = (uint32_t)times->n;
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
	if (times->n)
		memset(times->place, 0, times->places * sizeof(times->place[0]));
	times->n = 0;
	times->untimed = 0;
}

void region_times_free(struct region_times *times)
{
	free(times->list);
	free(times->place);
	*times = (struct region_times){ .n = 0 };
}
