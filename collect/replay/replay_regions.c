/* SPDX-License-Identifier: GPL-2.0-only */
/* Regions of a recording; see replay_parts.h. */
#include "config.h"
#include "collect/replay/replay_parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/list_room.h"

#define FORGETS_MAX 64		/* that wait for their time */
#define WATCHED_MAX 4096	/* intervals that are read ahead; further ones are merged */

/* How regions were watched in an interval of the recording. */
struct watched {
	uint64_t began_ns, end_ns;
	double share;
	char remark[sizeof(((struct region_state *)NULL)->remark)];
};

struct replay_regions {
	struct regions *all;
	struct recorded_object {
		bool described;
		uint32_t number;		/* in `all`; 0: it was not needed yet */
		size_t sites;			/* that were promised */
		struct region_object object;	/* until it has its number */
	} object[1 + REGION_OBJECTS_MAX];	/* by its number in the recording */
	bool deferred;
	uint64_t forget_ns[FORGETS_MAX];	/* nothing is known of any task after these */
	size_t n_forgets;
	bool said;			/* how they are watched in the interval that is being read */
	struct watched now;		/* this */
	struct watched *watched;	/* of the intervals that were read and not yet told */
	size_t n_watched, cap_watched;
	struct region_state state;	/* that was told the last time */
};

struct replay_regions *replay_regions_new(void)
{
	struct replay_regions *self = calloc(1, sizeof(*self));

	if (!self)
		return NULL;
	self->all = regions_new();
	self->state.watched = 1;
	if (self->all)
		return self;
	free(self);
	return NULL;
}

void replay_regions_free(struct replay_regions *self)
{
	if (!self)
		return;
	for (uint32_t i = 0; i <= REGION_OBJECTS_MAX; i++)
		if (!self->object[i].number)
			region_notes_free(&self->object[i].object.notes);
	regions_free(self->all);
	free(self->watched);
	free(self);
}

struct regions *replay_regions_all(struct replay_regions *self)
{
	return self->all;
}

/* By its number in the recording; NULL: there cannot be such a one. */
static struct recorded_object *regions_find(struct replay_regions *self, uint64_t number)
{
	return number && number <= REGION_OBJECTS_MAX ? &self->object[number] : NULL;
}

static int compare_sites(const void *a, const void *b)
{
	const struct region_site *x = a, *y = b;

	return (x->from_mark > y->from_mark) - (x->from_mark < y->from_mark);
}

/* All that is told of an object has come, or it is needed now. */
static void complete(struct replay_regions *self, struct recorded_object *recorded)
{
	struct region_notes *notes = &recorded->object.notes;
	int number;

	if (notes->n)	/* those of tdtop are in order, but a file may say anything */
		qsort(notes->sites, notes->n, sizeof(notes->sites[0]), compare_sites);
	number = regions_add(self->all, &recorded->object);
	recorded->object = (struct region_object){ .fd = -1 };
	recorded->described = number > 0;
	recorded->number = number > 0 ? (uint32_t)number : 0;
}

uint32_t replay_regions_number(struct replay_regions *self, uint32_t object)
{
	struct recorded_object *recorded = regions_find(self, object);

	if (!recorded || !recorded->described)
		return 0;
	if (!recorded->number)
		complete(self, recorded);
	return recorded->number;
}

/* The same region in the replay; 0: its object is not known. */
static region_t translate(struct replay_regions *self, region_t region)
{
	const uint32_t number = replay_regions_number(self, (uint32_t)(region >> 32));

	return number ? (region_t)number << 32 | (uint32_t)region : 0;
}

static void add_object(struct replay_regions *self, const struct update *update)
{
	struct recorded_object *recorded = regions_find(self, update->field[0].number);
	struct region_object object = { .fd = -1, .notes.mark_offset = update->field[2].number };
	const uint64_t sites = update->field[1].number;
	struct region_site *array;

	(void)snprintf(object.path, sizeof(object.path), "%s", update->field[3].text);
	if (!recorded || recorded->described || update->rest.bad || sites > REGION_SITES_MAX)
		return;
	array = calloc(sites ? sites : 1, sizeof(array[0]));
	if (!array)
		return;
	*recorded = (struct recorded_object){ .described = true, .sites = sites, .object = object };
	recorded->object.notes.sites = array;
	if (!sites)
		complete(self, recorded);
}

static void add_sites(struct replay_regions *self, const struct update *update)
{
	struct recorded_object *recorded = regions_find(self, update->field[0].number);
	struct bytes bytes = update->rest;
	struct region_notes *notes;

	if (!recorded || !recorded->described || recorded->number)
		return;
	notes = &recorded->object.notes;
	for (uint64_t i = 0; i < update->field[1].number && notes->n < recorded->sites; i++) {
		struct region_site site = { .from_mark = (int32_t)bytes_u32(&bytes) };

		site.entry_size = bytes_u32(&bytes);
		site.entries = bytes_u32(&bytes);
		(void)snprintf(site.name, sizeof(site.name), "%s", bytes_text(&bytes));
		if (bytes.bad)
			return;
		notes->sites[notes->n++] = site;
	}
	if (notes->n == recorded->sites)
		complete(self, recorded);
}

