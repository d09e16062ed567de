/* SPDX-License-Identifier: GPL-2.0-only */
/* The text about a node below level 2 in a detail. Called by view_node.c; UI thread. */
#ifndef TDTOP_UI_VIEWS_VIEW_DEEP_H
#define TDTOP_UI_VIEWS_VIEW_DEEP_H

#include "ui/draw/page.h"
#include "ui/state/deep_node.h"

void view_deep_put(struct page *page, const struct ui_state *state, const struct deep_node *deep);

#endif
