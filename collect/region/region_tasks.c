/* SPDX-License-Identifier: GPL-2.0-only */
/* The tasks that are in regions; see region_tasks.h. */
#include "config.h"
#include "collect/region/region_tasks.h"

#include <stdlib.h>

#define PLACES_LEAST 64
#define NOT_TIMED UINT64_MAX

static size_t region_tasks_place_of(const struct region_tasks *tasks, int32_t tid)
{
	return ((uint32_t)tid * 2654435761U) & (tasks->places - 1);	/* Knuth's multiplier */
}

/* The task's place, or the free one where it would be. There is one. */
static size_t probe(const struct region_tasks *tasks, int32_t tid)
{
	size_t at = region_tasks_place_of(tasks, tid);

	while (tasks->place[at].tid && tasks->place[at].tid != tid)
		at = (at + 1) & (tasks->places - 1);
	return at;
}

struct region_task *region_tasks_find(const struct region_tasks *tasks, int32_t tid)
{
	size_t at;

	if (!tasks->n || tid <= 0)
		return NULL;
	at = probe(tasks, tid);
	return tasks->place[at].tid ? &tasks->place[at] : NULL;
}

static int region_tasks_grow(struct region_tasks *tasks)
{
	struct region_tasks more = { .places = tasks->places ? 2 * tasks->places : PLACES_LEAST,
				     .n = tasks->n, .spare = tasks->spare };

	more.place = calloc(more.places, sizeof(*more.place));
	if (!more.place)
		return -1;
	for (size_t i = 0; i < tasks->places; i++)
		if (tasks->place[i].tid)
			more.place[probe(&more, tasks->place[i].tid)] = tasks->place[i];
	free(tasks->place);
	*tasks = more;
	return 0;
}

struct region_task *region_tasks_add(struct region_tasks *tasks, int32_t tid)
{
	size_t at;

	if (tid <= 0 || (tasks->n * 2 >= tasks->places && region_tasks_grow(tasks)))
		return NULL;
	at = probe(tasks, tid);
	if (!tasks->place[at].tid) {
		tasks->place[at] = (struct region_task){ .tid = tid };
		tasks->n++;
	}
	return &tasks->place[at];
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
	size_t hole, at;

	if (!task)
		return;
	region_tasks_drop_entries(tasks, task);
	/* Those behind it move up, unless their own place lies behind the hole. */
	hole = at = (size_t)(task - tasks->place);
	while (at = (at + 1) & (tasks->places - 1), tasks->place[at].tid) {
		const size_t home = region_tasks_place_of(tasks, tasks->place[at].tid);

		if (((at - home) & (tasks->places - 1)) < ((at - hole) & (tasks->places - 1)))
			continue;
		tasks->place[hole] = tasks->place[at];
		hole = at;
	}
	tasks->place[hole].tid = 0;
	tasks->n--;
}

void region_tasks_clear(struct region_tasks *tasks)
{
	for (size_t i = 0; i < tasks->places; i++)
		if (tasks->place[i].tid)
			free(tasks->place[i].open);
	free(tasks->spare);
	free(tasks->place);
	*tasks = (struct region_tasks){ .n = 0 };
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
