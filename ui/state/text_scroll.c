/* SPDX-License-Identifier: GPL-2.0-only */
/* Scrolling of long texts; see text_scroll.h. UI thread. */
#include "config.h"
#include "ui/state/text_scroll.h"

#include "ui/draw/format.h"
#include "ui/state/state.h"
#include "ui/state/table_fit.h"

static bool scrolls(const struct column *column)
{
	return column->stretch && column->text;
}

int text_scroll_of(const struct ui_state *state, const struct column *column)
{
	return scrolls(column) ? state_cursor(state)->text_scroll : 0;
}

/* Cells of the rows on the screen that do not fit into this place. */
static int hidden_cells(const struct ui_state *state, const struct table_place *place)
{
	const struct cursor *cursor = state_cursor(state);
	char text[COLUMN_TEXT], lines[128] = "";
	int most = 0;

	for (size_t i = cursor->scroll; i < state->n_rows && i < cursor->scroll + state->page; i++) {
		int hidden;

		column_print(place->column, state_rows_of(state), state->rows[i], state->ascii, text);
		if (state_shows_tree(state))
			branches_print(&state->branches, state->snapshot, state->rows[i],
				       state->ascii, lines, sizeof(lines));
		hidden = format_text_width(lines) + format_text_width(text) - place->w;
		most = hidden > most ? hidden : most;
	}
	return most;
}

bool text_scroll_move(struct ui_state *state, int cells)
{
	struct cursor *cursor = &state_current(state)->cursor;
	int before = cursor->text_scroll, most = 0;
	struct table table;

	table_fit_view(state, state->w, &table);
	for (size_t i = 0; i < table.n; i++) {
		int hidden = scrolls(table.places[i].column) ?
				     hidden_cells(state, &table.places[i]) : 0;

		most = hidden > most ? hidden : most;
	}
	/* What is scrolled already may stay so, if the longest row is gone. */
	if (cells > 0 && before + cells > most)
		cells = most > before ? most - before : 0;
	cursor->text_scroll = before + cells > 0 ? before + cells : 0;
	return cursor->text_scroll != before;
}
