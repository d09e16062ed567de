/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Which groups of events count the nodes that are opened: packs them for the counters that are free
 * on each core type, without events that the kernel refuses, and says how each event is opened.
 * Pure, but for the trial of what the kernel accepts. Collector thread.
 */
#pragma once

#include <linux/perf_event.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/perf/cores.h"
#include "collect/perf/perf_sys.h"
#include "model/machine.h"
#include "model/tree/opened.h"
#include "model/tree/tree_groups.h"

#define NODE_GROUPS_MAX 64	/* TREE_READINGS_MAX holds all of their events */

/* One group on each thread or CPU; readings name it by its index. */
struct node_group {
	enum core_type core_type;
	size_t n;
	uint16_t event[TREE_GROUP_EVENTS];	/* indices of the tree's events */
};

/* A core type that has a tree. */
struct node_type {
	const struct tree *tree;	/* NULL: nothing of this type is counted */
	const struct tree_code *code;
	const struct pmu *pmu;
	struct tree_room room;		/* as packed for */
	struct tree_event_set refused;	/* events that the kernel does not accept */
	int refused_errno;		/* positive: of the last one; */
	uint16_t refused_event;		/* which one that was */
};

struct node_groups {
	struct node_type type[CORE_TYPES];
	bool user_only;			/* the kernel's part may not be counted */
	bool without_guests;		/* as the source, machine->without_guests */
	size_t n;
	struct node_group group[NODE_GROUPS_MAX];
	uint64_t nodes[CORE_TYPES][TREE_NODE_WORDS];	/* that are counted */
	uint32_t wanted, refused, unfit, shed;	/* nodes: all; without, as an event is refused, as
						 * counters are too few, as groups were shed */
};

/*
 * May events count what the kernel does for a task? Any user may count what a task does itself. What
 * the source does not count (machine->user_only, ->without_guests), nodes of the same row do not either.
 */
void node_groups_choose_mode(struct node_groups *groups, const struct perf_sys *sys,
			     const struct machine *machine);

/* How an event of a tree is opened, by its index: leaders disabled, never pinned. */
void node_groups_event(const struct node_groups *groups, enum core_type type, size_t event,
		       bool leads, struct perf_event_attr *attr);

/* The same of a member of a group. */
void node_groups_attr(const struct node_groups *groups, size_t group, size_t member,
		      struct perf_event_attr *attr);

/*
 * The group is never on, though others are: its events that no other group has are refused from now
 * on (EBUSY). False: it has none.
 */
bool node_groups_refuse(struct node_groups *groups, size_t group);

void node_groups_forget(struct node_groups *groups);	/* which events were refused */

/*
 * Packs what is opened, and asks the kernel for each group on the calling thread: packs again
 * without events that it refuses, or for fewer counters if it takes a group for too large. At most
 * `most` groups of each core type; from .type[].tree, .code, .room and .refused. 0; or a negative
 * errno (EACCES, EMFILE): nothing can be counted.
 */
int node_groups_fit(struct node_groups *groups, const struct tree_request *request, size_t most,
		    const struct perf_sys *sys);

size_t node_groups_events(const struct node_groups *groups);	/* of all groups */
