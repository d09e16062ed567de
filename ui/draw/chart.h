/* SPDX-License-Identifier: GPL-2.0-only */
/* A chart of percents over time, several lines high, with its scale at the left. UI thread. */
#ifndef TDTOP_UI_CHART_H
#define TDTOP_UI_CHART_H

#include <stdbool.h>
#include <stddef.h>

#include "ui/draw/canvas.h"

/*
 * Fills rect with columns of the last values that fit, the newest at the right end; NAN is a gap.
 * A dim line shows the limit. style is that of the columns.
 */
void chart_draw(struct canvas *canvas, struct rect rect, const float *series, size_t n,
		double limit, unsigned int style, bool ascii);

/* Columns that a chart of this width has room for. */
int chart_columns(int w);

#endif
