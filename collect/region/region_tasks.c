/* SPDX-License-Identifier: GPL-2.0-only */
/* The tasks that are in regions, and how long their entries took; see region_tasks.h. */
#include "config.h"
#define HASH_NONFATAL_OOM 1
#include "collect/region/region_tasks.h"

#include <stdlib.h>
#include <string.h>

#include "model/list_room.h"

#define NOT_TIMED UINT64_MAX

struct region_task *region_tasks_find(const struct region_tasks *tasks, int32_t tid)
{
	struct region_task *task;

	HASH_FIND(hh, tasks->by_tid, &tid, sizeof(tid), task);
	return task;
}

struct region_task *region_tasks_add(struct region_tasks *tasks, int32_t tid)
{
	struct region_task *task = tid > 0 ? region_tasks_find(tasks, tid) : NULL;

	if (task || tid <= 0)
		return task;
	task = calloc(1, sizeof(*task));
	if (!task)
		return NULL;
	task->tid = tid;
	HASH_ADD(hh, tasks->by_tid, tid, sizeof(tid), task);
	if (task->hh.tbl)
		return task;
	free(task);
	return NULL;
}

struct region_entries *region_tasks_entries(struct region_tasks *tasks, struct region_task *task)
{
	if (task->open)
		return task->open;
	task->open = tasks->spare ? tasks->spare : malloc(sizeof(*task->open));
	tasks->spare = NULL;
	if (task->open) {
		task->open->open.top = task->open->open.depth = 0;
		task->open->cpu_ns = 0;
	}
	return task->open;
}

/* Programs enter and leave regions all the time: one is kept. */
void region_tasks_drop_entries(struct region_tasks *tasks, struct region_task *task)
{
	if (tasks->spare)
		free(task->open);
	else
		tasks->spare = task->open;
	task->open = NULL;
}

void region_tasks_remove(struct region_tasks *tasks, int32_t tid)
{
	struct region_task *task = region_tasks_find(tasks, tid);

	if (!task)
		return;
	region_tasks_drop_entries(tasks, task);
	HASH_DEL(tasks->by_tid, task);
	free(task);
}

void region_tasks_clear(struct region_tasks *tasks)
{
	struct region_task *task, *next;

	HASH_ITER(hh, tasks->by_tid, task, next) {
		HASH_DEL(tasks->by_tid, task);
		free(task->open);
		free(task);
	}
	free(tasks->spare);
	tasks->spare = NULL;
}

/* ---- entries of a task ---- */

/* Adds an entry that ends now. */
static void add_time(const struct region_entries *entries, int place, const struct region_moment *now,
		     struct region_times *times)
{
	const struct region_entry_open *entry = &entries->entry[place];
	const struct region_took took = {
		.n = 1,
		.ns = now->time_ns > entry->began_ns ? now->time_ns - entry->began_ns : 0,
		.cpu_ns = entries->cpu_ns - entry->began_cpu_ns,
		.cpu_known = entry->gaps == now->gaps && !now->in_gap,
		.counts = &entry->counts,
	};

	region_times_add(times, now->pid, entries->open.region[place], &took);
}

void region_entries_mark(struct region_entries *entries, uint32_t object, region_t region, int enters,
			 const struct region_moment *now, struct region_times *times)
{
	const int place = enters ? region_open_begin(&entries->open, region) :
				   region_open_end(&entries->open, object, region);

	if (enters)
		entries->entry[place] = (struct region_entry_open){
			.began_ns = now->time_ns,
			.began_cpu_ns = entries->cpu_ns,
			.gaps = now->in_gap ? NOT_TIMED : now->gaps,
		};
	else if (place >= 0)
		add_time(entries, place, now, times);
}

void region_entries_ran(struct region_entries *entries, uint64_t ns, const struct counts *counts)
{
	const int place = region_open_top(&entries->open);

	entries->cpu_ns += ns;
	if (place >= 0 && counts)
		counts_add_task(&entries->entry[place].counts, counts);
}

/* ---- durations of entries ---- */

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
