/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Opens groups of events on a thread or a CPU, whole or not at all: nodes have several that take turns, who is counted
 * thread by thread has one of each core type. Any thread; no state.
 */
#pragma once

#include <linux/perf_event.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "collect/perf/perf_sys.h"

struct event_group {
	size_t n;		/* members; 0: it is not opened here */
	int *fd;		/* of each member, the leader first; -1: not open */
};

/* Where they are opened, and how. */
struct event_groups_on {
	const struct perf_sys *sys;
	pid_t pid;		/* these three as perf_sys.open() has them */
	int cpu;
	uint64_t flags;
	bool inherited;		/* children of the thread have them, too */
	/* Makes the attr of a member of a group. */
	void (*attr)(const void *data, size_t group, size_t member, struct perf_event_attr *attr);
	const void *data;
	size_t failed_group, failed_member;	/* out: what was refused */
};

/*
 * Opens all members of n groups, whose .fd are -1. 0; or a negative errno: none is open. -ECHILD: the thread begins
 * children faster than groups of inherited events can be opened.
 */
int event_groups_open(struct event_groups_on *on, const struct event_group *groups, size_t n);

/* Closes what is open of them, last ones first. */
void event_groups_close(const struct perf_sys *sys, const struct event_group *groups, size_t n);
