/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Counts the nodes that are opened on the simulated machine (collect/demo/source_demo.c): its processes
 * have a story below level 2 as well, which agrees with what they do above. The events of a story
 * are counted as on a real machine, by groups that take turns, and all that follows is real.
 */
#ifndef TDTOP_COLLECT_DEMO_DEMO_NODES_H
#define TDTOP_COLLECT_DEMO_DEMO_NODES_H

#include <stdbool.h>

#include "collect/slice/node_counter.h"
#include "model/counts.h"
#include "model/err.h"
#include "model/machine.h"
#include "model/tree/tree_requests.h"

/*
 * What limits the processes of the simulated machine below level 2, and how often the events of the
 * tree of its CPUs (Sapphire Rapids) then occur. Pure.
 */

/* Most are parts of the cycles, or of the slots, of a thread. */
enum demo_quantity {
	DQ_ONE,			/* 1 */
	DQ_RETIRED,		/* uops for each cycle; */
	DQ_SCALAR, DQ_VECTOR,	/* of them, floating point */
	DQ_MICROCODE,		/* slots */
	DQ_MISPREDICTS, DQ_CLEARS,
	DQ_ICACHE, DQ_ITLB, DQ_RESTEERS, DQ_MS_SWITCHES, DQ_LCP, DQ_DSB_SWITCHES,
	DQ_MITE, DQ_DSB, DQ_MS,
	DQ_L1, DQ_L2, DQ_L3, DQ_DRAM, DQ_STORE,
	DQ_TLB,			/* of L1 */
	DQ_SHARED,		/* of L3: lines that other cores write */
	DQ_BANDWIDTH, DQ_WAIT,	/* of DRAM: its bandwidth, its latency */
	DQ_DIVIDER, DQ_SERIAL, DQ_PORTS,
	DEMO_QUANTITIES
};

/* Is there a rate for it? */
bool demo_has_rate(const char *event);

/*
 * Both are borrowed. 0 and *out; -ENOENT: the machine's family has no tree; -ENOMEM. The numbers
 * depend only on the snapshots and requests that it sees.
 */
int demo_nodes_new(const struct machine *machine, struct tree_requests *requests,
		   struct node_counter **out, struct err *err);

#endif
