/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The counts behind a node of the detail, with all digits, and its formula. Called by view_node.c;
 * UI thread.
 */
#ifndef TDTOP_UI_DETAIL_VIEW_COUNTS_H
#define TDTOP_UI_DETAIL_VIEW_COUNTS_H

#include "model/formula.h"
#include "ui/draw/page.h"
#include "ui/state/ui_state.h"

/* in_rotation: groups rotate, so the counts are of a part of the time. */
void view_counts_put(struct page *page, const struct detail *detail, const struct family *family,
		     const struct formula *formula, bool in_rotation);

#endif
