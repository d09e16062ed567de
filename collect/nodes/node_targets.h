/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * On which threads or CPUs the events of opened nodes are, as the scope of a request and the tasks of
 * the last interval say. One of four ways:
 *
 * - All threads of its processes, with all that they begin later (inherit): such events count what
 *   is born and dies between two looks, and each task once. As long as there are few threads.
 * - Its busiest threads, alone, chosen again after each interval.
 * - CPUs: of the machine, or one of them.
 * - CPUs while they run the cgroup: if it has too many threads. The kernel then takes all groups of
 *   the CPU off and puts them on again at each switch from or to the cgroup (perf_cgroup_switch()),
 *   so threads are better for everybody else.
 *
 * Opens a part at a time, as the collector thread has other work. Collector thread.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/events/event_targets.h"
#include "collect/nodes/latency.h"
#include "collect/nodes/node_open.h"
#include "collect/sys/facts.h"
#include "model/cgroup.h"
#include "model/snapshot/snapshot.h"

/*
 * NODE_OF_ALL: events are inherited by all threads that a thread of the scope begins, and, if the scope has all
 * that its processes begin, by those as well. So what is born and dies between two looks is counted, and each
 * task once: a process is listed when it appears, unless its parent's events count it. A thread that begins
 * while those of its process are opened may be counted or not; then they are all opened again.
 */
enum node_way { NODE_OF_ALL, NODE_OF_BUSIEST, NODE_OF_CPUS, NODE_OF_CGROUP };

struct node_targets {
	struct event_targets of;
	const struct facts *facts;
	struct node_open *open;
	char cgroup[CGROUP_PATH_LEN];	/* of the request, if it is one; "" */
	enum node_way way;
	bool alone;			/* set by the user: no thread's events are inherited */
	bool torn;			/* its threads begin others too fast for inherited groups */
	/* NODE_OF_ALL: the processes whose threads all have events that are inherited. */
	struct node_process *process;
	size_t n_processes, room_processes;
	uint64_t began_ns;		/* source clock: events inherit from then on */
	unsigned int rounds;		/* through the lists of threads, since an interval ended */
};

/* 0 or -ENOMEM. All pointers are borrowed. */
int node_targets_init(struct node_targets *targets, const struct perf_sys *sys,
		      const struct facts *facts, struct node_open *open);
void node_targets_done(struct node_targets *targets);	/* closes all */

/* A row is looked at, or other groups are open: closes all, and chooses. A region is its process. */
void node_targets_look(struct node_targets *targets, const struct tree_request *request, uint64_t now_ns);

/* Nothing is looked at: closes all. */
void node_targets_leave(struct node_targets *targets);

/*
 * Opens what is chosen, for about so much CPU time. True: there is nothing left to open.
 */
bool node_targets_open(struct node_targets *targets, uint64_t budget_ns);

/*
 * An interval has ended, node_open_read() has read it, and event_tasks_see() has seen it: closes
 * what is over, chooses what is new.
 */
void node_targets_see(struct node_targets *targets, const struct snapshot *snapshot);

/* Of the scope's slots in the last interval, those of the counted threads, 0..1; NAN. */
double node_targets_part(const struct node_targets *targets);

/* The threads of the scope (or CPUs), and those of them that are counted. */
void node_targets_numbers(const struct node_targets *targets, uint32_t *threads, uint32_t *counted);

/* Retire latencies: of the busiest threads; before they are known, of the first ones. */
void node_targets_sample(const struct node_targets *targets, struct latency *latency,
			 uint64_t now_ns);

bool node_targets_by_cpu(const struct node_targets *targets);
