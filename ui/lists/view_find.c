/* SPDX-License-Identifier: GPL-2.0-only */
/* The line of a filter or search; see views.h. UI thread. */
#include "config.h"
#include "ui/lists/views.h"

#include <stdio.h>

#include "ui/draw/format.h"
#include "ui/draw/symbols.h"
#include "ui/state/find.h"

#define QUOTED 40	/* cells of a filter in a status line */
#define GAP 3	/* cells between the text and what is told of it: the cursor is there */

static const struct {
	const char *label, *hint;
} prompts[] = {
	[FIND_NOTHING] = { "", "" },
	[FIND_FILTER] = { "Filter: ",
			  "be>40 and cpu>5, comm~^java, or words; Enter keeps, Esc drops" },
	[FIND_SEARCH] = { "Search: ", "words, or as a filter; Enter stays here, Esc goes back" },
	[FIND_HELP] = { "Search: ", "a part of a line; Enter stays here, Esc goes back" },
};

void view_find_quote(const char *typed, bool ascii, char text[VIEW_FIND_QUOTE])
{
	const bool whole = format_text_width(typed) <= QUOTED;
	int used = whole ? 0 : 1;
	size_t n = 0, bytes;

	for (int code; (code = format_decode(typed + n, &bytes)), bytes; n += bytes) {
		used += format_cell_width(code);
		if (used > QUOTED || n + bytes > VIEW_FIND_QUOTE - sizeof("..."))
			break;
	}
	(void)snprintf(text, VIEW_FIND_QUOTE, "%.*s%s", (int)n, typed,
		       typed[n] ? symbol(SYMBOL_CUT, ascii) : "");
}

void view_find_draw_line(struct canvas *canvas, struct rect rect, const struct ui_state *state)
{
	const struct find *find = &state->find;
	unsigned int dim = canvas_style(ROLE_DIM, false), note = canvas_style(ROLE_NOTE, false);
	char trouble[256];
	int kept, x = canvas_put(canvas, rect.x, rect.y, rect.w, canvas_style(ROLE_KEY, false),
				 prompts[find->mode].label);

	format_harmless(trouble, sizeof(trouble), find_sentence(find->trouble));
	/* What is wrong is seen beside a text of any length. */
	kept = trouble[0] ? format_text_width(trouble) + GAP : 1;
	if (kept > (rect.w - x) / 2)
		kept = (rect.w - x) / 2 > 0 ? (rect.w - x) / 2 : 1;
	x += canvas_put(canvas, x, rect.y, rect.w - x, canvas_style(ROLE_TEXT, false),
			input_tail(find->text, rect.w - x - kept));
	canvas_flag(canvas, (struct rect){ x, rect.y, x < rect.w, 1 }, CELL_SELECTED);
	x += GAP;
	if (x >= rect.w)
		return;
	if (trouble[0])
		(void)canvas_put_cut(canvas, x, rect.y, rect.w - x, note, trouble, 0, state->look.ascii);
	else if (!find->text[0])
		(void)canvas_put(canvas, x, rect.y, rect.w - x, dim,
				 find->rows ? find->hint : prompts[find->mode].hint);
}
