/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The parts of live_nodes.c: core types, regions of a process, free counters, what gives way, and what the user
 * must know of it. Collector thread.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/events/event_targets.h"
#include "collect/nodes/node_groups.h"
#include "collect/nodes/node_open.h"
#include "collect/perf/perf_sys.h"
#include "collect/slice/region_counters.h"
#include "collect/slice/source.h"
#include "model/err.h"
#include "model/machine.h"
#include "model/snapshot/snapshot.h"
#include "model/tree/opened.h"

/*
 * The core types whose nodes are counted: which have a tree, what expressions ask of the machine,
 * and what the rows of the source have already.
 */

/* Sets .tree and .pmu of those that have both; borrowed. 0, or -ENOENT with a sentence: none has. */
int node_types_find(struct node_groups *groups, const struct cores *cores, const struct family *family,
		    struct err *err);

/* What expressions ask of the machine, as it is now: CPUs may have come online. */
void node_types_see_machine(struct node_groups *groups, const struct machine *machine);

/* Do the rows of this source have cycles and instructions? Then groups need not count them. */
void node_types_see_slices(struct node_groups *groups, const struct machine *machine,
			   const struct snapshot *draft);

/* Adds to `timed` the events whose retire latency the counted nodes need. */
void node_types_timed(const struct node_groups *groups, struct tree_event_set timed[CORE_TYPES]);

/* The event that the kernel has refused, and why (positive); NULL: none. */
const char *node_types_refused(const struct node_groups *groups, int *errnum);

/*
 * Opened nodes of a region of a process: the events of its busiest threads, each alone, are handed
 * over to the source, which sums them up per region at markers.
 */
struct node_region_slot {
	int32_t tid;			/* 0: it is free */
	int fd;				/* of its first event, to know it by */
	struct region_count last[REGION_EVENTS], now[REGION_EVENTS];	/* of the region */
};

struct node_regions {
	struct source *source;		/* borrowed; NULL: there is none */
	int32_t pid;
	uint32_t region;		/* regions_name_id(); 0: no region is looked at */
	bool full;			/* the source has no room for sums of all regions */
	struct node_region_slot slot[REGION_SLOTS];
};

/* A row is looked at; if it is no region, nothing is done. False: the source cannot. */
bool node_regions_look(struct node_regions *regions, const struct tree_request *request);
/* Takes all events back, before they are closed. */
void node_regions_leave(struct node_regions *regions);

/* Threads were opened or closed: hands over and takes back what is new and gone. */
void node_regions_follow(struct node_regions *regions, const struct node_open *open);

/*
 * In place of node_open_read(): what was added to the region since the last reading. 0; a negative
 * errno: what was handed over is lost, and nothing is in `sums`.
 */
int node_regions_read(struct node_regions *regions, struct node_open *open, struct node_sum *sums);

/*
 * A region that is asked for by its name has a row, and so an id, when it was entered: sets
 * request->region then. False: it has none yet, or had it before.
 */
bool node_regions_find(struct tree_request *request, const struct snapshot *draft);

/*
 * How many general counters are free for opened nodes on each core type, beside the SLOTS group and
 * all other users: tried, not taken from a table. A group that does not fit is accepted by
 * perf_event_open(2) and never counts (group_sched_in(), kernel/events/core.c). Events of the
 * calling thread are put on last, as those of the threads that are counted, so a group is opened on
 * it for some 60 us.
 */

#define NODE_ROOM_NEED_MOST 4	/* counters that the source is asked for */

struct node_room {
	bool trying;
	unsigned int tries;
	uint64_t next_ns;		/* the next one */
	int cpu[CORE_TYPES];		/* where it is tried; -1: on any */
	size_t most[CORE_TYPES];	/* not more is tried; 0: as many as the core type has */
	size_t best[CORE_TYPES];	/* events of the largest group that ran; cycles are one */
};

/* General counters that the source is to leave: as the node needs that needs most. */
uint32_t node_room_need(const struct node_groups *groups, const struct tree_request *request);

/* A trial begins when the source has had the time to make room; .most may be set then. */
void node_room_begin(struct node_room *room, const struct machine *machine, uint64_t now_ns);

/*
 * Tries the sizes above the best so far. True: the trial is over. Several tries, as a source may
 * leave counters in windows only (collect/slice/room.h).
 */
bool node_room_step(struct node_room *room, const struct node_groups *groups,
		    const struct perf_sys *sys, uint64_t now_ns);

/* Packs for what has run from now on: sets .room of each type. */
void node_room_apply(const struct node_room *room, struct node_groups *groups);

/* Is there a core type with more counters than the best uses? */
bool node_room_may_grow(const struct node_room *room, const struct node_groups *groups);

/* What is left after some steps of the budget of tdtop's own cost: fewer threads first, then fewer groups. */
struct node_shed {
	size_t threads;		/* that have events, at most */
	size_t groups;		/* of each core type, at most */
};

#define NODE_SHEDS 7
extern const struct node_shed node_sheds[NODE_SHEDS];

/* What the user must know of how opened nodes are counted, as sentences. Pure. */

/* Zeroed: there is nothing to say. */
struct node_remarks {
	const char *trouble;	/* why nothing is counted, a sentence; NULL, "" */
	int32_t region_of;	/* pid of the process that was not seen in: */
	const char *region;	/* the region that is asked for; NULL: it was, or none is */
	struct event_missing missing;
	bool starved;		/* even the smallest group was never on: others have the counters */
	uint32_t refused;	/* nodes that are not counted: the kernel refuses an event; */
	const char *refused_event;	/* its name */
	int refused_errno;		/* positive */
	uint32_t unfit;		/* nodes likewise: they need more counters than are free */
	uint32_t shed;		/* nodes likewise: for the budget */
	uint32_t region_shed;	/* likewise: of a region fewer events can be counted */
	bool region_full;	/* not all regions of the process have sums */
	uint32_t shed_threads;	/* only so many threads are counted, for the budget; 0: all */
	bool exhausted;		/* and that is not enough */
	double own_percent;	/* of one CPU */
	const char *latency;	/* a sentence on retire latencies; NULL, "" */
};

/* Writes them, most important first, as many as have room. */
void node_remark(const struct node_remarks *remarks, char *text, size_t size);
