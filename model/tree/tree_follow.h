/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Follows the path of the largest nodes over their thresholds down a tree, level by level. Used by
 * tree_values.c. Pure. One thread.
 */
#ifndef TDTOP_MODEL_TREE_TREE_FOLLOW_H
#define TDTOP_MODEL_TREE_TREE_FOLLOW_H

#include <stdbool.h>
#include <stdint.h>

#include "model/tree/opened.h"
#include "model/tree/tree_expr.h"

#define FOLLOW_LEVELS 8

struct tree_follow {
	uint32_t serial;		/* of the request */
	int16_t path[CORE_TYPES][FOLLOW_LEVELS];	/* -1: it ends above */
	uint64_t own[CORE_TYPES][TREE_NODE_WORDS];	/* what it has opened, not the user */
};

void tree_follow_clear(struct tree_follow *follow);

/* A compiled tree, and what is known of it. */
struct follow_tree {
	const struct tree *tree;
	const struct tree_code *code;
	enum core_type type;
	const double *value;	/* of all nodes, ratios; NAN */
};

/* Is the node over its threshold, and its parents over theirs? Without a threshold, its parents. */
bool follow_is_over(const struct follow_tree *tree, int node);

/*
 * Opens the next node of the path. It stays on a path whose nodes have fallen a little, and closes
 * what it has opened itself where the path goes elsewhere. Returns whether `open` has changed.
 */
bool tree_follow(struct tree_follow *follow, const struct follow_tree *tree, uint32_t serial,
		 uint64_t open[TREE_NODE_WORDS]);

#endif
