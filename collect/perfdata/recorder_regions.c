/* SPDX-License-Identifier: GPL-2.0-only */
/* Regions in the file of a recorder; see recorder_parts.h. */
#include "config.h"
#include "collect/perfdata/recorder_parts.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collect/perf/marker_event.h"
#include "collect/perfdata/perfdata_records.h"
#include "collect/region/region_tasks.h"
#include "model/list_room.h"

#define EVENT_PREFIX "tdtop_region:"
#define SITES_A_RECORD 256	/* of at most 12 + REGION_NAME_LEN bytes */

void recorder_regions_begin(struct recorder_regions *self, const struct source *source,
			    const struct recordable *events, struct recorder_samples *samples)
{
	self->regions = source->ops->watches_regions ? source->regions : NULL;
	self->events = events;
	self->samples = samples;
	memset(self->object, 0, sizeof(self->object));
	if (self->named)
		memset(self->named, 0, self->cap_named * sizeof(*self->named));
	self->forgotten = self->regions ? regions_forgotten(self->regions) : 0;
}

void recorder_regions_done(struct recorder_regions *self)
{
	free(self->named);
}

/* The attr of the markers of an object. */
static struct perf_event_attr attr_of(const struct region_object *object,
				      const struct recordable *events)
{
	struct perf_event_attr attr;
	uint32_t type = 0;

	(void)marker_event_type("", &type);	/* is known: the event was opened */
	(void)marker_event_make(&attr, type, NULL, object->notes.mark_offset);
	attr.sample_type = events->layout.sample_type | PERF_SAMPLE_REGS_USER;
	return attr;
}

/* Its name: the file's, in characters that perf does not use for its own purposes. */
static void name_event(char name[64], const struct region_object *object)
{
	const char *slash = strrchr(object->path, '/');
	const size_t prefix = strlen(EVENT_PREFIX);

	(void)snprintf(name, 64, EVENT_PREFIX "%.48s", slash ? slash + 1 : object->path);
	for (char *c = name + prefix; *c; c++)
		if (!isalnum((unsigned char)*c) && !strchr("._+-", *c))
			*c = '_';
}

/* Puts what the object with this number is, then the names of its regions, as several records. */
static void put_object(struct blob *blob, uint64_t id, uint32_t number, const struct region_object *object)
{
	const struct region_notes *notes = &object->notes;
	size_t at = 0;

	update_put(blob, PERFDATA_UPDATE_REGIONS, id,
		   UPDATE(NUMBER(number), NUMBER(notes->n), NUMBER(notes->mark_offset), TEXT(object->path)));
	for (size_t i = 0; i < notes->n; i++) {
		const struct region_site *site = &notes->sites[i];
		const size_t left = notes->n - i;

		if (i % SITES_A_RECORD == 0)
			at = update_begin(blob, PERFDATA_UPDATE_REGION_SITES, id, UPDATE(NUMBER(number),
					  NUMBER(left < SITES_A_RECORD ? left : SITES_A_RECORD)));
		blob_u32(blob, (uint32_t)site->from_mark);
		blob_u32(blob, site->entry_size);
		blob_u32(blob, site->entries);
		blob_text(blob, site->name);
		if (left == 1 || i % SITES_A_RECORD == SITES_A_RECORD - 1)
			(void)update_end(blob, at);
	}
}

/* The event of an object's markers, which is added to the file. NULL: there is no room. */
static const struct sampled_event *event_of(struct recorder_regions *self, uint32_t number)
{
	const struct regions *regions = self->regions;
	const struct region_object *object = regions ? regions_object(regions, number) : NULL;
	struct sampled_record record = { .id = PERFDATA_REGION_ID + number };
	struct perf_event_attr attr;
	char name[64];

	if (!object || self->object[number].event)
		return object ? self->object[number].event : NULL;
	attr = attr_of(object, self->events);
	name_event(name, object);
	record.attr = &attr;
	record.name = name;
	self->object[number].event = recorder_samples_add(self->samples, &record, self->events);
	if (!self->object[number].event)
		return NULL;
	put_object(&self->samples->blob, record.id, number, object);
	(void)recorder_samples_flush(self->samples);
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
	const struct regions *regions = self->regions;

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

/* In which regions a task is, and the entries into the innermost that no slice has yet. */
static void put_task(struct recorder_regions *self, const struct region_task *task)
{
	const struct region_stack *stack = &task->stack;
	const uint32_t n = stack->depth < REGION_STACK_MAX ? stack->depth : REGION_STACK_MAX;
	const size_t at = update_begin(&self->samples->blob, PERFDATA_UPDATE_REGION_TASK, any_id(self),
				       UPDATE(NUMBER(task->tid), NUMBER(task->entries), NUMBER(n), NUMBER(0)));

	for (uint32_t i = 0; i < n; i++)
		blob_u64(&self->samples->blob, stack->entry[i]);
	(void)update_end(&self->samples->blob, at);
	(void)recorder_samples_flush(self->samples);
}

void recorder_regions_put_tasks(struct recorder_regions *self)
{
	const struct regions *regions = self->regions;
	const struct region_task *task = NULL;

	put_objects(self);
	while (any_id(self) && (task = regions_next_task(regions, task)))
		put_task(self, task);
}

void recorder_regions_put_forgotten(struct recorder_regions *self)
{
	const struct regions *regions = self->regions;
	const struct region_task none = { .tid = 0 };

	if (!regions || regions_forgotten(regions) == self->forgotten)
		return;
	self->forgotten = regions_forgotten(regions);
	if (any_id(self))
		put_task(self, &none);
}

/* Of entry `i`; NULL without memory. */
static uint64_t *named(struct recorder_regions *self, size_t i)
{
	const size_t had = self->cap_named;
	uint64_t *more = list_room(self->named, i + 1, &self->cap_named, 64, sizeof(*more));

	if (!more)
		return NULL;
	memset(more + had, 0, (self->cap_named - had) * sizeof(*more));
	self->named = more;
	return &self->named[i];
}

void recorder_regions_put_known(struct recorder_regions *self)
{
	const struct regions *regions = self->regions;
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
		update_put(&self->samples->blob, PERFDATA_UPDATE_REGION_NAME, self->object[region >> 32].event->id,
			   UPDATE(NUMBER(pid), NUMBER(0), NUMBER(region), TEXT(name)));
		if (recorder_samples_flush(self->samples))
			*in_it = stamp;
	}
}

void recorder_regions_put_watched(struct recorder_regions *self, const struct region_state *state)
{
	put_objects(self);
	if (!state->wanted && !any_id(self))
		return;
	update_put(&self->samples->blob, PERFDATA_UPDATE_REGIONS_WATCHED, perfdata_any_id(self->events),
		   UPDATE(REAL(state->watched), TEXT(state->remark)));
	(void)recorder_samples_flush(self->samples);
}
