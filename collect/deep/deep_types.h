/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The core types whose nodes are counted: which have a tree, what expressions ask of the machine,
 * and what the rows of the source have already. Collector thread.
 */
#ifndef TDTOP_COLLECT_DEEP_DEEP_TYPES_H
#define TDTOP_COLLECT_DEEP_DEEP_TYPES_H

#include "collect/deep/deep_groups.h"
#include "model/err.h"
#include "model/snapshot/snapshot.h"

/* Sets .tree and .pmu of those that have both; borrowed. 0, or -ENOENT with a sentence: none has. */
int deep_types_find(struct deep_groups *groups, const struct cores *cores, const struct family *family,
		    struct err *err);

/* What expressions ask of the machine, as it is now: CPUs may have come online. */
void deep_types_see_machine(struct deep_groups *groups, const struct machine *machine);

/* Do the rows of this source have cycles and instructions? Then groups need not count them. */
void deep_types_see_slices(struct deep_groups *groups, const struct machine *machine,
			   const struct snapshot *draft);

/* Adds to `timed` the events whose retire latency the counted nodes need. */
void deep_types_timed(const struct deep_groups *groups, struct tree_event_set timed[CORE_TYPES]);

/* The event that the kernel has refused, and why (positive); NULL: none. */
const char *deep_types_refused(const struct deep_groups *groups, int *errnum);

#endif
