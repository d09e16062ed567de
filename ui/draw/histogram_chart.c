/* SPDX-License-Identifier: GPL-2.0-only */
/* The histogram of a block's cycles; see histogram_chart.h. UI thread. */
#include "config.h"
#include "ui/draw/histogram_chart.h"

#include <math.h>
#include <stdio.h>

#include "model/err.h"
#include "model/profile/histogram.h"
#include "ui/draw/symbols.h"

#define AXIS 8			/* cells of "12.5 % |" */
#define FAR 0.005		/* of the runs: may be left out on each side */
#define SHORTER 16		/* bins that leaving runs out must save */
#define WIDEST 6		/* cells of a bin, where there are few */
#define MARGIN 2		/* empty bins on each side */

/* The signs of the axes, in Unicode and in ASCII. */
static const struct signs {
	uint32_t side, tick, zero, line, mark;
} signs[2] = {
	{ 0x2502, 0x2524, 0x253c, 0x2500, 0x252c },	/* │ ┤ ┼ ─ ┬ */
	{ '|', '+', '+', '-', '+' },
};

static double count_all(const struct profile_block *block)
{
	double all = 0;

	for (uint32_t i = 0; i < block->n_bins; i++)
		all += block->bins[i].count;
	return all;
}

/* The bin, from one side, at which more than a part of the runs is passed; *passed: before it. */
static unsigned int edge(const struct profile_block *block, double most, int step, double *passed)
{
	uint32_t i = step > 0 ? 0 : block->n_bins - 1;

	*passed = 0;
	while (*passed + block->bins[i].count <= most) {
		*passed += block->bins[i].count;
		i += (uint32_t)step;
	}
	return block->bins[i].bin;
}

/* Is it worth leaving out `saved` of these bins? */
static bool shortens(unsigned int saved, unsigned int first, unsigned int last)
{
	return saved >= SHORTER && 4 * saved >= last - first;
}

struct histogram_range histogram_range_of(const struct profile_block *block)
{
	struct histogram_range range = { 0 };
	const double all = count_all(block);
	unsigned int first, last, near_first, near_last;
	double below, above;

	if (!block->n_bins || !(all > 0))
		return range;
	first = block->bins[0].bin;
	last = block->bins[block->n_bins - 1].bin;
	near_first = edge(block, all * FAR, 1, &below);
	near_last = edge(block, all * FAR, -1, &above);
	if (shortens(near_first - first, first, last)) {
		first = near_first;
		range.below = below / all;
	}
	if (shortens(last - near_last, first, last)) {
		last = near_last;
		range.above = above / all;
	}
	range.low = histogram_low(first);
	range.high = histogram_low(last + 1);
	range.first = first > MARGIN ? first - MARGIN : 0;
	range.last = last + MARGIN < HISTOGRAM_BINS ? last + MARGIN : HISTOGRAM_BINS - 1;
	return range;
}

/* How bins lie in cells: each bin has `wide` cells, or each cell has `bins` of them. */
struct scale {
	struct histogram_range range;
	unsigned int bins, wide;
	int x, columns;		/* of the plot */
};

static struct scale make_scale(const struct profile_block *block, struct rect rect)
{
	struct scale scale = { .range = histogram_range_of(block), .x = rect.x + AXIS };
	unsigned int n = scale.range.last - scale.range.first + 1;
	unsigned int w = rect.w > AXIS ? (unsigned int)(rect.w - AXIS) : 0;

	scale.bins = w ? (n + w - 1) / w : 1;
	scale.wide = w / n > WIDEST ? WIDEST : w / n > 0 ? w / n : 1;
	scale.columns = w ? (int)((n + scale.bins - 1) / scale.bins) : 0;
	return scale;
}

static int column_of(const struct scale *scale, unsigned int bin)
{
	return (int)((bin - scale->range.first) / scale->bins);
}

/* The first cell of a column. */
static int cell_of(const struct scale *scale, int column)
{
	return scale->x + column * (int)scale->wide;
}

