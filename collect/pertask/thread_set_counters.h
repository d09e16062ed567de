/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The counters of the threads of a set: opened for new tasks, replaced where a new task has
 * inherited them, read at each tick. Called by thread_set.c. Collector thread.
 */
#pragma once

#include "collect/pertask/thread_set_table.h"

/*
 * Opens counters for all queued threads, replaces the counters that they have inherited, and closes
 * counters of exited threads that count no child. The last counts of closed counters go to the
 * sink.
 */
void thread_set_open_counters(struct thread_set *set, uint64_t now_ns, const struct sink *sink);

/* Reads the counters of all threads; counts and new names go to the sink (NULL: dropped). */
void thread_set_read_counters(struct thread_set *set, uint64_t now_ns, const struct sink *sink);
