/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Which counters a new task has inherited, which of them must be replaced before it gets its own,
 * and which cannot be replaced in this scan without losing a task. Called by thread_set_counters.c,
 * in the order of these functions. Collector thread.
 */
#pragma once

#include "collect/pertask/thread_set_table.h"

/* Marks the counters that this new task may have inherited: they must be replaced. */
void thread_set_mark_inherited(struct thread_set *set, struct set_thread *thread);

/*
 * After all new tasks are marked: must this thread's counters be replaced (or closed, if it has
 * exited)? May read them, to see whether the thread has run.
 */
bool thread_set_must_replace(struct thread_set *set, struct set_thread *thread, uint64_t now_ns,
			     const struct sink *sink);

/*
 * Keeps the thread's counters in this scan: they cannot be replaced, or not without losing a task.
 */
void thread_set_keep(struct thread_set *set, const struct set_thread *thread);
bool thread_set_is_kept(const struct thread_set *set, const struct set_thread *thread);

/*
 * With all new counters open but not started: looks for tasks that were created since the walk.
 * Which counters such a task inherits is not known, so the old counters are kept, and it is found
 * by a later scan.
 */
void thread_set_check_again(struct thread_set *set);

/*
 * Does this new task still count with inherited counters, after all counters not kept were
 * replaced?
 */
bool thread_set_still_inherits(const struct thread_set *set, const struct set_thread *thread);