/* The smallest round percent that covers the highest column. */
static double find_top(double most)
{
	static const double tops[] = { 0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.75, 1 };

	for (size_t i = 0; i < sizeof(tops) / sizeof(tops[0]); i++)
		if (most <= tops[i])
			return tops[i];
	return 1;
}

static bool in_a_mode(const struct profile_block *block, unsigned int first, unsigned int last)
{
	for (uint32_t i = 0; i < block->n_modes; i++)
		if (histogram_low(first) <= block->modes[i].to &&
		    histogram_low(last + 1) > block->modes[i].from)
			return true;
	return false;
}

static void draw_column(struct canvas *canvas, struct rect plot, int x, unsigned int wide,
			double lines, unsigned int style, bool ascii)
{
	for (int line = 0; line < plot.h; line++) {
		double part = lines - line < 1 ? lines - line : 1;

		if (!(part > 0))
			break;
		/* symbol_spark(0) is already an eighth. */
		for (unsigned int i = 0; i < wide; i++)
			canvas_put_code(canvas, x + (int)i, plot.y + plot.h - 1 - line, style,
					symbol_spark(part - 0.125, ascii));
	}
}

static void draw_columns(struct canvas *canvas, struct rect plot, const struct scale *scale,
			 const struct profile_block *block, const double *parts, double top,
			 bool ascii)
{
	for (int column = 0; column < scale->columns; column++) {
		unsigned int first = scale->range.first + (unsigned int)column * scale->bins;
		bool mode = in_a_mode(block, first, first + scale->bins - 1);

		draw_column(canvas, plot, cell_of(scale, column), scale->wide,
			    parts[column] / top * plot.h,
			    canvas_style(mode ? ROLE_LABEL : ROLE_DIM, mode), ascii);
	}
}

static void draw_percent(struct canvas *canvas, int x, int y, double part)
{
	char text[16];

	(void)snprintf(text, sizeof(text), "%.3g %%", 100 * part);
	canvas_put_right(canvas, x, y, AXIS - 2, canvas_style(ROLE_DIM, false), text);
}

/* The axis at the left: its top, its middle, and zero on the line below the plot. */
static void draw_side(struct canvas *canvas, struct rect plot, double top, bool ascii)
{
	const unsigned int dim = canvas_style(ROLE_DIM, false);
	const int left = plot.x - AXIS, middle = plot.h / 2;

	for (int line = 0; line < plot.h; line++) {
		bool tick = line == 0 || (plot.h % 2 == 0 && plot.h >= 4 && line == middle);

		canvas_put_code(canvas, plot.x - 1, plot.y + line, dim,
				tick ? signs[ascii].tick : signs[ascii].side);
		if (tick)
			draw_percent(canvas, left, plot.y + line,
				     line ? top * (plot.h - middle) / plot.h : top);
	}
	draw_percent(canvas, left, plot.y + plot.h, 0);
	canvas_put_code(canvas, plot.x - 1, plot.y + plot.h, dim, signs[ascii].zero);
}

/* May a bin have its cycles written at the axis? Round ones first. */
static bool is_round(unsigned int bin, int pass)
{
	uint32_t low = histogram_low(bin);

	if (pass == 0)
		return low == 0 || (low >= 64 && (low & (low - 1)) == 0);
	if (pass == 1)
		return low < 64 ? low % 16 == 0 : false;
	if (pass == 2)
		return low < 64 ? low % 4 == 0 : bin % 4 == 0;
	return low < 64 || bin % 2 == 0;
}

