/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Counts the nodes that are opened (levels 3 to 6) of one row of the lists. Groups of general events
 * are on the threads of a process; of the machine, a CPU or a cgroup they are on CPUs. They are beside
 * the SLOTS groups of the CPUs, and never pinned. All groups of the opened nodes are open at once, and
 * the kernel lets them take turns. Of a region its threads' events are summed up at markers, by the
 * source. Levels 1 and 2 come from the slices of the same interval. Other tasks cost nothing.
 * All on the collector thread, but new and free, which are main's.
 */
#pragma once

#include <stdint.h>

#include "collect/slice/node_counter.h"
#include "model/err.h"
#include "model/machine.h"
#include "model/tree/opened.h"
#include "model/tree/tree_requests.h"

struct perf_sys;		/* the system calls: perf_sys.h */
struct source;

struct live_nodes_options {
	const struct machine *machine;	/* borrowed; its family has trees */
	const char *pmu_root;		/* as in source_machine.h */
	struct tree_requests *requests;	/* borrowed */
	const struct perf_sys *sys;	/* NULL: the real ones */
	double budget;			/* --budget, percent of the machine; 0: no limit */
	/* Tells the source that counters are (not) needed: source_requests.room; or NULL. */
	void (*make_room)(void *data, uint32_t general_counters);
	/* What was counted in an interval, for a recording; NULL: nothing is recorded. */
	void (*record)(void *data, const struct tree_readings *readings);
	void *data;
	struct source *source;		/* borrowed; for nodes of regions. NULL: it has none */
};

/* 0 and *out; -ENOENT: nothing below level 2 is known of these CPUs; or another negative errno. */
int live_nodes_new(const struct live_nodes_options *options, struct node_counter **out, struct err *err);
