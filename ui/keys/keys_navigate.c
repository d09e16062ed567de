/* SPDX-License-Identifier: GPL-2.0-only */
/* Actions of the groups "Move" and "Navigate"; see actions.h. UI thread. */
#include "config.h"
#include "ui/keys/actions.h"

#include "ui/detail/detail.h"
#include "ui/detail/node_lines.h"
#include "ui/detail/open_nodes.h"
#include "ui/lists/rows.h"
#include "ui/lists/table.h"
#include "ui/state/find.h"
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

bool keys_navigate_in_tree(const struct ui_state *state)
{
	return state_shows_tree(state) && state->snapshot && !state->help && !state->detail.open;
}

unsigned int keys_navigate_fold(struct ui_state *state, bool folded)
{
	const struct row *row = state_selected(state);

	if (!row)
		return R_NONE;
	if (!fold_process(state, row, folded)) {
		state_say(state, "this process has no children");
		return R_DRAW;
	}
	return R_ROWS;
}

unsigned int act_fold_all(struct ui_state *state, int argument)
{
	(void)argument;
	if (!keys_navigate_in_tree(state)) {
		state_say(state, "* folds and unfolds the tree of processes: t shows it");
		return R_DRAW;
	}
	tree_folds_toggle_all(&state->tree_folds);
	return R_ROWS;
}

/* Folds what has something to fold: of the tree of CPUs or of processes. Other tasks are tagged. */
unsigned int act_fold(struct ui_state *state, int argument)
{
	const struct row *row = state->snapshot ? state_selected(state) : NULL;

	if (state->help)
		return act_page(state, +1);
	if (keys_navigate_in_tree(state) && row &&
	    branches_has_children(&state->branches, state->snapshot, row))
		return keys_navigate_fold(state, !branches_hidden(&state->branches,
								  state->snapshot, row));
	if (!state_shows_cpus(state))
		return act_tag(state, argument);
	if (!state->snapshot)
		return R_NONE;
	fold_toggle(state);
	return R_ROWS;
}

static void open_detail(struct ui_state *state, const struct row *row)
{
	detail_open(state, row);
	open_nodes_begin(state);
}

unsigned int act_detail(struct ui_state *state, int argument)
{
	const struct row *row = state_selected(state);

	(void)argument;
	if (state->detail.open) {
		state->detail.open = false;
	} else if (row) {
		if (!state_cursor(state)->follow)
			state_move(state, 0);	/* pins the cursor for the way back */
		open_detail(state, row);
	} else {
		(void)keys_find_lost(state);
	}
	return R_DRAW;
}

unsigned int act_detail_machine(struct ui_state *state, int argument)
{
	const struct row *row = state->snapshot ? snapshot_machine(state->snapshot) : NULL;

	(void)argument;
	if (state->detail.open && state->detail.name.kind == ROW_MACHINE)
		state->detail.open = false;
	else if (row)
		open_detail(state, row);
	return R_DRAW;
}

unsigned int act_cause(struct ui_state *state, int argument)
{
	if (!state->detail.open)
		(void)act_detail(state, 0);
	return state->detail.open ? keys_detail_follow(state, argument) : R_DRAW;
}

unsigned int act_row_level(struct ui_state *state, int level)
{
	if (!state->detail.open)
		(void)act_detail(state, 0);
	return state->detail.open ? keys_detail_levels(state, level) : R_DRAW;
}

unsigned int act_enter(struct ui_state *state, int argument)
{
	const struct row *row;

	(void)argument;
	if (state->help) {
		state->help = false;
		return R_DRAW;
	}
	if (detail_who_enter(state))
		return R_DRAW;
	if (state->detail.open)
		return act_code(state, CODE_FUNCTIONS);
	row = state_selected(state);
	if (row && view_of_kind(row->kind)->enter == ENTER_DETAIL)
		return act_detail(state, 0);	/* nothing is below it */
	if (state_shows_cpus(state))
		return act_fold(state, 0);
	if (!row)
		return keys_find_lost(state);
	return state_enter(state) ? R_ROWS : R_NONE;
}

unsigned int act_leave(struct ui_state *state, int argument)
{
	(void)argument;
	if (state->help) {
		state->help = false;
		return R_DRAW;
	}
	if (state->detail.open && state->nodes.search[0]) {
		state->nodes.search[0] = '\0';
		return R_DRAW;
	}
	if (detail_who_return(state))
		return R_DRAW;
	if (state->detail.open) {
		state->detail.open = false;
		return R_DRAW;	/* the list behind it did not change */
	}
	if (find_is_on(state) && find_end_search(state))
		return R_DRAW;
	if (state_leave(state) || keys_map_return(state))
		return R_ROWS;
	return R_NONE;
}

/* Is this view shown, or one with the same tree of CPUs? */
static bool is_shown(const struct ui_state *state, enum view_id view)
{
	return !state->inside && !state->within && !state->detail.open &&
	       views[state->view].columns == views[view].columns;
}

unsigned int act_view(struct ui_state *state, int view)
{
	if (is_shown(state, (enum view_id)view))
		return act_leave(state, 0);
	state_switch_view(state, (enum view_id)view);
	return R_ROWS;
}

unsigned int act_tree(struct ui_state *state, int argument)
{
	bool shown = state_shows_tree(state) && !state->detail.open;

	(void)argument;
	if (state->view != VIEW_PROCESSES || state->inside || state->detail.open)
		state_switch_view(state, VIEW_PROCESSES);
	state->tree = !shown;
	if (state->tree)
		state_say(state, "tree: - folds a process, + unfolds it, * all");
	return R_ROWS;
}

unsigned int act_threads(struct ui_state *state, int argument)
{
	(void)argument;
	state->with_threads = !state->with_threads;
	if (state_kind(state) != ROW_PROCESS)
		state_say(state, "lists of processes %s", state->with_threads ?
			  "have their threads now" : "are without threads again");
	return R_ROWS;
}

/*
 * The part that begins below the first line of the help, or of the part that will be drawn next;
 * from the end the first one.
 */
static enum help_part next_part(const struct ui_state *state)
{
	const enum help_part pending = state->help_goes_to;
	size_t line = pending < HELP_PARTS ? state->help_starts[pending] : state->help_scroll;

	for (enum help_part part = HELP_HERE; part < HELP_PARTS; part++)
		if (state->help_starts[part] > line && line + state->page < state->help_lines)
			return part;
	return HELP_HERE;
}

unsigned int act_next_view(struct ui_state *state, int argument)
{
	(void)argument;
	if (state->help) {
		state->help_goes_to = next_part(state);
		return R_DRAW;
	}
	state_switch_view(state, state->inside || state->within ?
					 state->view :
					 (enum view_id)((state->view + 1) % VIEW_COUNT));
	return R_ROWS;
}
