/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Others take general counters while tdtop runs, so that the whole group is off although slots and its metrics
 * need none: when to ask whether that is so, when to do without what needs them (instructions, cycles,
 * corrections), and when to take it back. Only the decisions; who asks is switch_lean.c. Collector thread.
 */
#ifndef TDTOP_COLLECT_STARVATION_H
#define TDTOP_COLLECT_STARVATION_H

#include <stdbool.h>
#include <stdint.h>

struct starvation {
	bool lean;			/* counted without what is optional */
	uint32_t ticks, wait;		/* since the last question, or since it ran; so many until the next */
	uint64_t enabled_ns, running_ns;	/* at the last tick */
};

/* The groups were opened, all or without what is optional: their times begin at 0. */
void starvation_opened(struct starvation *starvation);

/*
 * A tick; the times of the groups of all CPUs, added up, as last read. True: ask whether what is optional would
 * count now, all by itself, and tell starvation_answered().
 */
bool starvation_asks(struct starvation *starvation, uint64_t enabled_ns, uint64_t running_ns);

/* Would it? True: open the groups anew, as starvation->lean says. */
bool starvation_answered(struct starvation *starvation, bool would_count);

#endif
