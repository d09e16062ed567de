/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * In which region each task is: a hash table of those that passed a marker. Collector thread, or
 * whichever thread owns it.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "collect/region/region_entries.h"
#include "collect/region/region_stack.h"

struct region_task {
	int32_t tid;		/* 0: a free place */
	uint32_t entries;	/* into the region on top, since it was asked */
	struct region_stack stack;
	struct region_entries *open;	/* owned; NULL: none was begun */
};

struct region_tasks {
	struct region_task *place;	/* open addressing, linear probing; a power of two of them */
	size_t places, n;
	struct region_entries *spare;	/* of a task that left; NULL: none */
};

/* NULL: it is not known. */
struct region_task *region_tasks_find(const struct region_tasks *tasks, int32_t tid);
/* Finds it or adds it, in no region; tid > 0. NULL without memory. Moves the others. */
struct region_task *region_tasks_add(struct region_tasks *tasks, int32_t tid);
/* The task's entries; made when first wanted. NULL without memory. */
struct region_entries *region_tasks_entries(struct region_tasks *tasks, struct region_task *task);
/* The task has no entries. */
void region_tasks_drop_entries(struct region_tasks *tasks, struct region_task *task);
void region_tasks_remove(struct region_tasks *tasks, int32_t tid);
void region_tasks_clear(struct region_tasks *tasks);	/* frees the memory; zeroed is fine */
