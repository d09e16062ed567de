/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The code views: lists by the columns of ui/code_views/code_views.c, pictures by a function in the
 * table of view_code.c. Called by screen.c; UI thread.
 */
#ifndef TDTOP_UI_SCREEN_VIEW_CODE_H
#define TDTOP_UI_SCREEN_VIEW_CODE_H

#include "ui/draw/canvas.h"
#include "ui/state/ui_state.h"

/* The first line: the recording, its time, the process. */
void view_code_draw_title(struct canvas *canvas, struct rect rect, const struct ui_state *state);

/* The views that are open one over the other; why the selected object has no names. */
void view_code_draw_path(struct canvas *canvas, struct rect rect, const struct ui_state *state);

/* The head of the columns and the rows; or a picture in both. */
void view_code_draw(struct canvas *canvas, struct rect head, struct rect rows,
		    struct ui_state *state);

/* The column of the list whose head is at cell x; -1: none. */
int view_code_column_at(const struct ui_state *state, int x);

/* The line in which a filter or a search is typed. */
void view_code_draw_find(struct canvas *canvas, struct rect rect, const struct ui_state *state);

#endif
