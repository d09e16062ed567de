/* SPDX-License-Identifier: GPL-2.0-only */
/* Call stacks as a flame graph, with the frame under the cursor in words. UI thread. */
#pragma once

#include "ui/draw/canvas.h"
#include "ui/state/ui_state.h"

void view_code_stacks_draw(struct canvas *canvas, struct rect rect, struct ui_state *state);

/*
 * The cursor goes to the box at a cell of the rectangle. True: it was there. False: there is no
 * box.
 */
bool view_code_stacks_click(struct ui_state *state, int x, int line, bool *again);
