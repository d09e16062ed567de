/* SPDX-License-Identifier: GPL-2.0-only */
/* Rows of flat tables; see views.h. UI thread. */
#include "config.h"
#include "ui/lists/views.h"

#include <stdio.h>
#include <string.h>

#include "ui/draw/page.h"
#include "ui/draw/symbols.h"
#include "ui/lists/rows.h"
#include "ui/lists/table.h"
#include "ui/state/state.h"

/* The whole texts of the selected row. */

#define INDENT 4

int view_wrapped_draw(struct canvas *canvas, struct rect rect, const struct ui_state *state,
		      const struct table *table, const struct row *row)
{
	struct page page = { .canvas = canvas,
			     .rect = { rect.x + INDENT, rect.y, rect.w - INDENT, rect.h } };
	char text[COLUMN_TEXT];

	for (int y = rect.y; y < rect.y + rect.h; y++)
		for (int x = rect.x; x < rect.x + rect.w; x++)
			canvas_put_code(canvas, x, y, canvas_style(ROLE_TEXT, false), ' ');
	for (size_t i = 0; i < table->n; i++) {
		const struct table_place *place = &table->places[i];

		if (!text_scroll_applies(place->column))
			continue;
		if (!text_scroll_hidden(state, place, row))
			continue;
		column_print(place->column, state_rows_of(state), row, state->look.ascii, text);
		page_put_text(&page, ROLE_TEXT, NULL, text);
	}
	canvas_flag(canvas, rect, CELL_SELECTED);
	return (int)page.line;
}

/* "▸ " before the name of a region among threads. Returns its cells. */
static int draw_region_sign(const struct ui_state *state, const struct table_place *place,
			    struct canvas *canvas, int x, int y)
{
	const int cells = canvas_put(canvas, place->x + x, y, place->w - x,
				     canvas_style(ROLE_KEY, false),
				     symbol(SYMBOL_REGION, state->look.ascii));

	return cells < place->w - x ? cells + 1 : cells;
}

/*
 * Draws the text again, moved to the right by the branches of the tree and the number of processes
 * that the row hides; dim if the row is listed only for its descendants.
 */
static void draw_branch(const struct ui_state *state, const struct table_place *place,
			struct canvas *canvas, int y, const struct row *row,
			const char *lines)
{
	bool matches = branches_matches(&state->branches, state->snapshot, row);
	enum role role = !matches || table_row_is_quiet(row) ? ROLE_DIM : ROLE_TEXT;
	uint32_t hidden = branches_hidden(&state->branches, state->snapshot, row);
	char text[COLUMN_TEXT];
	int x;

	if (!lines[0] && !hidden && matches && row->kind != ROW_REGION)
		return;
	for (x = 0; x < place->w; x++)
		canvas_put_code(canvas, place->x + x, y, canvas_style(role, false), ' ');
	x = canvas_put(canvas, place->x, y, place->w, canvas_style(ROLE_DIM, false), lines);
	if (hidden) {
		(void)snprintf(text, sizeof(text), "+%u ", hidden);
		x += canvas_put(canvas, place->x + x, y, place->w - x,
				canvas_style(ROLE_KEY, false), text);
	}
	if (row->kind == ROW_REGION)
		x += draw_region_sign(state, place, canvas, x, y);
	if (row->kind == ROW_REGION)
		shown_regions_name(state->snapshot, row, state->look.ascii, text, sizeof(text));
	else
		column_print(place->column, state->snapshot, row, state->look.ascii, text);
	(void)canvas_put_cut(canvas, place->x + x, y, place->w - x, canvas_style(role, false), text,
			     text_scroll_of(state, place->column), state->look.ascii);
}

/* The column where the tree is drawn: the command, or else the name. NULL: neither was chosen. */
static const struct table_place *find_branches(const struct table *table)
{
	const struct table_place *found = NULL;

	for (size_t i = 0; i < table->n; i++) {
		if (!strcmp(column_key(table->places[i].column), "command"))
			return &table->places[i];
		if (!strcmp(column_key(table->places[i].column), "comm"))
			found = &table->places[i];
	}
	return found;
}

