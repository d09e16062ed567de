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

/* Opens the scope of a row; the title is harmless text. */
static unsigned int keys_scope_open(struct ui_state *state, const struct row *row,
				    const char *title)
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

/* ---- the map ---- */

#define ALL_COLUMNS 1000000L

unsigned int act_map(struct ui_state *state, int argument)
{
	(void)argument;
	state->help = false;
	if (state->detail.open)
		return keys_scope_open(state, &state->detail.row, state->detail.title);
	time_map_open(state);
	return R_DRAW;
}

bool keys_map_takes(const struct ui_state *state)
{
	return state->map.open && !state->scope.open && !state->help && !state->setup.open;
}

void keys_map_yield(struct ui_state *state, const struct key *key)
{
	const bool program = key->in_setup || !strcmp(key->group, "Program");

	if (!keys_map_takes(state) || (program && key->act != act_setup) ||
	    key->act == act_map)
		return;
	for (size_t i = 0; i < map_keys_n; i++)
		if (key == &map_keys[i])
			return;
	time_map_close(state);
}

bool keys_map_return(struct ui_state *state)
{
	const bool thaw = state->map.froze;

	if (!state->map.behind || !state->frozen)
		return false;
	state->map.behind = false;
	state->map.open = true;
	if (thaw)
		(void)state_thaw(state);
	return true;
}

static unsigned int map_act_close(struct ui_state *state, int argument)
{
	(void)argument;
	time_map_close(state);
	return R_ROWS;
}

static unsigned int map_act_column(struct ui_state *state, int steps)
{
	time_map_move_column(state, steps);
	return R_DRAW;
}

static unsigned int map_act_line(struct ui_state *state, int lines)
{
	time_map_move_line(&state->map, lines);
	return R_DRAW;
}

static unsigned int act_lines(struct ui_state *state, int direction)
{
	const long page = state->map.page > 1 ? (long)state->map.page - 1 : 1;

	time_map_move_line(&state->map, direction * page);
	return R_DRAW;
}

static unsigned int map_act_end_of_time(struct ui_state *state, int direction)
{
	time_map_move_column(state, direction * ALL_COLUMNS);
	return R_DRAW;
}

static unsigned int act_fold_map(struct ui_state *state, int argument)
{
	(void)argument;
	time_map_fold(state);
	return R_DRAW;
}

/* The interval under the cursor: who ran then. Of several, the busiest of this line. */
static unsigned int map_act_who(struct ui_state *state, int argument)
{
	const struct map_grid grid = time_map_grid(state, state->map.columns);
	const bool frozen = state->frozen;
	struct cpu_interval interval;

	(void)argument;
	if (!state->map.n_lines ||
	    !time_map_busiest(state, &grid, &state->map.lines[state->map.line.index],
			      time_map_cursor(state, &grid), &interval)) {
		state_say(state, "there is no data at this place: nothing to open");
		return R_DRAW;
	}
	if (!state_go_to(state, interval.seq)) {
		state_say(state, "this interval is not kept any more: choose a later one");
		return R_DRAW;
	}
	state->map.seq = interval.seq;
	state_switch_view(state, VIEW_PROCESSES);
	state->map.open = false;
	state->map.behind = true;
	state->map.froze = !frozen;
	return R_ROWS;
}

/* The scope of the CPUs of a line. */
static unsigned int act_scope(struct ui_state *state, int argument)
{
	static const enum row_kind kinds[MAP_FOLDS] = { ROW_CPU, ROW_CORE, ROW_SOCKET };
	const struct time_map *map = &state->map;
	struct scope_target target = { .kind = (int)ROW_MACHINE, .socket = -1 };
	const struct cpu_place *cpu;
	char title[TIME_MAP_LABEL];

	(void)argument;
	if (!map->n_lines)
		return R_NONE;
	cpu = &state->machine->cpus[map->cpus[map->lines[map->line.index].first].index];
	if (map->line.index)
		target = (struct scope_target){
			.kind = (int)kinds[map->fold],
			.id = map->fold == MAP_CPUS  ? cpu->cpu
			      : map->fold == MAP_CORES ? cpu->core
						       : cpu->socket,
			.socket = map->fold == MAP_CORES ? cpu->socket : -1,
		};
	time_map_label(state, map->line.index, false, title);
	scope_open(state, &target, title);
	return R_DRAW;
}

/* clang-format off */
const struct key map_keys[] = {
	{ .codes = { KEYCODE_LEFT }, .shown = "Left", .group = "Time map (M)",
	  .footer = "Left/Right time", .where = IN_MAP, .priority = 75,
	  .brief = "back, forward in time",
	  .help = "back in time; Right: forward, at the right end with the time", .act = map_act_column,
	  .argument = -1 },
	{ .codes = { KEYCODE_RIGHT }, .shown = "Right", .group = "Time map (M)",
	  .help = "forward in time", .act = map_act_column, .argument = +1 },
	{ .codes = { KEYCODE_UP, 'k', KEYCODE_WHEEL_UP }, .shown = "Up k", .group = "Time map (M)",
	  .footer = "Up/Down CPU", .where = IN_MAP, .priority = 70,
	  .brief = "CPU above, below",
	  .help = "CPU above",
	  .act = map_act_line, .argument = -1 },
	{ .codes = { KEYCODE_DOWN, 'j', KEYCODE_WHEEL_DOWN }, .shown = "Down j",
	  .group = "Time map (M)", .help = "CPU below", .act = map_act_line, .argument = +1 },
	{ .codes = { KEYCODE_PAGE_UP }, .shown = "PgUp", .group = "Time map (M)",
	  .help = "a page of CPUs up", .act = act_lines, .argument = -1 },
	{ .codes = { KEYCODE_PAGE_DOWN }, .shown = "PgDn", .group = "Time map (M)",
	  .help = "a page of CPUs down", .act = act_lines, .argument = +1 },
	{ .codes = { KEYCODE_HOME }, .shown = "Home", .group = "Time map (M)",
	  .where = IN_MAP, .brief = "oldest interval",
	  .help = "the oldest interval", .act = map_act_end_of_time, .argument = -1 },
	{ .codes = { KEYCODE_END }, .shown = "End", .group = "Time map (M)",
	  .where = IN_MAP, .brief = "newest, follow the time",
	  .help = "the newest interval, and follow the time", .act = map_act_end_of_time,
	  .argument = +1 },
	{ .codes = { KEYCODE_ENTER }, .shown = "Enter", .group = "Time map (M)",
	  .footer = "Enter who ran", .where = IN_MAP, .priority = 80,
	  .brief = "who ran then",
	  .help = "freeze at this interval and list who ran then; Esc: back to the map",
	  .act = map_act_who },
	{ .codes = { ' ' }, .shown = "Space", .group = "Time map (M)", .footer = "Space fold",
	  .where = IN_MAP, .priority = 60,
	  .brief = "CPUs, cores, sockets",
	  .help = "lines of CPUs, cores, sockets",
	  .act = act_fold_map },
	{ .codes = { 'M' }, .shown = "M", .group = "Time map (M)", .footer = "M scope",
	  .where = IN_MAP, .priority = 78,
	  .help = "the scope of this CPU: seconds down, cells of 20 ms across", .act = act_scope },
	{ .codes = { KEYCODE_ESCAPE, KEYCODE_BACKSPACE }, .shown = "Esc",
	  .group = "Time map (M)", .footer = "Esc back", .where = IN_MAP, .priority = 85,
	  .help = "back to the list", .act = map_act_close },
};
/* clang-format on */

const size_t map_keys_n = sizeof(map_keys) / sizeof(map_keys[0]);
