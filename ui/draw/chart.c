/* SPDX-License-Identifier: GPL-2.0-only */
/* A chart of percents over time; see chart.h. Called by the views on the UI thread. */
#include "config.h"
#include "ui/draw/chart.h"

#include <math.h>
#include <stdio.h>

#include "ui/draw/symbols.h"

#define AXIS 4		/* "100 " */

int chart_columns(int w)
{
	return w > AXIS ? w - AXIS : 0;
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

static void draw_column(struct canvas *canvas, int x, struct rect rect, double lines,
			unsigned int style, bool ascii)
{
	for (int line = 0; line < rect.h && lines > line; line++) {
		double part = lines - line < 1 ? lines - line : 1;

		/* symbol_spark(0) is already an eighth. */
		canvas_put_code(canvas, x, rect.y + rect.h - 1 - line, style,
				symbol_spark(part - 0.125, ascii));
	}
}

static void draw_label(struct canvas *canvas, int x, int y, double percent)
{
	char text[16];

	(void)snprintf(text, sizeof(text), "%.0f", percent);
	canvas_put_right(canvas, x, y, AXIS - 1, canvas_style(ROLE_DIM, false), text);
}

void chart_draw(struct canvas *canvas, struct rect rect, const float *series, size_t n,
		double threshold, unsigned int style, bool ascii)
{
	int w = chart_columns(rect.w), from;
	double top;

	if (n > (size_t)w) {
		series += n - (size_t)w;
		n = (size_t)w;
	}
	if (!n || rect.h < 1)
		return;
	top = find_top(series, n, threshold);
	from = rect.x + AXIS;
	for (int x = 0; x < (int)n; x++)
		canvas_put_code(canvas, from + x,
				rect.y + rect.h - 1 - (int)(threshold / top * (rect.h - 1)),
				canvas_style(ROLE_DIM, false), '-');
	for (int x = 0; x < (int)n; x++)
		if (!isnan(series[x]))
			draw_column(canvas, from + x, rect, (double)series[x] / top * rect.h, style,
				    ascii);
	draw_label(canvas, rect.x, rect.y, top);
	if (rect.h > 1)
		draw_label(canvas, rect.x, rect.y + rect.h - 1, 0);
}
