/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The help screen; see view_help.h. It is made from the tables of keys and columns, so it cannot
 * drift from them. All lines are put one after the other; page.h skips those above the scroll
 * position. UI thread.
 */
#include "config.h"
#include "ui/views/view_help.h"

#include <string.h>

#include "model/formula.h"
#include "ui/draw/page.h"
#include "ui/draw/symbols.h"
#include "ui/keys/keys.h"
#include "ui/keys/keys_map.h"
#include "ui/keys/keys_setup.h"
#include "ui/state/state.h"
#include "ui/table/columns.h"

#define INDENT 2
#define NAME_WIDTH 8

static void put_text(struct page *page, const char *name, const char *text)
{
	page_put_text(page, ROLE_TEXT, name, text);
}

static void put_keys(struct page *page, const struct key *table, size_t n)
{
	const char *group = "";

	for (size_t i = 0; i < n; i++) {
		if (strcmp(group, table[i].group) != 0) {
			if (page->line)
				page_put_line(page, ROLE_TEXT, "");
			group = table[i].group;
			page_put_line(page, ROLE_TITLE, group);
		}
		put_text(page, table[i].shown, table[i].help);
	}
}

static void put_columns(struct page *page, const struct family *family)
{
	page_put_line(page, ROLE_TEXT, "");
	page_put_line(page, ROLE_TITLE, "Columns");
	for (size_t i = 0; i < columns_n; i++)
		if (column_fits_family(&columns[i], family))
			put_text(page, column_title(&columns[i]), column_help(&columns[i]));
}

static void put_signs(struct page *page, const struct ui_state *state)
{
	bool ascii = state->ascii;

	page_put_line(page, ROLE_TEXT, "");
	page_put_line(page, ROLE_TITLE, "Signs");
	put_text(page, ascii ? "." : "·", "too few slots in the interval to say");
	put_text(page, "-", "not counted on this machine");
	if (state->machine && state->machine->counts_cores)
		put_text(page, "core",
			 "known only per core: its other hardware thread ran as well");
	put_text(page, "~", "extrapolated: the counter was shared with another program");
	put_text(page, symbol(SYMBOL_LARGEST_FIRST, ascii),
		 "rows are ordered by this column; a class by its cost, where COST is not shown");
	put_text(page, symbol(SYMBOL_COST_OF, ascii), "in the head: the class that COST is of");
	put_text(page, symbol(SYMBOL_LARGEST_RATIO_FIRST, ascii), "ordered by percentage");
	put_text(page, symbol(SYMBOL_CUT, ascii), "the text goes on here: Left and Right scroll");
	put_text(page, symbol(SYMBOL_WORST, ascii), "look here: the end of the worst path");
	put_text(page, symbol(SYMBOL_GOOD, ascii),
		 "over its threshold, and that is good: mostly useful work");
	put_text(page, "!", "in a detail: impossible, the counts do not fit together");
	put_text(page, "strong",
		 "on the worst path: over its threshold, and the most of its siblings");
}

static void put_all(struct page *page, const struct ui_state *state)
{
	page->line = 0;
	put_keys(page, keys, keys_n);
	put_keys(page, map_keys, map_keys_n);
	put_keys(page, setup_keys, setup_keys_n);
	put_columns(page, state_family(state));
	put_signs(page, state);
}

void view_help_draw(struct canvas *canvas, struct rect rect, struct ui_state *state)
{
	struct page page = { .canvas = canvas, .rect = rect, .indent = INDENT,
			     .names = NAME_WIDTH };
	size_t last;

	page.rect.h = 0;	/* h 0 only counts the lines */
	put_all(&page, state);
	page.rect.h = rect.h;
	last = page.line > (size_t)rect.h ? page.line - (size_t)rect.h : 0;
	if (state->help_scroll > last)
		state->help_scroll = last;
	page.scroll = state->help_scroll;
	put_all(&page, state);
	state->help_lines = page.line;
	state->page = (size_t)rect.h;
}
