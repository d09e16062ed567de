/* SPDX-License-Identifier: GPL-2.0-only */
/* The open menu; see views.h. UI thread. */
#include "config.h"
#include "ui/setup/views.h"

#include "ui/draw/format.h"
#include "ui/draw/segments.h"
#include "ui/setup/menu.h"

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
	int width = menu_width(&state->menu);

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

	segments_add(&line, 2, canvas_style(ROLE_KEY, false), "%s", menu_label(&state->menu));
	segments_add(&line, 1, canvas_style(ROLE_DIM, false), "%s", menu_hint(&state->menu));
	segments_cut(&line);
	(void)segments_draw(&line, canvas, rect.x, rect.y, rect.w);
}