/* The axis below the columns: cycles where there is room, powers of two before others. */
static void draw_axis(struct canvas *canvas, struct rect plot, const struct scale *scale,
		      bool ascii)
{
	const unsigned int dim = canvas_style(ROLE_DIM, false);
	const int y = plot.y + plot.h, end = cell_of(scale, scale->columns);
	bool used[1024] = { false };

	for (int x = plot.x; x < end; x++)
		canvas_put_code(canvas, x, y, dim, signs[ascii].line);
	for (int pass = 0; pass < 4; pass++)
		for (unsigned int bin = scale->range.first; bin <= scale->range.last; bin++) {
			const int x = cell_of(scale, column_of(scale, bin)), at = x - plot.x;
			char text[16];
			int length, free = 0;

			if (!is_round(bin, pass) || (bin - scale->range.first) % scale->bins)
				continue;
			length = snprintf(text, sizeof(text), "%u", histogram_low(bin));
			while (free <= length + 1 && at + free < 1024 && !used[at + free])
				free++;
			if (free <= length + 1 || (at && used[at - 1]) ||
			    x + length > plot.x + plot.w)
				continue;
			for (int i = 0; i <= length; i++)
				used[at + i] = true;
			canvas_put_code(canvas, x, y, dim, signs[ascii].mark);
			(void)canvas_put(canvas, x, y + 1, length, dim, text);
		}
	canvas_put_right(canvas, plot.x - AXIS, y + 1, AXIS - 1, dim, "cycles");
}

/* The number of each mode under its peak, on the line of the axis. */
static void draw_modes(struct canvas *canvas, struct rect plot, const struct scale *scale,
		       const struct profile_block *block)
{
	for (uint32_t i = 0; i < block->n_modes && i < 9; i++) {
		unsigned int bin = histogram_bin_of(block->modes[i].peak);
		int x;

		if (bin < scale->range.first || bin > scale->range.last)
			continue;
		x = cell_of(scale, column_of(scale, bin)) + (int)(scale->wide - 1) / 2;
		canvas_put_code(canvas, x, plot.y + plot.h, canvas_style(ROLE_NOTE, false),
				'1' + i);
	}
}

void histogram_chart_draw(struct canvas *canvas, struct rect rect,
			  const struct profile_block *block, bool ascii)
{
	const struct scale scale = make_scale(block, rect);
	const double all = count_all(block);
	double parts[HISTOGRAM_BINS] = { 0 }, most = 0;
	struct rect plot = { scale.x, rect.y, rect.w - AXIS, rect.h };

	if (!(all > 0) || rect.h < 1 || plot.w < 1)
		return;
	for (uint32_t i = 0; i < block->n_bins; i++) {
		unsigned int bin = block->bins[i].bin;

		if (bin >= scale.range.first && bin <= scale.range.last)
			parts[column_of(&scale, bin)] += block->bins[i].count / all;
	}
	for (int column = 0; column < scale.columns; column++)
		most = fmax(most, parts[column]);
	if (rect.h >= 4)
		plot.h -= 2;
	draw_columns(canvas, plot, &scale, block, parts, find_top(most), ascii);
	if (rect.h < 4)
		return;
	draw_side(canvas, plot, find_top(most), ascii);
	draw_axis(canvas, plot, &scale, ascii);
	draw_modes(canvas, plot, &scale, block);
}

void histogram_mode_text(char *text, size_t size, const struct histogram_mode *mode, bool ascii)
{
	if (mode->from == mode->to)
		(void)snprintf(text, size, "%u cycle%s, %.1f %%", mode->from,
			       plural(mode->from), 100 * mode->part);
	else
		(void)snprintf(text, size, "%u%s%u cycles, %.1f %%", mode->from,
			       ascii ? "-" : "\xE2\x80\x93", mode->to, 100 * mode->part);
}

void histogram_rest_text(char *text, size_t size, const struct profile_block *block)
{
	const struct histogram_range range = histogram_range_of(block);

	if (size)
		text[0] = '\0';
	if (range.below > 0 && range.above > 0)
		(void)snprintf(text, size, "%.1f %% below %u, %.1f %% above %u cycle%s",
			       100 * range.below, range.low, 100 * range.above,
			       range.high, plural(range.high));
	else if (range.below > 0)
		(void)snprintf(text, size, "%.1f %% below %u cycle%s", 100 * range.below,
			       range.low, plural(range.low));
	else if (range.above > 0)
		(void)snprintf(text, size, "%.1f %% above %u cycle%s", 100 * range.above,
			       range.high, plural(range.high));
}
