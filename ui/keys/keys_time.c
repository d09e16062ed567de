/* SPDX-License-Identifier: GPL-2.0-only */
/* Actions of the group "Time"; see actions.h. UI thread. */
#include "config.h"
#include "ui/keys/actions.h"

#include <string.h>

#include "ui/state/state.h"
#include "ui/time/scope.h"
#include "ui/time/state_show.h"
#include "ui/time/time_map.h"

unsigned int keys_time_freeze(struct ui_state *state, int argument)
{
	(void)argument;
	if (state->frozen)
		return state_thaw(state) ? R_ROWS : R_NONE;
	return state_freeze(state) ? R_ROWS : R_NONE;
}

/* What can be compared with what is shown now, in a sentence. */
static const char *base_in_words(const struct ui_state *state)
{
	return state->whole.shown ? "the whole is the base: [ ] show single intervals compared with it" :
	       state->frozen	  ? "what is shown is the base: [ ] show other intervals, z goes on" :
				    "this is the base: the next intervals are compared with it";
}

/* Nothing else is there, or ever comes. */
static bool is_alone(const struct ui_state *state)
{
	size_t n;

	(void)timeline_position(&state->timeline, 0, &n);
	return state->recorded && !state->timeline.live && n < 2;
}

unsigned int keys_time_compare(struct ui_state *state, int argument)
{
	(void)argument;
	if (state->timeline.compares) {
		state->timeline.compares = false;
		return R_ROWS;
	}
	if (!state->snapshot || is_alone(state))
		state_say(state, state->snapshot ? "this is the only interval: there is nothing to compare it with" :
						   "no interval has ended: there is nothing to compare with");
	else if (!timeline_compare(&state->timeline, state->snapshot, state->whole.shown))
		state_say(state, "not enough memory to compare");
	else
		state_say(state, "%s", base_in_words(state));
	return R_ROWS;
}

unsigned int keys_time_end(struct ui_state *state, int argument)
{
	(void)argument;
	if (state_is_counting(state))
		return R_END;
	state_say(state, "nothing is counted now: there is no interval to end");
	return R_DRAW;
}

unsigned int keys_time_play(struct ui_state *state, int argument)
{
	(void)argument;
	if (play_toggle(state))
		return R_ROWS;
	state_say(state, "p plays recordings: tdtop -i FILE");
	return R_DRAW;
}

unsigned int keys_time_average(struct ui_state *state, int argument)
{
	(void)argument;
	if (state_average(state))
		return R_ROWS;
	state_say(state, "the summary is of all intervals already: s goes back to single ones");
	return R_DRAW;
}

unsigned int keys_time_summary(struct ui_state *state, int argument)
{
	(void)argument;
	if (state_sum_up(state))
		return R_ROWS;
	state_say(state, state->whole.sums ?
			 "the summary comes when the command has ended" :
			 "only a recording (-i) and a command (--) have a summary of the whole");
	return R_DRAW;
}

unsigned int keys_time_chart(struct ui_state *state, int argument)
{
	(void)argument;
	state->chart = !state->chart;
	return R_DRAW;
}

unsigned int keys_time_step(struct ui_state *state, int steps)
{
	play_stop(state);
	if (state_step(state, steps))
		return R_ROWS;
	state_say(state, steps < 0 ? "no earlier interval is kept" : "this is the last interval");
	return R_DRAW;
}

unsigned int keys_time_change(struct ui_state *state, int direction)
{
	play_stop(state);
	if (state_go_to_change(state, direction))
		return R_ROWS;
	state_say(state, direction < 0 ? "no change was found before this interval" :
					 "no change was found behind this interval");
	return R_DRAW;
}

/* ---- the scope ---- */

#define ALL 100000000L		/* columns; more than any ring has */

bool keys_scope_takes(const struct ui_state *state)
{
	return state->scope.open && !state->help && !state->setup.open;
}

void keys_scope_yield(struct ui_state *state, const struct key *key)
{
	const bool program = key->in_setup || !strcmp(key->group, "Program");

	if (!keys_scope_takes(state) || (program && key->act != act_setup))
		return;
	for (size_t i = 0; i < scope_keys_n; i++)
		if (key == &scope_keys[i])
			return;
	scope_close(state);
	time_map_close(state);
}

unsigned int keys_scope_open(struct ui_state *state, const struct row *row, const char *title)
{
	struct scope_target target;

	if (!state->snapshot)
		return R_NONE;
	if (row->kind == ROW_EXITED) {
		state_say(state,
			  "this row is the sum of processes that have exited: it has no scope");
		return R_DRAW;
	}
	if (row->kind == ROW_REGION) {
		state_say(state, "the scope knows no regions: open it on a process");
		return R_DRAW;
	}
	target = scope_target_of(state->snapshot, row);
	scope_open(state, &target, title);
	return R_DRAW;
}

static unsigned int act_close(struct ui_state *state, int argument)
{
	struct scope *scope = &state->scope;

	(void)argument;
	if (scope->who)
		scope->who = false;
	else if (scope->mark)
		scope->mark = 0;
	else
		scope_close(state);
	return R_DRAW;
}

