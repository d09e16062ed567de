/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Scrolling of the texts of a list that are longer than their column: COMMAND, NAME, PATH. UI
 * thread.
 */
#ifndef TDTOP_UI_STATE_TEXT_SCROLL_H
#define TDTOP_UI_STATE_TEXT_SCROLL_H

#include "ui/state/ui_state.h"

/* Cells of the column's texts that are hidden at their left: 0 for a column that does not scroll. */
int text_scroll_of(const struct ui_state *state, const struct column *column);

/*
 * Scrolls the texts of the list by cells, no further than to the end of the longest one on the
 * screen. False: they stay where they are.
 */
bool text_scroll_move(struct ui_state *state, int cells);

#endif
