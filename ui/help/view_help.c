/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The help screen; see view_help.h. It is made from the tables of texts, metrics, columns and keys,
 * so it cannot drift from them. All lines are put one after the other; page.h skips those above the
 * scroll position. UI thread.
 */
#include "config.h"
#include "ui/help/view_help.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "model/formula.h"
#include "ui/code_views/code_list.h"
#include "ui/code_views/code_live.h"
#include "ui/code_views/code_state.h"
#include "ui/code_views/views.h"
#include "ui/detail/detail.h"
#include "ui/draw/format.h"
#include "ui/draw/graphs.h"
#include "ui/draw/page.h"
#include "ui/help/help_text.h"
#include "ui/keys/actions.h"
#include "ui/keys/keys.h"
#include "ui/lists/table_fit.h"
#include "ui/setup/setup.h"
#include "ui/state/state.h"
#include "ui/table/columns.h"
#include "ui/time/views.h"

/* ---- keys of the tables ---- */

static unsigned int where_in_detail(const struct ui_state *state)
{
	struct detail_who who;

	detail_who_list(state, &who);
	return IN_DETAIL | (who.n ? IN_DETAIL_MACHINE : 0) |
	       (detail_who_cursor(state, &who) >= 0 ? IN_WHO : 0);
}

static bool has_levels(const struct code_screen *code)
{
	return code->seams.live ? code_live_of_level(code, 2) >= 0 :
				  code->of.profile && code->of.profile->event.levels > 1;
}

static unsigned int where_in_code(const struct code_screen *code)
{
	static const struct {
		enum code_view_id view;
		unsigned int where;
	} views_of[] = {
		{ CODE_FUNCTIONS, IN_CODE_FUNCTIONS }, { CODE_BRANCHES, IN_CODE_BRANCHES },
		{ CODE_PATHS, IN_CODE_PATHS },	       { CODE_STACKS, IN_CODE_STACKS },
	};
	const enum code_view_id shown = code_view_open(code);
	const struct code_view *view = &code->views[shown];
	const bool divided = shown == CODE_FUNCTIONS || shown == CODE_STACKS;
	unsigned int where = IN_CODE | (code->seams.live ? IN_CODE_LIVE : IN_CODE_RECORDED) |
			     (code_view_enters(view) ? IN_CODE_DOWN : 0) | (view->fold ? IN_CODE_FOLDS : 0);

	if (code_view_is_picture(code))
		where &= ~(unsigned int)IN_CODE_FOLDS;
	else
		where |= IN_CODE_ROWS;
	for (size_t i = 0; i < sizeof(views_of) / sizeof(views_of[0]); i++)
		if (views_of[i].view != shown && code_live_serves(code, views_of[i].view))
			where |= views_of[i].where;
	return where | (shown == CODE_STACKS && code_live_serves(code, shown) ? IN_STACKS : 0) |
	       (code_has_next_event(code) ? IN_CODE_EVENTS : 0) |
	       (divided && has_levels(code) ? IN_CODE_LEVELS : 0) |
	       (divided && code->of.profile && code->of.profile->classes.table ? IN_CODE_CLASSES : 0);
}

unsigned int shown_keys_where(const struct ui_state *state)
{
	if (state->setup.open)
		return !state->setup.inside ? IN_SETUP_PAGES :
		       state->setup.page == SETUP_SETTINGS ? IN_SETUP_SETTINGS : IN_SETUP_COLUMNS;
	if (state->code.open)
		return where_in_code(&state->code);
	if (state->scope.open)
		return IN_SCOPE;
	if (state->map.open)
		return IN_MAP;
	if (state->detail.open)
		return where_in_detail(state);
	if (state->inside)
		return INSIDE;
	if (state->within)
		return WITHIN;
	if (state_shows_cpus(state))
		return IN_CPUS;
	if (views[state->view].enter == ENTER_PROCESSES)
		return IN_GROUPS;
	if (!views[state->view].home)
		return IN_OTHERS;
	return state->view == VIEW_THREADS ? IN_THREADS : IN_PROCESSES;
}

