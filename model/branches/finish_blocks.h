/* SPDX-License-Identifier: GPL-2.0-only */
/* Makes the blocks of a profile, and which follows which. Pure. */
#ifndef TDTOP_MODEL_BRANCHES_FINISH_BLOCKS_H
#define TDTOP_MODEL_BRANCHES_FINISH_BLOCKS_H

#include "model/branches/tallies.h"
#include "model/branches/trace_order.h"

/* profile->blocks, n_blocks, edges, n_edges, cycles_known. 0 or -ENOMEM. */
int finish_blocks(struct profile *profile, const struct tallies *sum,
		  const struct trace_order *order, const struct profile_code *code);

#endif
