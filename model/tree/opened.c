/* SPDX-License-Identifier: GPL-2.0-only */
/* What is opened of trees; see opened.h. Pure, any thread. */
#include "config.h"
#include "model/tree/opened.h"

#include <stddef.h>

const struct opened_node *opened_find(const struct opened *opened, enum core_type type, int node)
{
	for (size_t i = 0; i < opened->n; i++)
		if (opened->node[i].core_type == type && opened->node[i].node == node)
			return &opened->node[i];
	return NULL;
}

static void set_bit(uint64_t *bits, size_t node)
{
	bits[node / 64] |= 1ULL << node % 64;
}

void tree_open_levels(const struct tree *tree, int level, uint64_t open[TREE_NODE_WORDS])
{
	for (size_t i = 0; i < tree->n_nodes; i++)
		if (tree->nodes[i].level < level)
			set_bit(open, i);
}

void tree_open_node(const struct tree *tree, int node, uint64_t open[TREE_NODE_WORDS])
{
	for (; node >= 0; node = tree->nodes[node].parent)
		set_bit(open, (size_t)node);
}
