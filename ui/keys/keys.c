/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The table of keys, actions of the group "Program", and the dispatch; see keys.h. UI thread.
 *
 * A new key is a row here, beside its group; its help and its place in the footer are in the row. .where
 * is for these two alone: .act itself looks at state->view. Keys of code views, detail, map, scope and
 * setup have tables in keys_*.c, which come first there. A view with a key of its own: act_view.
 */
#include "config.h"
#include "ui/keys/keys.h"

#include <string.h>

#include "model/formula.h"
#include "ui/code_views/code_keys.h"
#include "ui/code_views/code_state.h"
#include "ui/detail/detail.h"
#include "ui/detail/next_step.h"
#include "ui/draw/layout.h"
#include "ui/keys/actions.h"
#include "ui/setup/menu.h"
#include "ui/setup/settings.h"
#include "ui/setup/setup.h"
#include "ui/state/find.h"
#include "ui/state/state.h"
#include "ui/time/state_show.h"

static unsigned int act_level(struct ui_state *state, int level)
{
	state->look.level = level;
	state->level_chosen = true;
	return R_DRAW;
}

static unsigned int act_interval(struct ui_state *state, int direction)
{
	if (keys_navigate_in_tree(state))
		return keys_navigate_fold(state, direction < 0);
	return settings[SETTING_DELAY].step(state, direction);
}

static unsigned int act_setting(struct ui_state *state, int id)
{
	return settings[id].step(state, +1);
}

static unsigned int act_meters(struct ui_state *state, int argument)
{
	unsigned int reaction = act_setting(state, SETTING_METERS);

	(void)argument;
	if (state->look.meters && state->machine && state->machine->watched[0])
		state_say(state, "only some tasks are counted, on whatever CPU they run: CPUs have "
				 "no meters");
	return reaction;
}

static unsigned int act_beside(struct ui_state *state, int argument)
{
	const struct layout_request request = { .beside = true, .detail = state->detail.open,
						.code = state->code.open, .help = state->help };

	(void)argument;
	if (!layout_compute(state->w, state->h, &request).beside.h)
		state_say(state, "detail with the list %s: seen from 160 columns or 45 lines on",
			  state->look.beside ? "off" : "on");
	return act_setting(state, SETTING_BESIDE);
}

static unsigned int act_help(struct ui_state *state, int argument)
{
	(void)argument;
	state->help = !state->help;
	state->help_search.text[0] = '\0';
	state->help_goes_to = HELP_HERE;
	return R_DRAW;
}

/* As in htop it is help, unless there is code to show. */
static unsigned int act_functions(struct ui_state *state, int argument)
{
	const bool list = !state->help && !state->setup.open && !state->map.open &&
			  !state->scope.open;

	return list && (state->opening || code_is_possible(&state->code)) ?
		       act_code(state, CODE_FUNCTIONS) : act_help(state, argument);
}

static unsigned int act_theme(struct ui_state *state, int argument)
{
	unsigned int reaction = act_setting(state, SETTING_THEME);

	(void)argument;
	state_say(state, "theme %s: %s", themes[state->look.theme].name, themes[state->look.theme].help);
	return reaction;
}

static unsigned int act_save(struct ui_state *state, int argument)
{
	(void)state;
	(void)argument;
	return R_SAVE;
}

/* The collector obeys at the end of the interval, so that a file has whole intervals. */
static unsigned int act_screenshot(struct ui_state *state, int argument)
{
	(void)state;
	(void)argument;
	return R_SCREENSHOT;
}

static unsigned int act_record(struct ui_state *state, int argument)
{
	const struct snapshot *live = state->timeline.live;

	(void)argument;
	if (state->reopens)
		return R_REOPEN;
	if (state->ended || (state->machine && !strcmp(state->machine->source, "replay"))) {
		state_say(state, "this is a recording already");
		return R_DRAW;
	}
	state_say(state, live && live->recording.on ? "the recording ends with this interval"
						     : "recording begins with the next interval");
	return R_RECORD;
}

