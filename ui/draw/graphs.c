/* SPDX-License-Identifier: GPL-2.0-only */
/* Bars, charts and cells of time; see graphs.h. Called by the views on the UI thread. */
#include "config.h"
#include "ui/draw/graphs.h"

#include <ctype.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "model/formula.h"
#include "ui/draw/format.h"
#include "ui/draw/symbols.h"

#define FULL 0x2588
#define LIGHT_SHADE 0x2591
#define MEDIUM_SHADE 0x2592
#define DARK_SHADE 0x2593

/* clang-format off */
const struct bars bars[BARS_COUNT] = {
	[BARS_PATTERNS] = { .name = "patterns", .help = "a pattern for each class", .idle = "·",
			    .glyphs = { [M_RETIRING] = FULL, [M_BAD_SPECULATION] = LIGHT_SHADE,
					[M_FRONTEND_BOUND] = MEDIUM_SHADE,
					[M_BACKEND_BOUND] = DARK_SHADE } },
	[BARS_LETTERS]  = { .name = "letters", .help = "R S F B", .idle = "·" },
	[BARS_SOLID]    = { .name = "solid", .help = "only colours tell the classes apart",
			    .idle = "·",
			    .glyphs = { [M_RETIRING] = FULL, [M_BAD_SPECULATION] = FULL,
					[M_FRONTEND_BOUND] = FULL, [M_BACKEND_BOUND] = FULL } },
	[BARS_ASCII]    = { .name = "ascii", .help = "R S F B", .idle = "." },
};
/* clang-format on */

const char *bars_name(int id)
{
	return id >= 0 && id < BARS_ASCII ? bars[id].name : NULL;
}

uint32_t bars_glyph(enum bars_id id, enum metric_id metric)
{
	uint32_t glyph = bars[id].glyphs[metric];

	return glyph ? glyph : (uint32_t)(unsigned char)metrics[metric].letter;
}

enum metric_id bar_class_at(const struct values *values, double percent)
{
	double top = 0;

	for (enum metric_id m = 0; m < M_COUNT; m++) {
		if (metrics[m].parent != M_NONE)
			continue;
		top += (double)values->percent[m];
		if (percent < top)
			return m;
	}
	return M_NONE;
}

static void draw_idle(struct canvas *canvas, struct rect rect, int from, double filled,
		      enum bars_id id)
{
	for (int x = from; filled < 1 && x < rect.w; x++)
		(void)canvas_put(canvas, rect.x + x, rect.y, 1, canvas_style(ROLE_DIM, false),
				 bars[id].idle);
}

void bar_draw(struct canvas *canvas, struct rect rect, const struct values *values, double filled,
	      enum bars_id id)
{
	bool known = values_are_whole(values);
	int cells = known ? (int)lround(filled * rect.w) : 0;

	/* A cell shows the class at its middle, so a class is visible from half a cell on. */
	for (int x = 0; x < cells; x++) {
		enum metric_id m = bar_class_at(values, 100 * (x + 0.5) / cells);

		if (m != M_NONE)
			canvas_put_code(canvas, rect.x + x, rect.y,
					canvas_style(theme_metric_role(m), false),
					bars_glyph(id, m));
	}
	draw_idle(canvas, rect, cells, filled, id);
}

void bar_draw_load(struct canvas *canvas, struct rect rect, double filled, enum bars_id id)
{
	const int cells = (int)lround(filled * rect.w);

	for (int x = 0; x < cells && x < rect.w; x++)
		canvas_put_code(canvas, rect.x + x, rect.y, canvas_style(ROLE_TEXT, false),
				id == BARS_ASCII ? '#' : FULL);
	draw_idle(canvas, rect, cells, filled, id);
}

/* ---- dots, blocks and letters ---- */

#define BLANK 0x2800		/* braille without a dot */
#define LEFT 1U
#define RIGHT 2U
#define BOTH (LEFT | RIGHT)

const struct graphs graphs[GRAPHS_COUNT] = {
	[GRAPHS_BRAILLE] = { .name = "braille", .help = "dots, two columns in a cell",
			     .values = 2 },
	[GRAPHS_BLOCKS] = { .name = "blocks", .help = "for terminals without braille",
			    .values = 1 },
	[GRAPHS_ASCII] = { .name = "ascii", .help = "ASCII signs and letters only", .values = 1 },
};

/* The dots of each row from the bottom: U+2800 + bits, Unicode's chart "Braille Patterns". */
static const uint8_t left_dot[BRAILLE_ROWS] = { 0x40, 0x04, 0x02, 0x01 };
static const uint8_t right_dot[BRAILLE_ROWS] = { 0x80, 0x20, 0x10, 0x08 };

