/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The TopDown tree: its nodes, their parents, names and thresholds. All knowledge about the tree is
 * the one table in metric.c; no family of CPUs is named here. Constant data, any thread.
 */
#pragma once

#include <stdbool.h>

/* Parents before children, children behind their parent: one forward pass draws the tree. */
enum metric_id {
	M_RETIRING,
	M_LIGHT_OPERATIONS,
	M_HEAVY_OPERATIONS,
	M_BAD_SPECULATION,
	M_BRANCH_MISPREDICTS,
	M_MACHINE_CLEARS,
	M_FRONTEND_BOUND,
	M_FETCH_LATENCY,
	M_FETCH_BANDWIDTH,
	M_BACKEND_BOUND,
	M_MEMORY_BOUND,
	M_CORE_BOUND,
	M_RESOURCE_BOUND,
	M_SMT_CONTENTION,
	M_BACKEND_OR_BAD,
	M_FRONTEND_STALLED,
	M_BACKEND_STALLED,
	M_COUNT,
	M_NONE = -1		/* "no metric"; the parent of level 1 */
};

/* What the slots of a node are to the task. */
enum metric_sense {
	SENSE_LOST,		/* lost: the fewer the better */
	SENSE_GOOD,		/* useful work: the more the better, over its threshold is good */
	SENSE_WORK,		/* useful work that cost more than it needed to */
	SENSE_TAKEN		/* not lost: another task used them */
};

struct metric {
	enum metric_id parent;	/* M_NONE on level 1 */
	const char *key;	/* short key for --sort and filters: "be", "mem" */
	const char *slug;	/* perf's name: "tma_backend_bound" */
	const char *title;	/* "Backend bound" */
	const char *brief;	/* one line: the help of its column */
	const char *column;	/* column title, at most 6 cells: "BE", "MEM", "CLEARS" */
	char letter;		/* unique in the tree, a capital: for bars without colour */
	bool optional;		/* only some families have it; the others are complete without it */
	double threshold;	/* ratio 0..1; above it the node deserves a look (perf's tables) */
	enum metric_sense sense;
	const char *loss;	/* SENSE_LOST: "waited for memory", behind "no slot"; else NULL */
	const char *help;	/* for users: what it means */
	const char *advice;	/* what to try, the second half of the paragraph */
};

extern const struct metric metrics[M_COUNT];

/*
 * The classes of a machine that has all four, in the order of their events: EV_RETIRING and the three behind it. What
 * a family has: family_classes().
 */
#define METRIC_CLASSES 4
extern const enum metric_id metric_classes[METRIC_CLASSES];

/* Level of a node: 1 for a child of the root, 2 below it. */
int metric_level(enum metric_id id);

/* The node with this key or slug, or M_NONE. */
enum metric_id metric_find(const char *key_or_slug);

/* A slug of a metric, or of a node of a tree, without perf's "tma_", which not all have. */
const char *slug_bare(const char *slug);
