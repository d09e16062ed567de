/* SPDX-License-Identifier: GPL-2.0-only */
/* What stands above the instructions of one block: what it is, and its histogram. UI thread. */
#pragma once

#include "ui/draw/canvas.h"
#include "ui/state/ui_state.h"

/* Draws into the top of rect, and leaves room for some rows. Returns the lines used. */
int view_code_block_draw(struct canvas *canvas, struct rect rect, const struct ui_state *state);
