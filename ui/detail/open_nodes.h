/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The nodes below level 2 that the user opens in a detail: which are open, what the snapshot has of
 * them, and the requests that tell the collector. Nothing is counted before a key or an option asks;
 * the detail of another row begins with all nodes closed. Pure but for the struct given; UI thread.
 */
#pragma once

#include "ui/state/ui_state.h"

#define OPEN_NODES_TEXT 320

/* A node of metrics[] on all core types that have it, or one of a tree alone. */
struct node_place {
	enum metric_id metric;		/* M_NONE: of a tree alone: */
	enum core_type type;		/* whose tree; of metrics[] the first one that has it */
	int node;			/* its index there; -1: no tree has it */
};

/* The tree of a core type; NULL: the family has none, or the machine no such core. */
const struct tree *open_nodes_tree(const struct ui_state *state, enum core_type type);

struct node_place open_nodes_of_metric(const struct ui_state *state, enum metric_id metric);

/* Are the children of this node listed? */
bool open_nodes_is_open(const struct ui_state *state, const struct node_place *place);

/* What the snapshot on the screen has of the row of the detail; NULL: nothing. */
const struct opened *open_nodes_values(const struct ui_state *state);

/*
 * Why nothing can be opened in this detail: a sentence. False: it can, also if only what the
 * snapshot has (of a recording).
 */
bool open_nodes_refused(const struct ui_state *state, char text[OPEN_NODES_TEXT]);

/* The same of another row than that of the detail. */
bool open_nodes_refused_of(const struct ui_state *state, const struct row *row,
			   char text[OPEN_NODES_TEXT]);

/* Nodes were asked for, and the values on the screen are not the answer yet. */
bool open_nodes_waits(const struct ui_state *state);

/* A detail has been opened: closes all nodes, then opens those of -l and --node. */
void open_nodes_begin(struct ui_state *state);

/*
 * Opens or closes the children of a node; what is open below them is closed with it. Closing ends to
 * follow the worst path.
 */
void open_nodes_set(struct ui_state *state, const struct node_place *place, bool open);

/* Key A: follows the path over the thresholds, or ends that; what it has opened stays open. */
void open_nodes_follow(struct ui_state *state, bool follow);

/* Opens all nodes down to a level (3 to 6), and closes those below it. */
void open_nodes_levels(struct ui_state *state, int level);

/* Sends the request of the state as it is now. True: it is another one; the collector must be woken. */
bool open_nodes_tell(struct ui_state *state);

/* ---- the node below level 2 under the cursor ---- */

struct cursor_node {
	const struct tree *tree;
	const struct tree_node *node;
	enum core_type type;
	int index;		/* of node */
	int sampled;		/* of the node whose event finds its code: itself or one above it;
				 * -1: no node below level 2 has one */
};

/* False: the cursor is on a node of metrics[]. */
bool cursor_node_find(const struct ui_state *state, struct cursor_node *cursor);

/* The event of cursor->sampled; NULL: none. */
const struct tree_event *cursor_node_event(const struct cursor_node *cursor);

/* "mem_load_retired.l3_miss:pp": what -e of perf record takes. False: none, or it does not fit. */
bool cursor_node_print_event(const struct ui_state *state, const struct cursor_node *cursor, char *text,
			   size_t size);

/* What -M of perf stat takes: "tma_dram_bound"; NULL: perf has no metrics of these CPUs. */
const char *cursor_node_metric(const struct ui_state *state, const struct cursor_node *cursor);
