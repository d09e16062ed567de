/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Adds up the rows of processes and threads of several snapshots by what they are: number and
 * start, with the regions of processes. Counts, times and slices are added; texts, parents and
 * numbers of threads are the newest. Bounded: with more rows than TASKS_MOST the processes with the
 * least time become one, named SUMMED_OTHERS; what one of them has later is a new row. One thread.
 */
#pragma once

#include <stddef.h>

#include "model/snapshot/snapshot.h"
#include "model/strings.h"

/*
 * Adds up rows of regions over several snapshots by their owner: a process, or all of one name.
 * Bounded: what finds no room stays a part of the owner's rest. One thread.
 */

#define SUMMED_REGIONS_MOST 20000	/* of all owners: about 15 MB */

struct summed_region;

/* Zeroed: nothing was added. */
struct summed_regions {
	struct summed_region *by_key;	/* a hash table */
};

/*
 * Adds the regions of a row (snapshot_regions()) to the owner's list, which is NULL at first and
 * must not move. 0 or -ENOMEM.
 */
int summed_regions_add(struct summed_regions *regions, struct summed_region **list,
		       const struct snapshot *snapshot, const struct row *row);

/* Adds the list as rows to a draft, which snapshot_finish() links by these two. 0 or -ENOMEM. */
int summed_regions_put(const struct summed_region *list, int32_t pid, uint64_t start_ns,
		       struct snapshot *draft);

/* Frees an owner's list. */
void summed_regions_drop(struct summed_regions *regions, struct summed_region **list);

#define SUMMED_TASKS_MOST 40000		/* processes and threads together: about 25 MB */
#define SUMMED_OTHERS "(others)"

struct summed_process;
struct summed_thread;

/* Zeroed, except `most`: nothing was added. */
struct summed_tasks {
	size_t most;			/* rows; usually SUMMED_TASKS_MOST */
	size_t n;			/* rows now */
	struct summed_process *processes;	/* hash tables */
	struct summed_thread *threads;
	struct summed_regions regions;
	struct strings strings;
	struct lone_row others;		/* sum of the threads that became one */
	uint32_t other_threads;		/* how many; each once per time it came back */
};

/* Adds the tasks of a finished snapshot. 0 or -ENOMEM. */
int summed_tasks_add(struct summed_tasks *tasks, const struct snapshot *snapshot);

/*
 * Adds the sums as rows to a draft, and writes how many of the threads ran (tasks_ran). 0 or
 * -ENOMEM.
 */
int summed_tasks_put(const struct summed_tasks *tasks, struct snapshot *draft);

/* Frees all memory; `most` stays. */
void summed_tasks_clear(struct summed_tasks *tasks);
