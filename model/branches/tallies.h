/* SPDX-License-Identifier: GPL-2.0-only */
/* What a profile_builder has added up, for those who make a profile of it. Pure data. */
#ifndef TDTOP_MODEL_BRANCHES_TALLIES_H
#define TDTOP_MODEL_BRANCHES_TALLIES_H

#include "model/branches/addresses.h"
#include "model/branches/not_taken.h"
#include "model/branches/pairs.h"
#include "model/branches/traces.h"
#include "model/profile/call_stacks.h"
#include "model/profile/profile.h"

struct tallies {
	struct profile_event event;
	struct profile_dropped dropped;
	uint64_t samples, weight, stacks;
	double squares;
	uint64_t from_ns, to_ns;
	uint32_t depth;
	struct class_samples classes;
	struct weighed class_all[CLASS_EVENTS_MAX];	/* by row of the class table */
	struct groups entries;
	struct traces *traces;
	struct pairs *edges;		/* of traces whose blocks follow each other */
	struct addresses *addresses;
	struct call_stacks *calls;
	struct not_taken *not_taken;
};

#endif
