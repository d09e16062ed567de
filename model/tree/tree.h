/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The metric tree of a core type, down to its leaves (levels 3 to 6), with the events that count
 * it. build-aux/trees/ generates all of them from tables of the vendors. Rows that trees share are in
 * tree_<vendor>_rows.h; which of them a core has, in tree_<vendor>_<microarchitecture>.c. Levels 1
 * and 2 are in it, too: as parents, as terms of expressions, and to be compared with the formulas of
 * collect/cpu. Constant data; any thread.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/metric.h"

#define TREE_NODES_MAX 192	/* of one tree */
#define TREE_EVENTS_MAX 320

/* Where the count of an event comes from. */
enum tree_origin {
	TREE_COUNTED,		/* an event of its own, on a general counter */
	TREE_SLOTS,		/* from the slices: EV_SLOTS, */
	TREE_CYCLES,		/* EV_CYCLES, unhalted cycles of the thread; */
	TREE_INSTRUCTIONS,	/* EV_INSTRUCTIONS; where they lack them: an event as well */
	TREE_FIXED,		/* an event that has a fixed counter of its own (REF_TSC), which
				 * tdtop's group does not use */
	TREE_METRIC		/* of the register PERF_METRICS: only in levels 1 and 2 */
};

struct tree_event {
	const char *name;	/* as the vendor writes it, "MEM_LOAD_RETIRED.L3_MISS"; what is
				 * changed stands behind it: "UOPS_RETIRED.MS:c1:e1" (cmask, edge,
				 * inv, umask) */
	uint64_t config;	/* of attr */
	uint64_t config1;	/* MSR: offcore response, frontend, load latency; 0: none */
	uint32_t counters;	/* bits of the general counters that can count it; 0: all */
	enum tree_origin origin;
	uint32_t period;	/* to sample it with, SampleAfterValue; 0: not known */
	bool precise;		/* PEBS can sample it */
	float latency;		/* mean retire latency by default, cycles; 0: not known */
};

/* What a node is a share of. */
enum tree_unit {
	TREE_OF_SLOTS,		/* of the slots, as levels 1 and 2 */
	TREE_OF_CLOCKS,		/* of the cycles of the thread */
	TREE_OF_CORE_CLOCKS,	/* of the cycles of the core, both of its threads */
	TREE_OF_UOPS,		/* of the uops or instructions that retired */
	TREE_OF_PARENT,		/* of what its parent is: stalled cycles of Arm's Neoverse */
	TREE_UNITS
};
extern const char *const tree_unit_names[TREE_UNITS];	/* "slots", "clocks": also in JSON */

/*
 * Expressions have the grammar of perf's JSON: numbers, + - * /, < > & |, a if c else b, min(), max(),
 * d_ratio(), parentheses. Names in them are those of events; EVENT:R, the mean retire latency of its
 * occurrences; slugs of nodes and names of terms of this tree; and those in tree_expr.h ("#SMT_on").
 */
struct tree_node {
	const char *slug;	/* perf's name: "tma_dram_bound" */
	const char *title;	/* "DRAM bound" */
	int16_t level;		/* 1 to 6: it is below the last node before it that is of a lower one */
	enum metric_id metric;	/* levels 1 and 2: the node of metrics[]; else M_NONE */
	enum tree_unit unit;
	const char *expression;	/* a ratio, 0..1 */
	const char *threshold;	/* an expression that is true where it deserves a look; "" */
	float limit;		/* the node's own limit in it, ratio; NAN: none */
	const char *sample_with;	/* events to find its code with, ';' between them; "" */
	int16_t sample;		/* the first of them, a row of the tree's event_table; -1: none */
	bool of_core;		/* counts both threads of a core (Skylake with SMT) */
	const char *help;	/* what it means, the vendor's words */
};

/* A part of expressions that is no node: "tma_info_core_core_clks". */
struct tree_term {
	const char *name;
	const char *expression;
};

