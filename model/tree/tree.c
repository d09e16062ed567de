/* SPDX-License-Identifier: GPL-2.0-only */
/* Looks up nodes of a tree; see tree.h. Pure, any thread. */
#include "config.h"
#include "model/tree/tree.h"

#include <string.h>

const char *const tree_unit_names[TREE_UNITS] = {
	[TREE_OF_SLOTS] = "slots",
	[TREE_OF_CLOCKS] = "clocks",
	[TREE_OF_CORE_CLOCKS] = "core clocks",
	[TREE_OF_UOPS] = "uops",
	[TREE_OF_PARENT] = "parent",
};

#define PREFIX "tma_"

int tree_find(const struct tree *tree, const char *slug)
{
	const size_t prefix = strlen(PREFIX);

	for (size_t i = 0; i < tree->n_nodes; i++) {
		const char *name = tree->nodes[i].slug;

		if (!strcmp(name, slug) ||
		    (!strncmp(name, PREFIX, prefix) && !strcmp(name + prefix, slug)))
			return (int)i;
	}
	return -1;
}

int tree_of_metric(const struct tree *tree, enum metric_id metric)
{
	for (size_t i = 0; i < tree->n_nodes; i++)
		if (metric != M_NONE && tree->nodes[i].metric == metric)
			return (int)i;
	return -1;
}

int tree_child(const struct tree *tree, int node, int after)
{
	for (size_t i = (size_t)(after < node ? node + 1 : after + 1); i < tree->n_nodes; i++)
		if (tree->nodes[i].parent == node)
			return (int)i;
	return -1;
}

int tree_deepest(const struct tree *tree)
{
	int level = 2;

	for (size_t i = 0; tree && i < tree->n_nodes; i++)
		if (tree->nodes[i].level > level)
			level = tree->nodes[i].level;
	return level;
}
