/* SPDX-License-Identifier: GPL-2.0-only */
/* The regions that are known; see regions.h. Collector thread. */
#include "config.h"
#include "collect/region/regions.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "collect/region/region_tasks.h"
#include "collect/sys/file_guard.h"
#include "model/list_room.h"
#include "model/pair_map.h"
#include "model/strings.h"

#define NAMES_MAX 65536
#define POOL_LEAST 64
#define POOL_NAMES_MAX 4096	/* of all processes */
#define POOL_KEPT 16		/* intervals, where others need the room */

/*
 * Entries of a pool that can have names; libtdtop_region.so has 255. Whoever has more makes them up,
 * and each would be a row.
 */
#define POOL_ENTRIES_MAX 1024

/* Names by number, each once. */
struct region_names {
	struct string **name;	/* name[id - 1] */
	uint32_t n;
	size_t cap;
	struct strings texts;	/* each is marked with its id */
};

/* A name that a process gave an entry of a pool (region_note.h). */
struct pool_name {
	region_t region;
	uint64_t life_ns;	/* since when the process runs its program; 0: not known */
	uint64_t stamp;		/* another one whenever it is told; 0: not told yet */
	int32_t pid;
	uint32_t id;		/* of the name; 0: not told yet */
	uint32_t seen;		/* interval */
	bool asked;
};

/*
 * A process that was not seen in an entry for some intervals, or runs another program than before, has none.
 */
struct region_pool {
	struct pool_name *name;
	size_t n, cap;
	struct pair_map index;	/* of each, by process and region */
	uint64_t stamps;
	uint32_t interval;
};

struct regions {
	struct region_object object[REGION_OBJECTS_MAX];
	bool used[REGION_OBJECTS_MAX];
	uint32_t n;
	struct region_names names;
	struct region_tasks tasks;
	struct region_pool pool;
	struct region_times times;
	uint64_t gaps;			/* changes when CPU times were not known */
	uint64_t forgotten, left_out;
};

struct regions *regions_new(void)
{
	return calloc(1, sizeof(struct regions));
}

/* ---- names by number ---- */

static bool names_grow(struct region_names *names)
{
	struct string **more = list_room(names->name, names->n + 1, &names->cap, 64, sizeof(struct string *));

	names->name = more ? more : names->name;
	return more;
}

/* The number of this name, from 1 on, which stays; 0 without memory. */
static uint32_t names_id(struct region_names *names, const char *text)
{
	char cut[REGION_NAME_LEN];
	struct string *string;
	uint32_t id;

	(void)snprintf(cut, sizeof(cut), "%s", text);
	string = strings_get(&names->texts, cut, NULL);
	id = string ? *string_mark(string, 1) : 0;
	/* A hostile program makes them up. */
	if (string && !id && names->n >= NAMES_MAX - 1) {
		strings_put(&names->texts, string);
		string = strings_get(&names->texts, "(more names)", NULL);
		id = string ? *string_mark(string, 1) : 0;
	}
	if (string && !id && names_grow(names)) {
		names->name[names->n] = string_get(string);
		id = *string_mark(string, 1) = ++names->n;
	}
	strings_put(&names->texts, string);
	return id;
}

static const char *names_text(const struct region_names *names, uint32_t id)
{
	return id && id <= names->n ? string_text(names->name[id - 1]) : "";
}

static void names_free(struct region_names *names)
{
	for (uint32_t i = 0; i < names->n; i++)
		strings_put(&names->texts, names->name[i]);
	free(names->name);
}

/* ---- names of pools' entries ---- */

static struct pool_name *region_pool_find(const struct region_pool *pool, int32_t pid, region_t region)
{
	const uint32_t at = pair_map_get(&pool->index, (uint32_t)pid, region);

	return at == PAIR_MAP_NONE ? NULL : &pool->name[at];
}

/* After names were moved. */
static void place_all(struct region_pool *pool)
{
	pair_map_clear(&pool->index);
	for (size_t i = 0; i < pool->n; i++)
		(void)pair_map_put(&pool->index, (uint32_t)pool->name[i].pid, pool->name[i].region, (uint32_t)i);
}

static bool region_pool_grow(struct region_pool *pool)
{
	struct pool_name *more = pool->n == POOL_NAMES_MAX ? NULL :
		list_room(pool->name, pool->n + 1, &pool->cap, POOL_LEAST, sizeof(*more));

	pool->name = more ? more : pool->name;
	return more;
}

