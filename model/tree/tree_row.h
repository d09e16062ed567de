/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the slices of an interval tell of the row whose nodes are opened. Made by those who count
 * nodes, for tree_values.h.
 */
#ifndef TDTOP_MODEL_TREE_TREE_ROW_H
#define TDTOP_MODEL_TREE_TREE_ROW_H

#include <stdbool.h>

#include "model/counts.h"

/* What is known of the row of the readings in their interval. */
struct tree_row {
	bool known;		/* the row is in the snapshot: it ran */
	struct counts counts;	/* of this core type (counts_of_core_type()); cycles and
				 * instructions only if all types are one */
	struct values values;	/* levels 1 and 2 of them, by the family */
	double ghz;		/* NAN: not known */
	bool smt;		/* two threads of a core are online */
	bool pmem;		/* the machine has persistent memory */
};

#endif
