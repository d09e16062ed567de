/* SPDX-License-Identifier: GPL-2.0-only */
/* The path over the thresholds; see tree_parts.h. */
#include "config.h"
#include "model/tree/tree_parts.h"

#include <math.h>
#include <string.h>

#define FALLEN 0.8	/* a node of the path may fall to this part of its limit, */
#define EXCEEDS 0.05	/* and a sibling may exceed it by so much */

void tree_follow_clear(struct tree_follow *follow)
{
	memset(follow, 0, sizeof(*follow));
	memset(follow->path, -1, sizeof(follow->path));
}

bool follow_is_over(const struct follow_tree *tree, int node)
{
	bool any = false;

	for (; node >= 0; node = tree_parent(tree->tree, node)) {
		if (!tree_node(tree->tree, node)->threshold[0])
			continue;
		if (!tree_is_over(tree->code, (size_t)node, tree->value))
			return false;
		any = true;
	}
	return any;
}

/* Does the path still go through the node? largest: of its siblings over their thresholds; -1. */
static bool stays(const struct follow_tree *tree, int node, int largest)
{
	const double value = tree->value[node], limit = (double)tree_node(tree->tree, node)->limit;

	if (isnan(value))	/* the process sleeps, or events wait for their turn */
		return true;
	if (!follow_is_over(tree, node) && !(value >= limit * FALLEN))
		return false;
	return largest < 0 || tree->value[largest] <= value + EXCEEDS;
}

/* before: the child that the path went through; -1: none. */
static int tree_follow_choose(const struct follow_tree *tree, int parent, int before)
{
	int largest = -1;

	for (int i = tree_child(tree->tree, parent, -1); i >= 0;
	     i = tree_child(tree->tree, parent, i)) {
		if (isnan(tree->value[i]) || !follow_is_over(tree, i))
			continue;
		if (largest < 0 || tree->value[i] > tree->value[largest])
			largest = i;
	}
	if (before >= 0 && tree_parent(tree->tree, before) == parent &&
	    stays(tree, before, largest))
		return before;
	return largest;
}

static bool close_others(uint64_t own[TREE_NODE_WORDS], const uint64_t path[TREE_NODE_WORDS],
			 uint64_t open[TREE_NODE_WORDS])
{
	bool changed = false;

	for (size_t i = 0; i < TREE_NODE_WORDS; i++) {
		const uint64_t left = own[i] & ~path[i];

		changed |= (open[i] & left) != 0;
		open[i] &= ~left;
		own[i] &= path[i];
	}
	return changed;
}

bool tree_follow(struct tree_follow *follow, const struct follow_tree *tree, uint32_t serial,
		 uint64_t open[TREE_NODE_WORDS])
{
	uint64_t on_path[TREE_NODE_WORDS] = { 0 }, *own = follow->own[tree->type];
	int16_t *path = follow->path[tree->type];
	bool changed = false, news = false;
	int parent = -1;
	size_t depth = 0;

	if (follow->serial != serial)	/* what is open now is the user's request */
		memset(follow->own, 0, sizeof(follow->own));
	follow->serial = serial;
	for (; depth < FOLLOW_LEVELS && !news; depth++) {
		const int node = tree_follow_choose(tree, parent, path[depth]);

		path[depth] = (int16_t)node;
		if (node < 0 || tree_child(tree->tree, node, -1) < 0)
			break;
		tree_bit_set(on_path, (size_t)node);
		if (!tree_bit(open, (size_t)node)) {
			tree_bit_set(open, (size_t)node);
			tree_bit_set(own, (size_t)node);
			changed = true;
			/* nothing is known of its children yet; those of level 1 are always known */
			news = tree_node(tree->tree, node)->level >= 2;
		}
		parent = node;
	}
	for (depth += depth < FOLLOW_LEVELS; depth < FOLLOW_LEVELS; depth++)
		path[depth] = -1;
	return close_others(own, on_path, open) || changed;
}
