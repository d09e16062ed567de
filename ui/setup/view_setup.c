/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The setup screen below the list; see setup.h: pages at the left, the lines of one at the
 * right. On a narrow screen only the side with the cursor is drawn. UI thread.
 */
#include "config.h"

#include <stdio.h>

#include "ui/draw/format.h"
#include "ui/draw/page.h"
#include "ui/lists/table_fit.h"
#include "ui/setup/menu.h"
#include "ui/setup/settings.h"
#include "ui/setup/setup.h"

#define HEAD_FROM_HEIGHT 3
#define PAGES_WIDTH 12
#define BOTH_FROM_WIDTH 36
#define NAME_WIDTH 12
#define VALUE_WIDTH 14
#define CELLS_WIDTH 4
#define BOX_WIDTH 3		/* "[x]" */

/* The parts of the setup screen; w is 0 for a part that is not drawn. */
struct parts {
	struct rect head, pages, lines;
};

static struct parts divide(const struct setup *setup, struct rect rect)
{
	struct parts parts = { .head = rect };
	bool both = rect.w >= BOTH_FROM_WIDTH;

	parts.head.h = rect.h >= HEAD_FROM_HEIGHT;
	rect.y += parts.head.h;
	rect.h -= parts.head.h;
	parts.pages = parts.lines = rect;
	if (both) {
		parts.pages.w = PAGES_WIDTH;
		parts.lines.x += PAGES_WIDTH + 1;
		parts.lines.w -= PAGES_WIDTH + 1;
	} else {
		parts.pages.w = setup->inside ? 0 : rect.w;
		parts.lines.w = setup->inside ? rect.w : 0;
	}
	return parts;
}

/* The first line to show so that the line of the cursor is visible. */
static size_t scroll_to(size_t first, size_t line, size_t n, int h)
{
	size_t page = h > 0 ? (size_t)h : 1;

	if (line < first)
		first = line;
	if (line >= first + page)
		first = line - page + 1;
	return first + page > n ? n > page ? n - page : 0 : first;
}

static size_t first_page(const struct setup *setup, int h)
{
	return scroll_to(0, (size_t)setup->page, (size_t)setup_pages(), h);
}

static void draw_head(struct canvas *canvas, struct rect rect, const struct setup *setup)
{
	unsigned int style = canvas_style(ROLE_HEAD, false);
	char text[128];

	if (setup->page == SETUP_SETTINGS)
		(void)snprintf(text, sizeof(text),
			       "current settings; W saves them for the next start");
	else
		(void)snprintf(text, sizeof(text),
			       "columns of %s   [2]: shown on level 2 for its class",
			       setup_page_name(setup->page));
	for (int x = 0; x < rect.w; x++)
		canvas_put_code(canvas, rect.x + x, rect.y, style, ' ');
	(void)canvas_put(canvas, rect.x + 1, rect.y, rect.w - 1, style, "SETUP");
	(void)canvas_put(canvas, rect.x + PAGES_WIDTH + 1, rect.y, rect.w - PAGES_WIDTH - 1, style,
			 text);
}

static void draw_pages(struct canvas *canvas, struct rect rect, const struct setup *setup)
{
	size_t first = first_page(setup, rect.h);

	for (int i = 0; i < rect.h && (int)first + i < setup_pages(); i++) {
		int page = (int)first + i;
		struct rect line = { rect.x, rect.y + i, rect.w, 1 };

		(void)canvas_put(canvas, line.x + 1, line.y, line.w - 1,
				 canvas_style(page == setup->page ? ROLE_TITLE : ROLE_LABEL, false),
				 setup_page_name(page));
		if (page == setup->page && setup->inside)
			canvas_put_code(canvas, line.x, line.y, canvas_style(ROLE_TITLE, false),
					'>');
		if (page == setup->page && !setup->inside)
			canvas_flag(canvas, line, CELL_SELECTED);
	}
}

/* Puts a text at a place of the line, cut at the end of the line, with a sign where it goes on. */
static void view_setup_put(struct canvas *canvas, struct rect line, int at, int w, enum role role,
			   const char *text, bool ascii)
{
	if (w > line.w - at)
		w = line.w - at;
	if (w > 0)
		(void)canvas_put_cut(canvas, line.x + at, line.y, w, canvas_style(role, false),
				     text, 0, ascii);
}

static void draw_setting(struct canvas *canvas, struct rect line, const struct ui_state *state,
			 size_t i)
{
	struct setting_value value;

	settings[i].get(state, &value);
	view_setup_put(canvas, line, 0, NAME_WIDTH, ROLE_LABEL, settings[i].name, state->look.ascii);
	view_setup_put(canvas, line, NAME_WIDTH, VALUE_WIDTH, ROLE_TEXT, value.text[0] ? value.text : "-",
		       state->look.ascii);
	view_setup_put(canvas, line, NAME_WIDTH + VALUE_WIDTH + 1, line.w, ROLE_DIM, value.help, state->look.ascii);
}

/* Is a column of level 2 shown for its class, which was chosen? */
static bool stands_for_class(const struct setup *setup, const struct column *column)
{
	for (size_t i = 0; column_level(column) == 2 && i < setup->n; i++)
		if (setup->columns[i].shown &&
		    setup->columns[i].choice.column->metric == metrics[column->metric].parent)
			return true;
	return false;
}

static bool is_on_screen(const struct table *table, const struct column *column, int level)
{
	for (size_t i = 0; i < table->n; i++)
		if (table->places[i].column == column)
			return true;
	return column_level(column) == 1 && level == 2;	/* its children are shown instead */
}

