/* SPDX-License-Identifier: GPL-2.0-only */
/* The text about the node under the cursor of the detail. Called by view_detail.c; UI thread. */
#ifndef TDTOP_UI_DETAIL_VIEW_NODE_H
#define TDTOP_UI_DETAIL_VIEW_NODE_H

#include "ui/draw/page.h"
#include "ui/state/ui_state.h"

void view_node_put(struct page *page, const struct ui_state *state);

#endif
