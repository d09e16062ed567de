/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Fork events in a thread set: with them the counters that a new task has inherited are known for
 * certain, even if its creator exited before a scan. Called by the walk (thread_set.c) and the
 * check for tasks created meanwhile (thread_set_inherit.c). Collector thread.
 */
#pragma once

#include "collect/pertask/thread_set_table.h"

/* A task created during the last two scans, and the counters that it inherits. */
struct recent_fork {
	int32_t tid, pid;
	enum inherits inherits;
	int32_t inherits_id;
	uint64_t scan;		/* in which the fork event was read */
	UT_hash_handle hh;
};

/*
 * Reads the fork events since the last call, notes the tasks that threads of the set have created,
 * and adds new processes that are alive. `found` (NULL: none) is called with the counters that each
 * added process inherits.
 */
typedef void fork_taken(struct thread_set *set, enum inherits inherits, int32_t inherits_id);
void thread_set_take_forks(struct thread_set *set, fork_taken *found);

/* NULL: no recent fork event of this task. Valid until the next take or forget. */
const struct recent_fork *thread_set_find_fork(const struct thread_set *set, int32_t tid);

/* Forgets the forks of older scans, whose tasks are found by now or have exited; or all of them. */
void thread_set_forget_forks(struct thread_set *set, bool all);
