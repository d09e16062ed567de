/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What all numbers on the screen mean, in the head: invented, frozen, recorded, a change, a sum. It
 * stands in the place of the clock, and nothing takes that away. UI thread.
 */
#ifndef TDTOP_UI_SCREEN_VIEW_MEANING_H
#define TDTOP_UI_SCREEN_VIEW_MEANING_H

#include <stdbool.h>

#include "ui/draw/canvas.h"
#include "ui/state/ui_state.h"

/* Is there anything to say beside the clock? */
bool view_meaning_is_special(const struct ui_state *state);

/*
 * Draws it at the right end of the line, with the clock, in shorter words where there is little
 * room: a title of so many cells has room beside the longest ones. Returns how many cells it took.
 */
int view_meaning_draw(struct canvas *canvas, struct rect rect, const struct ui_state *state,
		      int title);

#endif
