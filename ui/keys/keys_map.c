/* SPDX-License-Identifier: GPL-2.0-only */
/* The keys of the time map; see actions.h. UI thread. */
#include "config.h"
#include "ui/keys/actions.h"

#include <string.h>

#include "ui/state/state.h"
#include "ui/time/scope.h"
#include "ui/time/state_show.h"
#include "ui/time/time_map.h"

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

static unsigned int act_close(struct ui_state *state, int argument)
{
	(void)argument;
	time_map_close(state);
	return R_ROWS;
}

static unsigned int act_column(struct ui_state *state, int steps)
{
	time_map_move_column(state, steps);
	return R_DRAW;
}

static unsigned int act_line(struct ui_state *state, int lines)
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

static unsigned int act_end_of_time(struct ui_state *state, int direction)
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
static unsigned int act_who(struct ui_state *state, int argument)
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
	  .help = "back in time; Right: forward, at the right end with the time", .act = act_column,
	  .argument = -1 },
	{ .codes = { KEYCODE_RIGHT }, .shown = "Right", .group = "Time map (M)",
	  .help = "forward in time", .act = act_column, .argument = +1 },
	{ .codes = { KEYCODE_UP, 'k', KEYCODE_WHEEL_UP }, .shown = "Up k", .group = "Time map (M)",
	  .footer = "Up/Down CPU", .where = IN_MAP, .priority = 70,
	  .brief = "CPU above, below",
	  .help = "CPU above",
	  .act = act_line, .argument = -1 },
	{ .codes = { KEYCODE_DOWN, 'j', KEYCODE_WHEEL_DOWN }, .shown = "Down j",
	  .group = "Time map (M)", .help = "CPU below", .act = act_line, .argument = +1 },
	{ .codes = { KEYCODE_PAGE_UP }, .shown = "PgUp", .group = "Time map (M)",
	  .help = "a page of CPUs up", .act = act_lines, .argument = -1 },
	{ .codes = { KEYCODE_PAGE_DOWN }, .shown = "PgDn", .group = "Time map (M)",
	  .help = "a page of CPUs down", .act = act_lines, .argument = +1 },
	{ .codes = { KEYCODE_HOME }, .shown = "Home", .group = "Time map (M)",
	  .where = IN_MAP, .brief = "oldest interval",
	  .help = "the oldest interval", .act = act_end_of_time, .argument = -1 },
	{ .codes = { KEYCODE_END }, .shown = "End", .group = "Time map (M)",
	  .where = IN_MAP, .brief = "newest, follow the time",
	  .help = "the newest interval, and follow the time", .act = act_end_of_time,
	  .argument = +1 },
	{ .codes = { KEYCODE_ENTER }, .shown = "Enter", .group = "Time map (M)",
	  .footer = "Enter who ran", .where = IN_MAP, .priority = 80,
	  .brief = "who ran then",
	  .help = "freeze at this interval and list who ran then; Esc: back to the map",
	  .act = act_who },
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
	  .help = "back to the list", .act = act_close },
};
/* clang-format on */

const size_t map_keys_n = sizeof(map_keys) / sizeof(map_keys[0]);
