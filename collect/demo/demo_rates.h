/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What limits the processes of the simulated machine below level 2, and how often the events of the
 * tree of its CPUs (Sapphire Rapids) then occur. Used by collect/demo/demo_nodes.c. Pure, any thread.
 */
#ifndef TDTOP_COLLECT_DEMO_DEMO_RATES_H
#define TDTOP_COLLECT_DEMO_DEMO_RATES_H

#include <stdbool.h>

#include "model/counts.h"

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

/*
 * The quantities of a process with this name, so that they agree with its levels 1 and 2. Without a
 * story of its own, or NULL, it has that of most programs.
 */
void demo_quantities(const char *comm, const struct values *values,
		     double quantity[DEMO_QUANTITIES]);

/* Occurrences of an event for each cycle of the thread. */
double demo_rate(const char *event, const double quantity[DEMO_QUANTITIES]);

/* Is there a rate for it? */
bool demo_has_rate(const char *event);

#endif
