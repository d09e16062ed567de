/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Hands the newest wish for opened nodes from the UI thread (or batch mode) to the collector; an
 * older one that was not taken is lost.
 */
#ifndef TDTOP_MODEL_TREE_TREE_WISHES_H
#define TDTOP_MODEL_TREE_TREE_WISHES_H

#include <stdbool.h>

#include "model/tree/opened.h"

struct tree_wishes;

struct tree_wishes *tree_wishes_new(void);	/* NULL without memory */
void tree_wishes_free(struct tree_wishes *wishes);	/* after both threads have ended */

/* UI thread. It numbers the wish (.serial); the caller wakes the collector. */
void tree_wishes_put(struct tree_wishes *wishes, struct tree_wish *wish);

/* Collector: the newest wish; false: none since the last call. */
bool tree_wishes_take(struct tree_wishes *wishes, struct tree_wish *wish);

#endif
