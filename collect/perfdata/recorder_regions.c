/* SPDX-License-Identifier: GPL-2.0-only */
/* Regions in the file of a recorder; see recorder_regions.h. */
#include "config.h"
#include "collect/perfdata/recorder_regions.h"

#include <stdlib.h>
#include <string.h>

#include "collect/perfdata/perfdata.h"
#include "collect/perfdata/perfdata_records.h"
#include "collect/perfdata/region_records.h"

void recorder_regions_begin(struct recorder_regions *self, const struct source *source,
			    const struct recordable *events, struct recorder_samples *samples)
{
	self->source = source;
	self->events = events;
	self->samples = samples;
	memset(self->object, 0, sizeof(self->object));
	if (self->named)
		memset(self->named, 0, self->cap_named * sizeof(*self->named));
	self->forgotten = source->regions ? regions_forgotten(source->regions) : 0;
}

void recorder_regions_done(struct recorder_regions *self)
{
	free(self->named);
	blob_done(&self->blob);
}

static bool put(struct recorder_regions *self)
{
	const struct blob *blob = &self->blob;
	const struct sampled_output *output = &self->samples->output;
	const bool done = !blob->failed && blob->n &&
			  output->put(output->data, blob->bytes, blob->n, true);

	self->samples->dropped += !done;
	blob_clear(&self->blob);
	return done;
}

/* The event of an object's markers, which is added to the file. NULL: there is no room. */
static const struct sampled_event *event_of(struct recorder_regions *self, uint32_t number)
{
	const struct regions *regions = self->source->regions;
	const struct region_object *object = regions ? regions_object(regions, number) : NULL;
	struct sampled_record record = { .id = PERFDATA_REGION_ID + number };
	struct perf_event_attr attr;
	char name[64];

	if (!object || self->object[number].event)
		return object ? self->object[number].event : NULL;
	attr = region_event_attr(object, self->events);
	region_event_name(name, object);
	record.attr = &attr;
	record.name = name;
	self->object[number].event = recorder_samples_add(self->samples, &record, self->events);
	if (!self->object[number].event)
		return NULL;
	region_put_object(&self->blob, record.id, number, object);
	(void)put(self);
	return self->object[number].event;
}

bool recorder_regions_put_marker(struct recorder_regions *self, struct blob *blob,
				 struct tap_place place, uint32_t object, const void *bytes,
				 size_t size, uint64_t *time_ns)
{
	const struct sampled_event *event = event_of(self, object);
	const uint64_t count = event ? self->object[object].markers + 1 : 0;

	if (!perfdata_put_marker(blob, self->events, place, bytes, size, event ? event->id : 0,
				 count, time_ns))
		return false;
	if (event)
		self->object[object].markers = count;
	return true;
}

static bool in_file(const struct recorder_regions *self, region_t region)
{
	const uint64_t object = region >> 32;

	return object && object <= REGION_OBJECTS_MAX && self->object[object].event;
}

static void put_objects(struct recorder_regions *self)
{
	const struct regions *regions = self->source->regions;

	for (uint32_t i = 1; regions && i <= regions_objects(regions); i++)
		(void)event_of(self, i);
}

/* An id that perf knows, for a record that is of no object alone; 0: no object is in the file. */
static uint64_t any_id(const struct recorder_regions *self)
{
	for (uint32_t i = 1; i <= REGION_OBJECTS_MAX; i++)
		if (self->object[i].event)
			return self->object[i].event->id;
	return 0;
}

void recorder_regions_put_tasks(struct recorder_regions *self)
{
	const struct regions *regions = self->source->regions;
	struct region_stack stack;
	uint32_t entries;
	size_t at = 0;
	int32_t tid;

	put_objects(self);
	while (any_id(self) && regions_each_task(regions, &at, &tid, &stack, &entries)) {
		region_put_task(&self->blob, any_id(self), tid, &stack, entries);
		(void)put(self);
	}
}

void recorder_regions_put_forgotten(struct recorder_regions *self)
{
	const struct regions *regions = self->source->regions;
	const struct region_stack none = { .depth = 0 };

	if (!regions || regions_forgotten(regions) == self->forgotten)
		return;
	self->forgotten = regions_forgotten(regions);
	if (!any_id(self))
		return;
	region_put_task(&self->blob, any_id(self), 0, &none, 0);
	(void)put(self);
}

/* Of entry `i`; NULL without memory. */
static uint64_t *named(struct recorder_regions *self, size_t i)
{
	const size_t cap = self->cap_named ? 2 * self->cap_named : 64;
	uint64_t *more;

	if (i >= self->cap_named) {		/* entries are added one by one */
		more = i < cap ? realloc(self->named, cap * sizeof(*more)) : NULL;
		if (!more)
			return NULL;
		memset(more + self->cap_named, 0, (cap - self->cap_named) * sizeof(*more));
		self->named = more;
		self->cap_named = cap;
	}
	return &self->named[i];
}

void recorder_regions_put_known(struct recorder_regions *self)
{
	const struct regions *regions = self->source->regions;
	const char *name;
	region_t region;
	uint64_t stamp;
	int32_t pid;

	put_objects(self);
	for (size_t i = 0;
	     regions && (name = regions_pool_name(regions, i, &pid, &region, &stamp)); i++) {
		uint64_t *in_it = named(self, i);

		if (!in_it || !name[0] || !in_file(self, region) || *in_it == stamp)
			continue;
		region_put_name(&self->blob, self->object[region >> 32].event->id, pid, region,
				name);
		if (put(self))
			*in_it = stamp;
	}
}

void recorder_regions_put_watched(struct recorder_regions *self, const struct region_state *state)
{
	put_objects(self);
	if (!state->wanted && !any_id(self))
		return;
	region_put_watched(&self->blob, perfdata_any_id(self->events), state);
	(void)put(self);
}
