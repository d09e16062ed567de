/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A meter for each CPU in the head: its number, a bar of its classes as long as it was busy, and
 * the percentage. Called by screen.c; UI thread.
 */
#ifndef TDTOP_UI_SCREEN_VIEW_METERS_H
#define TDTOP_UI_SCREEN_VIEW_METERS_H

#include "ui/draw/canvas.h"
#include "ui/state/ui_state.h"

/* Number of CPUs that have a meter; 0: none is shown. */
int view_meters_wanted(const struct ui_state *state);

/*
 * CPUs go down the columns, in the order of their numbers; the last cell says how many have none.
 */
void view_meters_draw(struct canvas *canvas, struct rect rect, const struct ui_state *state);

#endif