/* False: all of them are needed. */
static bool drop_old(struct region_pool *pool)
{
	size_t n = 0;

	for (size_t i = 0; i < pool->n; i++)
		if (pool->interval - pool->name[i].seen <= POOL_KEPT)
			pool->name[n++] = pool->name[i];
	if (n == pool->n)
		return false;
	pool->n = n;
	place_all(pool);
	return true;
}

/* Finds it or adds it, not asked for yet. NULL: no memory, or there are too many. Moves others. */
static struct pool_name *region_pool_add(struct region_pool *pool, int32_t pid, region_t region)
{
	struct pool_name *name = region_pool_find(pool, pid, region);

	if (name)
		return name;
	if ((!region_pool_grow(pool) && !drop_old(pool)) ||
	    pair_map_put(&pool->index, (uint32_t)pid, region, (uint32_t)pool->n) == PAIR_MAP_NONE)
		return NULL;
	name = &pool->name[pool->n++];
	*name = (struct pool_name){ .pid = pid, .region = region, .seen = pool->interval };
	return name;
}

static void region_pool_tell(struct region_pool *pool, struct pool_name *name, uint32_t id)
{
	name->asked = true;
	name->id = id;
	name->stamp = ++pool->stamps;
}

static void region_pool_forget_object(struct region_pool *pool, uint32_t object)
{
	size_t n = 0;

	for (size_t i = 0; i < pool->n; i++)
		if (pool->name[i].region >> 32 != object)
			pool->name[n++] = pool->name[i];
	pool->n = n;
	place_all(pool);
}

static void region_pool_free(struct region_pool *pool)
{
	free(pool->name);
	pair_map_done(&pool->index);
	*pool = (struct region_pool){ .n = 0 };
}

/* ---- objects ---- */

static void close_file(struct region_object *object)
{
	if (object->fd >= 0)
		close(object->fd);
	file_guard_free(object->guard);
	object->fd = -1;
	object->guard = NULL;
}

void region_object_done(struct region_object *object)
{
	close_file(object);
	region_notes_free(&object->notes);
}

void regions_free(struct regions *regions)
{
	if (!regions)
		return;
	for (uint32_t i = 0; i < regions->n; i++)
		region_object_done(&regions->object[i]);
	names_free(&regions->names);
	region_tasks_clear(&regions->tasks);
	region_pool_free(&regions->pool);
	region_times_free(&regions->times);
	free(regions);
}

int regions_add(struct regions *regions, struct region_object *object)
{
	if (regions->n == REGION_OBJECTS_MAX) {
		region_object_done(object);
		return -ENOSPC;
	}
	regions->object[regions->n++] = *object;
	return (int)regions->n;
}

void regions_close(struct regions *regions, uint32_t number)
{
	close_file(&regions->object[number - 1]);
}

void regions_put(struct regions *regions, uint32_t number, struct region_object *object)
{
	region_object_done(&regions->object[number - 1]);
	regions->object[number - 1] = *object;
	region_pool_forget_object(&regions->pool, number);
}

bool regions_take_used(struct regions *regions, uint32_t number)
{
	const bool used = regions->used[number - 1];

	regions->used[number - 1] = false;
	return used;
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
	return names_id(&regions->names, text);
}

/*
 * What a process called this entry. Names of a program that it ran before are not its own: then it is
 * asked again. Those of a recording are told at the right time.
 */
static uint32_t pool_name_id(struct regions *regions, const struct region_user *user,
			     region_t region, bool is_live)
{
	struct pool_name *name = region_pool_add(&regions->pool, user->pid, region);

	if (!name)
		return 0;
	name->seen = regions->pool.interval;
	if (is_live && name->life_ns && user->life_ns && name->life_ns != user->life_ns) {
		name->asked = false;
		name->id = 0;
	}
	name->life_ns = user->life_ns ? user->life_ns : name->life_ns;
	return name->id;
}

uint32_t regions_name_id(struct regions *regions, const struct region_user *user, region_t region)
{
	const uint32_t number = (uint32_t)(region >> 32);
	const struct region_object *object = regions_object(regions, number);
	const int32_t from_mark = (int32_t)(uint32_t)region;
	const struct region_site *site = object ? site_at(&object->notes, from_mark) : NULL;
	uint32_t distance, entry, id;

	if (!region || !object)
		return 0;
	regions->used[number - 1] = true;
	distance = site ? (uint32_t)from_mark - (uint32_t)site->from_mark : 0;
	if (site && !site->entries && !distance)
		return names_id(&regions->names, site->name);
	if (!site || !site->entries || !site->entry_size ||
	    distance / site->entry_size >= site->entries)
		return unnamed(regions, object, -1);
	entry = distance / site->entry_size;
	if (entry >= POOL_ENTRIES_MAX)
		return names_id(&regions->names, "(more names)");
	id = pool_name_id(regions, user, region, object->fd >= 0);
	return id ? id : unnamed(regions, object, entry);
}

