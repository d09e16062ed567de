/* SPDX-License-Identifier: GPL-2.0-only */
/* Pictures of a canvas as SVG, HTML and text; see picture.h. UI thread. */
#include "config.h"
#include "ui/draw/picture.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "ui/draw/format.h"

/* ---- cells in pictures ---- */

/* Colours are 0xrrggbb. */
struct pen {
	int ink, ground;
	bool bold, underlined;
};

static bool picture_same_pen(struct pen a, struct pen b)
{
	return a.ink == b.ink && a.ground == b.ground && a.bold == b.bold &&
	       a.underlined == b.underlined;
}

/* Three fifths of the ink on the ground: what terminals show for "dim". */
static int dim(int ink, int ground)
{
	int mixed = 0;

	for (int shift = 0; shift <= 16; shift += 8)
		mixed |= (3 * (ink >> shift & 0xff) + 2 * (ground >> shift & 0xff)) / 5 << shift;
	return mixed;
}

static struct pen picture_pen(const struct cell *cell, enum theme_id theme)
{
	const struct theme *t = &themes[theme];
	const struct theme_look *look = &t->looks[cell->role];
	const int ink = theme_colors[look->ink].rgb, ground = theme_colors[look->ground].rgb;
	const bool selected = cell->flags & CELL_SELECTED;
	struct pen pen = {
		.ink = ink < 0 ? t->paper.ink : ink,
		.ground = ground < 0 ? t->paper.ground : ground,
		.bold = look->attributes & THEME_BOLD || cell->flags & CELL_STRONG,
		.underlined = look->attributes & THEME_UNDERLINE,
	};

	/* The cursor bar as in term.c: it is reversed, and nothing in it is dim. */
	if (look->attributes & THEME_DIM && !selected)
		pen.ink = dim(pen.ink, pen.ground);
	if (look->attributes & THEME_REVERSE || selected) {
		int swap = pen.ink;

		pen.ink = pen.ground;
		pen.ground = swap;
	}
	return pen;
}

/* Characters that XML 1.0 allows (https://www.w3.org/TR/xml/#charsets), without control codes. */
static bool is_allowed(uint32_t code)
{
	return (code >= 0x20 && code < 0x7f) || (code >= 0xa0 && code < 0xd800) ||
	       (code >= 0xe000 && code < 0xfffe) || (code >= 0x10000 && code < 0x110000);
}

/* Appends a character for XML and HTML: special ones escaped, those that XML forbids as "?". */
static void picture_put_escaped(struct buffer *out, uint32_t code)
{
	static const struct {
		char code;
		const char *entity;
	} entities[] = { { '&', "&amp;" }, { '<', "&lt;" }, { '>', "&gt;" }, { '"', "&quot;" } };
	char text[FORMAT_CODE];

	for (size_t i = 0; i < sizeof(entities) / sizeof(entities[0]); i++) {
		if (code == (uint32_t)entities[i].code) {
			buffer_print(out, "%s", entities[i].entity);
			return;
		}
	}
	format_encode(text, is_allowed(code) ? code : '?');
	buffer_print(out, "%s", text);
}

/* ---- SVG ---- */

#define CELL_W 8
#define CELL_H 16
#define BASELINE 12
#define FONT_SIZE "13.3"	/* its characters are about 8 units wide; textLength makes it so */
#define MARGIN 8
#define SHADES 3		/* U+2591 to U+2593: light, medium, dark */
#define PATTERNS_MAX 64

enum { LINE_UP = 1, LINE_RIGHT = 2, LINE_DOWN = 4, LINE_LEFT = 8 };

