/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The node below level 2 under the cursor of a detail: its place in the tree, the event that finds
 * its code, and the names by which perf knows it. UI thread.
 */
#pragma once

#include "ui/state/ui_state.h"

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
