/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The row that the reader looks at closely. It is copied out of each snapshot that has it, so that
 * a task that pauses for an interval stays on the screen with what was known last. UI thread.
 */
#ifndef TDTOP_UI_DETAIL_H
#define TDTOP_UI_DETAIL_H

#include "ui/state/ui_state.h"

/* Opens it on a row of the snapshot in hand; the cursor is on the end of its worst path. */
void detail_open(struct ui_state *state, const struct row *row);

/* After a snapshot came: copies the row, if it is there. */
void detail_refresh(struct ui_state *state);

/* Moves the cursor in the tree; the text begins at its top again. */
void detail_move(struct ui_state *state, int nodes);
void detail_move_to(struct detail *detail, enum metric_id node);

/* Moves the text. */
void detail_scroll(struct detail *detail, int lines);

#endif
