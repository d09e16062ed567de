/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Scrolling of the texts of a list that are longer than their column: COMMAND, NAME, PATH. UI
 * thread.
 */
#pragma once

#include "ui/lists/table_fit.h"

/* Does the column have texts that may be longer than it, and so scroll and wrap? */
bool text_scroll_applies(const struct column *column);

/* Cells of the column's texts that are hidden at their left: 0 for a column that does not scroll. */
int text_scroll_of(const struct ui_state *state, const struct column *column);

/* Cells of the row's text that the place, behind the branches of a tree, has no room for. */
int text_scroll_hidden(const struct ui_state *state, const struct table_place *place,
		       const struct row *row);

/*
 * Scrolls the texts of the list by cells, no further than to the end of the longest one on the
 * screen. False: they stay where they are.
 */
bool text_scroll_move(struct ui_state *state, int cells);
