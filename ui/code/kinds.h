/* SPDX-License-Identifier: GPL-2.0-only */
/* The kinds of rows that are no profile's, and what a row of each is. Constant data, any thread. */
#pragma once

#include "model/self_regions.h"
#include "model/tree/opened.h"
#include "model/tree/tree.h"
#include "ui/code/rows.h"

/* Regions that a program has counted itself, struct self_region; rows_of.in are its self_regions. */
extern const struct code_kind self_region_rows;

/* A node that is opened, or a parent of one. */
struct opened_line {
	const struct tree *tree;
	enum core_type type;		/* whose tree it is */
	const struct tree_node *node, *parent;	/* parent NULL: it is of level 1 */
	struct opened_node value;	/* of a parent that is not counted: that of the row */
};
extern const struct code_kind opened_node_rows;
