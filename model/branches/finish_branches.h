/* SPDX-License-Identifier: GPL-2.0-only */
/* Makes the branches of a profile, with probabilities and errors. Pure. */
#ifndef TDTOP_MODEL_BRANCHES_FINISH_BRANCHES_H
#define TDTOP_MODEL_BRANCHES_FINISH_BRANCHES_H

#include "model/branches/tallies.h"
#include "model/branches/trace_order.h"

/* profile->branches, n_branches, by_from, and whether mispredictions are known. 0 or -ENOMEM. */
int finish_branches(struct profile *profile, const struct tallies *sum,
		    const struct trace_order *order);

#endif