/*
 * x of the mark: the gap behind the first number, or behind the first column, at most the last
 * cell.
 */
static int mark_at(const struct table *table, int w)
{
	const struct table_place *place = &table->places[0];
	int x = place->x + place->w;

	for (size_t i = 0; i < table->n; i++) {
		place = &table->places[i];
		if (place->column->left)
			continue;
		x = place->x + place->w;
		break;
	}
	return x < w ? x : w - 1;
}

static void draw_mark(const struct ui_state *state, const struct table *table,
		      struct canvas *canvas, int y, const struct row *row)
{
	const struct cursor *cursor = state_cursor(state);
	const char *mark = NULL;

	if (tags_has(&state->tags, row))
		mark = symbol(SYMBOL_TAGGED, state->look.ascii);
	else if (cursor->follow && row_is_named(row, &cursor->name))
		mark = symbol(SYMBOL_FOLLOWED, state->look.ascii);
	if (mark)
		(void)canvas_put(canvas, mark_at(table, canvas->w), y, 1,
				 canvas_style(ROLE_KEY, false), mark);
}

/* Is the row a thread or region that is listed behind its process? */
static bool is_below_process(const struct ui_state *state, const struct row *row)
{
	return (row->kind == ROW_THREAD || row->kind == ROW_REGION) && state_lists_threads(state);
}

/* Is the row a region in a list of other rows, which has no columns for it? */
static bool is_guest_region(const struct ui_state *state, const struct row *row)
{
	return row->kind == ROW_REGION && state_kind(state) != ROW_REGION;
}

/*
 * The column of processes has the tid of a thread; the number of its threads says nothing. A region
 * has none of these numbers.
 */
static void draw_tid(const struct table *table, struct canvas *canvas, int y, const struct row *row)
{
	for (size_t i = 0; i < table->n; i++) {
		const struct table_place *place = &table->places[i];
		bool pid = !strcmp(column_key(place->column), "pid");
		bool tid = !strcmp(column_key(place->column), "tid") && row->kind == ROW_REGION;
		char text[16] = "";

		if (!pid && !tid && strcmp(column_key(place->column), "thr") != 0)
			continue;
		if (pid && row->kind == ROW_THREAD)
			(void)snprintf(text, sizeof(text), "%d", row->id);
		for (int x = 0; x < place->w; x++)
			canvas_put_code(canvas, place->x + x, y, canvas_style(ROLE_DIM, false),
					' ');
		canvas_put_right(canvas, place->x, y, place->w, canvas_style(ROLE_DIM, false),
				 text);
	}
}

static void print_branches(const struct ui_state *state, size_t index, int cells, char *text,
			   size_t size)
{
	const struct branches *tree = state_shows_tree(state) ? &state->branches : NULL;
	const struct row *row = state->rows[index];
	const struct row *next = index + 1 < state->n_rows ? state->rows[index + 1] : NULL;
	bool last = !next || (next->kind != ROW_THREAD && next->kind != ROW_REGION);

	text[0] = '\0';
	if (is_below_process(state, row))
		branches_print_thread(tree, state->snapshot,
				      &state->snapshot->table[ROW_PROCESS].rows[row->parent], last,
				      state->look.ascii, cells, text, size);
	else if (tree)
		branches_print(tree, state->snapshot, row, state->look.ascii, cells, text,
			       size);
}

void view_tasks_draw_row(const struct ui_state *state, const struct table *table,
			 struct canvas *canvas, int y, size_t index)
{
	const struct table_place *place = find_branches(table);
	const struct row *row = state->rows[index];
	char lines[128];

	table_draw_row(table, canvas, y, state, row, 1);
	if (is_below_process(state, row) || is_guest_region(state, row))
		draw_tid(table, canvas, y, row);
	if (table->n)
		draw_mark(state, table, canvas, y, row);
	if (!place || (!state_shows_tree(state) && !is_below_process(state, row) &&
		       !is_guest_region(state, row)))
		return;
	print_branches(state, index, place->w, lines, sizeof(lines));
	draw_branch(state, place, canvas, y, row, lines);
}
