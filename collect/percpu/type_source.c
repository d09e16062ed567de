/* SPDX-License-Identifier: GPL-2.0-only */
/* Passes on what the source of one core type yields; see type_source.h. */
#include "config.h"
#include "collect/percpu/type_source.h"

#include <errno.h>

static void pass_slice(void *data, const struct slice *slice)
{
	const struct type_source *type = data;
	struct slice copy = *slice;

	copy.cpu = type->cpus[slice->cpu];
	type->sink->slice(type->sink->data, &copy);
}

static void pass_task(void *data, const struct task_event *event)
{
	const struct type_source *type = data;

	type->sink->task(type->sink->data, event);
}

static void pass_lost(void *data, int cpu, uint64_t records)
{
	const struct type_source *type = data;

	type->sink->lost(type->sink->data, type->cpus[cpu], records);
}

static void pass_times(void *data, int cpu, uint64_t enabled_ns, uint64_t running_ns)
{
	const struct type_source *type = data;

	type->sink->times(type->sink->data, type->cpus[cpu], enabled_ns, running_ns);
}

static void pass_cost(void *data, const struct self_cost *cost)
{
	const struct type_source *type = data;

	type->sink->cost(type->sink->data, cost);
}

struct sink type_source_sink(struct type_source *type, const struct sink *sink)
{
	type->sink = sink;
	return (struct sink){
		.data = type,
		.slice = pass_slice,
		.task = sink->task ? pass_task : NULL,
		.lost = sink->lost ? pass_lost : NULL,
		.times = sink->times ? pass_times : NULL,
		.cost = sink->cost ? pass_cost : NULL,
	};
}

static struct tap_place place_in_whole(const struct type_source *type, struct tap_place place)
{
	return (struct tap_place){ .cpu = (size_t)type->cpus[place.cpu],
				   .group = type->first_group + place.group };
}

static void tap_record(void *data, struct tap_place place, const void *bytes, size_t size)
{
	const struct type_source *type = data;

	type->whole_tap->record(type->whole_tap->data, place_in_whole(type, place), bytes, size);
}

static void tap_marker(void *data, struct tap_place place, uint32_t object, const void *bytes,
		       size_t size)
{
	const struct type_source *type = data;

	type->whole_tap->marker(type->whole_tap->data, place_in_whole(type, place), object, bytes,
				size);
}

static void tap_reading(void *data, struct tap_place place, uint64_t time_ns, int32_t pid,
			int32_t tid, const struct reading *reading)
{
	const struct type_source *type = data;

	type->whole_tap->reading(type->whole_tap->data, place_in_whole(type, place), time_ns, pid,
				 tid, reading);
}

static void tap_rotated(void *data, struct tap_place place)
{
	const struct type_source *type = data;

	type->whole_tap->rotated(type->whole_tap->data, place_in_whole(type, place));
}

static void tap_rotating(void *data, size_t group, bool on)
{
	const struct type_source *type = data;

	type->whole_tap->rotating(type->whole_tap->data, type->first_group + group, on);
}

void type_source_tap(struct type_source *type, const struct tap *whole)
{
	type->whole_tap = whole;
	type->tap = (struct tap){ .data = type, .record = tap_record, .marker = tap_marker,
				  .reading = tap_reading, .rotated = tap_rotated,
				  .rotating = tap_rotating };
	type->source->tap = whole ? &type->tap : NULL;
}

static int watch_regions(struct source *source, uint32_t regions, struct err *err)
{
	if (!source->ops->watches_regions)
		return regions ? err_set(err, ENOTSUP, "what counts here cannot watch regions") : 0;
	source->requests.regions = regions;
	return source_request(source, NULL, err);
}

int type_sources_watch(struct type_source *types, size_t n, uint32_t regions, bool watched,
		       struct err *err)
{
	struct err ignored;
	int ret = 0;

	for (size_t i = 0; !ret && i < n; i++)
		ret = watch_regions(types[i].source, regions, err);
	for (size_t i = 0; ret && !watched && i < n; i++)
		(void)watch_regions(types[i].source, 0, &ignored);
	return ret;
}

uint64_t type_sources_restarted_ns(struct type_source *types, size_t n)
{
	uint64_t first_ns = UINT64_MAX;

	for (size_t i = 0; i < n; i++) {
		struct source *member = types[i].source;

		if (member->restarted_ns < first_ns)
			first_ns = member->restarted_ns;
		member->restarted_ns = 0;
	}
	return first_ns;
}

uint64_t type_sources_cut_ns(const struct type_source *types, size_t n)
{
	uint64_t last_ns = 0;

	for (size_t i = 0; i < n; i++)
		if (types[i].source->cut_ns > last_ns)
			last_ns = types[i].source->cut_ns;
	return last_ns;
}
