/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The help screen: made from the tables of keys and columns, so it cannot drift from them. Lines
 * are drawn one after the other; those above the scroll position fall out. UI thread.
 */
#include "config.h"

#include <string.h>

#include "ui/columns.h"
#include "ui/keys.h"
#include "ui/symbols.h"
#include "ui/views.h"

#define NAME_WIDTH 8

struct page {
	struct canvas *canvas;
	struct rect rect;
	size_t line, scroll;
};

static void put_line(struct page *page, const char *name, const char *text, enum role role)
{
	long y = (long)page->line - (long)page->scroll;

	page->line++;
	if (y < 0 || y >= page->rect.h)
		return;
	if (name)
		(void)canvas_put(page->canvas, page->rect.x + 2, page->rect.y + (int)y, NAME_WIDTH,
				 canvas_style(ROLE_KEY, false), name);
	(void)canvas_put(page->canvas, page->rect.x + (name ? 2 + NAME_WIDTH + 1 : 0),
			 page->rect.y + (int)y, page->rect.w, canvas_style(role, false), text);
}

/* Breaks a sentence at blanks. */
static void put_text(struct page *page, const char *name, const char *text)
{
	size_t room = page->rect.w > NAME_WIDTH + 13 ? (size_t)(page->rect.w - NAME_WIDTH - 3) : 10;
	char line[256];

	while (*text) {
		size_t n = strlen(text);

		if (n > room) {
			for (n = room; n > 0 && text[n] != ' '; n--)
				;
			if (!n)
				n = room;
		}
		if (n >= sizeof(line))
			n = sizeof(line) - 1;
		memcpy(line, text, n);
		line[n] = '\0';
		put_line(page, name, line, ROLE_TEXT);
		name = "";
		text += n;
		text += strspn(text, " ");
	}
}

static void put_keys(struct page *page)
{
	const char *group = "";

	for (size_t i = 0; i < keys_n; i++) {
		if (strcmp(group, keys[i].group) != 0) {
			if (group[0])
				put_line(page, NULL, "", ROLE_TEXT);
			group = keys[i].group;
			put_line(page, NULL, group, ROLE_TITLE);
		}
		put_text(page, keys[i].shown, keys[i].help);
	}
}

static void put_columns(struct page *page)
{
	put_line(page, NULL, "", ROLE_TEXT);
	put_line(page, NULL, "Columns", ROLE_TITLE);
	for (size_t i = 0; i < columns_n; i++)
		put_text(page, columns[i].title, columns[i].help);
}

static void put_signs(struct page *page, bool ascii)
{
	put_line(page, NULL, "", ROLE_TEXT);
	put_line(page, NULL, "Signs", ROLE_TITLE);
	put_text(page, ascii ? "." : "·", "too few slots in the interval to say");
	put_text(page, "-", "not counted on this machine");
	put_text(page, "~", "extrapolated: the counter was shared with another program");
	put_text(page, symbol(SYMBOL_LARGEST_FIRST, ascii),
		 "rows are ordered by this column; classes by share x slots: what costs most");
	put_text(page, symbol(SYMBOL_LARGEST_SHARE_FIRST, ascii), "ordered by the plain share");
	put_text(page, "strong", "on the worst path: over its threshold, and the most of its siblings");
}

static void put_all(struct page *page, bool ascii)
{
	page->line = 0;
	put_keys(page);
	put_columns(page);
	put_signs(page, ascii);
}

void view_help_draw(struct canvas *canvas, struct rect rect, struct ui_state *state)
{
	struct page page = { .canvas = canvas, .rect = rect };
	size_t last;

	page.rect.h = 0;	/* only counts: how far can it be scrolled? */
	put_all(&page, state->ascii);
	page.rect.h = rect.h;
	last = page.line > (size_t)rect.h ? page.line - (size_t)rect.h : 0;
	if (state->help_scroll > last)
		state->help_scroll = last;
	page.scroll = state->help_scroll;
	put_all(&page, state->ascii);
	state->help_lines = page.line;
	state->page = (size_t)rect.h;
}