/* which: 0 perf record, 1 perf stat, of the node in the detail. */
/* The command of the detail that is open, or of the one beside the list. */
static bool copy_command(struct ui_state *state, int which)
{
	const struct row *row = state->detail.open ? NULL : state_selected(state);
	struct detail_before before;
	bool found;

	if (!state->machine || (!state->detail.open && !row))
		return false;
	if (row)
		detail_look_at(state, row, &before);
	found = which ? next_step_stat(state, state->copied, sizeof(state->copied)) :
			next_step_record(state, state->copied, sizeof(state->copied));
	if (row)
		detail_look_away(state, &before);
	return found;
}

static unsigned int act_copy(struct ui_state *state, int which)
{
	const bool shown = state->detail.open || state->has_beside;
	const bool found = shown && copy_command(state, which);

	if (!shown)
		state_say(state, "copies a command for perf: open a detail (d) and choose a node");
	else if (!found)
		state_say(state, "nothing to copy: perf has no %s for this node or row",
			  which ? "metric" : "event");
	else
		state_say(state, "copied perf %s: by OSC 52, if allowed (tmux: set-clipboard on)",
			  which ? "stat" : "record");
	return found ? R_COPY : R_DRAW;
}

static unsigned int act_redraw(struct ui_state *state, int argument)
{
	(void)state;
	(void)argument;
	return R_REDRAW;
}

/* Priority, and signals, of htop. */
static unsigned int act_nothing(struct ui_state *state, int argument)
{
	(void)argument;
	state_say(state, "tdtop only looks: it changes no process");
	return R_DRAW;
}

/* In help "q" only closes the help, so that readers do not quit by accident. */
static unsigned int act_quit(struct ui_state *state, int argument)
{
	return state->help ? act_leave(state, argument) : R_QUIT;
}

