/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * TopDown drawn in cells: bars, charts, pictures of time. UI thread.
 *
 * The stacked bar: the four classes, each with a colour and a pattern or letter. A fifth class, where a
 * family has one, is drawn with its letter. bars[] is the table of the styles.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/counts.h"
#include "model/history/heat.h"
#include "model/metric.h"
#include "ui/draw/canvas.h"

enum bars_id {
	BARS_PATTERNS,
	BARS_LETTERS,
	BARS_SOLID,
	BARS_ASCII,		/* replaces the others under --ascii; cannot be chosen */
	BARS_COUNT
};

struct bars {
	const char *name;	/* for --bars */
	const char *help;	/* a few words */
	uint32_t glyphs[M_COUNT];	/* code point of each class; 0: the letter of the class */
	const char *idle;	/* sign of the idle rest */
};

extern const struct bars bars[BARS_COUNT];

/* The name of a style for the table of options; NULL beyond the last that can be chosen. */
const char *bars_name(int id);

/* The code point that a class is drawn with. Nodes of level 1 only. */
uint32_t bars_glyph(enum bars_id id, enum metric_id metric);

/*
 * Fills rect (one line) up to `filled` (0..1) of its width with the classes in proportion; the rest
 * shows the sign for idle if filled < 1. Unknown values leave the bar blank.
 */
void bar_draw(struct canvas *canvas, struct rect rect, const struct values *values, double filled,
	      enum bars_id id);

/* The same where no class is counted: the filled part is of one colour. */
void bar_draw_load(struct canvas *canvas, struct rect rect, double filled, enum bars_id id);

/* The class that covers this percent of the stacked bar; M_NONE beyond the top. */
enum metric_id bar_class_at(const struct values *values, double percent);

/*
 * ---- What graphs are drawn with ----
 *
 * Braille, whose 2 x 4 dots make two columns of one cell; blocks of eighths, for terminals without these
 * glyphs; ASCII. The classes have textures of dots, as dense as their patterns in bars. Constant data.
 */

#define BRAILLE_ROWS 4		/* of dots in a cell */

enum graphs_id {
	GRAPHS_BRAILLE,
	GRAPHS_BLOCKS,
	GRAPHS_ASCII,		/* replaces the others under --ascii; cannot be chosen */
	GRAPHS_COUNT
};

struct graphs {
	const char *name;	/* for --graphs */
	const char *help;	/* a few words */
	int values;		/* in the width of a cell */
};

extern const struct graphs graphs[GRAPHS_COUNT];

/* The name of a style for the table of options; NULL beyond the last that can be chosen. */
const char *graphs_name(int id);

/*
 * Has a terminal of this type ($TERM; NULL: none) no braille? The Linux console has blocks and
 * shades only, in its usual fonts.
 */
bool graphs_lack_braille(const char *terminal);

/*
 * The code point of one cell of a line graph with graphs[id].values values, from the left. Each is
 * 0..1 and has at least one dot; NAN has none.
 */
uint32_t graphs_spark(enum graphs_id id, const float *ratios);

/* Braille whose two columns are so many dots high (0 to BRAILLE_ROWS), from the bottom. */
uint32_t braille_columns(int left, int right);

/*
 * Braille of four rows of dots from the bottom, each in the texture of its class; M_NONE: blank.
 * Nodes of level 1 only.
 */
uint32_t braille_classes(const enum metric_id rows[BRAILLE_ROWS]);

/* ---- A chart of percents over time, several lines high, with its scale at the left ---- */

/*
 * Fills rect with a column for each of the last values that fit, the newest at the right end; NAN
 * is a gap. series is in percent, threshold too; a dim line shows it. style is that of the columns.
 * In braille a cell has two columns, if there are more values than cells.
 */
void chart_draw(struct canvas *canvas, struct rect rect, const float *series, size_t n,
		double threshold, unsigned int style, enum graphs_id graphs);

/* How many columns fit into a chart of w cells. */
int chart_columns(int w, enum graphs_id graphs);

/*
 * ---- A cell of a picture of time ----
 *
 * Its class by colour and by texture, pattern or letter, and how busy it was by height. Letters have no
 * height: a capital is half busy or more.
 */

struct family;

/* What cells are drawn with. */
struct heat_look {
	const struct family *family;
	enum bars_id bars;
	enum graphs_id graphs;
};

/*
 * Draws one cell; strong if its class is over its threshold. Nothing known: blank; hardly busy: the
 * sign for idle.
 */
void heat_cell_draw(struct canvas *canvas, int x, int y, const struct heat *heat,
		    const struct heat_look *look);

/* The code point that a class has in a cell that is wholly busy. */
uint32_t heat_cell_glyph(enum metric_id metric, const struct heat_look *look);

/* What the height of a cell means, for the legend. Static. */
const char *heat_cell_height(const struct heat_look *look);
