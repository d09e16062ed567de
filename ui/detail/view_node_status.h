/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the state line says of nodes below level 2: what is awaited, how they are counted, what does
 * not fit together. Called by status.c; UI thread.
 */
#ifndef TDTOP_UI_DETAIL_VIEW_NODE_STATUS_H
#define TDTOP_UI_DETAIL_VIEW_NODE_STATUS_H

#include "ui/draw/segments.h"
#include "ui/state/ui_state.h"

void view_node_status_add(struct segments *line, const struct ui_state *state, bool brief);

#endif
