/* SPDX-License-Identifier: GPL-2.0-only */
/* Actions of the group "Move"; see actions.h. UI thread. */
#include "config.h"
#include "ui/keys/actions.h"

#include "ui/detail/detail.h"
#include "ui/detail/node_lines.h"
#include "ui/lists/text_scroll.h"
#include "ui/state/state.h"

#define TEXT_SCROLL_CELLS 8

unsigned int act_move(struct ui_state *state, int lines)
{
	if (state->help)
		state->help_scroll = (size_t)((long)state->help_scroll + lines < 0 ?
					      0 : (long)state->help_scroll + lines);
	else if (state->detail.open)
		node_lines_move(state, lines);
	else
		state_move(state, lines);
	return R_DRAW;
}

unsigned int act_page(struct ui_state *state, int direction)
{
	/* One line stays on the screen for orientation. */
	int page = state->page > 1 ? (int)state->page - 1 : 1;

	if (state->detail.open && !state->help) {
		detail_page(&state->detail, direction);
		return R_DRAW;
	}
	return act_move(state, direction * page);
}

unsigned int act_top(struct ui_state *state, int argument)
{
	(void)argument;
	if (state->help)
		state->help_scroll = 0;
	else if (state->detail.open)
		node_lines_move(state, -NODE_LINES_MAX);
	else
		state_move_to_top(state);
	return R_DRAW;
}

unsigned int act_end(struct ui_state *state, int argument)
{
	(void)argument;
	if (state->help)
		state->help_scroll = state->help_lines;
	else if (state->detail.open)
		node_lines_move(state, NODE_LINES_MAX);
	else
		state_move_to_end(state);
	return R_DRAW;
}

unsigned int act_text_scroll(struct ui_state *state, int direction)
{
	if (state->help)
		return R_NONE;
	return text_scroll_move(state, direction * TEXT_SCROLL_CELLS) ? R_DRAW : R_NONE;
}

unsigned int act_wrap(struct ui_state *state, int argument)
{
	(void)argument;
	if (state->help)
		return R_NONE;
	state->wrap = !state->wrap;
	state_say(state, state->wrap ? "long texts of the selected row are below it: L ends that"
				     : "each row has one line");
	return R_DRAW;
}
