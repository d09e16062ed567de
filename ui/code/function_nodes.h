/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The nodes of TopDown of one function, and its hottest lines: what a row of them is, and their columns. Constant data,
 * any thread.
 */
#pragma once

#include "model/metric.h"
#include "model/profile/function_lines.h"
#include "ui/code/rows.h"

struct function_node {
	const struct estimate *classes;	/* of the function, by metric; borrowed */
	enum metric_id node;
	const struct function_line *line;	/* a line of the function in place of a node; NULL */
};

extern const struct code_kind function_node_rows;

/* A row of this node, or line, for the cursor. */
struct code_row_id function_node_id(enum metric_id node);
