/* SPDX-License-Identifier: GPL-2.0-only */
/* The open menu over the list, and the line below it. Called by screen.c; UI thread. */
#ifndef TDTOP_UI_SETUP_VIEW_MENU_H
#define TDTOP_UI_SETUP_VIEW_MENU_H

#include "ui/draw/canvas.h"
#include "ui/state/ui_state.h"

void view_menu_draw(struct canvas *canvas, struct rect rect, const struct ui_state *state);
void view_menu_draw_line(struct canvas *canvas, struct rect rect, const struct ui_state *state);

#endif