/* clang-format off */
const struct key keys[] = {
	{ .codes = { KEYCODE_ENTER }, .shown = "Enter", .group = "Navigate", .footer = "Enter down",
	  .where = IN_PROCESSES | IN_GROUPS | WITHIN | IN_WHO, .where_code = IN_DETAIL, .priority = 80,
	  .brief = "down into the row, or node",
	  .help = "group: its processes; process: its regions and threads; region, thread, CPU, "
		  "exited: detail; core: fold; detail: functions where its node costs, sampled now; "
		  "machine: the process under the cursor", .act = act_enter },
	{ .codes = { 'd' }, .shown = "d", .group = "Navigate", .footer = "d why", .where = IN_LISTS,
	  .priority = 72, .footer_counted = true,
	  .brief = "why: its detail, what to try",
	  .help = "why: the detail of the row with its tree and what to try; again: back",
	  .act = act_detail },
	{ .codes = { 'D' }, .shown = "D", .group = "Navigate",
	  .help = "detail of the whole machine", .act = act_detail_machine },
	{ .codes = { ' ' }, .shown = "Space", .group = "Navigate", .footer = "Space fold",
	  .where = IN_CPUS, .priority = 80, .rows_only = true,
	  .brief = "fold, unfold",
	  .help = "task: tag it, tagged rows are summed; CPUs, tree: fold; help: a page down",
	  .act = act_fold },
	{ .codes = { KEYCODE_ESCAPE, KEYCODE_BACKSPACE }, .shown = "Esc", .group = "Navigate",
	  .footer = "Esc back",
	  .where = (IN_LISTS & ~(IN_PROCESSES | IN_THREADS)) | IN_HELP | IN_DETAIL, .priority = 85,
	  .help = "back (also Backspace)", .act = act_leave },
	{ .codes = { 'c' }, .shown = "c", .group = "Navigate", .footer = "c CPUs",
	  .where = IN_LISTS & ~IN_CPUS, .priority = 70,
	  .help = "CPUs by socket and core; again: back", .act = act_view, .argument = VIEW_CPUS },
	{ .codes = { 'g' }, .shown = "g", .group = "Navigate", .footer = "g cgroups",
	  .where = IN_PROCESSES | IN_THREADS | IN_CPUS, .priority = 46,
	  .help = "cgroups: services, containers, sessions; again: back", .act = act_view,
	  .argument = VIEW_CGROUPS },
	{ .codes = { 'C' }, .shown = "C", .group = "Navigate", .footer = "C commands",
	  .where = IN_PROCESSES, .priority = 18,
	  .brief = "rows by command name",
	  .help = "commands: one row for each name; Enter: its processes; again: back",
	  .act = act_view, .argument = VIEW_COMMANDS },
	{ .codes = { 't', KEYCODE_F5 }, .shown = "t F5", .group = "Navigate", .footer = "t tree",
	  .where = IN_PROCESSES, .priority = 28,
	  .brief = "a tree of parents",
	  .help = "processes as a tree of parents; again: flat", .rows_only = true,
	  .act = act_tree },
	{ .codes = { 'H' }, .shown = "H", .group = "Navigate", .footer = "H threads",
	  .where = IN_PROCESSES | WITHIN, .priority = 17,
	  .brief = "threads and regions as well",
	  .help = "list behind each process its regions, and its threads if it has several; again: "
		  "not",
	  .rows_only = true, .act = act_threads },
	{ .codes = { '*' }, .shown = "*", .group = "Navigate",
	  .help = "tree: fold all (+12: a row that sums 12 more processes); again: unfold all",
	  .rows_only = true, .act = act_fold_all },
	{ .codes = { 'v', '\t' }, .shown = "v Tab", .group = "Navigate", .footer = "v view",
	  .where = IN_LISTS, .priority = 20,
	  .help = "next view: threads, CPUs, cores, sockets, cgroups, users, commands, regions, "
		  "exited; help: next part",
	  .act = act_next_view },

	{ .codes = { 'b' }, .shown = "b", .group = "Navigate", .footer = "b branches",
	  .where_code = IN_LISTS | IN_DETAIL, .priority = 41, .live_counted = true,
	  .brief = "branches of the row",
	  .help = "branches of the selected row, sampled now; of a recording: of the process, from its "
		  "samples of code", .act = act_code, .argument = CODE_BRANCHES },
	{ .codes = { 'h' }, .shown = "h", .group = "Navigate", .footer = "h functions",
	  .where_code = IN_LISTS | IN_DETAIL, .priority = 47, .in_setup = true,
	  .brief = "functions of the row",
	  .help = "functions of the row, likewise; in a detail by the event of the node; this help, "
		  "where there is nothing to sample", .act = act_functions },

	{ .codes = { '1' }, .counted = true, .shown = "1", .group = "TopDown", .footer = "1/2 level",
	  .where = IN_LISTS, .priority = 75,
	  .brief = "TopDown level 1, level 2",
	  .help = "level 1: RET BAD FE BE", .in_setup = true,
	  .act = act_level, .argument = 1 },
	{ .codes = { '2' }, .counted = true, .shown = "2", .group = "TopDown",
	  .help = "level 2: each class split in two", .in_setup = true, .act = act_level,
	  .argument = 2 },
	{ .codes = { '%' }, .counted = true, .shown = "%", .group = "TopDown",
	  .help = "cells: percent, slots per second, or percent of the machine's slots",
	  .in_setup = true, .act = act_setting, .argument = SETTING_UNITS },
	{ .codes = { 'A' }, .counted = true, .shown = "A", .group = "TopDown", .footer = "A cause",
	  .where = IN_LISTS, .priority = 58,
	  .brief = "cause: follow the worst path",
	  .help = "the cause: opens the detail of the row and follows the worst path to its end",
	  .act = act_cause },
	{ .codes = { '3' }, .counted = true, .shown = "3", .group = "TopDown",
	  .help = "level 3 of the row: opens its detail down to it", .act = act_row_level,
	  .argument = 3 },
	{ .codes = { '4' }, .counted = true, .shown = "4", .group = "TopDown", .help = "level 4 of it, likewise",
	  .act = act_row_level, .argument = 4 },
	{ .codes = { '5' }, .counted = true, .shown = "5", .group = "TopDown", .help = "level 5 of it, likewise",
	  .act = act_row_level, .argument = 5 },
	{ .codes = { '6' }, .counted = true, .shown = "6", .group = "TopDown", .help = "level 6 of it, likewise",
	  .act = act_row_level, .argument = 6 },

	{ .codes = { 'B' }, .counted = true, .shown = "B", .group = "Order", .footer = "B/F/S/R sort",
	  .where = IN_LISTS, .priority = 60,
	  .brief = "sort by BE, FE, BAD, RET",
	  .help = "by backend bound", .rows_only = true,
	  .in_setup = true, .act = act_sort_metric, .argument = M_BACKEND_BOUND },
	{ .codes = { 'F' }, .counted = true, .shown = "F", .group = "Order", .help = "by frontend bound",
	  .rows_only = true, .in_setup = true, .act = act_sort_metric,
	  .argument = M_FRONTEND_BOUND },
	{ .codes = { 'S' }, .counted = true, .shown = "S", .group = "Order", .help = "by bad speculation",
	  .rows_only = true, .in_setup = true, .act = act_sort_metric,
	  .argument = M_BAD_SPECULATION },
	{ .codes = { 'R' }, .counted = true, .shown = "R", .group = "Order", .help = "by retiring",
	  .rows_only = true, .in_setup = true, .act = act_sort_metric, .argument = M_RETIRING },
	{ .codes = { 'P' }, .shown = "P", .group = "Order", .help = "by CPU%",
	  .rows_only = true, .in_setup = true, .act = act_sort_cpu },
	{ .codes = { 'N' }, .shown = "N", .group = "Order",
	  .help = "by number: pid, tid, CPU; after a search: the previous match", .rows_only = true,
	  .act = act_sort_number },
	{ .codes = { '<', ',' }, .shown = "<", .group = "Order",
	  .help = "by the column to the left", .rows_only = true,
	  .act = act_sort_beside, .argument = -1 },
	{ .codes = { '>', '.' }, .shown = ">", .group = "Order",
	  .help = "by the column to the right", .rows_only = true,
	  .act = act_sort_beside, .argument = +1 },
	{ .codes = { KEYCODE_F6 }, .shown = "F6", .group = "Order", .footer = "F6 sort",
	  .where = IN_LISTS, .priority = 18,
	  .brief = "sort by a column of a menu",
	  .help = "menu of the columns to sort by",
	  .rows_only = true, .act = act_menu, .argument = MENU_SORT },
	{ .codes = { 'I' }, .shown = "I", .group = "Order", .help = "reverse the order",
	  .rows_only = true, .in_setup = true, .act = act_setting, .argument = SETTING_REVERSE },
	{ .codes = { 'w' }, .counted = true, .shown = "w", .group = "Order", .footer = "w cost/%",
	  .where = IN_LISTS, .priority = 30,
	  .brief = "sort by cost or percentage",
	  .help = "sort classes by absolute cost (percentage x slots) or by percentage",
	  .rows_only = true, .in_setup = true, .act = act_setting, .argument = SETTING_COST },

	{ .codes = { '\\', KEYCODE_F4 }, .shown = "\\ F4", .group = "Find", .footer = "\\ filter",
	  .where = IN_LISTS, .priority = 55, .rows_only = true,
	  .help = "filter as you type: words, or be>40 && cpu>5; Esc: all rows again",
	  .act = act_find, .argument = FIND_FILTER },
	{ .codes = { '/', KEYCODE_F3 }, .shown = "/ F3", .group = "Find", .footer = "/ search",
	  .where = IN_LISTS | IN_HELP, .priority = 45, .rows_only = true,
	  .help = "search as you type; the same words and expressions; in the help its lines",
	  .act = act_find, .argument = FIND_SEARCH },
	{ .codes = { 'n' }, .shown = "n", .group = "Find", .rows_only = true,
	  .help = "next match of the search (N: the previous), until Esc",
	  .act = act_next_match, .argument = +1 },
	{ .codes = { 'u' }, .shown = "u", .group = "Find", .footer = "u user",
	  .where = IN_PROCESSES | IN_THREADS | WITHIN, .priority = 22, .rows_only = true,
	  .brief = "rows of one user",
	  .help = "show only the rows of one user", .act = act_menu, .argument = MENU_USERS },
	{ .codes = { 'f' }, .shown = "f", .group = "Find", .rows_only = true,
	  .help = "follow the task: keep the cursor on it and mark it; again, or a move: stop",
	  .act = act_follow },
	{ .codes = { 'K' }, .shown = "K", .group = "Find", .rows_only = true, .in_setup = true,
	  .help = "kernel threads: hide them, show them again", .act = act_hide,
	  .argument = SETTING_HIDE_KERNEL },
	{ .codes = { 'X' }, .shown = "X", .group = "Find", .rows_only = true, .in_setup = true,
	  .help = "exited tasks: hide them, show them again", .act = act_hide,
	  .argument = SETTING_HIDE_EXITED },
	{ .codes = { 'U' }, .shown = "U", .group = "Find", .rows_only = true,
	  .help = "clear all tags (Space)", .act = act_untag },

	{ .codes = { KEYCODE_UP, 'k', KEYCODE_WHEEL_UP }, .shown = "Up k", .group = "Move",
	  .footer = "Up/Down node", .where = IN_DETAIL, .priority = 60,
	  .brief = "node above, below",
	  .help = "up; the cursor stays on its task", .act = act_move, .argument = -1 },
	{ .codes = { KEYCODE_DOWN, 'j', KEYCODE_WHEEL_DOWN }, .shown = "Down j", .group = "Move",
	  .help = "down", .act = act_move, .argument = +1 },
	{ .codes = { KEYCODE_PAGE_UP }, .shown = "PgUp", .group = "Move",
	  .footer = "PgUp/PgDn text", .where = IN_DETAIL, .priority = 50,
	  .brief = "scroll the text",
	  .help = "a page up; in a detail its text", .act = act_page, .argument = -1 },
	{ .codes = { KEYCODE_PAGE_DOWN }, .shown = "PgDn", .group = "Move",
	  .help = "a page down", .act = act_page, .argument = +1 },
	{ .codes = { KEYCODE_HOME }, .shown = "Home", .group = "Move",
	  .help = "first line, and stay on top", .act = act_top },
	{ .codes = { KEYCODE_END }, .shown = "End", .group = "Move", .help = "last line",
	  .act = act_end },
	{ .codes = { KEYCODE_RIGHT }, .shown = "Right", .group = "Move", .rows_only = true,
	  .help = "show more of long texts (COMMAND, NAME, PATH)", .act = act_text_scroll,
	  .argument = +1 },
	{ .codes = { KEYCODE_LEFT }, .shown = "Left", .group = "Move", .rows_only = true,
	  .help = "back towards the beginning of long texts", .act = act_text_scroll,
	  .argument = -1 },
	{ .codes = { 'L' }, .shown = "L", .group = "Move", .rows_only = true,
	  .help = "long texts of the selected row in whole, below it; again: one line",
	  .act = act_wrap },

	{ .codes = { 'z', 'Z' }, .shown = "z Z", .group = "Time", .footer = "z freeze",
	  .where = IN_LISTS | IN_DETAIL, .priority = 50,
	  .brief = "freeze; again: go on",
	  .help = "freeze the screen while counting continues; again: thaw", .in_setup = true,
	  .act = keys_time_freeze },
	{ .codes = { '[' }, .shown = "[", .group = "Time", .footer = "[/] time",
	  .where = IN_LISTS | IN_DETAIL, .priority = 25,
	  .brief = "back, forward in time",
	  .help = "freeze and step back in time",
	  .in_setup = true, .act = keys_time_step, .argument = -1 },
	{ .codes = { ']' }, .shown = "]", .group = "Time", .help = "step forward in time",
	  .in_setup = true, .act = keys_time_step, .argument = +1 },
	{ .codes = { '{' }, .shown = "{", .group = "Time", .help = "ten steps back",
	  .in_setup = true, .act = keys_time_step, .argument = -10 },
	{ .codes = { '}' }, .shown = "}", .group = "Time", .help = "ten steps forward",
	  .in_setup = true, .act = keys_time_step, .argument = +10 },
	{ .codes = { '(', KEYCODE_SHIFT_HOME }, .shown = "(", .group = "Time",
	  .help = "back to the oldest interval (also Shift-Home)",
	  .in_setup = true, .act = keys_time_step, .argument = -KEYS_TIME_ALL },
	{ .codes = { ')', KEYCODE_SHIFT_END }, .shown = ")", .group = "Time",
	  .help = "forward to the newest interval, still frozen (also Shift-End)",
	  .in_setup = true, .act = keys_time_step, .argument = +KEYS_TIME_ALL },
	{ .codes = { ';' }, .shown = ";", .group = "Time",
	  .help = "the next change: when, from what to what, who did it",
	  .in_setup = true, .act = keys_time_change, .argument = +1 },
	{ .codes = { ':' }, .shown = ":", .group = "Time", .help = "the change before",
	  .in_setup = true, .act = keys_time_change, .argument = -1 },
	{ .codes = { 'a' }, .shown = "a", .group = "Time",
	  .help = "average: the last ten intervals together; again: each by itself",
	  .in_setup = true, .act = keys_time_average },
	{ .codes = { '!' }, .shown = "!", .group = "Time",
	  .help = "now: end the interval and show it, in place of waiting",
	  .in_setup = true, .act = keys_time_end },
	{ .codes = { 'p' }, .shown = "p", .group = "Time",
	  .help = "play a recording, each interval as long as it was; again: pause",
	  .in_setup = true, .act = keys_time_play },
	{ .codes = { 's' }, .shown = "s", .group = "Time",
	  .help = "summary of the whole recording, or of a command that has ended; again: back",
	  .in_setup = true, .act = keys_time_summary },
	{ .codes = { 'x' }, .shown = "x", .group = "Time", .footer = "x compare",
	  .where = IN_LISTS | IN_DETAIL, .priority = 15,
	  .brief = "compare with now",
	  .help = "compare: percentages as changes since this interval, the largest first "
		  "(new: started since; slept: did not run then); again: end",
	  .act = keys_time_compare },
	{ .codes = { 'm' }, .shown = "m", .group = "Time", .footer = "m chart", .where = IN_LISTS,
	  .priority = 16, .help = "chart of the machine: how busy, stacked by class; again: close",
	  .act = keys_time_chart },
	{ .codes = { 'M' }, .shown = "M", .group = "Time", .footer = "M time", .where = IN_LISTS | IN_DETAIL,
	  .priority = 17,
	  .brief = "time map; of a detail: scope",
	  .help = "time map: CPUs down, the last intervals across; in a detail: the scope of its "
		  "row, 20 ms a cell",
	  .act = act_map },

	{ .codes = { '+', '=' }, .shown = "+", .group = "Program",
	  .help = "longer interval; in the tree: unfold the process",
	  .act = act_interval, .argument = +1 },
	{ .codes = { '-' }, .shown = "-", .group = "Program",
	  .help = "shorter interval; in the tree: fold the process into one row",
	  .act = act_interval, .argument = -1 },
	{ .codes = { 'l' }, .shown = "l", .group = "Program",
	  .help = "a meter for each CPU in the head: its classes, how busy; again: close",
	  .in_setup = true, .act = act_meters },
	{ .codes = { 'i' }, .shown = "i", .group = "Program",
	  .help = "the detail of the selected row beside the list, from 160 columns on, or below it, from 45 lines on; "
		  "again: close",
	  .in_setup = true, .act = act_beside },
	{ .codes = { 'T' }, .shown = "T", .group = "Program", .help = "next colour theme",
	  .in_setup = true, .in_code = true, .act = act_theme },
	{ .codes = { KEYCODE_F2, 'O' }, .shown = "F2 O", .group = "Program", .footer = "F2 setup",
	  .where = IN_LISTS, .priority = 35, .in_setup = true,
	  .help = "setup: columns, colours, start settings; again: back",
	  .act = act_setup },
	{ .codes = { 'W' }, .shown = "W", .group = "Program", .footer = "W write",
	  .where = IN_SETUP, .priority = 60,
	  .brief = "write the settings",
	  .help = "write the settings to tdtoprc: tdtop starts with them",
	  .in_setup = true, .in_code = true, .act = act_save },
	{ .codes = { 'r' }, .shown = "r", .group = "Program",
	  .help = "record to a file that perf and tdtop -i read; again: stop; in a recording of a command or "
		  "of processes: all tasks; again: only those",
	  .act = act_record },
	{ .codes = { 'G' }, .shown = "G", .group = "Program",
	  .help = "write the screen as it is to tdtop-DATE-TIME.svg in this directory",
	  .in_setup = true, .in_code = true, .act = act_screenshot },
	{ .codes = { 'y' }, .shown = "y", .group = "Program", .footer = "y copy command",
	  .where = IN_DETAIL, .priority = 58,
	  .brief = "copy perf record",
	  .help = "in a detail: copy the node's perf record command to the clipboard",
	  .act = act_copy },
	{ .codes = { 'Y' }, .shown = "Y", .group = "Program", .footer = "Y copy check",
	  .where = IN_DETAIL, .priority = 18,
	  .brief = "copy perf stat",
	  .help = "in a detail: copy a check, the perf stat command that prints the same number",
	  .act = act_copy, .argument = 1 },
	{ .codes = { KEYCODE_CTRL_L }, .shown = "Ctrl-L", .group = "Program",
	  .help = "redraw the screen", .in_setup = true, .in_code = true, .act = act_redraw },
	{ .codes = { '?', KEYCODE_F1 }, .shown = "? F1", .group = "Program",
	  .footer = "? help",
	  .where = IN_LISTS | IN_DETAIL | IN_SETUP | IN_MAP | IN_SCOPE | IN_CODE,
	  .priority = 95,
	  .brief = "this help; again: back",
	  .help = "this help, which begins with the keys and signs of the screen; again: back",
	  .in_setup = true, .in_code = true, .act = act_help },
	{ .codes = { KEYCODE_F7, KEYCODE_F8, KEYCODE_F9 }, .shown = "F7 - F9",
	  .group = "Program", .help = "nothing: tdtop only looks, it changes no process",
	  .in_code = true, .act = act_nothing },
	{ .codes = { 'q', KEYCODE_F10 }, .shown = "q F10", .group = "Program", .footer = "q quit",
	  .where = IN_LISTS | IN_DETAIL | IN_CODE, .priority = 48, .help = "quit",
	  .in_code = true, .act = act_quit },
};
/* clang-format on */

