/* SPDX-License-Identifier: GPL-2.0-only */
/* The lines below the tree of the machine: who has most of what limits it. UI thread. */
#ifndef TDTOP_UI_DETAIL_VIEW_CULPRITS_H
#define TDTOP_UI_DETAIL_VIEW_CULPRITS_H

#include "ui/detail/detail_who.h"
#include "ui/draw/canvas.h"

/* Lines above the first process: an empty one and the head. */
#define VIEW_CULPRITS_ABOVE 2

/* Draws one line: 0 is the empty one, 1 the head, 2 the first process. Without the cursor. */
void view_culprits_draw_line(struct canvas *canvas, struct rect rect, const struct ui_state *state,
			     const struct detail_who *who, int line);

#endif