/* Box drawing: which sides of the cell are joined to its middle. */
static const struct {
	uint32_t code;
	unsigned int sides;
} lines[] = {
	{ 0x2500, LINE_LEFT | LINE_RIGHT },		/* ─ */
	{ 0x2502, LINE_UP | LINE_DOWN },		/* │ */
	{ 0x250c, LINE_RIGHT | LINE_DOWN },		/* ┌ */
	{ 0x2510, LINE_LEFT | LINE_DOWN },		/* ┐ */
	{ 0x2514, LINE_UP | LINE_RIGHT },		/* └ */
	{ 0x2518, LINE_UP | LINE_LEFT },		/* ┘ */
	{ 0x251c, LINE_UP | LINE_RIGHT | LINE_DOWN },	/* ├ */
	{ 0x2524, LINE_UP | LINE_LEFT | LINE_DOWN },	/* ┤ */
	{ 0x252c, LINE_LEFT | LINE_RIGHT | LINE_DOWN },	/* ┬ */
	{ 0x2534, LINE_UP | LINE_LEFT | LINE_RIGHT },	/* ┴ */
	{ 0x253c, LINE_UP | LINE_RIGHT | LINE_DOWN | LINE_LEFT },	/* ┼ */
};

static unsigned int line_sides(uint32_t code)
{
	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++)
		if (lines[i].code == code)
			return lines[i].sides;
	return 0;
}

static bool is_braille(uint32_t code)
{
	return code >= 0x2800 && code <= 0x28ff;
}

static bool is_shade(uint32_t code)
{
	return code >= 0x2591 && code <= 0x2593;
}

/* Unicode's block elements as a rectangle in the cell. False: another character. */
static bool block_of(uint32_t code, struct rect *rect)
{
	*rect = (struct rect){ 0, 0, CELL_W, CELL_H };
	if (code == 0x2580) {				/* the upper half */
		rect->h = CELL_H / 2;
	} else if (code >= 0x2581 && code <= 0x2588) {	/* one to eight eighths from below */
		rect->h = (int)(code - 0x2580) * CELL_H / 8;
		rect->y = CELL_H - rect->h;
	} else if (code >= 0x2589 && code <= 0x258f) {	/* seven to one eighths from the left */
		rect->w = (int)(0x2590 - code) * CELL_W / 8;
	} else if (code == 0x2590) {			/* the right half */
		rect->x = CELL_W / 2;
		rect->w = CELL_W / 2;
	} else if (!is_shade(code)) {
		return false;
	}
	return true;
}

static bool is_shape(uint32_t code)
{
	struct rect rect;

	return block_of(code, &rect) || is_braille(code) || line_sides(code);
}

struct svg {
	const struct canvas *canvas;
	enum theme_id theme;
	struct buffer *out;
	struct {
		uint32_t shade;
		int ink;
	} patterns[PATTERNS_MAX];
	size_t n_patterns;
};

static const struct cell *cell_at(const struct svg *svg, int x, int y)
{
	return &svg->canvas->cells[y * svg->canvas->w + x];
}

static struct pen pen_at(const struct svg *svg, int x, int y)
{
	return picture_pen(cell_at(svg, x, y), svg->theme);
}

/* The first cell from x on that has another pen. */
static int end_of_pen(const struct svg *svg, int x, int y)
{
	const struct pen pen = pen_at(svg, x, y);

	do
		x++;
	while (x < svg->canvas->w && picture_same_pen(pen, pen_at(svg, x, y)));
	return x;
}

/* A tile of 4 x 4 for each shade: one quarter, a half, three quarters of it are inked. */
static void put_pattern(const struct svg *svg, uint32_t shade, int ink)
{
	static const char *const tiles[SHADES] = {
		"M0 0h2v2h-2z", "M0 0h2v2h-2zM2 2h2v2h-2z", "M0 0h4v2h-4zM2 2h2v2h-2z"
	};

	buffer_print(svg->out, "<pattern id=\"s%u-%06x\" width=\"4\" height=\"4\" "
		     "patternUnits=\"userSpaceOnUse\"><path fill=\"#%06x\" d=\"%s\"/></pattern>\n",
		     (unsigned int)(shade - 0x2591), (unsigned int)ink, (unsigned int)ink,
		     tiles[shade - 0x2591]);
}