struct key_table {
	const struct key *keys;
	const size_t *n;
};

static const struct key_table tables[] = {
	{ code_keys, &code_keys_n },	 { scope_keys, &scope_keys_n }, { map_keys, &map_keys_n },
	{ detail_keys, &detail_keys_n }, { setup_keys, &setup_keys_n }, { keys, &keys_n },
};

/* The tree of a detail takes its keys only where it has nodes to open. */
static unsigned int where_of_table(const struct ui_state *state, const struct key *table,
				   unsigned int where)
{
	if (table != detail_keys || keys_detail_opens(state))
		return where;
	return where & IN_DETAIL ? where & IN_DETAIL_MACHINE : 0;
}

void shown_keys_list(const struct ui_state *state, unsigned int where, struct shown_keys *shown)
{
	const bool code = code_is_possible(&state->code);
	const bool counters = family_has_counters(state_family(state));
	const bool samples = counters || !state->code.seams.live;

	shown->n = 0;
	for (size_t t = 0; t < sizeof(tables) / sizeof(tables[0]); t++) {
		const unsigned int here = where_of_table(state, tables[t].keys, where);

		for (size_t i = 0; i < *tables[t].n; i++) {
			const struct key *key = &tables[t].keys[i];

			if (((key->counted || key->footer_counted) && !counters) ||
			    (key->live_counted && !samples) ||
			    !((key->where | (code ? key->where_code : 0)) & here) ||
			    shown->n == SHOWN_KEYS)
				continue;
			shown->keys[shown->n++] = key;
		}
	}
}

#define INDENT 2

/* ---- the first page ---- */

#define HERE_NAME_WIDTH 10		/* "Left/Right" */
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

static struct item *add_item(struct items *items)
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
		struct item *item = add_item(items);

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
	return line->screens & where && holds(state, line->when);
}

