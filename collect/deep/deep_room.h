/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * How many general counters are free for opened nodes on each core type, beside the SLOTS group and
 * all other users: tried, not taken from a table. A group that does not fit is accepted by
 * perf_event_open(2) and never counts (group_sched_in(), kernel/events/core.c). Events of the
 * calling thread are put on last, as those of the threads that are counted, so a group is opened on
 * it for some 60 us. Collector thread.
 */
#ifndef TDTOP_COLLECT_DEEP_DEEP_ROOM_H
#define TDTOP_COLLECT_DEEP_DEEP_ROOM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/deep/deep_groups.h"
#include "collect/perf/perf_sys.h"
#include "model/machine.h"

#define DEEP_ROOM_NEED_MOST 4	/* counters that the source is asked for */

struct deep_room {
	bool trying;
	unsigned int tries;
	uint64_t next_ns;		/* the next one */
	int cpu[CORE_TYPES];		/* where it is tried; -1: on any */
	size_t most[CORE_TYPES];	/* not more is tried; 0: as many as the core type has */
	size_t best[CORE_TYPES];	/* events of the largest group that ran; cycles are one */
};

/* General counters that the source is to leave: as the node needs that needs most. */
uint32_t deep_room_need(const struct deep_groups *groups, const struct tree_request *request);

/* A trial begins when the source has had the time to make room; .most may be set then. */
void deep_room_begin(struct deep_room *room, const struct machine *machine, uint64_t now_ns);

/*
 * Tries the sizes above the best so far. True: the trial is over. Several tries, as a source may
 * leave counters in windows only (collect/slice/room.h).
 */
bool deep_room_step(struct deep_room *room, const struct deep_groups *groups,
		    const struct perf_sys *sys, uint64_t now_ns);

/* Packs for what has run from now on: sets .room of each type. */
void deep_room_apply(const struct deep_room *room, struct deep_groups *groups);

/* Is there a core type with more counters than the best uses? */
bool deep_room_may_grow(const struct deep_room *room, const struct deep_groups *groups);

#endif
