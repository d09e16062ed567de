/* SPDX-License-Identifier: GPL-2.0-only */
/* Looks up nodes of a tree; see tree.h. Pure, any thread. */
#include "config.h"
#include "model/tree/tree.h"

#include <string.h>
#include <strings.h>

#include "model/tree/tree_names.h"

const char *const tree_unit_names[TREE_UNITS] = {
	[TREE_OF_SLOTS] = "slots",
	[TREE_OF_CLOCKS] = "clocks",
	[TREE_OF_CORE_CLOCKS] = "core clocks",
	[TREE_OF_UOPS] = "uops",
	[TREE_OF_PARENT] = "parent",
};

/* Do both name the same, one of them perhaps without the prefix? */
static bool is_named(const char *slug, const char *name)
{
	return !strcmp(slug, name) || !strcmp(slug_bare(slug), name);
}

int tree_find(const struct tree *tree, const char *slug)
{
	for (size_t i = 0; i < tree->n_nodes; i++)
		if (is_named(tree_node(tree, i)->slug, slug))
			return (int)i;
	for (size_t i = 0; i < tree->n_nodes; i++) {
		const char *older = tree_older_slug(tree_node(tree, i)->slug);

		if (older && is_named(older, slug))
			return (int)i;
	}
	for (size_t i = 0; i < tree->n_nodes; i++)
		if (tree_node(tree, i)->title && !strcasecmp(tree_node(tree, i)->title, slug))
			return (int)i;
	return -1;
}

const struct tree_event *tree_sample(const struct tree *tree, int node)
{
	const int sample = tree_node(tree, node)->sample;

	return sample < 0 ? NULL : &tree->event_table[sample];
}

bool tree_is_counted(const struct tree *tree, size_t node)
{
	const struct tree_node *it = tree_node(tree, node);

	return it->level > 2 || it->metric == M_NONE || (it->level == 2 && tree->only_level_1);
}

int tree_of_metric(const struct tree *tree, enum metric_id metric)
{
	for (size_t i = 0; i < tree->n_nodes; i++)
		if (metric != M_NONE && tree_node(tree, i)->metric == metric)
			return (int)i;
	return -1;
}

int tree_above(const struct tree *tree, size_t node)
{
	int above = (int)node;

	do
		above--;
	while (above >= 0 && tree_node(tree, above)->level >= tree_node(tree, node)->level);
	return above;
}

int tree_child(const struct tree *tree, int node, int after)
{
	const int level = node < 0 ? 0 : tree_node(tree, node)->level, n = (int)tree->n_nodes;
	int i = (after < node ? node : after) + 1;

	while (after > node && i < n && tree_node(tree, i)->level > tree_node(tree, after)->level)
		i++;	/* a node below `after` */
	return i < n && tree_node(tree, i)->level > level ? i : -1;
}

int tree_deepest(const struct tree *tree)
{
	int level = 2;

	for (size_t i = 0; tree && i < tree->n_nodes; i++)
		if (tree_node(tree, i)->level > level)
			level = tree_node(tree, i)->level;
	return level;
}
