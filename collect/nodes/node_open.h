/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The groups that are open: of each thread, or of each CPU, all that its core type has. Opened
 * disabled, never pinned. On threads all are enabled, and the kernel lets them take turns after the
 * SLOTS groups, which are of CPUs. On CPUs they would take turns with those (merge_sched_in(),
 * kernel/events/core.c: when one does not fit, none behind it is tried); so there only one is
 * enabled at a time, by node_open_turn(). Collector thread.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/events/event_groups.h"
#include "collect/events/event_targets.h"
#include "collect/nodes/node_groups.h"
#include "collect/perf/perf_sys.h"
#include "model/tree/opened.h"

/* A thread or a CPU. */
struct node_target {
	struct event_target of;	/* first; lost: its groups cannot be read any more (ECHILD) */
	int *fd;		/* of each event of each group, in their order; -1: not opened */
	uint64_t *base;		/* of each group: time enabled, time running, counts */
};

/* What was counted of a group since the last reading, on all targets. */
struct node_sum {
	uint64_t enabled_ns, running_ns;
	double count[TREE_GROUP_EVENTS];
};

/* Which events the threads' children have, too. */
enum node_inherit { NODE_ALONE, NODE_THREADS, NODE_FAMILY };

struct node_open {
	const struct perf_sys *sys;
	const struct node_groups *groups;	/* not changed while something is open */
	enum node_inherit inherit;
	int cgroup;			/* its directory: CPUs are counted for it alone; -1 */
	size_t fds, words;		/* of one target */
	size_t turn;			/* CPUs: the group that is on, of each core type */
	struct event_table table;	/* of struct node_target */
	size_t failed_group, failed_member;	/* what the last node_open_add() was refused for */
	/* Of each group, on all targets since node_open_begin(): it could have run so long, and did. */
	uint64_t enabled_ns[NODE_GROUPS_MAX], running_ns[NODE_GROUPS_MAX];
};

void node_open_init(struct node_open *open, const struct perf_sys *sys,
		    const struct node_groups *groups);

/* Closes all; the groups may change until the next node_open_add(). */
void node_open_clear(struct node_open *open);

/* After node_open_clear(): how the next ones are opened. */
void node_open_begin(struct node_open *open, enum node_inherit inherit, int cgroup);

/*
 * Opens all groups of a thread or CPU, and enables them. 0; -ECHILD: it begins children faster than
 * its groups can be opened; or another negative errno: none of its groups is open then.
 */
int node_open_add(struct node_open *open, const struct event_target *what);
void node_open_close(struct node_open *open, size_t target);	/* the last one takes its place */

static inline struct node_target *node_open_at(const struct node_open *open, size_t target)
{
	return event_table_at(&open->table, target);
}

/* CPUs: the next group is on from now on. Idle CPUs are woken for some microseconds. */
void node_open_turn(struct node_open *open);

/*
 * Reads all groups: sums[] of each group. skip: of CPUs, those that need not be read as they did
 * nothing; NULL: none. Sets .stalled, .lost and .age of targets.
 */
void node_open_read(struct node_open *open, struct node_sum *sums,
		    bool (*skip)(void *data, int cpu), void *data);

/* Adds what each group has counted on this thread in an interval (changed) to `sums`. */
void node_open_account(struct node_open *open, const struct node_target *target,
		       struct node_sum *step, struct node_sum *sums);

/* Was a group of this core type on, since node_open_begin()? */
bool node_open_some_ran(const struct node_open *open, enum core_type type);

/* The sums as readings: appends those of each event of each group. */
void node_open_report(const struct node_open *open, const struct node_sum *sums,
		      struct tree_readings *readings);