struct tree {
	const char *name;	/* "Sapphire Rapids", of a hybrid's E-cores "Gracemont" */
	const char *source;	/* "intel/perfmon 6dadedf, TMA 5.2": where it comes from */
	int slots;		/* a cycle; 0: only the machine knows */
	int counters;		/* general ones of a thread, with SMT on */
	bool only_level_1;	/* the slices do not tell level 2: its nodes are counted as those
				 * below it are */
	/* Tables, perhaps of several trees, and which of their rows are this one's; NULL: the first n_. */
	const struct tree_event *event_table;
	const uint16_t *event_rows;
	size_t n_events;
	const struct tree_node *node_table;
	const uint16_t *node_rows;	/* parents before children, children behind their parent */
	size_t n_nodes;
	const struct tree_term *term_table;
	const uint16_t *term_rows;
	size_t n_terms;
};

/* Its event, node or term with this index, of any type of integer: from 0, below n_events ... */
#define tree_event(tree, index) (&(tree)->event_table[tree_row_of((tree)->event_rows, (size_t)(index))])
#define tree_node(tree, index) (&(tree)->node_table[tree_row_of((tree)->node_rows, (size_t)(index))])
#define tree_term(tree, index) (&(tree)->term_table[tree_row_of((tree)->term_rows, (size_t)(index))])

static inline size_t tree_row_of(const uint16_t *rows, size_t index)
{
	return rows ? rows[index] : index;
}

#define TREE_TABLES(its_events, its_nodes, its_terms) \
	.event_table = (its_events), .n_events = sizeof(its_events) / sizeof((its_events)[0]), \
	.node_table = (its_nodes), .n_nodes = sizeof(its_nodes) / sizeof((its_nodes)[0]), \
	.term_table = (its_terms), .n_terms = sizeof(its_terms) / sizeof((its_terms)[0])

/* Made of a mark of a core, x or _, in a list of rows: the row, or nothing. */
#define TREE_HAS_x(row) row,
#define TREE_HAS__(row)

/* TREE_TABLES of lists <core>_events ... of rows of tree_<vendor>_rows.h. */
#define TREE_ROWS(vendor, core) \
	.event_table = tree_##vendor##_events, .event_rows = core##_events, \
	.n_events = sizeof(core##_events) / sizeof(core##_events[0]), \
	.node_table = tree_##vendor##_nodes, .node_rows = core##_nodes, \
	.n_nodes = sizeof(core##_nodes) / sizeof(core##_nodes[0])
#define TREE_TERM_ROWS(vendor, core) \
	.term_table = tree_##vendor##_terms, .term_rows = core##_terms, \
	.n_terms = sizeof(core##_terms) / sizeof(core##_terms[0])

/*
 * The index of the node with this slug; -1: none. The text may also be the slug without "tma_", an
 * older name of perf ("tma_dram_bound" of today's tma_l3_miss_bound), or a title ("DRAM bound",
 * capitals ignored) where no other node has it.
 */
int tree_find(const struct tree *tree, const char *slug);

/* The event to find the code of a node with; NULL: none. */
const struct tree_event *tree_sample(const struct tree *tree, int node);

/* Has the node events of its own? Not those of levels 1 and 2 that come from the slices. */
bool tree_is_counted(const struct tree *tree, size_t node);

/* The index of the node of levels 1 and 2 that is this one of metrics[]; -1. */
int tree_of_metric(const struct tree *tree, enum metric_id metric);

/* The index of the node above a node; -1: it is of level 1. */
int tree_above(const struct tree *tree, size_t node);
#define tree_parent(tree, index) tree_above(tree, (size_t)(index))

/* The next child of a node after the child `after` (-1: the first one); -1: there are no more. */
int tree_child(const struct tree *tree, int node, int after);

int tree_deepest(const struct tree *tree);	/* the level of its deepest node; NULL: 2 */

/* What to try where this node is large, one or two sentences, by its slug; NULL: nothing is known. */
const char *tree_advice(const char *slug);

/*
 * What perf calls the nodes of trees: some were renamed, some are newer than the perf of many distributions. The
 * table is of the metrics of Linux 6.1, 6.12 and intel/perfmon 6dadedf. Pure, any thread.
 */

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
