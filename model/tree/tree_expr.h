/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The evaluator of a tree's expressions (grammar: tree.h). A tree is compiled once; its nodes are
 * then evaluated from counts. Pure. A compiled tree does not change; any thread.
 *
 * A term that is not known is NAN, and what is made of it as well; min(), max() and comparisons
 * too. Of `a if c else b` only the side that is taken counts, and & and | are known where one side
 * decides. 0 / 0 is 0: what never happened is no part of anything; x / 0 is NAN, as in perf;
 * d_ratio(x, 0) is 0, as in perf.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/err.h"
#include "model/tree/tree.h"

struct tree_code;		/* a compiled tree */

/*
 * 0; or -EINVAL with a sentence that names the node and the place (tables are tested: never), or
 * -ENOMEM. Thresholds may name nodes only.
 */
int tree_compile(const struct tree *tree, struct tree_code **code, struct err *err);
void tree_code_free(struct tree_code *code);	/* NULL is fine */

const struct tree *tree_of_code(const struct tree_code *code);

/* What is known. Counts of one and the same time, or scaled to it; NAN: not counted. */
struct tree_known {
	const double *count;		/* of each event of the tree */
	const double *latency;		/* their mean retire latency, cycles; NULL: the defaults */
	/*
	 * Levels 1 and 2 by the formulas of the family, ratios, by index of the node. NULL, or NAN:
	 * by the tree's own expression.
	 */
	const double *node;
	bool smt;		/* #SMT_on */
	bool core_wide;		/* #core_wide: both threads of a core are counted together */
	double ghz;		/* #GHz: cycles a nanosecond while it ran; NAN */
	bool pmem;		/* #has_pmem: it has persistent memory */
};

/* The value of a node, as perf's expression has it (a ratio; may be below 0 or above 1); NAN. */
double tree_eval(const struct tree_code *code, size_t node, const struct tree_known *known);

/* Is it over its threshold? values: of all nodes, ratios; NAN is not over. */
bool tree_is_over(const struct tree_code *code, size_t node, const double *values);

#define TREE_EVENT_WORDS ((TREE_EVENTS_MAX + 63) / 64)

/* A set of a tree's events. */
struct tree_event_set {
	uint64_t word[TREE_EVENT_WORDS];
};

static inline bool tree_event_set_has(const struct tree_event_set *set, size_t event)
{
	return set->word[event / 64] >> event % 64 & 1;
}

static inline void tree_event_set_add(struct tree_event_set *set, size_t event)
{
	set->word[event / 64] |= 1ULL << event % 64;
}

/* What decides which side of `a if #SMT_on else b` is taken, where it is known beforehand. */
struct tree_machine {
	bool known;		/* else events of both sides are needed */
	bool smt, core_wide, pmem;	/* as in struct tree_known */
	/*
	 * The slices have no level 2 while nodes are counted, as its groups would need the same
	 * counters (Ice Lake, Skylake): where an expression has a node of level 2, its events are
	 * needed, too.
	 */
	bool own_level_2;
};

/*
 * The events of a node: of its expression and of the terms and nodes in it, but not of nodes of
 * levels 1 and 2 that come from the slices (tree_is_counted()), which have none themselves.
 * machine: leaves out what it does not need; may be NULL. timed: those in it with :R; may be NULL.
 */
void tree_events_on(const struct tree_code *code, size_t node, const struct tree_machine *machine,
		    struct tree_event_set *events, struct tree_event_set *timed);

/* The same without a machine. */
void tree_events_of(const struct tree_code *code, size_t node, struct tree_event_set *events,
		    struct tree_event_set *timed);
