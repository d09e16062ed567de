/* SPDX-License-Identifier: GPL-2.0-only */
/* What is opened of trees; see opened.h. Pure, any thread. */
#include "config.h"
#include "model/tree/opened.h"

#include <stddef.h>
#include <string.h>

const struct opened_node *opened_find(const struct opened *opened, enum core_type type, int node)
{
	for (size_t i = 0; i < opened->n; i++)
		if (opened->node[i].core_type == type && opened->node[i].node == node)
			return &opened->node[i];
	return NULL;
}

bool tree_request_same_row(const struct tree_request *a, const struct tree_request *b)
{
	return a->scope == b->scope && a->id == b->id && a->region == b->region &&
	       a->start_ns == b->start_ns;
}

bool tree_request_same_nodes(const struct tree_request *a, const struct tree_request *b)
{
	return !memcmp(a->open, b->open, sizeof(a->open)) && a->latency == b->latency &&
	       a->follow == b->follow;
}

void tree_open_children(const struct tree *tree, const uint64_t *open,
			uint64_t nodes[TREE_NODE_WORDS])
{
	memset(nodes, 0, TREE_NODE_WORDS * sizeof(nodes[0]));
	for (size_t i = 0; i < tree->n_nodes; i++) {
		const int parent = tree_parent(tree, i);

		if (parent >= 0 && tree_is_counted(tree, i) && tree_bit(open, (size_t)parent))
			tree_bit_set(nodes, i);
	}
}

void tree_open_levels(const struct tree *tree, int level, uint64_t open[TREE_NODE_WORDS])
{
	for (size_t i = 0; i < tree->n_nodes; i++)
		if (tree_node(tree, i)->level < level)
			tree_bit_set(open, i);
}

void tree_open_node(const struct tree *tree, int node, uint64_t open[TREE_NODE_WORDS])
{
	for (; node >= 0; node = tree_parent(tree, node))
		tree_bit_set(open, (size_t)node);
}