/* Beyond PATTERNS_MAX, which is more than roles x shades, a shade would be blank. */
static void put_patterns(struct svg *svg)
{
	buffer_print(svg->out, "<defs>\n");
	for (int i = 0; i < svg->canvas->w * svg->canvas->h; i++) {
		const struct cell *cell = &svg->canvas->cells[i];
		const int ink = picture_pen(cell, svg->theme).ink;
		size_t known = 0;

		if (!is_shade(cell->code))
			continue;
		while (known < svg->n_patterns && (svg->patterns[known].shade != cell->code ||
						   svg->patterns[known].ink != ink))
			known++;
		if (known < svg->n_patterns || known == PATTERNS_MAX)
			continue;
		svg->patterns[known].shade = cell->code;
		svg->patterns[known].ink = ink;
		svg->n_patterns++;
		put_pattern(svg, cell->code, ink);
	}
	buffer_print(svg->out, "</defs>\n");
}

static void put_rect(const struct svg *svg, struct rect rect, const char *fill)
{
	buffer_print(svg->out, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"%s\"/>\n",
		     rect.x, rect.y, rect.w, rect.h, fill);
}

static void put_grounds(const struct svg *svg, int y)
{
	for (int x = 0, end; x < svg->canvas->w; x = end) {
		const struct pen pen = pen_at(svg, x, y);
		char fill[16];

		end = end_of_pen(svg, x, y);
		if (pen.ground == themes[svg->theme].paper.ground)
			continue;
		(void)snprintf(fill, sizeof(fill), "#%06x", (unsigned int)pen.ground);
		put_rect(svg, (struct rect){ x * CELL_W, y * CELL_H, (end - x) * CELL_W, CELL_H },
			 fill);
	}
}

static void put_braille(const struct svg *svg, int x, int y, uint32_t code)
{
	/* Unicode numbers the dots 1 to 3 and 7 down the left side, 4 to 6 and 8 down the right. */
	static const struct {
		int x, y;
	} dots[8] = { { 1, 1 }, { 1, 5 }, { 1, 9 }, { 5, 1 }, { 5, 5 }, { 5, 9 }, { 1, 13 },
		      { 5, 13 } };

	if (code == 0x2800)
		return;
	buffer_print(svg->out, "<path fill=\"#%06x\" d=\"", (unsigned int)pen_at(svg, x, y).ink);
	for (int dot = 0; dot < 8; dot++)
		if (code & 1u << dot)
			buffer_print(svg->out, "M%d %dh2v2h-2z", x * CELL_W + dots[dot].x,
				     y * CELL_H + dots[dot].y);
	buffer_print(svg->out, "\"/>\n");
}

static void put_lines(const struct svg *svg, int x, int y, unsigned int sides)
{
	const int left = x * CELL_W, top = y * CELL_H;

	buffer_print(svg->out, "<path stroke=\"#%06x\" d=\"",
		     (unsigned int)pen_at(svg, x, y).ink);
	if (sides & LINE_UP)
		buffer_print(svg->out, "M%d %dv%d", left + CELL_W / 2, top, CELL_H / 2);
	if (sides & LINE_DOWN)
		buffer_print(svg->out, "M%d %dv%d", left + CELL_W / 2, top + CELL_H / 2, CELL_H / 2);
	if (sides & LINE_LEFT)
		buffer_print(svg->out, "M%d %dh%d", left, top + CELL_H / 2, CELL_W / 2);
	if (sides & LINE_RIGHT)
		buffer_print(svg->out, "M%d %dh%d", left + CELL_W / 2, top + CELL_H / 2, CELL_W / 2);
	buffer_print(svg->out, "\"/>\n");
}

/* A block; equal ones beside it become one rectangle. Returns the first cell behind. */
static int put_block(const struct svg *svg, int x, int y, struct rect rect)
{
	const uint32_t code = cell_at(svg, x, y)->code;
	const struct pen pen = pen_at(svg, x, y);
	int end = x + 1;
	char fill[32];

	while (rect.w == CELL_W && end < svg->canvas->w && cell_at(svg, end, y)->code == code &&
	       pen_at(svg, end, y).ink == pen.ink)
		end++;
	if (is_shade(code))
		(void)snprintf(fill, sizeof(fill), "url(#s%u-%06x)", (unsigned int)(code - 0x2591),
			       (unsigned int)pen.ink);
	else
		(void)snprintf(fill, sizeof(fill), "#%06x", (unsigned int)pen.ink);
	put_rect(svg, (struct rect){ x * CELL_W + rect.x, y * CELL_H + rect.y,
				     (end - x - 1) * CELL_W + rect.w, rect.h }, fill);
	return end;
}

