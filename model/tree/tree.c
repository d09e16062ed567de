/* SPDX-License-Identifier: GPL-2.0-only */
/* Looks up nodes of a tree; see tree.h. Pure, any thread. */
#include "config.h"
#include "model/tree/tree.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

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

/* ---- what perf calls nodes ---- */

static const char by_6_12[] = "6.12";
static const char after_6_12[] = "newer than 6.12";

/* A name that some CPUs have in 6.1 and others do not is one of 6.12 here. */
static const struct {
	const char *slug, *older, *since;
} renamed[] = {
	{ "tma_l3_miss_bound", "tma_dram_bound", NULL },
	{ "tma_cxl_mem_bound", "tma_pmm_bound", NULL },
	{ "tma_local_mem", "tma_local_dram", NULL },
	{ "tma_remote_mem", "tma_remote_dram", NULL },
	{ "tma_shuffles_256b", "tma_shuffles", NULL },
	{ "tma_allocation_restriction", "tma_alloc_restriction", NULL },
	{ "tma_ifetch_bandwidth", "tma_frontend_bandwidth", NULL },
	{ "tma_ifetch_latency", "tma_frontend_latency", NULL },
	{ "tma_l1_latency_dependency", "tma_l1_hit_latency", by_6_12 },
	{ "tma_c01_wait", NULL, by_6_12 },
	{ "tma_c02_wait", NULL, by_6_12 },
	{ "tma_fp_assists", NULL, by_6_12 },
	{ "tma_fp_vector_128b", NULL, by_6_12 },
	{ "tma_fp_vector_256b", NULL, by_6_12 },
	{ "tma_other_mispredicts", NULL, by_6_12 },
	{ "tma_other_nukes", NULL, by_6_12 },
	{ "tma_code_l2_hit", NULL, after_6_12 },
	{ "tma_code_l2_miss", NULL, after_6_12 },
	{ "tma_code_stlb_hit", NULL, after_6_12 },
	{ "tma_code_stlb_miss", NULL, after_6_12 },
	{ "tma_code_stlb_miss_2m", NULL, after_6_12 },
	{ "tma_code_stlb_miss_4k", NULL, after_6_12 },
	{ "tma_cond_nt_mispredicts", NULL, after_6_12 },
	{ "tma_cond_tk_mispredicts", NULL, after_6_12 },
	{ "tma_fp_divider", NULL, after_6_12 },
	{ "tma_ind_call_mispredicts", NULL, after_6_12 },
	{ "tma_ind_jump_mispredicts", NULL, after_6_12 },
	{ "tma_int_divider", NULL, after_6_12 },
	{ "tma_l2_hit_latency", NULL, after_6_12 },
	{ "tma_load_stlb_miss_1g", NULL, after_6_12 },
	{ "tma_load_stlb_miss_2m", NULL, after_6_12 },
	{ "tma_load_stlb_miss_4k", NULL, after_6_12 },
	{ "tma_ms", NULL, after_6_12 },
	{ "tma_ret_mispredicts", NULL, after_6_12 },
	{ "tma_store_stlb_miss_1g", NULL, after_6_12 },
	{ "tma_store_stlb_miss_2m", NULL, after_6_12 },
	{ "tma_store_stlb_miss_4k", NULL, after_6_12 },
};

#define NAMES (sizeof(renamed) / sizeof(renamed[0]))

_Static_assert(NAMES <= 64, "a bit for each");

static size_t tree_names_find(const char *slug)
{
	size_t i = 0;

	while (i < NAMES && strcmp(renamed[i].slug, slug) != 0)
		i++;
	return i;
}

void perf_names_see(struct perf_names *names, const char *name)
{
	for (size_t i = 0; i < NAMES; i++) {
		if (!strcmp(renamed[i].slug, name))
			names->today |= UINT64_C(1) << i;
		if (renamed[i].older && !strcmp(renamed[i].older, name))
			names->older |= UINT64_C(1) << i;
	}
}

bool perf_names_any(const struct perf_names *names)
{
	return names->today || names->older;
}

struct perf_name perf_name_of(const char *slug, const struct perf_names *names)
{
	const size_t i = tree_names_find(slug);
	struct perf_name name = { .name = slug };

	if (i == NAMES)
		return name;
	name.other = renamed[i].older;
	name.since = renamed[i].since;
	if (!names || names->today & UINT64_C(1) << i)
		return name;
	if (names->older & UINT64_C(1) << i) {
		name.name = renamed[i].older;
		name.other = slug;
		name.other_is_newer = true;
	} else {
		name.missing = true;
	}
	return name;
}

const char *tree_older_slug(const char *slug)
{
	const size_t i = tree_names_find(slug);

	return i < NAMES ? renamed[i].older : NULL;
}

static bool tree_names_is_same(const char *title, const char *slug)
{
	slug = slug_bare(slug);
	while (*title && tolower((unsigned char)*title) == (*slug == '_' ? ' ' : *slug)) {
		title++;
		slug++;
	}
	return !*title && !*slug;
}

void tree_print_name(const char *title, const char *slug, char text[TREE_NAME])
{
	if (!title || tree_names_is_same(title, slug))
		(void)snprintf(text, TREE_NAME, "%s", title ? title : slug);
	else
		(void)snprintf(text, TREE_NAME, "%s (%s)", title, slug);
}
