/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What slicer.c, which makes slices of records, and slicer_state.c, which is told and asked what is the case beside
 * them, share. Collector thread.
 */
#ifndef TDTOP_COLLECT_SLICER_OWN_H
#define TDTOP_COLLECT_SLICER_OWN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/slice/sharing.h"
#include "collect/slice/slicer.h"

/* One of the groups that take turns, on one CPU. */
struct slicer_group {
	struct reading base;	/* the last snapshot */
	struct reading_plan *plan;
	struct slice *slice;	/* the slicer's, for this group of any CPU */
	struct sharing sharing;
	bool has_base;
};

/* What is the case on a CPU: bits. */
enum {
	KNOWN = 1,		/* who runs is certain */
	SAMPLED_OUT = 2,	/* the running task has got its sample of the switch that is under way */

	/* Nearly never any of these: */
	MIXED = 4,		/* since base somebody left without a snapshot: counts are nobody's */
	BEGUN = 8,		/* a turn has, without a snapshot yet: who left without one may have left before it */
	LOST = 16,		/* since accounted_ns records were lost: the time is nobody's */
	CLOSED = 32,		/* not all switches are sampled */
	OPENS = 64,		/* with the next snapshot they are, in a window */
	OPEN = 128,		/* they are, in a window */
	LAST = 256,		/* the window that opens does not close any more */

	DOUBT = MIXED | BEGUN | LOST,
	GAP = CLOSED | OPENS,
	WINDOWS = GAP | OPEN | LAST,
};

struct who {
	int32_t pid, tid;
};

struct slicer_cpu {
	uint32_t is;		/* bits, as above */
	int32_t index;
	struct slicer_group *on;	/* of group[] */
	uint64_t accounted_ns;	/* up to here time has been given to somebody */
	uint64_t switch_id;	/* id of the context-switches member, 0: unknown */
	struct who runs;	/* if known */
	struct who exits;	/* who was the last to begin its exit here; tid 0: nobody */
	int32_t sibling;	/* the other thread of the core; -1: none, or not asked */
	uint64_t busy_ns;	/* of the time that was given to somebody, where there is a sibling */
	uint64_t sibling_busy_ns;	/* of the sibling, at accounted_ns */
	struct slicer_group group[1 + MUX_MAX];
};

struct slicer {
	bool switch_records;
	bool rotation_taken;
	size_t n_cpus, n_groups;
	struct reading_plan *plan[2][1 + MUX_MAX];	/* [rotation_taken][turn] */
	count_pair steps[READING_MAX / 2];	/* of the slice that is under way */
	struct slice slice[1 + MUX_MAX];	/* the last of each: what its members do not count is 0 in it, always */
	struct slicer_cpu cpus[];
};

#endif
