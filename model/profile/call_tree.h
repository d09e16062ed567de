/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Call stacks of a profile as a tree of functions, from the outermost caller down (callees) or from
 * the sampled function up (callers). Also a table of functions, with what they and the functions
 * that they call cost. Pure; belongs to one thread.
 *
 * A node is a path of functions. Its weight is that of all stacks that run through it; its self
 * weight is that of the stacks that end in it. Weights are sums of periods and add up: a node is
 * its self weight and its children. Recursion: f called by f is a node below a node, but in the
 * table of functions a stack counts once for each function in it.
 *
 * Of a profile with classes (profile.h) weights are slots, and a node has sums by row of the class
 * table, which add up in the same way. Its TopDown is what the formulas make of these.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/profile/class_samples.h"
#include "model/profile/code_names.h"
#include "model/profile/profile.h"

enum call_direction {
	CALLEES,	/* the root's children are outermost callers */
	CALLERS		/* the root's children are the functions that were sampled */
};

enum call_kind {
	CALL_ROOT,		/* node 0: all stacks */
	CALL_FUNCTION,
	CALL_CUT		/* "...": older frames were lost, so the caller is not known */
};

/* Nodes stand in the order of a walk: a node, then its children with all theirs, heaviest first. */
struct call_node {
	struct place function;		/* CALL_FUNCTION: where it starts */
	enum call_kind kind;
	uint32_t parent;		/* index; of the root: 0 */
	uint32_t depth;			/* of the root: 0 */
	uint32_t below;			/* nodes below it: the next sibling is at i + 1 + below */
	uint64_t samples, weight;	/* with everything below */
	uint64_t self_samples, self_weight;
	double squares, self_squares;	/* of the weights: share_of() */
	uint32_t sums;			/* call_tree_sums() has them */
	/* By metric: class_samples.h; NULL: no classes, or no sample of its own. */
	const struct estimate *classes, *self_classes;
};

/* What a function costs, by itself and with what it calls. */
struct call_function {
	struct place function;
	uint64_t samples, weight;	/* stacks that it is in, each once */
	uint64_t self_samples, self_weight;	/* stacks that it is the innermost of */
};

struct call_tree {
	struct call_node *nodes;	/* [0] is the root */
	size_t n_nodes;
	struct call_function *functions;	/* heaviest first */
	size_t n_functions;
	uint64_t cut_samples, cut_weight;	/* of stacks whose outermost frames were lost */
	uint64_t broken_samples;		/* of stacks without a frame: not in the tree */
	struct row_sums sums, self_sums;	/* of nodes; .n is 0 without classes */
	struct estimate *classes;		/* of all nodes */
};

struct call_request {
	enum call_direction direction;
	/*
	 * Only stacks with this function: CALLEES are what it calls (from its outermost frame),
	 * CALLERS what calls it (from its innermost frame). The root's one child is the function.
	 */
	bool of_function;
	struct place function;
	int32_t pid;			/* 0: all */
};

/*
 * Groups the profile's call stacks. functions NULL: each place is its own function; it is asked
 * once for each different place. Return addresses (all frames but the innermost, unless LBR
 * recorded them) are looked up one byte before, in the call. NULL without memory;
 * call_tree_free().
 */
struct call_tree *call_tree_new(const struct profile *profile, const struct call_request *request,
				const struct function_start *functions);
void call_tree_free(struct call_tree *tree);	/* NULL is fine */

/*
 * The sums of a node by row of the class table, with everything below or its own: periods, as of a function.
 * NULL without classes. Borrowed of the tree.
 */
const struct weighed *call_tree_sums(const struct call_tree *tree, const struct call_node *node, bool self);

/*
 * The ancestors of a node, from the root's child to the node itself; returns how many, at most
 * max.
 */
size_t call_tree_path(const struct call_tree *tree, uint32_t node, uint32_t *path, size_t max);
