/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What perf calls the nodes of trees: some were renamed, some are newer than the perf of many
 * distributions. The table is of the metrics of Linux 6.1, 6.12 and intel/perfmon 6dadedf. Pure,
 * any thread.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* Which names of the table a perf has, bits: by node, the name of today, and the one before. */
struct perf_names {		/* zeroed: none */
	uint64_t today, older;
};

/* Takes a name that a perf has; others than those of the table change nothing. */
void perf_names_see(struct perf_names *names, const char *name);

/* Has it any? A perf that has none was built without metrics. */
bool perf_names_any(const struct perf_names *names);

/* How a node is called in a perf. */
struct perf_name {
	const char *name;	/* to be used */
	const char *other;	/* in a newer perf, or an older one; NULL: it is the same */
	bool other_is_newer;
	bool missing;		/* this perf has neither */
	const char *since;	/* the first perf with one of them: "6.12"; "newer than 6.12"; NULL:
				 * 6.1 has it */
};

/* Of today's name; of a perf with these names, NULL: they are not known. */
struct perf_name perf_name_of(const char *slug, const struct perf_names *names);

#define TREE_NAME 96	/* bytes of a title with a slug */

/*
 * "DRAM bound (tma_l3_miss_bound)"; the title alone where the slug is the same in small letters,
 * and the slug where there is no title (NULL).
 */
void tree_print_name(const char *title, const char *slug, char text[TREE_NAME]);

/* What perf called the node before; NULL: the same. */
const char *tree_older_slug(const char *slug);