static void draw_column(struct canvas *canvas, struct rect line, const struct ui_state *state,
			size_t i, const struct table *table)
{
	const struct setup_column *at = &state->setup.columns[i];
	const struct column *column = at->choice.column;
	bool room = !at->shown || is_on_screen(table, column, state->look.level);
	int name = BOX_WIDTH + 1, cells_at = name + NAME_WIDTH;
	char cells[16] = "rest";

	view_setup_put(canvas, line, 0, BOX_WIDTH, ROLE_TEXT,
		       at->shown ? "[x]" : stands_for_class(&state->setup, column) ? "[2]" : "[ ]", state->look.ascii);
	view_setup_put(canvas, line, name, NAME_WIDTH, at->shown ? ROLE_TEXT : ROLE_DIM, column_title(column),
		       state->look.ascii);
	if (at->choice.width || !column->stretch)
		(void)snprintf(cells, sizeof(cells), "%4d",
			       at->choice.width ? at->choice.width : column->width);
	view_setup_put(canvas, line, cells_at, CELLS_WIDTH, at->choice.width ? ROLE_TITLE : ROLE_DIM, cells,
		       state->look.ascii);
	view_setup_put(canvas, line, cells_at + CELLS_WIDTH + 2, line.w, room ? ROLE_DIM : ROLE_NOTE,
		       room ? column_help(column) : "no room on this screen", state->look.ascii);
}

static void draw_lines(struct canvas *canvas, struct rect rect, struct ui_state *state)
{
	struct setup *setup = &state->setup;
	struct table table = { 0 };

	setup->height = (size_t)(rect.h > 0 ? rect.h : 1);
	setup->scroll = scroll_to(setup->scroll, setup->line, setup->n, rect.h);
	table_fit_view(state, state->list_w, &table);
	for (int i = 0; i < rect.h && setup->scroll + (size_t)i < setup->n; i++) {
		size_t at = setup->scroll + (size_t)i;
		struct rect line = { rect.x, rect.y + i, rect.w, 1 };

		if (setup->page == SETUP_SETTINGS)
			draw_setting(canvas, line, state, at);
		else
			draw_column(canvas, line, state, at, &table);
		if (at == setup->line && setup->inside)
			canvas_flag(canvas, line, CELL_SELECTED);
	}
}

void view_setup_draw(struct canvas *canvas, struct rect rect, struct ui_state *state)
{
	struct parts parts = divide(&state->setup, rect);

	for (int y = 0; y < rect.h; y++)
		for (int x = 0; x < rect.w; x++)
			canvas_put_code(canvas, rect.x + x, rect.y + y,
					canvas_style(ROLE_TEXT, false), ' ');
	if (parts.head.h)
		draw_head(canvas, parts.head, &state->setup);
	if (parts.pages.w)
		draw_pages(canvas, parts.pages, &state->setup);
	if (parts.lines.w)
		draw_lines(canvas, parts.lines, state);
}

bool view_setup_at(const struct ui_state *state, struct rect rect, int x, int y,
		   struct view_setup_place *place)
{
	struct parts parts = divide(&state->setup, rect);

	*place = (struct view_setup_place){ .page = -1 };
	if (rect_has(parts.pages, x, y)) {
		place->page = (int)first_page(&state->setup, parts.pages.h) + y - parts.pages.y;
		return place->page < setup_pages();
	}
	if (!rect_has(parts.lines, x, y))
		return false;
	place->line = state->setup.scroll + (size_t)(y - parts.lines.y);
	place->box = state->setup.page != SETUP_SETTINGS && x < parts.lines.x + BOX_WIDTH;
	return place->line < state->setup.n;
}

/* ---- menus ---- */

static void draw_line(struct canvas *canvas, struct rect rect, const struct menu_line *line,
		      bool ascii)
{
	unsigned int style = canvas_style(ROLE_TEXT, false);
	int number = format_text_width(line->number);

	for (int x = 0; x < rect.w; x++)
		canvas_put_code(canvas, rect.x + x, rect.y, style, ' ');
	if (rect.w < 3 * number)
		number = 0;
	(void)canvas_put_cut(canvas, rect.x + 1, rect.y, rect.w - number - 3, style, line->text, 0,
			     ascii);
	if (number)
		canvas_put_right(canvas, rect.x + rect.w - number - 1, rect.y, number, style,
				 line->number);
}

/* The cells that all texts need, with those around them. */
static int width_needed(const struct ui_state *state)
{
	int width = menu_look(&state->menu)->width;

	for (size_t i = 0; i < state->menu.n; i++) {
		struct menu_line line;
		int needed;

		menu_print(state, i, &line);
		needed = format_text_width(line.text) + format_text_width(line.number) + 3;
		width = needed > width ? needed : width;
	}
	return width;
}

void view_menu_draw(struct canvas *canvas, struct rect rect, const struct ui_state *state)
{
	const struct menu *menu = &state->menu;
	const int width = width_needed(state);
	struct rect at = { rect.x, rect.y, rect.w < width ? rect.w : width, 1 };
	struct menu_line line;

	for (size_t i = menu_first(menu, (size_t)rect.h); i < menu->n && at.y < rect.y + rect.h;
	     i++, at.y++) {
		menu_print(state, i, &line);
		draw_line(canvas, at, &line, state->look.ascii);
		if (i == menu->line)
			canvas_flag(canvas, at, CELL_SELECTED);
	}
}

void view_menu_draw_line(struct canvas *canvas, struct rect rect, const struct ui_state *state)
{
	struct segments line = { 0 };

	segments_add(&line, 2, canvas_style(ROLE_KEY, false), "%s", menu_look(&state->menu)->label);
	segments_add(&line, 1, canvas_style(ROLE_DIM, false), "%s", menu_look(&state->menu)->hint);
	segments_cut(&line);
	(void)segments_draw(&line, canvas, rect.x, rect.y, rect.w);
}
