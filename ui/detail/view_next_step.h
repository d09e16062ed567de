/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The next step from the node under the cursor of the detail: commands of perf, and what is to be
 * known about them. Called by view_node.c; UI thread.
 */
#ifndef TDTOP_UI_DETAIL_VIEW_NEXT_STEP_H
#define TDTOP_UI_DETAIL_VIEW_NEXT_STEP_H

#include "ui/draw/page.h"
#include "ui/state/ui_state.h"

/* advice: the row is worth what to try; else only the line that checks the number is put. */
void view_next_step_put(struct page *page, const struct ui_state *state, bool advice);

#endif