static void add_name(struct replay_regions *self, const struct update *update)
{
	const region_t region = translate(self, update->field[2].number);

	if (region && !update->rest.bad)
		regions_tell_name(self->all, (int32_t)update->field[0].number, region, update->field[3].text);
}

static void regions_forget(struct replay_regions *self, uint64_t newest_ns)
{
	if (self->deferred && self->n_forgets < FORGETS_MAX)
		self->forget_ns[self->n_forgets++] = newest_ns;
	else
		regions_forget_tasks(self->all);
}

static void add_task(struct replay_regions *self, const struct update *update, uint64_t newest_ns)
{
	const int32_t tid = (int32_t)update->field[0].number;
	const uint32_t entries = (uint32_t)update->field[1].number;
	struct region_stack stack = { .depth = 0 };
	struct bytes bytes = update->rest;

	if (bytes.bad)
		return;
	if (!tid) {
		regions_forget(self, newest_ns);
		return;
	}
	for (uint64_t i = 0; i < update->field[2].number && i < REGION_STACK_MAX; i++) {
		const region_t region = translate(self, bytes_u64(&bytes));

		if (region)
			stack.entry[stack.depth++] = region;
	}
	if (!bytes.bad && (stack.depth || entries))
		regions_set_task(self->all, tid, &stack, entries);
}

static void add_watched(struct replay_regions *self, const struct update *update)
{
	const double share = update->field[0].real;

	if (update->rest.bad || !(share >= 0 && share <= 1))
		return;
	self->said = true;
	self->now.share = share;
	(void)snprintf(self->now.remark, sizeof(self->now.remark), "%s", update->field[1].text);
}

static bool regions_make_room(struct replay_regions *self)
{
	struct watched *more = self->n_watched == WATCHED_MAX ? NULL :
		list_room(self->watched, self->n_watched + 1, &self->cap_watched, 16, sizeof(*more));

	self->watched = more ? more : self->watched;
	return more;
}

static double length_of(const struct watched *watched)
{
	return (double)(watched->end_ns - watched->began_ns);
}

/* Both as one interval, from the beginning of the first one on. */
static void merge(struct watched *into, const struct watched *next)
{
	const double length = length_of(into), more = length_of(next);

	into->share = (into->share * length + next->share * more) / (length + more);
	if (next->end_ns > into->end_ns)
		into->end_ns = next->end_ns;
	memcpy(into->remark, next->remark, sizeof(into->remark));
}

void replay_regions_end_interval(struct replay_regions *self, uint64_t began_ns, uint64_t end_ns)
{
	if (!self->said || end_ns <= began_ns)
		return;
	self->said = false;
	self->now.began_ns = began_ns;
	self->now.end_ns = end_ns;
	if (regions_make_room(self))
		self->watched[self->n_watched++] = self->now;
	else if (self->n_watched)
		merge(&self->watched[self->n_watched - 1], &self->now);
}

void replay_regions_take_state(struct replay_regions *self, uint64_t began_ns, uint64_t end_ns,
			       struct region_state *state)
{
	double share = 0, length = 0;
	size_t left = 0;

	for (size_t i = 0; i < self->n_watched; i++) {
		const struct watched *watched = &self->watched[i];
		const uint64_t from = began_ns > watched->began_ns ? began_ns : watched->began_ns;
		const uint64_t to = end_ns < watched->end_ns ? end_ns : watched->end_ns;

		if (to > from) {
			share += watched->share * (double)(to - from);
			length += (double)(to - from);
			memcpy(self->state.remark, watched->remark, sizeof(watched->remark));
		}
		if (watched->end_ns > end_ns)
			self->watched[left++] = *watched;
	}
	self->n_watched = left;
	self->state.objects = regions_objects(self->all);
	if (length > 0)
		self->state.watched = share < length ? share / length : 1;
	*state = self->state;
}

void replay_regions_update(struct replay_regions *self, const struct update *update,
			   uint64_t newest_ns)
{
	if (update->what == PERFDATA_UPDATE_REGIONS)
		add_object(self, update);
	else if (update->what == PERFDATA_UPDATE_REGION_SITES)
		add_sites(self, update);
	else if (update->what == PERFDATA_UPDATE_REGION_NAME)
		add_name(self, update);
	else if (update->what == PERFDATA_UPDATE_REGION_TASK)
		add_task(self, update, newest_ns);
	else if (update->what == PERFDATA_UPDATE_REGIONS_WATCHED)
		add_watched(self, update);
}

void replay_regions_defer(struct replay_regions *self)
{
	self->deferred = true;
}

void replay_regions_advance(struct replay_regions *self, uint64_t time_ns)
{
	size_t n = 0;

	while (n < self->n_forgets && self->forget_ns[n] < time_ns)
		n++;
	if (!n)
		return;
	regions_forget_tasks(self->all);
	self->n_forgets -= n;
	for (size_t i = 0; i < self->n_forgets; i++)
		self->forget_ns[i] = self->forget_ns[i + n];
}
