/* SPDX-License-Identifier: GPL-2.0-only */
/* A chart of percents over time, several lines high, with its scale at the left. UI thread. */
#pragma once

#include <stddef.h>

#include "ui/draw/braille.h"
#include "ui/draw/canvas.h"

/*
 * Fills rect with a column for each of the last values that fit, the newest at the right end; NAN
 * is a gap. series is in percent, threshold too; a dim line shows it. style is that of the columns.
 * In braille a cell has two columns, if there are more values than cells.
 */
void chart_draw(struct canvas *canvas, struct rect rect, const float *series, size_t n,
		double threshold, unsigned int style, enum graphs_id graphs);

/* How many columns fit into a chart of w cells. */
int chart_columns(int w, enum graphs_id graphs);
