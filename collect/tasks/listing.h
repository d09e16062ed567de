/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Which processes have a row in the snapshot of an interval. They are those that ran or exited in
 * it, those that ran a short while ago, those that the user named, and the ancestors of all these.
 * Called by collect/collector/aggregate.c at the end of an interval, collector thread.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/tasks/tasks.h"

#define LISTING_INTERVALS 10	/* a process that slept is listed for so many intervals, */
#define LISTING_NS UINT64_C(30000000000)	/* and for at most so long */
#define LISTING_SLEEPING_MAX 4096	/* processes that did not run, in one interval */
#define LISTING_LOOKUPS 64	/* of ancestors, in one interval */

struct listing {
	const int32_t *pids;	/* processes that are always listed while they exist; borrowed */
	size_t n_pids;
	bool ancestors;		/* also those that are not in the registry, which are looked up */
};

/*
 * Lists the processes of this interval, after tasks_resolve(). Returns the first of them, linked by
 * next_listed; those that ran or exited (touched_in is this interval) come first. Valid until
 * tasks_next_interval(). now_ns: source clock. O(processes listed), without an allocation except
 * for a process that was not in the registry.
 */
struct process *listing_make(struct tasks *tasks, const struct listing *listing, uint64_t now_ns);
