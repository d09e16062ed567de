/* SPDX-License-Identifier: GPL-2.0-only */
/* Which programs and libraries are watched; see region_objects.h. Collector thread. */
#include "config.h"
#include "collect/region/region_objects.h"

#include "collect/region/region_finder.h"
#include "collect/sys/file_guard.h"

#define NS_PER_S 1000000000ULL
#define UNUSED_NS (30 * NS_PER_S)	/* then an object gives way to others */
#define GIVE_WAY_NS (10 * NS_PER_S)	/* the least time between two of them: all stop meanwhile */

void region_objects_done(struct region_objects *objects)
{
	if (objects->gives_way)
		region_object_done(&objects->next);
	objects->gives_way = 0;
}

/* One that is closed, or that no process used for a while: its number; 0: there is none. */
static uint32_t least_used(const struct region_objects *objects, uint64_t now_ns)
{
	uint32_t least = 0;

	for (uint32_t i = 1; i <= regions_objects(objects->regions); i++) {
		const uint64_t used_ns = objects->used_ns[i - 1];

		if (regions_object(objects->regions, i)->fd < 0)
			return i;
		if (now_ns >= used_ns + UNUSED_NS &&
		    (!least || used_ns < objects->used_ns[least - 1]))
			least = i;
	}
	return least;
}

static void close_object(struct region_objects *objects, uint32_t number)
{
	const struct region_object *object = regions_object(objects->regions, number);

	if (object->fd < 0)
		return;
	region_finder_forget(objects->finder, &object->file);
	regions_close(objects->regions, number);
}

/* There is no number left. False: all are needed, or another object waits for one. */
static bool make_way(struct region_objects *objects, const struct region_object *object,
		     uint64_t now_ns)
{
	const bool may = !objects->gives_way &&
			 (!objects->gave_way_ns || now_ns >= objects->gave_way_ns + GIVE_WAY_NS);
	const uint32_t least = may ? least_used(objects, now_ns) : 0;

	if (!least)
		return false;
	close_object(objects, least);
	objects->next = *object;
	objects->gives_way = least;
	objects->gave_way_ns = now_ns;
	return true;
}

static enum region_objects_step objects_add(struct region_objects *objects, struct region_object *object,
					    bool may_replace, uint64_t now_ns)
{
	const uint32_t n = regions_objects(objects->regions);

	if (n < REGION_OBJECTS_MAX) {
		if (regions_add(objects->regions, object) < 0)
			return OBJECTS_SAME;
		objects->used_ns[n] = now_ns;
		return OBJECTS_NEW;
	}
	if (may_replace && make_way(objects, object, now_ns))
		return OBJECTS_GONE;
	objects->too_many = true;
	objects->too_many_ns = now_ns;
	region_finder_forget(objects->finder, &object->file);
	region_object_done(object);
	return OBJECTS_SAME;
}

/* True: some were closed. */
static bool close_stale(struct region_objects *objects)
{
	bool any = false;

	for (uint32_t i = 1; i <= regions_objects(objects->regions); i++) {
		const struct region_object *object = regions_object(objects->regions, i);

		if (object->fd < 0 || !file_guard_is_stale(object->guard))
			continue;
		close_object(objects, i);
		any = true;
	}
	return any;
}

enum region_objects_step region_objects_step(struct region_objects *objects, bool may_replace,
					     uint64_t now_ns)
{
	enum region_objects_step step = close_stale(objects) ? OBJECTS_GONE : OBJECTS_SAME;
	struct region_object object;

	while (region_finder_take(objects->finder, &object)) {
		const enum region_objects_step one = objects_add(objects, &object, may_replace, now_ns);

		step = one > step ? one : step;
	}
	return step;
}

bool region_objects_see(struct region_objects *objects, uint64_t now_ns)
{
	const uint32_t number = objects->gives_way;

	for (uint32_t i = 1; i <= regions_objects(objects->regions); i++)
		if (regions_take_used(objects->regions, i))
			objects->used_ns[i - 1] = now_ns;
	if (now_ns >= objects->too_many_ns + UNUSED_NS)
		objects->too_many = false;
	if (!number)
		return false;
	regions_put(objects->regions, number, &objects->next);
	objects->used_ns[number - 1] = now_ns;
	objects->gives_way = 0;
	return true;
}

uint32_t region_objects_open(const struct region_objects *objects)
{
	uint32_t n = 0;

	for (uint32_t i = 1; i <= regions_objects(objects->regions); i++)
		n += regions_object(objects->regions, i)->fd >= 0;
	return n;
}

bool region_objects_ready(const struct region_objects *objects)
{
	return !objects->gives_way && region_objects_open(objects);
}
