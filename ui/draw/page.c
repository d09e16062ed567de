/* SPDX-License-Identifier: GPL-2.0-only */
/* A page of lines; see page.h. Called by the views on the UI thread. */
#include "config.h"
#include "ui/draw/page.h"

#include <string.h>

#include "ui/draw/format.h"

#define ROOM_MIN 10
#define LINE_MAX_BYTES 1024

bool page_next_line(const struct page *page, struct rect *line)
{
	const long y = (long)page->line - (long)page->scroll;

	if (y < 0 || y >= page->rect.h)
		return false;
	*line = (struct rect){ page->rect.x, page->rect.y + (int)y, page->rect.w, 1 };
	return true;
}

static void put_cells(struct page *page, const char *name, int x, enum role role, const char *text)
{
	struct rect line;
	const bool drawn = page_next_line(page, &line);

	page->line++;
	if (!drawn)
		return;
	if (name)
		(void)canvas_put(page->canvas, line.x + page->indent, line.y, page->names,
				 canvas_style(ROLE_KEY, false), name);
	(void)canvas_put(page->canvas, line.x + x, line.y, line.w - x, canvas_style(role, false), text);
}

void page_put_line(struct page *page, enum role role, const char *text)
{
	put_cells(page, NULL, 0, role, text);
}

void page_put_cell(struct page *page, int x, int w, const char *name, const char *text)
{
	const int text_x = page->names + 1;
	struct rect line;

	if (!page_next_line(page, &line))
		return;
	x += line.x;
	(void)canvas_put(page->canvas, x, line.y, page->names, canvas_style(ROLE_KEY, false), name);
	(void)canvas_put(page->canvas, x + text_x, line.y, w - text_x, canvas_style(ROLE_TEXT, false), text);
}

void page_put_sign(struct page *page, enum role role, uint32_t sign)
{
	struct rect line;

	if (page_next_line(page, &line))
		canvas_put_code(page->canvas, line.x, line.y, canvas_style(role, false), sign);
}

/* How many bytes of text fit on a line of `room` cells, up to a blank if there is one. */
static size_t break_text(const char *text, int room)
{
	size_t n = 0, blank = 0, length;
	int used = 0;

	for (; text[n]; n += length) {
		int cells = format_cell_width(format_decode(text + n, &length));

		if (text[n] == ' ')
			blank = n;
		used += cells > 0 ? cells : 0;
		if (used > room)
			return blank ? blank : n;
		if (n + length >= LINE_MAX_BYTES)
			return n;
	}
	return n;
}

void page_put_text(struct page *page, enum role role, const char *name, const char *text)
{
	int x = name ? page->indent + page->names + 1 : 0, room = page->rect.w - x;
	char line[LINE_MAX_BYTES];

	if (room < ROOM_MIN)
		room = ROOM_MIN;
	do {
		size_t n = break_text(text, room);

		memcpy(line, text, n);
		line[n] = '\0';
		if (page->ascii)
			format_ascii(line);
		put_cells(page, name, x, role, line);
		if (name)
			name = "";
		text += n;
		text += strspn(text, " ");
	} while (*text);
}
