/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The one thing that limits the machine in an interval, and which processes have most of it. A pure
 * function of a finished snapshot, and a filter over time for the screen, so that a finding stays
 * until another one is sure. ui/table/sentence.h makes words of it. UI thread.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "model/snapshot/snapshot.h"
#include "model/snapshot/sort.h"

#define BOTTLENECK_NAMES 3
#define BOTTLENECK_NAME 64
#define BOTTLENECK_WORTH 5.0	/* percent of the node: a name with less is not worth telling */

enum bottleneck_kind {
	BOTTLENECK_UNKNOWN,	/* no numbers: not counted, invalid, or too few slots */
	BOTTLENECK_IDLE,	/* the machine hardly runs: nothing limits it */
	BOTTLENECK_NONE,	/* no node is over its threshold */
	BOTTLENECK_SEVERAL,	/* classes over their thresholds, too close to name one */
	BOTTLENECK_NODE		/* the end of the machine's worst path; also retiring */
};

/* What limits a row of any kind, by its values alone. */
struct limit {
	enum bottleneck_kind kind;	/* UNKNOWN, NONE, SEVERAL or NODE */
	enum metric_id node;		/* of NODE: the end of its worst_path(); else M_NONE */
	uint32_t nodes;			/* as in struct bottleneck */
};

/* levels: those that the machine counts, as in worst_path(). */
struct limit limit_of_values(const struct values *values, int levels);

/* All processes of one name. */
struct bottleneck_name {
	char name[BOTTLENECK_NAME];	/* as in the row: not yet safe for a terminal */
	enum metric_id node;
	double percent;			/* of the node's slots */
};

struct bottleneck {
	enum bottleneck_kind kind;
	uint32_t nodes;			/* bits 1u << M_x: NODE has one, SEVERAL at least two */
	struct bottleneck_name names[BOTTLENECK_NAMES];	/* of NODE, the largest first; of SEVERAL
							 * the largest of each node */
	size_t n_names;			/* 0: each name has little, or it is not known */
	double tasks_percent;		/* of NODE: of its slots that all processes have; the rest is
					 * idle or not attributed; NAN: not known */
};

/*
 * Finds the bottleneck of a finished snapshot. Its node is the end of worst_path() of the machine
 * row, so both always agree. O(n log n) in the processes. Without memory no process is named.
 */
void bottleneck_find(const struct snapshot *snapshot, struct bottleneck *found);

/* The node of BOTTLENECK_NODE, else M_NONE. */
enum metric_id bottleneck_node(const struct bottleneck *bottleneck);

/* The path to the node, as worst_path() writes it; returns its length, 0 without a node. */
int bottleneck_path(const struct bottleneck *bottleneck, enum metric_id path[2]);

/* A process and its part of the slots that a node has in the machine. */
struct bottleneck_process {
	const struct row *row;
	double percent;
};

/* The processes of a finished snapshot with most of a node, the largest first; returns how many. */
size_t bottleneck_processes(const struct snapshot *snapshot, enum metric_id node,
			    struct bottleneck_process *processes, size_t most);

/* What a name has in percent of the machine's slots, as COST of its rows. */
double bottleneck_name_cost(const struct snapshot *snapshot, const struct bottleneck_name *name);

/*
 * The node whose slots COST counts: that of NODE; of SEVERAL the last of the tree; else backend
 * bound, or what the family has in its place. M_NONE: the family has neither.
 */
enum metric_id bottleneck_node_of_cost(const struct bottleneck *bottleneck,
				       const struct family *family);

/* The same of what limits the machine of this snapshot; finds no names. */
enum metric_id bottleneck_cost_node(const struct snapshot *snapshot);

/* What is shown over time. Zeroed: nothing was found yet. */
struct bottleneck_filter {
	struct bottleneck shown;	/* with the numbers of the newest interval */
	struct bottleneck candidate;	/* found in the last intervals, not shown yet */
	uint64_t candidate_ns;		/* how long it was found without a break */
	uint64_t missed_ns;		/* how long what is shown was not found */
	uint64_t seq;			/* of the newest interval; 0: none */
	uint64_t interval_ns;		/* its length */
	struct sort_list keys, spare;	/* room for the next interval, if it has not too many */
};

/*
 * Adds the next interval. Another finding, or other names, must be found in all intervals of about
 * three seconds before they are shown; numbers are always of the newest interval. The same seq
 * again is ignored.
 */
void bottleneck_filter_add(struct bottleneck_filter *filter, const struct snapshot *snapshot);

/* Frees what it keeps: nothing was found yet. */
void bottleneck_filter_done(struct bottleneck_filter *filter);