static unsigned int scroll_who(struct ui_state *state, long lines)
{
	const long at = (long)state->scope.who_scroll + lines;

	state->scope.who_scroll = at < 0 ? 0 : (size_t)at;	/* drawing limits it */
	return R_DRAW;
}

static unsigned int act_column(struct ui_state *state, int steps)
{
	if (!state->scope.who)
		scope_move(state, steps);
	return R_DRAW;
}

static unsigned int act_line(struct ui_state *state, int lines)
{
	const struct scope_grid grid =
		scope_grid_of(state, state->scope.width, state->scope.lines);

	if (state->scope.who)
		return scroll_who(state, lines);
	scope_move(state, (long)lines * (long)grid.columns);
	return R_DRAW;
}

static unsigned int act_page_of_lines(struct ui_state *state, int direction)
{
	const size_t page = state->scope.lines > 1 ? state->scope.lines - 1 : 1;

	return act_line(state, direction * (int)page);
}

static unsigned int act_end_of_time(struct ui_state *state, int direction)
{
	if (!state->scope.who)
		scope_move(state, direction * ALL);
	return R_DRAW;
}

static unsigned int act_mark(struct ui_state *state, int argument)
{
	const struct scope_grid grid =
		scope_grid_of(state, state->scope.width, state->scope.lines);

	(void)argument;
	if (!grid.lines || state->scope.who)
		return R_NONE;
	state->scope.mark = state->scope.mark ? 0 : scope_cursor(state, &grid);
	if (state->scope.mark)
		state->scope.cell = state->scope.mark;	/* it does not follow the time now */
	return R_DRAW;
}

static unsigned int act_who(struct ui_state *state, int argument)
{
	const struct scope_grid grid =
		scope_grid_of(state, state->scope.width, state->scope.lines);
	struct scope *scope = &state->scope;

	(void)argument;
	if (!grid.lines || scope->who)
		return R_NONE;
	scope_chosen(state, &grid, &scope->who_first, &scope->who_last);
	scope->who = true;
	scope->who_scroll = 0;
	if (!scope->cell)
		scope->cell = scope->who_first;
	return R_DRAW;
}

#define GROUP "Scope (M in the time map or a detail)"

/* clang-format off */
const struct key scope_keys[] = {
	{ .codes = { KEYCODE_LEFT }, .shown = "Left", .group = GROUP,
	  .footer = "Left/Right cell", .where = IN_SCOPE, .priority = 70,
	  .brief = "a cell back, forward",
	  .help = "a cell back; Right: forward, at the newest with the time", .act = act_column,
	  .argument = -1 },
	{ .codes = { KEYCODE_RIGHT }, .shown = "Right", .group = GROUP, .help = "a cell forward",
	  .act = act_column, .argument = +1 },
	{ .codes = { KEYCODE_UP, 'k', KEYCODE_WHEEL_UP }, .shown = "Up k", .group = GROUP,
	  .footer = "Up/Down second", .where = IN_SCOPE, .priority = 65,
	  .brief = "a line back, forward",
	  .help = "a line back in time", .act = act_line, .argument = -1 },
	{ .codes = { KEYCODE_DOWN, 'j', KEYCODE_WHEEL_DOWN }, .shown = "Down j", .group = GROUP,
	  .help = "a line forward", .act = act_line, .argument = +1 },
	{ .codes = { KEYCODE_PAGE_UP }, .shown = "PgUp", .group = GROUP, .help = "a page back",
	  .act = act_page_of_lines, .argument = -1 },
	{ .codes = { KEYCODE_PAGE_DOWN }, .shown = "PgDn", .group = GROUP,
	  .help = "a page forward", .act = act_page_of_lines, .argument = +1 },
	{ .codes = { KEYCODE_HOME }, .shown = "Home", .group = GROUP,
	  .where = IN_SCOPE, .brief = "oldest cell",
	  .help = "the oldest cell",
	  .act = act_end_of_time, .argument = -1 },
	{ .codes = { KEYCODE_END }, .shown = "End", .group = GROUP,
	  .where = IN_SCOPE, .brief = "newest, follow the time",
	  .help = "the newest cell, and follow the time", .act = act_end_of_time, .argument = +1 },
	{ .codes = { ' ' }, .shown = "Space", .group = GROUP, .footer = "Space range",
	  .where = IN_SCOPE, .priority = 60, .help = "begin a range of cells here; again: end it",
	  .act = act_mark },
	{ .codes = { KEYCODE_ENTER }, .shown = "Enter", .group = GROUP, .footer = "Enter who ran",
	  .where = IN_SCOPE, .priority = 80,
	  .brief = "who ran in it",
	  .help = "who ran in this cell, or in the range",
	  .act = act_who },
	{ .codes = { KEYCODE_ESCAPE, KEYCODE_BACKSPACE, 'M' }, .shown = "Esc", .group = GROUP,
	  .footer = "Esc back", .where = IN_SCOPE, .priority = 85,
	  .help = "back: from who ran to the cells, without the range, out of the scope",
	  .act = act_close },
};
/* clang-format on */

const size_t scope_keys_n = sizeof(scope_keys) / sizeof(scope_keys[0]);