static void put_shapes(const struct svg *svg, int y)
{
	struct rect rect;

	for (int x = 0, end; x < svg->canvas->w; x = end) {
		const uint32_t code = cell_at(svg, x, y)->code;

		end = x + 1;
		if (block_of(code, &rect))
			end = put_block(svg, x, y, rect);
		else if (is_braille(code))
			put_braille(svg, x, y, code);
		else if (line_sides(code))
			put_lines(svg, x, y, line_sides(code));
	}
}

static bool is_ascii(const struct svg *svg, int x, int y)
{
	return cell_at(svg, x, y)->code - 0x20 < 0x5f;
}

/*
 * The cells of one <text>: ASCII of one pen, up to a gap; or one other character, because a font
 * may have it in another width. Returns the first cell behind.
 */
static int end_of_text(const struct svg *svg, int x, int y)
{
	const int limit = end_of_pen(svg, x, y);
	int end = x + 1;

	if (!is_ascii(svg, x, y))
		return end < svg->canvas->w && !cell_at(svg, end, y)->code ? end + 1 : end;
	while (end < limit && is_ascii(svg, end, y) &&
	       (cell_at(svg, end, y)->code != ' ' || cell_at(svg, end - 1, y)->code != ' '))
		end++;
	while (cell_at(svg, end - 1, y)->code == ' ')
		end--;
	return end;
}

static void picture_svg_put_text(const struct svg *svg, int x, int end, int y)
{
	const struct pen pen = pen_at(svg, x, y);

	buffer_print(svg->out, "<text x=\"%d\" y=\"%d\" textLength=\"%d\" fill=\"#%06x\"%s%s>",
		     x * CELL_W, y * CELL_H + BASELINE, (end - x) * CELL_W, (unsigned int)pen.ink,
		     pen.bold ? " font-weight=\"bold\"" : "",
		     pen.underlined ? " text-decoration=\"underline\"" : "");
	for (; x < end; x++)
		if (cell_at(svg, x, y)->code)
			picture_put_escaped(svg->out, cell_at(svg, x, y)->code);
	buffer_print(svg->out, "</text>\n");
}

static void put_texts(const struct svg *svg, int y)
{
	for (int x = 0, end; x < svg->canvas->w; x = end) {
		const uint32_t code = cell_at(svg, x, y)->code;

		end = x + 1;
		if (!code || code == ' ' || is_shape(code))
			continue;
		end = end_of_text(svg, x, y);
		picture_svg_put_text(svg, x, end, y);
	}
}

/* Appends the SVG. On failure the buffer is broken. */
static void picture_put_svg(const struct canvas *canvas, enum theme_id theme, struct buffer *out)
{
	struct svg svg = { .canvas = canvas, .theme = theme, .out = out };
	const int w = canvas->w * CELL_W + 2 * MARGIN, h = canvas->h * CELL_H + 2 * MARGIN;

	buffer_print(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
		     "viewBox=\"%d %d %d %d\" role=\"img\" font-family=\"monospace\" "
		     "font-size=\"" FONT_SIZE "\" shape-rendering=\"crispEdges\" "
		     "xml:space=\"preserve\">\n<title>tdtop</title>\n",
		     w, h, -MARGIN, -MARGIN, w, h);
	put_patterns(&svg);
	buffer_print(out, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"6\" "
		     "fill=\"#%06x\"/>\n", -MARGIN, -MARGIN, w, h,
		     (unsigned int)themes[theme].paper.ground);
	for (int y = 0; y < canvas->h; y++) {
		put_grounds(&svg, y);
		put_shapes(&svg, y);
		put_texts(&svg, y);
	}
	buffer_print(out, "</svg>\n");
}

