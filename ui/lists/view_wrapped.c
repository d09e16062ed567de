/* SPDX-License-Identifier: GPL-2.0-only */
/* The whole texts of the selected row; see views.h. UI thread. */
#include "config.h"
#include "ui/lists/views.h"

#include "ui/draw/page.h"
#include "ui/lists/text_scroll.h"
#include "ui/state/state.h"

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
