/* SPDX-License-Identifier: GPL-2.0-only */
/* The nodes of TopDown of one function: what a row of them is, and their columns. Constant data, any thread. */
#ifndef TDTOP_UI_CODE_FUNCTION_NODES_H
#define TDTOP_UI_CODE_FUNCTION_NODES_H

#include "model/metric.h"
#include "ui/code/rows.h"

struct function_node {
	const struct profile_function *function;	/* that has classes; borrowed */
	enum metric_id node;
};

extern const struct code_kind function_node_rows;

/* A row of this node, for the cursor. */
struct code_row_id function_node_id(enum metric_id node);

#endif
