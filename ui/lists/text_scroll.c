/* SPDX-License-Identifier: GPL-2.0-only */
/* Scrolling of long texts; see text_scroll.h. UI thread. */
#include "config.h"
#include "ui/lists/text_scroll.h"

#include "ui/draw/format.h"
#include "ui/state/state.h"

bool text_scroll_applies(const struct column *column)
{
	return column->stretch && column->text;
}

int text_scroll_of(const struct ui_state *state, const struct column *column)
{
	return text_scroll_applies(column) ? state_cursor(state)->text_scroll : 0;
}

int text_scroll_hidden(const struct ui_state *state, const struct table_place *place,
		       const struct row *row)
{
	char text[COLUMN_TEXT], lines[128] = "";
	int hidden;

	column_print(place->column, state_rows_of(state), row, state->look.ascii, text);
	if (state_shows_tree(state))
		branches_print(&state->branches, state->snapshot, row, state->look.ascii, place->w,
			       lines, sizeof(lines));
	hidden = format_text_width(lines) + format_text_width(text) - place->w;
	return hidden > 0 ? hidden : 0;
}

/* The most of all rows on the screen. */
static int most_hidden(const struct ui_state *state, const struct table_place *place)
{
	const struct cursor *cursor = state_cursor(state);
	const size_t end = cursor->scroll + state->page;
	int most = 0;

	for (size_t i = cursor->scroll; i < state->n_rows && i < end; i++) {
		int hidden = text_scroll_hidden(state, place, state->rows[i]);

		most = hidden > most ? hidden : most;
	}
	return most;
}

bool text_scroll_move(struct ui_state *state, int cells)
{
	struct cursor *cursor = &state_current(state)->cursor;
	int before = cursor->text_scroll, most = 0;
	struct table table;

	table_fit_view(state, state->list_w, &table);
	for (size_t i = 0; i < table.n; i++) {
		int hidden = text_scroll_applies(table.places[i].column) ?
				     most_hidden(state, &table.places[i]) : 0;

		most = hidden > most ? hidden : most;
	}
	/* What is scrolled already may stay so, if the longest row is gone. */
	if (cells > 0 && before + cells > most)
		cells = most > before ? most - before : 0;
	cursor->text_scroll = before + cells > 0 ? before + cells : 0;
	return cursor->text_scroll != before;
}
