/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Packs the events of nodes into groups that fit the counters, whole nodes into one group, into as
 * few groups as it finds. Pure; any thread.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/tree/tree_expr.h"

#define TREE_GROUP_EVENTS 16	/* of one group */
#define TREE_GROUPS_MAX 64

/* What there is to count with. */
struct tree_room {
	uint32_t counters;	/* bits of the general counters that are free */
	bool cycles;		/* each group is led by cycles: then counts of a group and its
				 * cycles are of the same time */
	bool cycles_general;	/* and these take a general counter, as the fixed one is in use */
	bool has_cycles, has_instructions, has_slots;	/* come from the slices, need no counter */
	struct tree_machine machine;	/* which events its expressions need */
	int offcore, frontend;	/* events with an MSR of that kind that fit in a group: 2 and 1 */
};

struct tree_group {
	uint16_t event[TREE_GROUP_EVENTS];	/* tree_event(); cycles, if they lead, first */
	size_t n;
};

struct tree_groups {
	struct tree_group group[TREE_GROUPS_MAX];
	size_t n;
	/* Of each node that was asked for: the group that has it whole; -1: torn over several, or
	 * none. -2: an event of it fits in no group, or it needs none at all: n of its events is 0. */
	int16_t of_node[TREE_NODES_MAX];
};

/*
 * nodes: one bit for each node of the tree. Events that no counter of the room can count are in no
 * group; what is made of them is NAN. The order of groups and events is the same each time.
 */
void tree_pack(const struct tree_code *code, const uint64_t *nodes, const struct tree_room *room,
	       struct tree_groups *groups);

/* Do these events fit on these counters at the same time? A matching of events and counters. */
bool tree_fits(const struct tree *tree, const uint16_t *events, size_t n,
	       const struct tree_room *room);
