/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * When the members of level 2 are left out of the groups, to save what reading them costs at each context switch,
 * and when they come back. Each time all groups are opened anew, which is a gap, so nobody is to go to and fro. Only
 * the decisions. Collector thread.
 */
#ifndef TDTOP_COLLECT_OPTIONAL_EVENTS_H
#define TDTOP_COLLECT_OPTIONAL_EVENTS_H

#include <stdbool.h>
#include <stdint.h>

struct leave_out {		/* all zero: nobody has looked at level 2 yet */
	bool out;
	bool looked_at;		/* at level 2, not long ago */
	uint32_t unwanted, calm;	/* ticks in a row */
};

/*
 * A tick. wanted: somebody looks at level 2. over: the budget is exceeded, or switches are sampled to keep to it. calm:
 * even with level 2 all would cost far less. True: `out` has changed, open the groups anew.
 */
bool leave_out_step(struct leave_out *leave, bool wanted, bool over, bool calm);

#endif
