/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The state line: what the reader must know about the numbers before believing them. It is there
 * only when there is something to say. UI thread.
 */
#ifndef TDTOP_UI_STATUS_H
#define TDTOP_UI_STATUS_H

#include <stdbool.h>

#include "ui/draw/canvas.h"
#include "ui/state/ui_state.h"

/* Is there anything to say? Then the layout has a line for it. */
bool status_has_something(const struct ui_state *state);
/* Draws it, brief where the whole does not fit; what matters least is left out then. */
void status_draw(struct canvas *canvas, struct rect rect, const struct ui_state *state);

#endif
