/* SPDX-License-Identifier: GPL-2.0-only */
/* What perf calls the nodes of trees; see tree_names.h. Pure, any thread. */
#include "config.h"
#include "model/tree/tree_names.h"

#include <ctype.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "model/metric.h"

static const char by_6_12[] = "6.12";
static const char after_6_12[] = "newer than 6.12";

/* A name that some CPUs have in 6.1 and others do not is one of 6.12 here. */
static const struct {
	const char *slug, *older, *since;
} table[] = {
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

#define NAMES (sizeof(table) / sizeof(table[0]))

_Static_assert(NAMES <= 64, "a bit for each");

static size_t tree_names_find(const char *slug)
{
	size_t i = 0;

	while (i < NAMES && strcmp(table[i].slug, slug) != 0)
		i++;
	return i;
}

void perf_names_see(struct perf_names *names, const char *name)
{
	for (size_t i = 0; i < NAMES; i++) {
		if (!strcmp(table[i].slug, name))
			names->today |= UINT64_C(1) << i;
		if (table[i].older && !strcmp(table[i].older, name))
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
	name.other = table[i].older;
	name.since = table[i].since;
	if (!names || names->today & UINT64_C(1) << i)
		return name;
	if (names->older & UINT64_C(1) << i) {
		name.name = table[i].older;
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

	return i < NAMES ? table[i].older : NULL;
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
