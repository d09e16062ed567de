/* SPDX-License-Identifier: GPL-2.0-only */
/* Cells in pictures; see picture_pen.h. UI thread. */
#include "config.h"
#include "ui/draw/picture_pen.h"

#include <stddef.h>

#include "ui/draw/format.h"

bool picture_same_pen(struct pen a, struct pen b)
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

struct pen picture_pen(const struct cell *cell, enum theme_id theme)
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

void picture_put_escaped(struct buffer *out, uint32_t code)
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
