/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The nodes below level 2 that are opened for one row of the lists: which ones are wanted, and what
 * was counted of them in an interval. The request goes from the UI to the collector (tree_requests.h),
 * the values are part of the snapshot.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/control.h"
#include "model/counts.h"
#include "model/machine.h"
#include "model/tree/tree.h"

#define OPENED_MAX (2 * TREE_NODES_MAX)
#define TREE_NODE_WORDS (TREE_NODES_MAX / 64)

/* Mean retire latencies: --retire-latency. */
enum retire_latency {
	RETIRE_MEASURED,	/* sampled; below 50 samples those of the table */
	RETIRE_DEFAULT,		/* those of the table */
	RETIRE_OFF		/* none: nodes that need them have no value */
};

/* Zeroed: nothing is opened. */
struct tree_request {
	uint32_t serial;	/* changes with each request; 0: none yet */
	enum live_scope scope;
	int32_t id;		/* as in control.h */
	uint32_t region;	/* LIVE_REGION: the id of its row; 0: that of this name: */
	char region_name[48];
	uint64_t start_ns;
	/* The nodes whose children are counted: bits, by index, of the tree of each core type. */
	uint64_t open[CORE_TYPES][TREE_NODE_WORDS];
	bool follow;		/* key A: the collector also opens, by itself, what is over its
				 * threshold and has the largest value among its siblings */
	enum retire_latency latency;
};

/* A node that is counted. Values are of the last intervals, the newest counts most; see error. */
struct opened_node {
	uint8_t core_type;	/* whose tree */
	uint8_t quality;	/* enum quality */
	uint16_t node;		/* index in the tree */
	float percent;		/* as perf's metric; 0 if not known. Of tree_node.unit */
	float of_parent;	/* share of the parent, or of the sum of the node and its siblings,
				 * if that is more; percent; NAN */
	float slots;		/* estimate: of_parent of what the parent has of the slots; NAN */
	float error;		/* standard error of percent, points; NAN: not known yet */
	float running;		/* share of the time in which its events were counted, percent */
	bool over;		/* its threshold, and its parents theirs */
	bool at_once;		/* all of its events were counted at the same time */
	bool latency_default;	/* a retire latency of it is the table's: too few samples, or asked */
	float latency;		/* mean retire latency of its (first) event, cycles; NAN: has none */
	float latency_error;
	float latency_table;	/* what the table has for this event; NAN: nothing */
	uint32_t latency_samples;	/* without those that are saturated, */
	uint32_t latency_saturated;	/* at 65535: the mean is too low by what they exceed it */
};

/* Part of a snapshot. scope is LIVE_NOTHING: nothing is opened. */
struct opened {
	uint32_t serial;	/* of the request */
	enum live_scope scope;
	int32_t id;
	uint32_t region;
	uint64_t start_ns;
	uint64_t open[CORE_TYPES][TREE_NODE_WORDS];	/* of the request; with follow: what was opened */
	uint16_t n;
	uint16_t groups;	/* of events that take turns */
	uint32_t threads, counted;	/* of the scope; of them, those that have events; or CPUs */
	bool cpus;		/* counted by CPU */
	float part;		/* of the scope's slots, those of the counted threads, 0..1; NAN */
	float own_percent;	/* CPU time of tdtop for it, of one CPU; NAN */
	char remark[200];	/* a sentence: what is not possible, or gave way; "" */
	struct opened_node node[OPENED_MAX];	/* .n; by core type, then in the tree's order */
};

/* The node of an opened tree, NULL: it is not counted. */
const struct opened_node *opened_find(const struct opened *opened, enum core_type type, int node);

static inline bool tree_bit(const uint64_t *bits, size_t node)
{
	return bits[node / 64] >> node % 64 & 1;
}

static inline void tree_bit_set(uint64_t *bits, size_t node)
{
	bits[node / 64] |= 1ULL << node % 64;
}

static inline void tree_bit_clear(uint64_t *bits, size_t node)
{
	bits[node / 64] &= ~(1ULL << node % 64);
}

/* Are two requests of the same row? */
bool tree_request_same_row(const struct tree_request *a, const struct tree_request *b);

/* And of the same nodes, counted in the same way? */
bool tree_request_same_nodes(const struct tree_request *a, const struct tree_request *b);

/* The nodes that are counted: those with events of their own whose parents are open. */
void tree_open_children(const struct tree *tree, const uint64_t *open,
			uint64_t nodes[TREE_NODE_WORDS]);

/* Opens all nodes of a tree above this level, so that nodes down to it are counted. */
void tree_open_levels(const struct tree *tree, int level, uint64_t open[TREE_NODE_WORDS]);

/* Opens the parents of a node, so that it is counted, and the node itself. */
void tree_open_node(const struct tree *tree, int node, uint64_t open[TREE_NODE_WORDS]);

/*
 * What was counted of the events of opened nodes in one interval, added up over the threads (or CPUs) of the row. It
 * is made by collect/nodes/, written into recordings and read from them; tree_values.h makes values of it. One
 * thread.
 */

/* An event in one of the groups. Cycles, where they lead a group, are in each. */
struct tree_reading {
	uint8_t core_type;
	uint8_t group;		/* readings of the same group are of the same time */
	uint16_t event;		/* tree_event() */
	double count;		/* as counted, not scaled */
	uint64_t enabled_ns;	/* the threads ran for so long while the group was open, */
	uint64_t running_ns;	/* and it had counters for so long */
};

/* Retire latencies that were sampled. */
struct tree_latency {
	uint8_t core_type;
	uint16_t event;
	uint32_t samples;	/* without the saturated ones */
	uint32_t saturated;	/* at 65535: the true value is not known */
	double sum, squares;	/* of cycles */
};

#define TREE_READINGS_MAX 1024
#define TREE_LATENCIES_MAX 64

struct tree_readings {
	struct tree_request request;	/* that it answers; .open with what follow has opened */
	uint64_t began_ns, end_ns;	/* of the interval, source clock */
	uint16_t groups;
	uint32_t threads, counted;	/* as in struct opened */
	bool cpus;
	float part, own_percent;
	char remark[200];
	size_t n, n_latencies;
	struct tree_reading reading[TREE_READINGS_MAX];
	struct tree_latency latency[TREE_LATENCIES_MAX];
};

/*
 * What the slices of an interval tell of the row whose nodes are opened. Made by those who count
 * nodes, for tree_values.h. What is known of the row of the readings in their interval.
 */
struct tree_row {
	bool known;		/* the row is in the snapshot: it ran */
	struct counts counts;	/* of this core type (counts_of_core_type()); cycles and
				 * instructions only if all types are one */
	struct values values;	/* levels 1 and 2 of them, by the family */
	double ghz;		/* NAN: not known */
	bool smt;		/* two threads of a core are online */
	bool pmem;		/* the machine has persistent memory */
};
