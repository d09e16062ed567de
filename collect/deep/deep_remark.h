/* SPDX-License-Identifier: GPL-2.0-only */
/* What the user must know of how opened nodes are counted, as sentences. Pure. */
#ifndef TDTOP_COLLECT_DEEP_DEEP_REMARK_H
#define TDTOP_COLLECT_DEEP_DEEP_REMARK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/events/event_remark.h"

/* Zeroed: there is nothing to say. */
struct deep_remarks {
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
void deep_remark(const struct deep_remarks *remarks, char *text, size_t size);

#endif
