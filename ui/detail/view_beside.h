/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The detail of the row under the cursor, in the room that the list does not need. It is only
 * looked at: key d opens the same one. Called by screen.c; UI thread.
 */
#ifndef TDTOP_UI_DETAIL_VIEW_BESIDE_H
#define TDTOP_UI_DETAIL_VIEW_BESIDE_H

#include "ui/draw/canvas.h"
#include "ui/state/ui_state.h"

/* Leaves the state as it is. Nothing without a row under the cursor. */
void view_beside_draw(struct canvas *canvas, struct rect rect, struct ui_state *state);

#endif
