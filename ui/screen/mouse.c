/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What a mouse event does; see mouse.h. The layout is computed again for each click: that is a few
 * additions, and nothing has to be remembered from drawing. UI thread.
 */
#include "config.h"
#include "ui/screen/mouse.h"

#include "ui/code_views/code_list.h"
#include "ui/code_views/views.h"
#include "ui/detail/detail.h"
#include "ui/detail/views.h"
#include "ui/keys/actions.h"
#include "ui/keys/keys.h"
#include "ui/lists/table_fit.h"
#include "ui/screen/screen.h"
#include "ui/screen/view_parts.h"
#include "ui/setup/menu.h"
#include "ui/setup/setup.h"
#include "ui/state/state.h"
#include "ui/time/state_show.h"

#define WHEEL_LINES 3

enum mouse_place mouse_place(const struct layout *layout, int x, int y, int *line)
{
	*line = 0;
	if (layout->too_small)
		return ON_NOTHING;
	if (rect_has(layout->head, x, y))
		return ON_HEAD;
	if (rect_has(layout->sentence, x, y))
		return ON_SENTENCE;
	if (rect_has(layout->footer, x, y))
		return ON_FOOTER;
	if (rect_has(layout->setup, x, y))
		return ON_SETUP;
	if (rect_has(layout->beside, x, y))
		return ON_BESIDE;
	if (!rect_has(layout->rows, x, y))
		return ON_NOTHING;
	*line = y - layout->rows.y;
	return ON_ROW;
}

static unsigned int wheel(struct ui_state *state, int code)
{
	unsigned int reaction = R_NONE;

	if (state->detail.open && !state->help && !state->map.open && !state->scope.open &&
	    !state->code.open) {
		/* Only its text may be longer than the screen. */
		detail_roll(&state->detail,
			    code == KEYCODE_WHEEL_UP ? -WHEEL_LINES : WHEEL_LINES);
		return R_DRAW;
	}
	for (int i = 0; i < WHEEL_LINES; i++)
		reaction |= ui_key(state, code);
	return reaction;
}

/* The column whose head is at x, with its sign of order and the gap behind it. */
static const struct column *column_at(const struct table *table, int x)
{
	for (size_t i = 0; i < table->n; i++)
		if (x >= table->places[i].x && x <= table->places[i].x + table->places[i].w)
			return table->places[i].column;
	return NULL;
}

static unsigned int click_head(struct ui_state *state, int x)
{
	struct column_order *order = &state_current(state)->order;
	const struct column *column;
	struct table table;

	table_fit_view(state, state->list_w, &table);
	column = column_at(&table, x);
	if (column && !column_is_sortable(column)) {
		state_say(state, "%s has no one value, so rows cannot be sorted by it",
			  column_title(column));
		return R_DRAW;
	}
	/* No column at x: the label of the tree of CPUs means the natural order. */
	if (!column && (!state_shows_cpus(state) || !table.n || x >= table.places[0].x))
		return R_NONE;
	if (column_is_cost(column) ? column_order_is_cost(order) : order->column == column)
		order->reverse = !order->reverse;
	else
		column_order_by(order, column);
	(void)state_list(state);
	return R_ROWS;
}

/* The row on a line of the list. The long texts of the selected row, below it, are a part of it. */
static size_t row_on_line(const struct ui_state *state, size_t line)
{
	const struct cursor *cursor = state_cursor(state);
	size_t at = cursor->index - cursor->scroll, wrapped = (size_t)state->wrapped;

	if (line > at)
		line = line > at + wrapped ? line - wrapped : at;
	return cursor->scroll + line;
}

static unsigned int click_row(struct ui_state *state, size_t line, bool again)
{
	struct cursor *cursor = &state_current(state)->cursor;
	size_t index = row_on_line(state, line);

	if (index >= state->n_rows)
		return R_NONE;
	/* Only the second click of two enters, as in htop: a first one may be for the window. */
	if (again && state_selected(state) == state->rows[index])
		return ui_key(state, KEYCODE_ENTER);
	state_move(state, (long)index - (long)cursor->index);
	return R_DRAW;
}

static unsigned int click_detail(struct ui_state *state, struct rect rect,
				 const struct mouse *mouse)
{
	struct view_tree_place place;

	if (!view_detail_line_at(state, rect, mouse->x, mouse->y, &place))
		return R_NONE;
	if (place.head) {
		row_list_click(state, node_lines_rows, place.head);
		return R_DRAW;
	}
	state->nodes.at_end = false;
	if (place.process) {
		const bool there = state->detail.on_who &&
				   row_is_named(place.process, &state->detail.who);

		detail_who_go_to(&state->detail, place.process);
		return mouse->again && there ? ui_key(state, KEYCODE_ENTER) : R_DRAW;
	}
	node_lines_go_to(state, &place.line);
	return place.sign ? keys_detail_toggle(state, &place.line) : R_DRAW;
}