/* The four classes as in bars, or as in cells of time: their signs, and their names. */
static void add_classes(struct items *items, const struct ui_state *state,
			const struct help_line *line)
{
	const struct heat_look look = view_map_look(state);
	struct item *item = add_item(items);

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
		item = add_item(items);
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

static void put_here(struct page *page, const struct ui_state *state)
{
	const size_t halves = page->rect.w >= 2 * COLUMN_WIDTH ? 2 : 1;
	const int half = page->rect.w / 2;
	const int width = halves == 1 ? page->rect.w : half < COLUMN_WIDEST ? half : COLUMN_WIDEST;
	const int indent = page->indent;
	struct items shown_keys = { .n = 0 }, signs = { .n = 0 };

	add_keys(&shown_keys, state);
	add_signs(&signs, state);
	if (halves == 2)
		keep(&shown_keys, 2 * (HELP_HERE_LINES - 2 - (signs.n + 1) / 2));
	page->names = HERE_NAME_WIDTH;
	page->indent = 0;
	page_put_text(page, ROLE_TITLE, NULL, "Keys of this screen");
	put_items(page, &shown_keys, halves, width);
	page_put_text(page, ROLE_TITLE, NULL, "Signs on it");
	put_items(page, &signs, halves, width);
	page->indent = indent;
}

/* ---- the other parts ---- */

#define NAME_WIDTH 8		/* of keys and columns */
#define NODE_WIDTH 10		/* "CLEARS  10" */
#define WORD_WIDTH 15		/* "counter running" */
#define WORDS_FROM_WIDTH 50	/* narrower: words have lines of their own */

static void view_help_put_text(struct page *page, int width, const char *name, const char *text)
{
	page->names = width;
	page_put_text(page, ROLE_TEXT, name, text);
}

static void put_title(struct page *page, const char *text)
{
	if (page->line)
		page_put_line(page, ROLE_TEXT, "");
	page_put_text(page, ROLE_TITLE, NULL, text);
}

static void put_keys(struct page *page, const struct key *table, size_t n)
{
	const char *group = "";

	for (size_t i = 0; i < n; i++) {
		if (strcmp(group, table[i].group) != 0) {
			group = table[i].group;
			put_title(page, group);
		}
		view_help_put_text(page, NAME_WIDTH, table[i].shown, table[i].help);
	}
}

static void put_columns(struct page *page, const struct family *family)
{
	for (size_t i = 0; i < columns_n; i++)
		if (column_fits_family(&columns[i], family))
			view_help_put_text(page, NAME_WIDTH, column_title(&columns[i]),
					   column_help(&columns[i]));
}

/* Two views may have the same column, with another meaning each. */
static void put_code_columns(struct page *page)
{
	for (int id = 0; id < CODE_VIEWS; id++) {
		const struct code_view *view = &code_views[id];

		for (size_t i = 0; view->kind && i < view->kind->n; i++) {
			const struct row_column *column = &view->kind->columns[i];
			char text[256];

			(void)snprintf(text, sizeof(text), "%s: %s", view->name, column->help);
			if (column->width && row_column_title(column)[0])
				view_help_put_text(page, NAME_WIDTH, column->title, text);
		}
	}
}

/* The brief sentence of a node, without examples: what stands in parentheses behind the colon. */
static void print_brief(enum metric_id m, char text[128])
{
	const char *brief = metrics[m].brief, *colon = strchr(brief, ':');
	const char *examples = colon ? strstr(colon, " (") : NULL;

	(void)snprintf(text, 128, "%.*s", (int)(examples ? examples - brief : (long)strlen(brief)),
		       brief);
}

/* Classes begin with what they have in bars, in their colour. */
static void put_nodes(struct page *page, const struct ui_state *state, int level)
{
	for (size_t i = 0; i < columns_n; i++) {
		enum metric_id m = columns[i].metric;
		char name[16], text[128];

		if (m == M_NONE || metric_level(m) != level ||
		    !column_fits_family(&columns[i], state_family(state)))
			continue;
		if (level == 1)
			page_put_sign(page, theme_metric_role(m), bars_glyph(state_bars(state), m));
		(void)snprintf(name, sizeof(name), "%-6s %3.0f", metrics[m].column,
			       100 * metrics[m].threshold);
		print_brief(m, text);
		view_help_put_text(page, NODE_WIDTH, name, text);
	}
}

/* A cell of each class as in charts and the time map. */
static void put_graphs(struct page *page, const struct ui_state *state)
{
	const struct heat_look look = view_map_look(state);

	for (size_t i = 0; i < columns_n; i++) {
		enum metric_id m = columns[i].metric;

		if (m == M_NONE || metric_level(m) != 1 ||
		    !column_fits_family(&columns[i], state_family(state)))
			continue;
		page_put_sign(page, theme_metric_role(m), heat_cell_glyph(m, &look));
		view_help_put_text(page, WORD_WIDTH, metrics[m].column, "in charts and the time map");
	}
}

static void put_word(struct page *page, const struct help_line *line, bool ascii)
{
	bool narrow = page->rect.w < WORDS_FROM_WIDTH;
	const char *name;
	char names[64];

	help_line_print_name(line, ascii, names, sizeof(names));
	name = names;
	if (narrow || format_text_width(name) > WORD_WIDTH) {
		page_put_line(page, ROLE_KEY, name);
		name = "";
	}
	view_help_put_text(page, narrow ? 0 : WORD_WIDTH, name, line->text);
}

static void put_line(struct page *page, const struct ui_state *state, const struct help_line *line)
{
	switch (line->kind) {
	case HELP_TITLE:
		put_title(page, line->text);
		break;
	case HELP_TEXT:
		page_put_text(page, ROLE_TEXT, NULL, line->text);
		break;
	case HELP_WORD:
		put_word(page, line, state->look.ascii);
		break;
	case HELP_NODES:
		put_nodes(page, state, line->level);
		break;
	case HELP_COLUMNS:
		put_columns(page, state_family(state));
		break;
	case HELP_KEYS:
		put_keys(page, keys, keys_n);
		break;
	case HELP_DETAIL_KEYS:
		put_keys(page, detail_keys, detail_keys_n);
		break;
	case HELP_MAP_KEYS:
		put_keys(page, map_keys, map_keys_n);
		break;
	case HELP_SCOPE_KEYS:
		put_keys(page, scope_keys, scope_keys_n);
		break;
	case HELP_CODE_KEYS:
		put_keys(page, code_keys, code_keys_n);
		break;
	case HELP_CODE_COLUMNS:
		put_code_columns(page);
		break;
	case HELP_GRAPHS:
		put_graphs(page, state);
		break;
	case HELP_SETUP_KEYS:
		put_keys(page, setup_keys, setup_keys_n);
		break;
	}
}

/* Sets the first line of each part: that of its title, below an empty line. */
static void put_all(struct page *page, struct ui_state *state)
{
	page->line = 0;
	put_here(page, state);
	state->help_starts[HELP_HERE] = 0;
	for (size_t i = 0; i < help_lines_n; i++) {
		if (!i || help_lines[i].part != help_lines[i - 1].part)
			state->help_starts[help_lines[i].part] = page->line + (page->line > 0);
		put_line(page, state, &help_lines[i]);
	}
}

/* Has a line of the canvas this text? Small and capital letters are the same. */
static bool line_has(const struct canvas *canvas, int y, const char *text)
{
	const struct cell *cells = &canvas->cells[y * canvas->pitch];
	const int n = (int)strlen(text);

	for (int x = 0; n && x + n <= canvas->w; x++) {
		int i = 0;

		while (i < n && cells[x + i].code < 0x80 &&
		       tolower((int)cells[x + i].code) == tolower((unsigned char)text[i]))
			i++;
		if (i == n)
			return true;
	}
	return false;
}

/* Moves to the next line that has the text of a search; all lines are drawn for that once. */
static void find_line(struct ui_state *state, int w, size_t n)
{
	struct help_search *search = &state->help_search;
	struct canvas canvas = { 0 };
	struct page page = { .canvas = &canvas, .rect = { 0, 0, w, (int)n }, .indent = INDENT,
			     .ascii = state->look.ascii };
	const size_t step = search->direction < 0 ? n - 1 : 1;
	size_t at = search->direction ? search->line + step : search->from, tried = 0;

	search->requested = false;
	if (canvas_resize(&canvas, w, (int)n))
		return;
	put_all(&page, state);
	for (; tried < n && !line_has(&canvas, (int)(at % n), search->text); tried++)
		at += step;
	(void)snprintf(state->find.trouble, sizeof(state->find.trouble), "%s",
		       tried < n ? "" : "no line has this");
	if (tried < n)
		state->help_scroll = search->line = at % n;
	canvas_done(&canvas);
}

void view_help_draw(struct canvas *canvas, struct rect rect, struct ui_state *state)
{
	struct page page = { .canvas = canvas, .rect = rect, .indent = INDENT,
			     .ascii = state->look.ascii };
	size_t last;

	page.rect.h = 0;	/* h 0 only counts the lines */
	put_all(&page, state);
	page.rect.h = rect.h;
	last = page.line > (size_t)rect.h ? page.line - (size_t)rect.h : 0;
	if (state->help_goes_to < HELP_PARTS)
		state->help_scroll = state->help_starts[state->help_goes_to];
	state->help_goes_to = HELP_PARTS;
	if (state->help_search.requested && page.line)
		find_line(state, rect.w, page.line);
	if (state->help_scroll > last)
		state->help_scroll = last;
	page.scroll = state->help_scroll;
	put_all(&page, state);
	for (int y = rect.y; y < rect.y + rect.h; y++)
		if (line_has(canvas, y, state->help_search.text))
			canvas_flag(canvas, (struct rect){ rect.x, y, rect.w, 1 }, CELL_SELECTED);
	state->help_lines = page.line;
	state->page = (size_t)rect.h;
}
