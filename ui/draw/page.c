/* SPDX-License-Identifier: GPL-2.0-only */
/* A page of lines; see page.h. Called by the views on the UI thread. */
#include "config.h"
#include "ui/draw/page.h"

#include <stdarg.h>
#include <stdio.h>
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

/* ---- one line ---- */

#define CUT_MIN 16		/* cells: about two words */

/* A copy that stays as long as the line. NULL: no room. */
static const char *segments_keep(struct segments *line, const char *text)
{
	const size_t size = strlen(text) + 1;
	char *kept = line->texts + line->n_texts;

	if (size > sizeof(line->texts) - line->n_texts)
		return NULL;
	line->n_texts += size;
	return memcpy(kept, text, size);
}

static void segments_append(struct segments *line, int priority, unsigned int style, int joined,
			    const char *text)
{
	char harmless[SEGMENT_TEXT];
	const char *kept;

	line->n_texts = line->n ? line->n_texts : 0;
	format_harmless(harmless, sizeof(harmless), text);
	kept = segments_keep(line, harmless);
	if (kept && line->n < SEGMENTS_MAX)
		line->items[line->n++] = (struct segment){ .style = style, .priority = priority,
							   .joined = joined, .text = kept };
}

void segments_add(struct segments *line, int priority, unsigned int style, const char *format, ...)
{
	char text[SEGMENT_TEXT];
	va_list args;

	va_start(args, format);
	(void)vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	segments_append(line, priority, style, 0, text);
}

void segments_join(struct segments *line, int priority, unsigned int style, const char *format, ...)
{
	char text[SEGMENT_TEXT];
	va_list args;

	va_start(args, format);
	(void)vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	segments_append(line, priority, style, 1, text);
}

void segments_tag(struct segments *line, int tag)
{
	if (line->n)
		line->items[line->n - 1].tag = tag;
}

void segments_cut(struct segments *line)
{
	if (line->n)
		line->items[line->n - 1].cut = true;
}

static bool needs_between(const struct segments *line, size_t i)
{
	return i > 0 && line->between && !line->items[i].joined;
}

int segments_width(const struct segments *line)
{
	int width = 0;

	for (size_t i = 0; i < line->n; i++) {
		width += format_text_width(line->items[i].text);
		if (needs_between(line, i))
			width += format_text_width(line->between);
	}
	return width;
}

/* Shortens the item so that the line fits into max cells, if CUT_MIN cells of it are left. */
static bool shorten(struct segments *line, struct segment *item, int max)
{
	int room = max - segments_width(line) + format_text_width(item->text);
	char text[SEGMENT_TEXT];
	const char *kept;

	if (!item->cut || room < CUT_MIN)
		return false;
	format_fit(text, sizeof(text), item->text, room, false);
	kept = segments_keep(line, text);
	if (!kept)
		return false;
	item->text = kept;
	item->cut = false;
	return true;
}

/*
 * Drops the segment of the lowest priority with all that is joined to it: no value without its
 * label.
 */
static void drop_least(struct segments *line, int max)
{
	size_t least = line->n - 1, end;

	for (size_t i = line->n; i-- > 0;)
		if (line->items[i].priority < line->items[least].priority)
			least = i;
	if (shorten(line, &line->items[least], max))
		return;
	while (least > 0 && line->items[least].joined)
		least--;
	for (end = least + 1; end < line->n && line->items[end].joined; end++)
		;
	memmove(&line->items[least], &line->items[end],
		(line->n - end) * sizeof(line->items[0]));
	line->n -= end - least;
}

static size_t count_groups(const struct segments *line)
{
	size_t groups = 0;

	for (size_t i = 0; i < line->n; i++)
		groups += i == 0 || !line->items[i].joined;
	return groups;
}

static void fit(struct segments *line, int max)
{
	while (count_groups(line) > 1 && segments_width(line) > max)
		drop_least(line, max);
	/* What is joined to the last one is left out rather than cut: a number stays whole. */
	while (line->n > 1 && segments_width(line) > max)
		line->n--;
}

int segments_draw(struct segments *line, struct canvas *canvas, int x, int y, int max)
{
	int used = 0;

	fit(line, max);
	for (size_t i = 0; i < line->n; i++) {
		const struct segment *item = &line->items[i];

		if (needs_between(line, i))
			used += canvas_put(canvas, x + used, y, max - used,
					   canvas_style(ROLE_DIM, false), line->between);
		used += canvas_put(canvas, x + used, y, max - used, item->style, item->text);
	}
	return used;
}

const struct segment *segments_hit(struct segments *line, int max, int x, int *inside)
{
	int from = 0;

	fit(line, max);
	for (size_t i = 0; i < line->n && x < max; i++) {
		int width = format_text_width(line->items[i].text);

		from += needs_between(line, i) ? format_text_width(line->between) : 0;
		if (x >= from && x < from + width) {
			*inside = x - from;
			return &line->items[i];
		}
		from += width;
	}
	return NULL;
}
