/* SPDX-License-Identifier: GPL-2.0-only */
/* The last line: the keys of this screen. Called by screen.c and mouse.c; UI thread. */
#ifndef TDTOP_UI_SCREEN_VIEW_FOOTER_H
#define TDTOP_UI_SCREEN_VIEW_FOOTER_H

#include "ui/draw/canvas.h"
#include "ui/state/ui_state.h"

void view_footer_draw(struct canvas *canvas, struct rect rect, const struct ui_state *state);

/* The code of the key whose name or word is at cell x of a footer w cells wide; 0: none. */
int view_footer_code_at(const struct ui_state *state, int w, int x);

#endif
