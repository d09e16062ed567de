/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Cells; see canvas.h. All drawing goes through put_cell, which clips: a view that computes a wrong
 * position spoils only its own picture. UI thread.
 */
#include "config.h"
#include "ui/draw/canvas.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>

#include "ui/draw/format.h"
#include "ui/draw/symbols.h"

#define BLANK ((struct cell){ .code = ' ', .role = ROLE_TEXT })

bool rect_has(struct rect rect, int x, int y)
{
	return x >= rect.x && x < rect.x + rect.w && y >= rect.y && y < rect.y + rect.h;
}

int canvas_resize(struct canvas *canvas, int w, int h)
{
	size_t n = w > 0 && h > 0 ? (size_t)w * (size_t)h : 0;
	struct cell *cells = n ? malloc(n * sizeof(*cells)) : NULL;

	free(canvas->cells);
	*canvas = (struct canvas){ .cells = cells };
	if (n && !cells)
		return -ENOMEM;
	if (n) {
		canvas->w = canvas->pitch = w;
		canvas->h = h;
	}
	canvas_clear(canvas);
	return 0;
}

struct canvas canvas_part(const struct canvas *canvas, struct rect rect)
{
	return (struct canvas){ .w = rect.w, .h = rect.h, .pitch = canvas->pitch,
				.cells = canvas->cells + rect.y * canvas->pitch + rect.x };
}

void canvas_done(struct canvas *canvas)
{
	free(canvas->cells);
	*canvas = (struct canvas){ 0 };
}

void canvas_clear(struct canvas *canvas)
{
	for (int y = 0; y < canvas->h; y++)
		for (int x = 0; x < canvas->w; x++)
			canvas->cells[y * canvas->pitch + x] = BLANK;
}

unsigned int canvas_style(enum role role, bool strong)
{
	return (unsigned int)role | (strong ? (unsigned int)CELL_STRONG << 8 : 0u);
}

static struct cell *cell_at(struct canvas *canvas, int x, int y)
{
	if (x < 0 || y < 0 || x >= canvas->w || y >= canvas->h)
		return NULL;
	return &canvas->cells[y * canvas->pitch + x];
}

/* Blanks the other half of a wide character when one half is overwritten. */
static void part_wide(struct canvas *canvas, int x, int y)
{
	struct cell *cell = cell_at(canvas, x, y), *next = cell_at(canvas, x + 1, y);

	if (cell && !cell->code && x > 0)
		cell[-1].code = ' ';
	if (next && !next->code)
		next->code = ' ';
}

static void put_cell(struct canvas *canvas, int x, int y, unsigned int style, uint32_t code)
{
	struct cell *cell = cell_at(canvas, x, y);

	if (!cell)
		return;
	if (code)
		part_wide(canvas, x, y);
	cell->code = code;
	cell->role = (uint8_t)(style & 0xFF);
	cell->flags = (uint8_t)(style >> 8);
}

void canvas_put_code(struct canvas *canvas, int x, int y, unsigned int style, uint32_t code)
{
	int width = format_cell_width((int)code);

	if (width == 2 && x + 1 < canvas->w) {
		put_cell(canvas, x, y, style, code);
		part_wide(canvas, x + 1, y);
		put_cell(canvas, x + 1, y, style, 0);
	} else {
		put_cell(canvas, x, y, style, width == 1 ? code : '?');
	}
}

int canvas_put(struct canvas *canvas, int x, int y, int max, unsigned int style, const char *text)
{
	int used = 0;
	size_t length;

	for (; *text; text += length) {
		int code = format_decode(text, &length);
		int width = format_cell_width(code);

		if (width == 0)
			continue;
		if (width < 0) {
			code = '?';
			width = 1;
		}
		if (used + width > max || x + used + width > canvas->w)
			break;
		canvas_put_code(canvas, x + used, y, style, (uint32_t)code);
		used += width;
	}
	return used;
}

/* The text behind its first n cells; half of a wide character is left out. */
static const char *skip_cells(const char *text, int n)
{
	size_t length;

	for (; *text && n > 0; text += length) {
		int width = format_cell_width(format_decode(text, &length));

		n -= width > 0 ? width : 0;
	}
	return text;
}

int canvas_put_cut(struct canvas *canvas, int x, int y, int max, unsigned int style,
		   const char *text, int skip, bool ascii)
{
	unsigned int dim = canvas_style(ROLE_DIM, false);
	int used = 0;

	if (max <= 0)
		return 0;
	if (skip > 0 && *text) {
		used = canvas_put(canvas, x, y, max, dim, symbol(SYMBOL_CUT_BEFORE, ascii));
		text = skip_cells(text, skip + used);
	}
	if (format_text_width(text) <= max - used)
		return used + canvas_put(canvas, x + used, y, max - used, style, text);
	if (used < max)
		used += canvas_put(canvas, x + used, y, max - used - 1, style, text);
	return used + canvas_put(canvas, x + used, y, max - used, dim, symbol(SYMBOL_CUT, ascii));
}

void canvas_put_right(struct canvas *canvas, int x, int y, int max, unsigned int style,
		      const char *text)
{
	int width = format_text_width(text);

	if (width < max) {
		x += max - width;
		max = width;
	}
	(void)canvas_put(canvas, x, y, max, style, text);
}

static void set_flags(struct canvas *canvas, struct rect rect, uint8_t kept, uint8_t added)
{
	for (int y = rect.y; y < rect.y + rect.h; y++) {
		for (int x = rect.x; x < rect.x + rect.w; x++) {
			struct cell *cell = cell_at(canvas, x, y);

			if (cell)
				cell->flags = (cell->flags & kept) | added;
		}
	}
}

void canvas_flag(struct canvas *canvas, struct rect rect, enum cell_flag flag)
{
	set_flags(canvas, rect, UINT8_MAX, (uint8_t)flag);
}

void canvas_unflag(struct canvas *canvas, struct rect rect, enum cell_flag flag)
{
	set_flags(canvas, rect, (uint8_t)~flag, 0);
}

/* Without trailing blanks, as editors strip them from golden files. */
static void dump_text(const struct canvas *canvas, const struct cell *line, FILE *out)
{
	int last = canvas->w;
	char text[FORMAT_CODE];

	while (last > 0 && line[last - 1].code == ' ')
		last--;
	for (int x = 0; x < last; x++) {
		if (!line[x].code)
			continue;
		format_encode(text, line[x].code);
		(void)fputs(text, out);
	}
	(void)fputc('\n', out);
}

static void dump_roles(const struct canvas *canvas, const struct cell *line, FILE *out)
{
	bool selected = false;

	for (int x = 0; x < canvas->w; x++)
		selected |= (line[x].flags & CELL_SELECTED) != 0;
	(void)fputc(selected ? '>' : ' ', out);
	for (int x = 0; x < canvas->w; x++) {
		char letter = theme_letter((enum role)line[x].role);

		if (line[x].flags & CELL_STRONG)
			letter = (char)toupper(letter == '.' ? 'x' : letter);
		(void)fputc(letter, out);
	}
	(void)fputc('\n', out);
}

void canvas_dump(const struct canvas *canvas, FILE *out)
{
	for (int y = 0; y < canvas->h; y++)
		dump_text(canvas, canvas->cells + y * canvas->pitch, out);
	for (int i = 0; i < canvas->w; i++)
		(void)fputc('-', out);
	(void)fputc('\n', out);
	for (int y = 0; y < canvas->h; y++)
		dump_roles(canvas, canvas->cells + y * canvas->pitch, out);
}