static unsigned int click_setup(struct ui_state *state, struct rect rect, int x, int y)
{
	size_t before = state->setup.inside ? state->setup.line : state->setup.n;
	struct view_setup_place place;

	if (!view_setup_at(state, rect, x, y, &place))
		return R_NONE;
	if (place.page >= 0)
		return setup_go_to_page(state, place.page);
	(void)setup_go_to_line(state, place.line);
	return place.box || place.line == before ? setup_choose(state) : R_DRAW;
}

/* In a list of the code views: the head orders, a row is selected, and again entered. */
static unsigned int click_code_head(struct ui_state *state, int x)
{
	const struct row_column *column = view_code_column_at(state, x);

	if (!column)
		return R_NONE;
	row_list_click(state, code_list_rows, column);
	return R_DRAW;
}

static unsigned int click_code_row(struct ui_state *state, size_t line, bool again)
{
	struct code_list *list = code_list_shown(&state->code);
	const size_t index = list->scroll + line;

	if (!code_view_shown(&state->code)->kind || index >= list->n || line >= state->code.page)
		return R_NONE;
	if (again && index == list->index)
		return ui_key(state, KEYCODE_ENTER);
	code_list_move(&state->code, (long)index - (long)list->index);
	return R_DRAW;
}

/* A frame of the flame graph. */
static unsigned int click_code_box(struct ui_state *state, int x, int line, bool again)
{
	if (!view_code_stacks_click(state, x, line, &again))
		return R_NONE;
	return again ? ui_key(state, KEYCODE_ENTER) : R_DRAW;
}

/* Lines from the head on, or without one from the first row on; a picture may stand above. */
static unsigned int click_code_line(struct ui_state *state, const struct mouse *mouse, int line,
				    bool head)
{
	if (state->help)
		return R_NONE;
	if (code_view_is_picture(&state->code))
		return click_code_box(state, mouse->x, line - 1, mouse->again);
	line -= state->code.above;
	if (line < 0)
		return R_NONE;
	if (head && line == 0)
		return click_code_head(state, mouse->x);
	return click_code_row(state, (size_t)(line - head), mouse->again);
}

static unsigned int click_code(struct ui_state *state, const struct layout *layout,
			       const struct mouse *mouse)
{
	const bool head = layout->head.h > 0;
	int line, code;

	switch (mouse_place(layout, mouse->x, mouse->y, &line)) {
	case ON_HEAD:
		return click_code_line(state, mouse, 0, head);
	case ON_ROW:
		return click_code_line(state, mouse, line + head, head);
	case ON_FOOTER:
		code = view_footer_code_at(state, layout->footer.w, mouse->x);
		return code ? ui_key(state, code) : R_NONE;
	default:
		return R_NONE;
	}
}

/* Lists the rows again if needed, as ui_key does after a key. */
static unsigned int listed(struct ui_state *state, unsigned int reaction)
{
	if ((reaction & R_ROWS) == R_ROWS)
		(void)state_list(state);
	return reaction;
}

unsigned int ui_mouse(struct ui_state *state, const struct mouse *mouse)
{
	struct layout_request request = screen_request(state);
	struct layout layout = layout_compute(state->w, state->h, &request);
	int line, code;

	if (mouse->act != MOUSE_CLICK)
		return wheel(state, mouse->act == MOUSE_WHEEL_UP ? KEYCODE_WHEEL_UP :
								   KEYCODE_WHEEL_DOWN);
	if (state->menu.id != MENU_NONE)
		return mouse_place(&layout, mouse->x, mouse->y, &line) == ON_ROW ?
			       listed(state, menu_click(state, (size_t)line, (size_t)layout.rows.h)) : R_NONE;
	if (state->find.mode != FIND_NOTHING || state->code.exports)
		return R_NONE;
	if (state->code.open)
		return click_code(state, &layout, mouse);
	switch (mouse_place(&layout, mouse->x, mouse->y, &line)) {
	case ON_SENTENCE:
		return ui_key(state, 'D');
	case ON_HEAD:
		return click_head(state, mouse->x);
	case ON_ROW:
		if (state->detail.open && !state->help && !state->map.open && !state->scope.open)
			return click_detail(state, layout.rows, mouse);
		return state->help || state->setup.open || state->map.open || state->scope.open
			       ? R_NONE
			       : click_row(state, (size_t)line, mouse->again);
	case ON_BESIDE:
		return ui_key(state, 'd');
	case ON_SETUP:
		return listed(state, click_setup(state, layout.setup, mouse->x, mouse->y));
	case ON_FOOTER:
		code = view_footer_code_at(state, layout.footer.w, mouse->x);
		return code ? ui_key(state, code) : R_NONE;
	default:
		return R_NONE;
	}
}
