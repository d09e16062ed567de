/* SPDX-License-Identifier: GPL-2.0-only */
/* A line of short texts; see segments.h. Called by the views on the UI thread. */
#include "config.h"
#include "ui/draw/segments.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "ui/draw/format.h"

#define CUT_MIN 16		/* cells: about two words */

static void segments_append(struct segments *line, int priority, unsigned int style, int joined,
			    const char *text)
{
	struct segment *item;

	if (line->n >= SEGMENTS_MAX)
		return;
	item = &line->items[line->n++];
	item->style = style;
	item->priority = priority;
	item->joined = joined;
	item->tag = 0;
	item->cut = false;
	format_harmless(item->text, sizeof(item->text), text);
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

	if (!item->cut || room < CUT_MIN)
		return false;
	format_fit(text, sizeof(text), item->text, room, false);
	(void)snprintf(item->text, sizeof(item->text), "%s", text);
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
