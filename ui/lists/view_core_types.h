/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What a row of a hybrid did on each core type: lines in the head, facts in the detail. UI thread.
 */
#ifndef TDTOP_UI_LISTS_VIEW_CORE_TYPES_H
#define TDTOP_UI_LISTS_VIEW_CORE_TYPES_H

#include "ui/draw/canvas.h"
#include "ui/state/ui_state.h"

/* The machine by core type: a line each below its own. */
void view_core_types_draw(struct canvas *canvas, struct rect rect, const struct ui_state *state);

/*
 * "24.1 % of the slots: RET 31.0 BAD 4.0 ...": what a row had on cores of this type; "" if it did
 * not run there.
 */
void view_core_types_print(const struct ui_state *state, const struct row *row, enum core_type type,
			   char *text, size_t size);

#endif
