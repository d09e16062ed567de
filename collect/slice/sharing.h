/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * How much of the time a group was on, over the last second or so, where somebody else counts with the same counters.
 * Collector thread.
 */
#ifndef TDTOP_COLLECT_SHARING_H
#define TDTOP_COLLECT_SHARING_H

#include <stdint.h>

struct sharing {		/* all zero: it is not shared */
	uint64_t enabled_ns, running_ns;	/* 0 while it is not shared */
	uint64_t whole_ns;	/* it was never off for so long by now */
};

/* The same as sharing_learn(), where it was off or has been lately. */
void sharing_learn_part(struct sharing *sharing, uint64_t enabled_ns, uint64_t running_ns);

/* Of the time since the last call the group was enabled for so long, and on. */
static inline void sharing_learn(struct sharing *sharing, uint64_t enabled_ns, uint64_t running_ns)
{
	if (running_ns < enabled_ns || sharing->enabled_ns)
		sharing_learn_part(sharing, enabled_ns, running_ns);
}

#endif
