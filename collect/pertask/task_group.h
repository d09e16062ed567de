/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The group of one thread: its descriptors, what was read last, what lies between two readings. It
 * counts the thread and, by inheritance, whatever the thread starts from then on. On a hybrid it has a part for
 * each kind of core, of that PMU's events, which is on only while the thread is on such a core. Collector thread.
 */
#ifndef TDTOP_COLLECT_TASK_GROUP_H
#define TDTOP_COLLECT_TASK_GROUP_H

#include <stdbool.h>
#include <stdint.h>

#include "collect/perf/perf_open.h"
#include "collect/perf/reading.h"
#include "collect/perf/record.h"
#include "collect/slice/source.h"

/* How the groups of all threads are opened and read; made once. */
struct task_group_kind {
	const struct perf_sys *sys;
	struct {
		struct group group;
		struct reading_plan plan;
	} part[CORE_TYPES];
	size_t n_parts;
	size_t n_fds;			/* of one thread */
	struct record_layout layout;
};

struct task_part {
	int fd[GROUP_MEMBERS];	/* the leader first */
	struct reading base;	/* since when counts have not been told; n is 0: since it was opened */
};

struct task_group {
	struct task_part *part;	/* kind->n_parts, owned; NULL: not open */
};

/* groups: of one thread, n of them, at most CORE_TYPES; copied. */
void task_group_kind_init(struct task_group_kind *kind, const struct perf_sys *sys,
			  const struct group *groups, size_t n);

/*
 * Opens the whole group; it counts from task_group_enable() on, or from the thread's next exec. 0, or a
 * negative errno of perf_event_open(2), or -ECHILD: the thread makes children faster than the group can be
 * opened; then nothing is open.
 */
int task_group_open(const struct task_group_kind *kind, int32_t tid, bool on_exec,
		    struct task_group *group);
int task_group_enable(const struct task_group_kind *kind, const struct task_group *group);

/* It counts no longer, and can be read until it is closed. */
void task_group_disable(const struct task_group_kind *kind, const struct task_group *group);
void task_group_close(const struct task_group_kind *kind, struct task_group *group);
bool task_group_is_open(const struct task_group *group);

/*
 * What was counted since the last call: duration_ns and counts of the slice; running_ns <= duration_ns is
 * how long the group, or one part of it, was on. 0; -ECHILD: a child was made while the group was being opened, its readings
 * do not fit (kernel: perf_read_group), so the group must be opened again; or another negative errno.
 */
int task_group_read(const struct task_group_kind *kind, struct task_group *group,
		    struct slice *slice, uint64_t *running_ns);

#endif
