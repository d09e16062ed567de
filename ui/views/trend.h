/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The trend of a row in its line: one letter per interval for the class that dominated, in its
 * colour, the newest at the right. Called by table.c; UI thread.
 */
#ifndef TDTOP_UI_TREND_H
#define TDTOP_UI_TREND_H

#include "ui/draw/canvas.h"
#include "ui/state/ui_state.h"

/* Fills rect (one line) up to the snapshot that is shown; blank where the row did not run. */
void trend_draw(struct canvas *canvas, struct rect rect, const struct ui_state *state,
		const struct row *row);

#endif
