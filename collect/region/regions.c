/* SPDX-License-Identifier: GPL-2.0-only */
/* The regions that are known; see regions.h. Collector thread. */
#include "config.h"
#include "collect/region/regions.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "collect/region/region_names.h"
#include "collect/region/region_tasks.h"

#define POOL_NAMES_MAX 4096	/* that are remembered, of all processes */

/* The name that a process gave an entry of a pool. */
struct pool_name {
	int32_t pid;
	region_t region;
	uint32_t id;		/* 0: not told yet */
	bool asked;
};

struct regions {
	struct region_object object[REGION_OBJECTS_MAX];
	uint32_t n;
	struct region_names names;
	struct region_tasks tasks;
	struct pool_name *pool;
	size_t n_pool, cap_pool;
	uint64_t forgotten;
};

struct regions *regions_new(void)
{
	return calloc(1, sizeof(struct regions));
}

static void object_done(struct region_object *object)
{
	if (object->fd >= 0)
		close(object->fd);
	region_notes_free(&object->notes);
}

void regions_free(struct regions *regions)
{
	if (!regions)
		return;
	for (uint32_t i = 0; i < regions->n; i++)
		object_done(&regions->object[i]);
	region_names_free(&regions->names);
	region_tasks_clear(&regions->tasks);
	free(regions->pool);
	free(regions);
}

int regions_add(struct regions *regions, struct region_object *object)
{
	if (regions->n == REGION_OBJECTS_MAX) {
		object_done(object);
		return -ENOSPC;
	}
	regions->object[regions->n++] = *object;
	return (int)regions->n;
}

uint32_t regions_objects(const struct regions *regions)
{
	return regions->n;
}

const struct region_object *regions_object(const struct regions *regions, uint32_t number)
{
	return number && number <= regions->n ? &regions->object[number - 1] : NULL;
}

/* The last site that does not lie behind this place; NULL: all do. */
static const struct region_site *site_at(const struct region_notes *notes, int32_t from_mark)
{
	size_t low = 0, high = notes->n;

	while (low < high) {
		const size_t middle = low + (high - low) / 2;

		if (notes->sites[middle].from_mark <= from_mark)
			low = middle + 1;
		else
			high = middle;
	}
	return low ? &notes->sites[low - 1] : NULL;
}

static struct pool_name *find_pool_name(const struct regions *regions, int32_t pid, region_t region)
{
	for (size_t i = 0; i < regions->n_pool; i++)
		if (regions->pool[i].pid == pid && regions->pool[i].region == region)
			return &regions->pool[i];
	return NULL;
}

/* NULL: no memory, or there are too many. */
static struct pool_name *add_pool_name(struct regions *regions, int32_t pid, region_t region)
{
	if (regions->n_pool == regions->cap_pool) {
		const size_t cap = regions->cap_pool ? 2 * regions->cap_pool : 64;
		struct pool_name *more = cap > POOL_NAMES_MAX ? NULL :
					 realloc(regions->pool, cap * sizeof(*more));

		if (!more)
			return NULL;
		regions->pool = more;
		regions->cap_pool = cap;
	}
	regions->pool[regions->n_pool] = (struct pool_name){ .pid = pid, .region = region };
	return &regions->pool[regions->n_pool++];
}

/* Of a pool: its entry, whose name is not known; -1: what the object's notes do not have. */
static uint32_t unnamed(struct regions *regions, const struct region_object *object, int64_t entry)
{
	const char *file = strrchr(object->path, '/');
	char text[REGION_NAME_LEN];

	file = file ? file + 1 : object->path;
	if (entry < 0)
		(void)snprintf(text, sizeof(text), "%.30s (unknown)", file);
	else
		(void)snprintf(text, sizeof(text), "%.30s #%u", file, (uint32_t)entry);
	return region_names_id(&regions->names, text);
}