/* Odd and even rows; as dense as the patterns of bars[]: full, light, medium, dark. */
static const uint8_t textures[M_COUNT][2] = {
	[M_RETIRING] = { BOTH, BOTH },
	[M_BAD_SPECULATION] = { LEFT, LEFT },
	[M_FRONTEND_BOUND] = { LEFT, RIGHT },
	[M_BACKEND_BOUND] = { BOTH, LEFT },
};

const char *graphs_name(int id)
{
	return id >= 0 && id < GRAPHS_ASCII ? graphs[id].name : NULL;
}

bool graphs_lack_braille(const char *terminal)
{
	return terminal && (!strcmp(terminal, "linux") || !strncmp(terminal, "linux-", 6));
}

uint32_t braille_columns(int left, int right)
{
	uint32_t code = BLANK;

	for (int row = 0; row < BRAILLE_ROWS; row++)
		code |= (row < left ? left_dot[row] : 0U) | (row < right ? right_dot[row] : 0U);
	return code;
}

uint32_t braille_classes(const enum metric_id rows[BRAILLE_ROWS])
{
	uint32_t code = BLANK;

	for (int row = 0; row < BRAILLE_ROWS; row++) {
		unsigned int dots = rows[row] == M_NONE ? 0 : textures[rows[row]][row % 2];

		/* A class without a texture of its own: the right column. */
		if (rows[row] != M_NONE && !dots)
			dots = RIGHT;
		code |= (dots & LEFT ? left_dot[row] : 0U) | (dots & RIGHT ? right_dot[row] : 0U);
	}
	return code;
}

static int dots_of(double ratio)
{
	int dots;

	if (isnan(ratio))
		return 0;
	dots = 1 + (int)(ratio * BRAILLE_ROWS);
	return dots > BRAILLE_ROWS ? BRAILLE_ROWS : dots < 1 ? 1 : dots;
}

uint32_t graphs_spark(enum graphs_id id, const float *ratios)
{
	int left, right;

	if (id != GRAPHS_BRAILLE)
		return symbol_spark((double)ratios[0], id == GRAPHS_ASCII);
	left = dots_of((double)ratios[0]);
	right = dots_of((double)ratios[1]);
	return left || right ? braille_columns(left, right) : ' ';
}

/* ---- charts of percents over time ---- */

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

/* ---- cells of pictures of time ---- */

#define IDLE 0.005		/* busy for less than this is drawn as idle */

/* Has the look a texture, pattern or height? Else it has letters. */
static bool has_letters(const struct heat_look *look)
{
	return look->bars == BARS_LETTERS || look->bars == BARS_ASCII;
}

static uint32_t letter(enum metric_id metric, double busy)
{
	unsigned char capital = (unsigned char)metrics[metric].letter;

	return (uint32_t)(busy < 0.5 ? tolower(capital) : capital);
}

static uint32_t texture(enum metric_id metric, double busy)
{
	enum metric_id rows[BRAILLE_ROWS];

	for (int row = 0; row < BRAILLE_ROWS; row++)
		rows[row] = row < ceil(busy * BRAILLE_ROWS) ? metric : M_NONE;
	return braille_classes(rows);
}

static uint32_t glyph_of(enum metric_id metric, double busy, const struct heat_look *look)
{
	if (has_letters(look))
		return letter(metric, busy);
	if (look->bars == BARS_SOLID)
		return symbol_spark(busy - 0.125, false);
	if (look->graphs == GRAPHS_BRAILLE)
		return texture(metric, busy);
	/* Blocks have no pattern and height at once. */
	return busy < 0.5 ? letter(metric, busy) : bars_glyph(look->bars, metric);
}

void heat_cell_draw(struct canvas *canvas, int x, int y, const struct heat *heat,
		    const struct heat_look *look)
{
	double busy = heat_busy(heat);
	enum metric_id metric;
	bool limits;

	if (isnan(busy))
		return;
	if (busy < IDLE) {
		(void)canvas_put(canvas, x, y, 1, canvas_style(ROLE_DIM, false),
				 bars[look->bars].idle);
		return;
	}
	metric = heat_class(heat, look->family, &limits);
	if (metric == M_NONE && !family_has_counters(look->family))
		canvas_put_code(canvas, x, y, canvas_style(ROLE_TEXT, false),
				look->bars == BARS_ASCII ? '#' : symbol_spark(busy - 0.125, false));
	else if (metric == M_NONE)
		canvas_put_code(canvas, x, y, canvas_style(ROLE_DIM, false), '?');
	else
		canvas_put_code(canvas, x, y, canvas_style(theme_metric_role(metric), limits),
				glyph_of(metric, busy, look));
}

uint32_t heat_cell_glyph(enum metric_id metric, const struct heat_look *look)
{
	return glyph_of(metric, 1, look);
}

const char *heat_cell_height(const struct heat_look *look)
{
	if (has_letters(look))
		return "capital: busy half of the time or more";
	if (look->bars == BARS_PATTERNS && look->graphs != GRAPHS_BRAILLE)
		return "letter: busy less than half of the time";
	return "height: how busy";
}
