/* SPDX-License-Identifier: GPL-2.0-only */
/* The past of the node under the cursor of the detail. Called by the views; UI thread. */
#ifndef TDTOP_UI_DETAIL_NODE_SERIES_H
#define TDTOP_UI_DETAIL_NODE_SERIES_H

#include <stddef.h>

#include "ui/state/ui_state.h"

/*
 * The last percentages of the node up to the interval on the screen, oldest first; NAN: none.
 * Returns how many, at most n; 0 for rows without a history.
 */
size_t node_series(const struct ui_state *state, float *series, size_t n);

#endif
