/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * How much the row of the detail weighs, and what it can gain at most (model/weight.h), in words.
 * Called by view_detail.c and view_node.c; UI thread.
 */
#ifndef TDTOP_UI_DETAIL_VIEW_WEIGHT_H
#define TDTOP_UI_DETAIL_VIEW_WEIGHT_H

#include <stdbool.h>
#include <stddef.h>

#include "ui/draw/page.h"
#include "ui/state/ui_state.h"

/* "21.6 % of the machine's slots"; "" if it is not known. */
void view_weight_print(const struct detail *detail, const struct machine *machine, char *text,
		       size_t size);

/* Is the row too light for advice? */
bool view_weight_is_light(const struct detail *detail);

/* Puts the sentence about the node's gain, or that the row is too light, and a gap. */
void view_weight_put(struct page *page, const struct ui_state *state);

#endif
