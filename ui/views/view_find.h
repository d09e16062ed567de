/* SPDX-License-Identifier: GPL-2.0-only */
/* The line of a filter or search. Called by screen.c; UI thread. */
#ifndef TDTOP_UI_VIEWS_VIEW_FIND_H
#define TDTOP_UI_VIEWS_VIEW_FIND_H

#include "ui/draw/canvas.h"
#include "ui/state/ui_state.h"

void view_find_draw_line(struct canvas *canvas, struct rect rect, const struct ui_state *state);

#endif
