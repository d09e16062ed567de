/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What tree_values.c makes values of nodes from: readings of the last intervals, errors, latencies,
 * and the path that is followed. Pure.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/tree/opened.h"
#include "model/tree/tree_expr.h"

/*
 * The readings of the last intervals, and sums over them that a node is made of. Counts and their
 * denominators are added, the newest with the most weight, and only then divided. What the counts of
 * an event are divided by are cycles of the time in which it was counted. They are those of its own
 * group if it counts them, else the row's clock rate times the time it had counters. So all events
 * of a node are of the same number of cycles, also where groups took turns. Pure. One thread.
 */

/* An interval counts as long as it is one of these, and its end is not older than 10 s; the newest
 * WINDOW_MIN count in any case. */
#define WINDOW_INTERVALS 10
#define WINDOW_MIN 4
#define WINDOW_NS 10000000000ULL
#define WINDOW_OLDER 0.8	/* weight of an interval, by that of the next newer one */

struct tree_window;

/* trees: of each core type, borrowed; NULL: it has none. NULL without memory. */
struct tree_window *tree_window_new(const struct tree *const trees[CORE_TYPES]);
void tree_window_free(struct tree_window *window);	/* NULL is fine */
void tree_window_clear(struct tree_window *window);

/* Adds an interval; forgets what has become too old. Readings that make no sense are ignored. */
void tree_window_add(struct tree_window *window, const struct tree_readings *readings,
		     const struct tree_row row[CORE_TYPES]);

/* What an event counted in one interval, extrapolated to all of the time its group was open. */
struct window_count {
	double count, cycles;	/* 0 cycles: not counted */
	double enabled, share;	/* ns; the part of them in which it was counted, 0..1 */
};

/* What there is of one node, interval by interval; index 0 is the newest. */
struct window_node {
	size_t intervals;
	double weight[WINDOW_INTERVALS];
	double length_ns;	/* of all intervals */
	size_t n;
	uint16_t event[TREE_EVENTS_MAX];	/* those that are counted */
	struct window_count count[WINDOW_INTERVALS][TREE_EVENTS_MAX];	/* by index of .event */
	bool used[WINDOW_INTERVALS];	/* something of the node was counted */
	bool needs_cycles, own_cycles;	/* its expression has cycles; they are of the same group */
	bool whole;			/* all of its events were always counted by one group */
};

/* Gathers what there is of a node with these events. */
void tree_window_gather(const struct tree_window *window, enum core_type type,
			const struct tree_event_set *events, struct window_node *node);

/* Where sums are put: arrays as in struct tree_known. */
struct window_sums {
	double count[TREE_EVENTS_MAX];
	double ratio[TREE_NODES_MAX];	/* levels 1 and 2; NAN */
};

/* Adds up all intervals of the node but `without` (-1: all). */
void tree_window_sum(const struct tree_window *window, enum core_type type,
		     const struct window_node *node, int without, struct window_sums *sums);

/* The weight of an interval in these sums, 0..1. */
double tree_window_share(const struct tree_window *window, enum core_type type,
			 const struct window_node *node, int interval);

/* Its slots in all intervals that the node uses; without them, cycles. */
double tree_window_slots(const struct tree_window *window, enum core_type type,
			 const struct window_node *node);

/*
 * The part of the row's cycles that were counted while the node's events were open, 0..1; 1 if it
 * is not known.
 */
double tree_window_coverage(const struct tree_window *window, enum core_type type,
			    const struct window_node *node);

/* The newest known level 1 and 2, ratio; NAN. */
double tree_window_metric(const struct tree_window *window, enum core_type type,
			  enum metric_id metric);

/* The same in one interval; M_NONE: NAN. */
double tree_window_metric_at(const struct tree_window *window, enum core_type type,
			     enum metric_id metric, size_t age);

/* The newest clock rate that is known; NAN. And whether threads share cores. */
double tree_window_ghz(const struct tree_window *window, enum core_type type);
bool tree_window_smt(const struct tree_window *window, enum core_type type);

/* Were counts of the newest interval extrapolated? */
bool tree_window_scaled(const struct tree_window *window, enum core_type type);

/*
 * The standard error of a value that is made of sums over intervals, from the spread between them.
 * Pure.
 */

#define ERROR_INTERVALS 3	/* with less, no error is known */

struct error_interval {
	bool used;		/* something was counted in it */
	double share;		/* its weight in the sums, 0..1; all add up to 1 */
	double without;		/* the value made of the sums without this interval */
	double level2;		/* what was counted completely, and may explain the spread: the
				 * node's level 2 in this interval; NAN: not known */
};

/*
 * In the unit of the value; NAN: there are too few intervals. Of a part of the time that was
 * counted, multiply it by sqrt(1 - part).
 */
double tree_error(const struct error_interval *intervals, size_t n, double value);

/*
 * Mean retire latencies of the events of a tree over the last 10 s, or by default those of its
 * table. Pure. One thread.
 */

#define LATENCY_SAMPLES_MIN 50	/* with less, the mean is that of the table */

struct tree_latencies;

struct tree_latencies *tree_latencies_new(void);	/* NULL without memory */
void tree_latencies_free(struct tree_latencies *latencies);	/* NULL is fine */
void tree_latencies_clear(struct tree_latencies *latencies);

/* Adds the samples of an interval. */
void tree_latencies_add(struct tree_latencies *latencies, const struct tree_readings *readings);

struct mean_latency {
	double mean;		/* cycles; NAN: not known */
	double error;		/* its standard error; NAN: of the table */
	uint32_t samples;	/* of the last 10 s, without those that are saturated: their true */
	uint32_t saturated;	/* value is not known, so the mean is too low */
	bool by_default;	/* it is the table's */
	double table;		/* what the table has, cycles; NAN: nothing */
};

struct mean_latency tree_latencies_mean(const struct tree_latencies *latencies,
					const struct tree *tree, enum core_type type, size_t event,
					enum retire_latency how);

/*
 * Follows the path of the largest nodes over their thresholds down a tree, level by level. Pure.
 * One thread.
 */

#define FOLLOW_LEVELS 8

struct tree_follow {
	uint32_t serial;		/* of the request */
	int16_t path[CORE_TYPES][FOLLOW_LEVELS];	/* -1: it ends above */
	uint64_t own[CORE_TYPES][TREE_NODE_WORDS];	/* what it has opened, not the user */
};

void tree_follow_clear(struct tree_follow *follow);

/* A compiled tree, and what is known of it. */
struct follow_tree {
	const struct tree *tree;
	const struct tree_code *code;
	enum core_type type;
	const double *value;	/* of all nodes, ratios; NAN */
};

/* Is the node over its threshold, and its parents over theirs? Without a threshold, its parents. */
bool follow_is_over(const struct follow_tree *tree, int node);

/*
 * Opens the next node of the path. It stays on a path whose nodes have fallen a little, and closes
 * what it has opened itself where the path goes elsewhere. Returns whether `open` has changed.
 */
bool tree_follow(struct tree_follow *follow, const struct follow_tree *tree, uint32_t serial,
		 uint64_t open[TREE_NODE_WORDS]);
