/* SPDX-License-Identifier: GPL-2.0-only */
/* The detail of the row under the cursor; see view_beside.h. UI thread. */
#include "config.h"
#include "ui/detail/view_beside.h"

#include "ui/detail/detail.h"
#include "ui/detail/view_detail.h"
#include "ui/draw/segments.h"
#include "ui/state/state.h"

static void draw_title(struct canvas *canvas, const struct detail *detail)
{
	struct segments line = { .between = " " };

	segments_add(&line, 2, canvas_style(ROLE_TITLE, true), "%s", detail->title);
	segments_add(&line, 1, canvas_style(ROLE_LABEL, false), "d: detail");
	(void)segments_draw(&line, canvas, 0, 0, canvas->w);
}

void view_beside_draw(struct canvas *canvas, struct rect rect, struct ui_state *state)
{
	const struct row *row = state_selected(state);
	struct canvas part = canvas_part(canvas, rect);
	const struct rect body = { 0, 1, part.w, part.h - 1 };
	struct detail_before before;

	if (!row)
		return;
	detail_look_at(state, row, &before);
	draw_title(&part, &state->detail);
	view_detail_draw(&part, body, state);
	canvas_unflag(&part, body, CELL_SELECTED);	/* the list has the cursor */
	detail_look_away(state, &before);
}
