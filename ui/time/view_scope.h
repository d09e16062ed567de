/* SPDX-License-Identifier: GPL-2.0-only */
/* The scope: seconds down, cells of 20 ms across; or who ran in some of them. UI thread. */
#ifndef TDTOP_UI_TIME_VIEW_SCOPE_H
#define TDTOP_UI_TIME_VIEW_SCOPE_H

#include "ui/draw/canvas.h"
#include "ui/state/ui_state.h"

/* Draws it into the rows of the screen. Called by screen.c. */
void view_scope_draw(struct canvas *canvas, struct rect rect, struct ui_state *state);

#endif
