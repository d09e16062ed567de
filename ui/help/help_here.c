/* SPDX-License-Identifier: GPL-2.0-only */
/* The first page of the help; see help_here.h. UI thread. */
#include "config.h"
#include "ui/help/help_here.h"

#include <stdio.h>
#include <string.h>

#include "model/formula.h"
#include "ui/draw/bar.h"
#include "ui/draw/format.h"
#include "ui/draw/heat_cell.h"
#include "ui/help/help_text.h"
#include "ui/help/shown_keys.h"
#include "ui/keys/actions.h"
#include "ui/lists/table_fit.h"
#include "ui/state/state.h"
#include "ui/table/columns.h"
#include "ui/time/views.h"

#define NAME_WIDTH 10		/* "Left/Right" */
#define COLUMN_WIDTH 40		/* of one of two columns; narrower screens have one */
#define COLUMN_WIDEST 60

/* What stands in a column: a key or a sign, and what it says. */
struct item {
	char name[64], text[96];
	int priority;
};

struct items {
	struct item item[SHOWN_KEYS];
	size_t n;
};

static struct item *help_here_add(struct items *items)
{
	struct item *item = &items->item[items->n < SHOWN_KEYS ? items->n++ : SHOWN_KEYS - 1];

	*item = (struct item){ 0 };
	return item;
}

/* "back to the list; changes last ..." says at first what the key does. */
static size_t first_words(const char *help)
{
	return strcspn(help, ";:(");
}

static void add_keys(struct items *items, const struct ui_state *state)
{
	struct shown_keys shown;

	shown_keys_list(state, shown_keys_where(state), &shown);
	for (size_t i = 0; i < shown.n; i++) {
		const struct key *key = shown.keys[i];
		const char *name = key->footer ? key->footer : key->shown;
		struct item *item = help_here_add(items);

		(void)snprintf(item->name, sizeof(item->name), "%.*s", (int)strcspn(name, " "),
			       name);
		(void)snprintf(item->text, sizeof(item->text), "%.*s",
			       key->brief ? (int)sizeof(item->text) : (int)first_words(key->help),
			       key->brief ? key->brief : key->help);
		item->priority = key->priority;
	}
}

static bool shows_trend(const struct ui_state *state)
{
	struct table table;

	table_fit_view(state, state->list_w, &table);
	for (size_t i = 0; i < table.n; i++)
		if (table.places[i].column->drawn == DRAWN_TREND)
			return true;
	return false;
}

static bool holds(const struct ui_state *state, enum help_while when)
{
	const struct column_order *order = state_order(state);
	const bool of_class = order->column && order->column->metric != M_NONE;

	switch (when) {
	case HELP_TREE:
		return state->tree;
	case HELP_BELOW:
		return state->with_threads || state->inside;
	case HELP_TAGS:
		return state->tags.n > 0;
	case HELP_FOLLOWING:
		return state_cursor(state)->follow;
	case HELP_BY_COST:
		return of_class && !order->ratio;
	case HELP_BY_RATIO:
		return of_class && order->ratio;
	case HELP_TREND:
		return shows_trend(state);
	case HELP_OPENS:
		return keys_detail_opens(state);
	case HELP_ALWAYS:
		break;
	}
	return true;
}

static bool is_seen(const struct ui_state *state, const struct help_line *line, unsigned int where)
{
	if (where & IN_CODE)
		return line->views & 1U << code_view_open(&state->code);
	return line->seen & where && holds(state, line->when);
}

/* The four classes as in bars, or as in cells of time: their signs, and their names. */
static void add_classes(struct items *items, const struct ui_state *state,
			const struct help_line *line)
{
	const struct heat_look look = view_map_look(state);
	struct item *item = help_here_add(items);

	for (size_t i = 0; i < columns_n; i++) {
		enum metric_id m = columns[i].metric;
		size_t n = strlen(item->name), used = strlen(item->text);

		if (m == M_NONE || metric_level(m) != 1 ||
		    !column_fits_family(&columns[i], state_family(state)))
			continue;
		format_encode(item->name + n, line->kind == HELP_NODES ?
						      bars_glyph(state_bars(state), m) :
						      heat_cell_glyph(m, &look));
		(void)snprintf(item->text + used, sizeof(item->text) - used, "%s ",
			       metrics[m].column);
	}
	(void)strncat(item->text, line->brief, sizeof(item->text) - strlen(item->text) - 1);
}

static void add_signs(struct items *items, const struct ui_state *state)
{
	const unsigned int where = shown_keys_where(state);

	for (size_t i = 0; i < help_lines_n; i++) {
		const struct help_line *line = &help_lines[i];
		struct item *item;

		if (!is_seen(state, line, where))
			continue;
		if (line->kind != HELP_WORD) {
			add_classes(items, state, line);
			continue;
		}
		item = help_here_add(items);
		help_line_print_name(line, state->look.ascii, item->name, sizeof(item->name));
		(void)snprintf(item->text, sizeof(item->text), "%s", line->brief);
	}
}

/* Leaves out those of the lowest priority until there are n. */
static void keep(struct items *items, size_t n)
{
	while (items->n > n) {
		size_t least = 0;

		for (size_t i = 1; i < items->n; i++)
			if (items->item[i].priority < items->item[least].priority)
				least = i;
		items->n--;
		memmove(&items->item[least], &items->item[least + 1],
			(items->n - least) * sizeof(items->item[0]));
	}
}

/* Down the first column, then down the second. One column has room to go on in the next line. */
static void put_items(struct page *page, const struct items *items, size_t halves, int width)
{
	const size_t lines = (items->n + halves - 1) / halves;

	for (size_t i = 0; halves == 1 && i < items->n; i++)
		page_put_text(page, ROLE_TEXT, items->item[i].name, items->item[i].text);
	for (size_t y = 0; halves > 1 && y < lines; y++) {
		for (size_t i = y, x = 0; i < items->n; i += lines, x++)
			page_put_cell(page, (int)x * width, width - 1, items->item[i].name,
				      items->item[i].text);
		page->line++;
	}
}

void help_here_put(struct page *page, const struct ui_state *state)
{
	const size_t halves = page->rect.w >= 2 * COLUMN_WIDTH ? 2 : 1;
	const int half = page->rect.w / 2;
	const int width = halves == 1 ? page->rect.w : half < COLUMN_WIDEST ? half : COLUMN_WIDEST;
	const int indent = page->indent;
	struct items keys = { .n = 0 }, signs = { .n = 0 };

	add_keys(&keys, state);
	add_signs(&signs, state);
	if (halves == 2)
		keep(&keys, 2 * (HELP_HERE_LINES - 2 - (signs.n + 1) / 2));
	page->names = NAME_WIDTH;
	page->indent = 0;
	page_put_text(page, ROLE_TITLE, NULL, "Keys of this screen");
	put_items(page, &keys, halves, width);
	page_put_text(page, ROLE_TITLE, NULL, "Signs on it");
	put_items(page, &signs, halves, width);
	page->indent = indent;
}
