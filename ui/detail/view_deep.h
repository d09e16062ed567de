/* SPDX-License-Identifier: GPL-2.0-only */
/* The text about a node below level 2 in a detail. Called by view_node.c; UI thread. */
#ifndef TDTOP_UI_DETAIL_VIEW_DEEP_H
#define TDTOP_UI_DETAIL_VIEW_DEEP_H

#include "ui/detail/deep_node.h"
#include "ui/draw/page.h"

void view_deep_put(struct page *page, const struct ui_state *state, const struct deep_node *deep);

#endif