uint32_t regions_name_id(struct regions *regions, int32_t pid, region_t region)
{
	const struct region_object *object = regions_object(regions, (uint32_t)(region >> 32));
	const int32_t from_mark = (int32_t)(uint32_t)region;
	const struct region_site *site = object ? site_at(&object->notes, from_mark) : NULL;
	const struct pool_name *name;
	uint32_t distance;

	if (!region || !object)
		return 0;
	distance = site ? (uint32_t)from_mark - (uint32_t)site->from_mark : 0;
	if (site && !site->entries && !distance)
		return region_names_id(&regions->names, site->name);
	if (!site || !site->entries || !site->entry_size ||
	    distance / site->entry_size >= site->entries)
		return unnamed(regions, object, -1);
	name = find_pool_name(regions, pid, region);
	if (!name)
		name = add_pool_name(regions, pid, region);
	return name && name->id ? name->id :
				  unnamed(regions, object, distance / site->entry_size);
}

const char *regions_name(const struct regions *regions, uint32_t id)
{
	return region_names_text(&regions->names, id);
}

bool regions_want_name(struct regions *regions, int32_t *pid, region_t *region)
{
	for (size_t i = 0; i < regions->n_pool; i++) {
		struct pool_name *name = &regions->pool[i];

		if (name->asked)
			continue;
		name->asked = true;
		*pid = name->pid;
		*region = name->region;
		return true;
	}
	return false;
}

void regions_tell_name(struct regions *regions, int32_t pid, region_t region, const char *text)
{
	struct pool_name *name = find_pool_name(regions, pid, region);

	if (!text[0])
		return;
	if (!name)
		name = add_pool_name(regions, pid, region);
	if (!name)
		return;
	name->asked = true;
	name->id = region_names_id(&regions->names, text);
}

const char *regions_pool_name(const struct regions *regions, size_t i, int32_t *pid,
			      region_t *region)
{
	if (i >= regions->n_pool)
		return NULL;
	*pid = regions->pool[i].pid;
	*region = regions->pool[i].region;
	return region_names_text(&regions->names, regions->pool[i].id);
}

/* ---- tasks ---- */

void regions_mark(struct regions *regions, int32_t tid, uint32_t object, uint64_t argument,
		  uint64_t mark)
{
	struct region_task *task = region_tasks_add(&regions->tasks, tid);

	if (!task)
		return;
	region_stack_mark(&task->stack, object, region_of_mark(object, argument, mark),
			  region_enters(argument));
	task->entries += (uint32_t)region_enters(argument);
	if (!task->stack.depth && !task->entries)
		region_tasks_remove(&regions->tasks, tid);
}

region_t regions_of_task(struct regions *regions, int32_t tid, uint32_t *entries)
{
	struct region_task *task = region_tasks_find(&regions->tasks, tid);
	region_t region;

	*entries = 0;
	if (!task)
		return 0;
	region = region_stack_top(&task->stack);
	*entries = task->entries;
	task->entries = 0;
	return region;
}

void regions_fork(struct regions *regions, int32_t tid, int32_t parent_tid)
{
	const struct region_task *parent = region_tasks_find(&regions->tasks, parent_tid);
	struct region_task *task;
	struct region_stack stack;

	if (!parent)
		return;
	stack = parent->stack;		/* adding a task moves the others */
	task = region_tasks_add(&regions->tasks, tid);
	if (task)
		*task = (struct region_task){ .tid = tid, .stack = stack };
}

void regions_end_task(struct regions *regions, int32_t tid)
{
	region_tasks_remove(&regions->tasks, tid);
}

void regions_forget_tasks(struct regions *regions)
{
	region_tasks_clear(&regions->tasks);
	regions->forgotten++;
}

uint64_t regions_forgotten(const struct regions *regions)
{
	return regions->forgotten;
}

bool regions_each_task(const struct regions *regions, size_t *at, int32_t *tid,
		       struct region_stack *stack, uint32_t *entries)
{
	while (*at < regions->tasks.places) {
		const struct region_task *task = &regions->tasks.place[(*at)++];

		if (!task->tid)
			continue;
		*tid = task->tid;
		*stack = task->stack;
		*entries = task->entries;
		return true;
	}
	return false;
}

void regions_set_task(struct regions *regions, int32_t tid, const struct region_stack *stack,
		      uint32_t entries)
{
	struct region_task *task = region_tasks_add(&regions->tasks, tid);

	if (task)
		*task = (struct region_task){ .tid = tid, .entries = entries, .stack = *stack };
}