/* ---- HTML, text ---- */

/* Cells of a line up to the last that shows something. */
static int length_of(const struct canvas *canvas, const struct cell *line, enum theme_id theme)
{
	int length = canvas->w;

	while (length > 0 && line[length - 1].code == ' ' &&
	       (theme == THEME_COUNT ||
		picture_pen(&line[length - 1], theme).ground == themes[theme].paper.ground))
		length--;
	return length;
}

static void put_html_line(const struct canvas *canvas, const struct cell *line,
			  enum theme_id theme, struct buffer *out)
{
	const struct pen plain = { .ink = themes[theme].paper.ink,
				   .ground = themes[theme].paper.ground };
	struct pen before = plain;

	for (int x = 0, length = length_of(canvas, line, theme); x < length; x++) {
		const struct pen pen = picture_pen(&line[x], theme);

		if (!line[x].code)
			continue;
		if (!picture_same_pen(pen, before)) {
			if (!picture_same_pen(before, plain))
				buffer_print(out, "</span>");
			if (!picture_same_pen(pen, plain))
				buffer_print(out, "<span style=\"color:#%06x;background:#%06x%s%s\">",
					     (unsigned int)pen.ink, (unsigned int)pen.ground,
					     pen.bold ? ";font-weight:bold" : "",
					     pen.underlined ? ";text-decoration:underline" : "");
			before = pen;
		}
		picture_put_escaped(out, line[x].code);
	}
	buffer_print(out, "%s\n", picture_same_pen(before, plain) ? "" : "</span>");
}

static void put_html(const struct canvas *canvas, enum theme_id theme, struct buffer *out)
{
	buffer_print(out,
		     "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
		     "<title>tdtop</title>\n<style>\nbody { background: #%06x; color: #%06x; }\n"
		     "pre { font-family: monospace; line-height: 1.2; }\n</style>\n</head>\n"
		     "<body>\n<pre>\n", (unsigned int)themes[theme].paper.ground,
		     (unsigned int)themes[theme].paper.ink);
	for (int y = 0; y < canvas->h; y++)
		put_html_line(canvas, canvas->cells + y * canvas->w, theme, out);
	buffer_print(out, "</pre>\n</body>\n</html>\n");
}

static void picture_put_text(const struct canvas *canvas, enum theme_id theme, struct buffer *out)
{
	(void)theme;
	for (int y = 0; y < canvas->h; y++) {
		const struct cell *line = canvas->cells + y * canvas->w;
		char text[FORMAT_CODE];

		for (int x = 0, length = length_of(canvas, line, THEME_COUNT); x < length; x++) {
			if (!line[x].code)
				continue;
			format_encode(text, line[x].code);
			buffer_print(out, "%s", text);
		}
		buffer_put(out, "\n", 1);
	}
}

static const struct {
	const char *suffix;
	enum picture_format format;
} suffixes[] = { { ".svg", PICTURE_SVG }, { ".html", PICTURE_HTML }, { ".htm", PICTURE_HTML },
		 { ".txt", PICTURE_TEXT } };

bool picture_format_of(const char *path, enum picture_format *format)
{
	const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
	const char *dot = strrchr(name, '.');

	for (size_t i = 0; dot && i < sizeof(suffixes) / sizeof(suffixes[0]); i++) {
		if (!strcasecmp(dot, suffixes[i].suffix)) {
			*format = suffixes[i].format;
			return true;
		}
	}
	return false;
}

void picture_put(const struct canvas *canvas, enum theme_id theme, enum picture_format format,
		 struct buffer *out)
{
	static void (*const put[PICTURE_FORMATS])(const struct canvas *, enum theme_id,
						  struct buffer *) = {
		[PICTURE_SVG] = picture_put_svg, [PICTURE_HTML] = put_html, [PICTURE_TEXT] = picture_put_text,
	};

	put[format](canvas, theme, out);
}