#define N_KEYS (sizeof(keys) / sizeof(keys[0]))

const size_t keys_n = N_KEYS;

static const struct key *find_code(const struct key *table, size_t n, int code)
{
	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < KEY_CODES && table[i].codes[k]; k++)
			if (table[i].codes[k] == code)
				return &table[i];
	return NULL;
}

static const struct key *keys_key_of(const struct ui_state *state, int code)
{
	const struct key *key = NULL;

	if (setup_takes(state))
		key = find_code(setup_keys, setup_keys_n, code);
	else if (keys_code_takes(state))
		key = find_code(code_keys, code_keys_n, code);
	else if (keys_scope_takes(state))
		key = find_code(scope_keys, scope_keys_n, code);
	else if (keys_map_takes(state))
		key = find_code(map_keys, map_keys_n, code);
	else if (keys_detail_takes(state))
		key = find_code(detail_keys, detail_keys_n, code);
	return key ? key : find_code(keys, N_KEYS, code);
}

/* In a detail the list is hidden, and the setup has keys of its own. */
static bool acts_here(const struct ui_state *state, const struct key *key)
{
	if (setup_takes(state))
		return key->in_setup || find_code(setup_keys, setup_keys_n, key->codes[0]) == key;
	if (keys_code_takes(state))
		return key->in_code || find_code(code_keys, code_keys_n, key->codes[0]) == key;
	return !key->rows_only || !state->detail.open || state->help;
}

