/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Fork events: PERF_RECORD_FORK names the creator of each new task, even if the creator exits
 * before /proc is read, as the parent of a daemon does. A dummy event, which counts nothing, has
 * the kernel write these records into a ring per CPU. CPUs that come online later are not covered.
 * Opened by the main thread, then used by the collector thread.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "collect/perf/perf_sys.h"
#include "model/machine.h"
#include "model/task.h"

struct fork_events;

#define FORK_EVENTS_ALL (-1)	/* as a tid: all tasks, with permission to count whole CPUs */

/*
 * Opens events for these threads, and for all their descendants, on each CPU of the machine: one descriptor per thread
 * and CPU. The kernel makes as many inherited events for each new task, so use it for few of both. 0 and *out, which
 * the caller closes; or a negative errno. sys is borrowed.
 */
int fork_events_open(const struct perf_sys *sys, const struct machine *machine, const int32_t *tids, size_t n,
		     struct fork_events **out);
void fork_events_close(struct fork_events *events);	/* NULL is fine */

/* The number of descriptors that are open. */
size_t fork_events_fds(const struct fork_events *events);

typedef void fork_event_found(void *data, const struct task_event *fork_event);

/*
 * Calls `found` with a TASK_FORK for each task created since the last call, in order of time for
 * each CPU. Records that did not fit into a ring are lost.
 */
void fork_events_each(struct fork_events *events, fork_event_found *found, void *data);
