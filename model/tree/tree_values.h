/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Makes values of nodes from readings, interval by interval. Scales each group by enabled /
 * running, takes levels 1 and 2 from the row of the same interval, and the standard error from the
 * spread between intervals. Used live, for recordings and the demo. Pure. One thread.
 */
#pragma once

#include <stdbool.h>

#include "model/tree/opened.h"
#include "model/tree/tree_expr.h"

struct tree_values;

/* trees: of each core type, borrowed; NULL: it has none. NULL without memory. */
struct tree_values *tree_values_new(const struct tree *const trees[CORE_TYPES]);
void tree_values_free(struct tree_values *values);	/* NULL is fine */

/* The compiled tree of a core type; NULL: it has none. */
const struct tree_code *tree_values_code(const struct tree_values *values, enum core_type type);

/* Another row is looked at: forgets the intervals before. */
void tree_values_begin(struct tree_values *values);

/*
 * Adds an interval, and fills opened with all nodes whose events are counted: the newest values.
 * It runs once for each interval, also when nothing of the row ran.
 */
void tree_values_see(struct tree_values *values, const struct tree_readings *readings,
		     const struct tree_row row[CORE_TYPES], struct opened *opened);

/*
 * With request.follow: opens below the largest child that is over its threshold, level by level; one
 * more at each call. It stays on a path that has fallen a little, and closes what it has opened
 * itself if the path goes elsewhere. Returns whether `open` has changed.
 */
bool tree_values_follow(struct tree_values *values, const struct opened *opened,
			uint64_t open[CORE_TYPES][TREE_NODE_WORDS]);