/* A line that is typed, or a menu, takes the key first. */
static bool takes_first(struct ui_state *state, int code, unsigned int *reaction)
{
	if (code > 0)
		state->code.said[0] = '\0';
	if (code_export_takes(&state->code, code)) {
		code_export_key(&state->code, code);
		*reaction = R_DRAW;
		return true;
	}
	if (keys_paste_takes(code))
		*reaction = keys_paste(state, code);
	else if (menu_takes(state, code))
		*reaction = menu_key(state, code);
	else if (find_takes(state, code))
		*reaction = find_key(state, code);
	else
		return false;
	if ((*reaction & R_ROWS) == R_ROWS)
		(void)state_list(state);
	return true;
}

unsigned int ui_key(struct ui_state *state, int code)
{
	const struct key *key = keys_key_of(state, code);
	unsigned int reaction;
	bool said;

	if (takes_first(state, code, &reaction))
		return reaction;
	if (code <= 0)
		return R_NONE;
	if (!key || !acts_here(state, key))
		return keys_refuse(state, key, code);
	if (key->counted && !family_has_counters(state_family(state)))
		return keys_refuse_uncounted(state, code);
	keys_scope_yield(state, key);
	keys_map_yield(state, key);
	said = state->message[0];
	state->message[0] = '\0';
	reaction = key->act(state, key->argument);
	if ((reaction & R_ROWS) == R_ROWS)
		(void)state_list(state);
	return said ? reaction | R_DRAW : reaction;
}
