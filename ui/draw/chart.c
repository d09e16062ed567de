/* SPDX-License-Identifier: GPL-2.0-only */
/* A chart of percents over time; see chart.h. Called by the views on the UI thread. */
#include "config.h"
#include "ui/draw/chart.h"

#include <math.h>
#include <stdio.h>

#include "ui/draw/symbols.h"

#define AXIS 4		/* "100 " */

static int cells_of(int w)
{
	return w > AXIS ? w - AXIS : 0;
}

int chart_columns(int w, enum graphs_id id)
{
	return cells_of(w) * graphs[id].values;
}

/*
 * The top of the scale: the smallest of a few round percents that covers all values and the
 * threshold.
 */
static double find_top(const float *series, size_t n, double threshold)
{
	static const double tops[] = { 10, 25, 50, 100 };
	double most = threshold;

	for (size_t i = 0; i < n; i++)
		if ((double)series[i] > most)	/* never true of NAN */
			most = (double)series[i];
	for (size_t i = 0; i < sizeof(tops) / sizeof(tops[0]); i++)
		if (most <= tops[i])
			return tops[i];
	return 100;
}

/* The part of this line of cells that a column fills, 0..1; lines: its height. */
static double part_of(double lines, int line)
{
	double part = lines - line;

	return !(part > 0) ? 0 : part < 1 ? part : 1;	/* NAN: 0 */
}

/* A column of cells; in braille of two columns, each so many lines high. */
static void draw_column(struct canvas *canvas, int x, struct rect rect, const double lines[2],
			unsigned int style, enum graphs_id id)
{
	for (int line = 0; line < rect.h; line++) {
		double left = part_of(lines[0], line), right = part_of(lines[1], line);
		int y = rect.y + rect.h - 1 - line;

		if (!(left > 0 || right > 0))
			break;
		if (id == GRAPHS_BRAILLE)
			canvas_put_code(canvas, x, y, style,
					braille_columns((int)ceil(left * BRAILLE_ROWS),
							(int)ceil(right * BRAILLE_ROWS)));
		else
			/* symbol_spark(0) is already an eighth. */
			canvas_put_code(canvas, x, y, style,
					symbol_spark(left - 0.125, id == GRAPHS_ASCII));
	}
}

static void draw_label(struct canvas *canvas, int x, int y, double percent)
{
	char text[16];

	(void)snprintf(text, sizeof(text), "%.0f", percent);
	canvas_put_right(canvas, x, y, AXIS - 1, canvas_style(ROLE_DIM, false), text);
}

/* The newest value is in the last cell; a cell has one value, or `each` of them. */
static void draw_columns(struct canvas *canvas, struct rect rect, const float *series, size_t n,
			 double top, unsigned int style, enum graphs_id id, size_t each)
{
	const size_t cells = (n + each - 1) / each;

	for (size_t cell = 0; cell < cells; cell++) {
		/* n - cells * each is not below 0 but for an odd n: then the first has one. */
		long at = (long)n - (long)((cells - cell) * each);
		double first = at < 0 ? (double)NAN : (double)series[at];
		double last = (double)series[at + (long)each - 1];
		const double lines[2] = { first / top * rect.h, last / top * rect.h };

		draw_column(canvas, rect.x + (int)cell, rect, lines, style, id);
	}
}

void chart_draw(struct canvas *canvas, struct rect rect, const float *series, size_t n,
		double threshold, unsigned int style, enum graphs_id id)
{
	size_t w = (size_t)cells_of(rect.w), each, cells;
	double top;

	each = n > w ? (size_t)graphs[id].values : 1;
	if (n > w * each) {
		series += n - w * each;
		n = w * each;
	}
	if (!n || rect.h < 1)
		return;
	top = find_top(series, n, threshold);
	cells = (n + each - 1) / each;
	for (size_t x = 0; x < cells; x++)
		canvas_put_code(canvas, rect.x + AXIS + (int)x,
				rect.y + rect.h - 1 - (int)(threshold / top * (rect.h - 1)),
				canvas_style(ROLE_DIM, false), '-');
	draw_columns(canvas, (struct rect){ rect.x + AXIS, rect.y, rect.w - AXIS, rect.h }, series,
		     n, top, style, id, each);
	draw_label(canvas, rect.x, rect.y, top);
	if (rect.h > 1)
		draw_label(canvas, rect.x, rect.y + rect.h - 1, 0);
}
