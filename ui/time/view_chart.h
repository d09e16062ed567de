/* SPDX-License-Identifier: GPL-2.0-only */
/* The machine over time, stacked by class. Called by screen.c; UI thread. */
#ifndef TDTOP_UI_TIME_VIEW_CHART_H
#define TDTOP_UI_TIME_VIEW_CHART_H

#include "ui/draw/canvas.h"
#include "ui/state/ui_state.h"

void view_chart_draw(struct canvas *canvas, struct rect rect, const struct ui_state *state);

#endif
