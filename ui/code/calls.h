/* SPDX-License-Identifier: GPL-2.0-only */
/* Rows of frames of call stacks, struct call_node. */
#pragma once

#include "model/profile/call_tree.h"
#include "model/profile/share.h"
#include "ui/code/rows.h"

/* Of frames on the screen: the tree that they are in. Printed ones are of the profile. */
struct call_look {
	const struct call_node *nodes;
	struct weighed all;		/* call stacks of the profile */
	uint32_t top;			/* depth of the outermost one listed */
	bool callers;			/* below a frame is what calls it */
	const bool *unfolded;		/* of each node: is listed what is below it? */
	const char *filter;		/* not "": nothing is folded */
};

extern const struct code_kind call_rows;

/* The share of a frame of all call stacks, with everything below or by itself. */
struct estimate call_share(const struct rows_of *of, const struct call_node *call, bool self);

/*
 * The node that limits it with all that it calls, by which a flame graph colours it; retiring, if nothing does. M_NONE:
 * several, or too few samples to tell.
 */
enum metric_id call_node_of_colour(const struct call_node *call);

/* Its function, harmless: "hash_probe"; of older frames that were lost: "...". */
void call_name(const struct rows_of *of, const struct call_node *call, char *text, size_t size);