void regions_next_interval(struct regions *regions)
{
	regions->pool.interval++;
}

const char *regions_name(const struct regions *regions, uint32_t id)
{
	return names_text(&regions->names, id);
}

bool regions_want_name(struct regions *regions, int32_t *pid, region_t *region)
{
	for (size_t i = 0; i < regions->pool.n; i++) {
		struct pool_name *name = &regions->pool.name[i];

		if (name->asked)
			continue;
		name->asked = true;
		*pid = name->pid;
		*region = name->region;
		return true;
	}
	return false;
}

void regions_want_later(struct regions *regions, int32_t pid, region_t region)
{
	struct pool_name *name = region_pool_find(&regions->pool, pid, region);

	if (name)
		name->asked = false;
}

void regions_tell_name(struct regions *regions, int32_t pid, region_t region, const char *text)
{
	struct pool_name *name = text[0] ? region_pool_add(&regions->pool, pid, region) : NULL;

	if (name)
		region_pool_tell(&regions->pool, name, names_id(&regions->names, text));
}

const char *regions_pool_name(const struct regions *regions, size_t i, int32_t *pid,
			      region_t *region, uint64_t *stamp)
{
	const struct pool_name *name = &regions->pool.name[i];

	if (i >= regions->pool.n)
		return NULL;
	*pid = name->pid;
	*region = name->region;
	*stamp = name->stamp;
	return names_text(&regions->names, name->id);
}

void regions_leave_out(struct regions *regions, uint64_t slices)
{
	regions->left_out += slices;
}

uint64_t regions_take_left_out(struct regions *regions)
{
	const uint64_t left_out = regions->left_out;

	regions->left_out = 0;
	return left_out;
}

/* ---- tasks ---- */

/* A task's first marker that is no end begins to time its entries. */
static void time_entry(struct regions *regions, struct region_task *task, const struct region_marker *marker,
		       region_t region)
{
	const struct region_moment now = { .pid = marker->pid, .time_ns = marker->time_ns, .gaps = regions->gaps,
					   .in_gap = marker->in_gap };
	const int enters = region_enters(marker->argument);
	struct region_entries *entries = enters ? region_tasks_entries(&regions->tasks, task) : task->open;

	if (entries)
		region_entries_mark(entries, marker->object, region, enters, &now, &regions->times);
}

void regions_mark(struct regions *regions, const struct region_marker *marker)
{
	const int enters = region_enters(marker->argument);
	const region_t region = region_of_mark(marker->object, marker->argument, marker->mark);
	struct region_task *task = region_tasks_add(&regions->tasks, marker->tid);

	if (!task)
		return;
	time_entry(regions, task, marker, region);
	region_stack_mark(&task->stack, marker->object, region, enters);
	task->entries += (uint32_t)enters;
	if (!task->stack.depth && !task->entries)
		region_tasks_remove(&regions->tasks, marker->tid);
}

void regions_ran(struct regions *regions, int32_t tid, uint64_t ns, const struct counts *counts)
{
	const struct region_task *task = region_tasks_find(&regions->tasks, tid);

	if (task && task->open)
		region_entries_ran(task->open, ns, counts);
}

void regions_gap(struct regions *regions)
{
	regions->gaps++;
}

struct region_times *regions_times(struct regions *regions)
{
	return &regions->times;
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

bool regions_has_task(const struct regions *regions, int32_t tid)
{
	return region_tasks_find(&regions->tasks, tid);
}

void regions_fork(struct regions *regions, int32_t tid, int32_t parent_tid)
{
	const struct region_task *parent = region_tasks_find(&regions->tasks, parent_tid);

	if (parent)
		regions_set_task(regions, tid, &parent->stack, 0);
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

const struct region_task *regions_next_task(const struct regions *regions, const struct region_task *task)
{
	return task ? task->hh.next : regions->tasks.by_tid;
}

void regions_set_task(struct regions *regions, int32_t tid, const struct region_stack *stack,
		      uint32_t entries)
{
	struct region_task *task = region_tasks_add(&regions->tasks, tid);

	if (!task)
		return;
	region_tasks_drop_entries(&regions->tasks, task);
	task->entries = entries;
	task->stack = *stack;
}
