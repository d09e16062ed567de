/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The counters of one thread: the descriptors of its perf event group, the last reading, and the
 * difference between two readings. They count the thread and, by inheritance, everything that it
 * starts from then on. On a hybrid there is a part for each core type, with events of that PMU,
 * which is on only while the thread runs on such a core. Collector thread.
 */
#ifndef TDTOP_COLLECT_PERTASK_THREAD_COUNTERS_H
#define TDTOP_COLLECT_PERTASK_THREAD_COUNTERS_H

#include <stdbool.h>
#include <stdint.h>

#include "collect/perf/perf_open.h"
#include "collect/perf/reading.h"
#include "collect/perf/record.h"
#include "collect/slice/source.h"

/* How the counters of all threads are opened and read; made once. */
struct thread_counters_config {
	const struct perf_sys *sys;
	struct {
		struct group group;
		struct reading_plan plan;
	} part[CORE_TYPES];
	size_t n_parts;
	size_t n_fds;			/* of one thread */
	struct record_layout layout;
};

struct thread_counters_part {
	int fd[GROUP_MEMBERS];	/* the leader first */
	struct reading base;	/* up to here counts were reported; n is 0: no reading yet */
};

struct thread_counters {
	struct thread_counters_part *part;	/* config->n_parts, owned; NULL: not open */
};

/* groups: the n groups of one thread, at most CORE_TYPES; copied. sys is borrowed. */
void thread_counters_config_init(struct thread_counters_config *config, const struct perf_sys *sys,
				 const struct group *groups, size_t n);

/*
 * Opens all counters of a thread; they start with thread_counters_enable(), or with the thread's
 * next exec. 0, or a negative errno of perf_event_open(2), or -ECHILD: the thread creates children
 * faster than its counters can be opened; then nothing is open.
 */
int thread_counters_open(const struct thread_counters_config *config, int32_t tid, bool on_exec,
			 struct thread_counters *counters);
int thread_counters_enable(const struct thread_counters_config *config,
			   const struct thread_counters *counters);

/* Stops the counters; they can be read until they are closed. */
void thread_counters_disable(const struct thread_counters_config *config,
			     const struct thread_counters *counters);
void thread_counters_close(const struct thread_counters_config *config,
			   struct thread_counters *counters);
bool thread_counters_is_open(const struct thread_counters *counters);

/*
 * Reads what was counted since the last call: duration_ns and counts of the slice; *running_ns <=
 * duration_ns is how long the group, or one part of it, was on. 0; -ECHILD: a child was created
 * while the group was being opened, so its readings do not fit (kernel: perf_read_group) and the
 * group must be reopened; or another negative errno.
 */
int thread_counters_read(const struct thread_counters_config *config,
			 struct thread_counters *counters, struct slice *slice,
			 uint64_t *running_ns);

#endif
