/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The state line of the code views: what a reader must know about the profile before trusting it.
 * It is always there: event and period, stacks, bias, what was dropped, what the trigger prefers,
 * what this CPU does not tell. Called by screen.c; UI thread.
 */
#ifndef TDTOP_UI_SCREEN_VIEW_CODE_STATUS_H
#define TDTOP_UI_SCREEN_VIEW_CODE_STATUS_H

#include "ui/draw/canvas.h"
#include "ui/state/ui_state.h"

/* In short words where it does not fit, and then without its least important parts. */
void view_code_status_draw(struct canvas *canvas, struct rect rect, const struct ui_state *state);

#endif
