/* SPDX-License-Identifier: GPL-2.0-only */
/* The table of keys and what they do; see keys.h. UI thread. */
#include "config.h"
#include "ui/keys.h"

#include "model/control.h"
#include "ui/keys_find.h"
#include "ui/keys_time.h"
#include "ui/screen.h"

static unsigned int act_move(struct ui_state *state, int lines)
{
	if (state->help)
		state->help_scroll = (size_t)((long)state->help_scroll + lines < 0 ?
					      0 : (long)state->help_scroll + lines);
	else if (state->detail.open)
		detail_move(&state->detail, lines);
	else
		state_move(state, lines);
	return R_DRAW;
}

static unsigned int act_page(struct ui_state *state, int direction)
{
	/* One line stays in sight, so that the eye finds its place. */
	int page = state->page > 1 ? (int)state->page - 1 : 1;

	if (state->detail.open && !state->help) {
		page = state->detail.page > 1 ? (int)state->detail.page - 1 : 1;
		detail_scroll(&state->detail, direction * page);
		return R_DRAW;
	}
	return act_move(state, direction * page);
}

static unsigned int act_top(struct ui_state *state, int argument)
{
	(void)argument;
	if (state->help)
		state->help_scroll = 0;
	else if (state->detail.open)
		detail_move_to(&state->detail, 0);
	else
		state_move_to_top(state);
	return R_DRAW;
}

static unsigned int act_end(struct ui_state *state, int argument)
{
	(void)argument;
	if (state->help)
		state->help_scroll = state->help_lines;
	else if (state->detail.open)
		detail_move_to(&state->detail, M_COUNT - 1);
	else
		state_move_to_end(state);
	return R_DRAW;
}

static unsigned int act_level(struct ui_state *state, int level)
{
	state->level = level;
	return R_DRAW;
}

static unsigned int set_order(struct ui_state *state, const struct column *column)
{
	struct column_order *order = &state_current(state)->order;

	if (!column || !column_applies(column, state_kind(state)))
		return R_NONE;
	order->column = column;
	order->reverse = false;
	return R_ROWS;
}

static unsigned int act_sort_metric(struct ui_state *state, int metric)
{
	return set_order(state, columns_of_metric((enum metric_id)metric));
}

static unsigned int act_sort_cpu(struct ui_state *state, int argument)
{
	(void)argument;
	return set_order(state, columns_find("cpu"));
}

/* After a search the letter belongs to it, as everywhere; Esc gives it back. */
static unsigned int act_sort_number(struct ui_state *state, int argument)
{
	(void)argument;
	if (state->find.search && choice_of(state) && !state->help)
		return find_next(state, -1);
	if (state_shows_cpus(state)) {
		state_current(state)->order = (struct column_order){ 0 };
		return R_ROWS;
	}
	return set_order(state, columns_find(state_kind(state) == ROW_THREAD ? "tid" : "pid"));
}

/*
 * Where on the screen the ordering column is. On level 2 a class is not there itself: then just
 * before its first child or behind its last one, so that a step leads to the nearest of them.
 */
static int find_ordering(const struct table *table, const struct column *ordering, int direction)
{
	int at = direction > 0 ? -1 : (int)table->n;
	bool found = false;

	for (int i = 0; ordering && i < (int)table->n; i++) {
		const struct column *column = table->places[i].column;

		if (column == ordering)
			return i;
		if (column->metric == M_NONE || ordering->metric == M_NONE ||
		    metrics[column->metric].parent != ordering->metric)
			continue;
		if (direction < 0)
			at = i + 1;
		else if (!found)
			at = i - 1;
		found = true;
	}
	return at;
}

static unsigned int act_sort_beside(struct ui_state *state, int direction)
{
	const struct column *ordering = state_current(state)->order.column;
	struct table table;
	int n;

	screen_fit(state, &table);
	n = (int)table.n;
	for (int at = find_ordering(&table, ordering, direction) + direction; at >= 0 && at < n;
	     at += direction)
		if (column_is_sortable(table.places[at].column))
			return set_order(state, table.places[at].column);
	return R_NONE;
}

static unsigned int act_reverse(struct ui_state *state, int argument)
{
	struct column_order *order = &state_current(state)->order;

	(void)argument;
	order->reverse = !order->reverse;
	return R_ROWS;
}

static unsigned int act_ratio(struct ui_state *state, int argument)
{
	bool ratio = !state_current(state)->order.ratio;

	(void)argument;
	/* A habit of the reader, not of one view. */
	for (int view = 0; view < VIEW_COUNT; view++)
		state->views[view].order.ratio = ratio;
	state->inside_state.order.ratio = state->within_state.order.ratio = ratio;
	return R_ROWS;
}

static unsigned int act_fold(struct ui_state *state, int argument)
{
	if (!state_shows_cpus(state))
		return act_tag(state, argument);
	if (!state->snapshot)
		return R_NONE;
	state_toggle_fold(state);
	return R_ROWS;
}

static unsigned int act_detail(struct ui_state *state, int argument)
{
	const struct row *row = state_selected(state);

	(void)argument;
	if (state->detail.open) {
		state->detail.open = false;
	} else if (row && row->kind != ROW_GONE) {
		state_move(state, 0);	/* the cursor shall be on it when the reader comes back */
		detail_open(state, row);
	}
	return R_DRAW;
}

static unsigned int act_detail_machine(struct ui_state *state, int argument)
{
	const struct row *row = state->snapshot ? snapshot_machine(state->snapshot) : NULL;

	(void)argument;
	if (state->detail.open && state->detail.name.kind == ROW_MACHINE)
		state->detail.open = false;
	else if (row)
		detail_open(state, row);
	return R_DRAW;
}

static unsigned int act_enter(struct ui_state *state, int argument)
{
	const struct row *row;

	(void)argument;
	if (state->help) {
		state->help = false;
		return R_DRAW;
	}
	row = state_selected(state);
	if (row && (row->kind == ROW_CPU || row->kind == ROW_THREAD))
		return act_detail(state, 0);	/* nothing below it */
	if (state_shows_cpus(state))
		return act_fold(state, 0);
	return state_enter(state) ? R_ROWS : R_NONE;
}

static unsigned int act_leave(struct ui_state *state, int argument)
{
	(void)argument;
	if (state->help) {
		state->help = false;
		return R_DRAW;
	}
	if (state->detail.open) {
		state->detail.open = false;
		return R_DRAW;	/* the list behind it is as it was */
	}
	if (choice_of(state) && find_end_search(state))
		return R_DRAW;
	return state_leave(state) ? R_ROWS : R_NONE;
}

static unsigned int act_cpus(struct ui_state *state, int argument)
{
	(void)argument;
	if (state_shows_cpus(state) && !state->detail.open)
		return act_leave(state, 0);
	state_switch_view(state, VIEW_CPUS);
	return R_ROWS;
}

static unsigned int act_cgroups(struct ui_state *state, int argument)
{
	(void)argument;
	if (state->view == VIEW_CGROUPS && state_kind(state) == ROW_CGROUP && !state->detail.open)
		return act_leave(state, 0);
	state_switch_view(state, VIEW_CGROUPS);
	return R_ROWS;
}

static unsigned int act_tree(struct ui_state *state, int argument)
{
	bool shown = state_shows_tree(state) && !state->detail.open;

	(void)argument;
	if (state->view != VIEW_PROCESSES || state->inside || state->detail.open)
		state_switch_view(state, VIEW_PROCESSES);
	state->tree = !shown;
	return R_ROWS;
}

static unsigned int act_next_view(struct ui_state *state, int argument)
{
	(void)argument;
	state_switch_view(state, state->inside || state->within ?
					 state->view :
					 (enum view_id)((state->view + 1) % VIEW_COUNT));
	return R_ROWS;
}

/* Lengths that people use; the steps of + and -. */
static const uint64_t interval_steps[] = {
	100000000, 200000000, 500000000, 1000000000, 2000000000,
	5000000000, 10000000000, 30000000000, 60000000000,
};

#define N_STEPS (sizeof(interval_steps) / sizeof(interval_steps[0]))

static unsigned int act_interval(struct ui_state *state, int direction)
{
	uint64_t now = state->interval_ns, next = now;

	for (size_t i = 0; i < N_STEPS; i++) {
		if (direction > 0 && interval_steps[i] > now) {
			next = interval_steps[i];
			break;
		}
		if (direction < 0 && interval_steps[i] < now)
			next = interval_steps[i];
	}
	if (next == now || next < INTERVAL_MIN_NS || next > INTERVAL_MAX_NS)
		return R_NONE;
	state->interval_ns = next;
	return R_INTERVAL;
}

static unsigned int act_help(struct ui_state *state, int argument)
{
	(void)argument;
	state->help = !state->help;
	state->help_scroll = 0;
	return R_DRAW;
}

static unsigned int act_units(struct ui_state *state, int argument)
{
	(void)argument;
	state->units = (enum units_id)((state->units + 1) % UNITS_COUNT);
	return R_DRAW;
}

static unsigned int act_theme(struct ui_state *state, int argument)
{
	(void)argument;
	state->theme = (enum theme_id)((state->theme + 1) % THEME_COUNT);
	state_say(state, "theme %s: %s", themes[state->theme].name, themes[state->theme].help);
	return R_THEME;
}

static unsigned int act_save(struct ui_state *state, int argument)
{
	(void)state;
	(void)argument;
	return R_SAVE;
}

static unsigned int act_redraw(struct ui_state *state, int argument)
{
	(void)state;
	(void)argument;
	return R_REDRAW;
}

/* In help "q" only closes it: nobody shall lose the screen by reading. */
static unsigned int act_quit(struct ui_state *state, int argument)
{
	return state->help ? act_leave(state, argument) : R_QUIT;
}

/* clang-format off */
const struct key keys[] = {
	{ .codes = { KEYCODE_ENTER }, .shown = "Enter", .group = "Way",
	  .footer = "Enter down", .where = IN_PROCESSES | IN_GROUPS | WITHIN, .keep = 80,
	  .help = "group: its processes; process: its threads; thread, CPU: detail; core: fold",
	  .rows_only = true, .act = act_enter },
	{ .codes = { 'd' }, .shown = "d", .group = "Way", .footer = "d why", .where = IN_LISTS & ~IN_GONE,
	  .keep = 72, .help = "why: the detail of the row, its tree, what to try; again: back",
	  .act = act_detail },
	{ .codes = { 'D' }, .shown = "D", .group = "Way", .help = "detail of the whole machine",
	  .act = act_detail_machine },
	{ .codes = { ' ' }, .shown = "Space", .group = "Way", .footer = "Space fold",
	  .where = IN_CPUS, .keep = 80, .rows_only = true, .help = "task: tag, tagged rows are summed; CPUs: fold",
	  .act = act_fold },
	{ .codes = { KEYCODE_ESCAPE, KEYCODE_BACKSPACE }, .shown = "Esc", .group = "Way",
	  .footer = "Esc back",
	  .where = INSIDE | WITHIN | IN_GROUPS | IN_GONE | IN_CPUS | IN_HELP | IN_DETAIL, .keep = 85,
	  .help = "back up (Backspace too)", .act = act_leave },
	{ .codes = { 'c' }, .shown = "c", .group = "Way", .footer = "c CPUs",
	  .where = IN_LISTS & ~IN_CPUS, .keep = 70,
	  .help = "CPUs by socket and core; again: back", .act = act_cpus },
	{ .codes = { 'g' }, .shown = "g", .group = "Way", .footer = "g cgroups",
	  .where = IN_PROCESSES | IN_THREADS | IN_CPUS, .keep = 25,
	  .help = "cgroups: services, containers, sessions; again: back", .act = act_cgroups },
	{ .codes = { 't' }, .shown = "t", .group = "Way", .footer = "t tree", .where = IN_PROCESSES,
	  .keep = 28, .help = "processes as a tree of parents; again: flat",
	  .rows_only = true, .act = act_tree },
	{ .codes = { 'v', '\t' }, .shown = "v Tab", .group = "Way", .footer = "v view", .where = IN_LISTS,
	  .keep = 20, .help = "next view: threads, CPUs, cores, sockets, cgroups, users, gone",
	  .act = act_next_view },

	{ .codes = { '1' }, .shown = "1", .group = "TopDown", .footer = "1/2 level",
	  .where = IN_LISTS, .keep = 75, .help = "level 1: RET BAD FE BE", .act = act_level,
	  .argument = 1 },
	{ .codes = { '2' }, .shown = "2", .group = "TopDown",
	  .help = "level 2: each class split in two", .act = act_level, .argument = 2 },
	{ .codes = { '%' }, .shown = "%", .group = "TopDown",
	  .help = "cells: percent, slots per second, or percent of the machine's slots",
	  .act = act_units },

	{ .codes = { 'B' }, .shown = "B", .group = "Order", .footer = "B/F/S/R sort",
	  .where = IN_LISTS, .keep = 60, .help = "by backend bound",
	  .rows_only = true, .act = act_sort_metric, .argument = M_BACKEND_BOUND },
	{ .codes = { 'F' }, .shown = "F", .group = "Order", .help = "by frontend bound",
	  .rows_only = true, .act = act_sort_metric, .argument = M_FRONTEND_BOUND },
	{ .codes = { 'S' }, .shown = "S", .group = "Order", .help = "by bad speculation",
	  .rows_only = true, .act = act_sort_metric, .argument = M_BAD_SPECULATION },
	{ .codes = { 'R' }, .shown = "R", .group = "Order", .help = "by retiring",
	  .rows_only = true, .act = act_sort_metric, .argument = M_RETIRING },
	{ .codes = { 'P' }, .shown = "P", .group = "Order", .help = "by CPU%",
	  .rows_only = true, .act = act_sort_cpu },
	{ .codes = { 'N' }, .shown = "N", .group = "Order", .help = "by number: pid, tid, CPU; after a search: the match before",
	  .rows_only = true, .act = act_sort_number },
	{ .codes = { '<', ',' }, .shown = "<", .group = "Order",
	  .help = "by the column to the left", .rows_only = true,
	  .act = act_sort_beside, .argument = -1 },
	{ .codes = { '>', '.' }, .shown = ">", .group = "Order",
	  .help = "by the column to the right", .rows_only = true,
	  .act = act_sort_beside, .argument = +1 },
	{ .codes = { 'I' }, .shown = "I", .group = "Order", .help = "turn the order around",
	  .rows_only = true, .act = act_reverse },
	{ .codes = { 'w' }, .shown = "w", .group = "Order", .footer = "w weigh",
	  .where = IN_LISTS, .keep = 30,
	  .help = "sort classes by share x slots (what costs most), or by the plain share",
	  .rows_only = true, .act = act_ratio },

	{ .codes = { '\\', KEYCODE_F4 }, .shown = "\\ F4", .group = "Find", .footer = "\\ filter",
	  .where = IN_PROCESSES | IN_THREADS | INSIDE | WITHIN, .keep = 55, .rows_only = true,
	  .help = "filter as you type: words, or be>40 && cpu>5; Esc: all rows again",
	  .act = act_find, .argument = FIND_FILTER },
	{ .codes = { '/' }, .shown = "/", .group = "Find", .footer = "/ search",
	  .where = IN_PROCESSES | IN_THREADS | INSIDE | WITHIN, .keep = 45, .rows_only = true,
	  .help = "search as you type; the same words and expressions",
	  .act = act_find, .argument = FIND_SEARCH },
	{ .codes = { 'n' }, .shown = "n", .group = "Find", .rows_only = true,
	  .help = "next match of the search (N: the one before), until Esc",
	  .act = act_next_match, .argument = +1 },
	{ .codes = { 'u' }, .shown = "u", .group = "Find", .footer = "u user",
	  .where = IN_PROCESSES | IN_THREADS | WITHIN, .keep = 22, .rows_only = true,
	  .help = "choose a user whose rows are shown", .act = act_find, .argument = FIND_USERS },
	{ .codes = { 'f' }, .shown = "f", .group = "Find", .rows_only = true,
	  .help = "follow the task: hold the cursor on it and mark it; again, or a move: end",
	  .act = act_follow },
	{ .codes = { 'U' }, .shown = "U", .group = "Find", .rows_only = true,
	  .help = "take all tags (Space) away", .act = act_untag },

	{ .codes = { KEYCODE_UP, 'k', KEYCODE_WHEEL_UP }, .shown = "Up k", .group = "Move",
	  .footer = "Up/Down node", .where = IN_DETAIL, .keep = 60,
	  .help = "up; the cursor stays on its task", .act = act_move, .argument = -1 },
	{ .codes = { KEYCODE_DOWN, 'j', KEYCODE_WHEEL_DOWN }, .shown = "Down j", .group = "Move",
	  .help = "down", .act = act_move, .argument = +1 },
	{ .codes = { KEYCODE_PAGE_UP }, .shown = "PgUp", .group = "Move",
	  .footer = "PgUp/PgDn text", .where = IN_DETAIL, .keep = 50,
	  .help = "a page up; in a detail its text", .act = act_page, .argument = -1 },
	{ .codes = { KEYCODE_PAGE_DOWN }, .shown = "PgDn", .group = "Move",
	  .help = "a page down", .act = act_page, .argument = +1 },
	{ .codes = { KEYCODE_HOME }, .shown = "Home", .group = "Move",
	  .help = "first line, and stay there whoever comes first", .act = act_top },
	{ .codes = { KEYCODE_END }, .shown = "End", .group = "Move", .help = "last line",
	  .act = act_end },

	{ .codes = { 'z' }, .shown = "z", .group = "Time", .footer = "z freeze",
	  .where = IN_LISTS | IN_DETAIL, .keep = 50,
	  .help = "freeze the screen while counting goes on; again: go on", .act = keys_time_freeze },
	{ .codes = { '[' }, .shown = "[", .group = "Time", .footer = "[/] time",
	  .where = IN_LISTS | IN_DETAIL, .keep = 25, .help = "freeze and step back in time",
	  .act = keys_time_step, .argument = -1 },
	{ .codes = { ']' }, .shown = "]", .group = "Time", .help = "step forth in time",
	  .act = keys_time_step, .argument = +1 },
	{ .codes = { '{' }, .shown = "{", .group = "Time", .help = "ten steps back",
	  .act = keys_time_step, .argument = -10 },
	{ .codes = { '}' }, .shown = "}", .group = "Time", .help = "ten steps forth",
	  .act = keys_time_step, .argument = +10 },
	{ .codes = { '(' }, .shown = "(", .group = "Time", .help = "back to the oldest interval",
	  .act = keys_time_step, .argument = -KEYS_TIME_ALL },
	{ .codes = { ')' }, .shown = ")", .group = "Time",
	  .help = "forth to the newest one; the screen stays frozen", .act = keys_time_step,
	  .argument = +KEYS_TIME_ALL },
	{ .codes = { 'x' }, .shown = "x", .group = "Time", .footer = "x compare",
	  .where = IN_LISTS, .keep = 15,
	  .help = "show percents as differences to what is shown now (new: did not run); again: end",
	  .act = keys_time_compare },
	{ .codes = { 'm' }, .shown = "m", .group = "Time", .footer = "m chart", .where = IN_LISTS,
	  .keep = 16, .help = "chart of the machine: how busy, stacked by class; again: away",
	  .act = keys_time_chart },

	{ .codes = { '+', '=' }, .shown = "+", .group = "Program", .help = "longer interval",
	  .act = act_interval, .argument = +1 },
	{ .codes = { '-' }, .shown = "-", .group = "Program", .help = "shorter interval",
	  .act = act_interval, .argument = -1 },
	{ .codes = { 'T' }, .shown = "T", .group = "Program", .help = "next theme of colours",
	  .act = act_theme },
	{ .codes = { 'W' }, .shown = "W", .group = "Program",
	  .help = "write sort, view, level, theme, units, interval as what tdtop starts with",
	  .act = act_save },
	{ .codes = { KEYCODE_CTRL_L }, .shown = "Ctrl-L", .group = "Program",
	  .help = "draw the screen afresh", .act = act_redraw },
	{ .codes = { '?', KEYCODE_F1 }, .shown = "? F1", .group = "Program", .footer = "? help",
	  .where = IN_LISTS | IN_DETAIL, .keep = 95, .help = "this help; again: back",
	  .act = act_help },
	{ .codes = { 'q' }, .shown = "q", .group = "Program", .footer = "q quit",
	  .where = IN_LISTS | IN_DETAIL, .keep = 90, .help = "quit", .act = act_quit },
};
/* clang-format on */

#define N_KEYS (sizeof(keys) / sizeof(keys[0]))

const size_t keys_n = N_KEYS;

static const struct key *key_of(int code)
{
	for (size_t i = 0; i < N_KEYS; i++)
		for (size_t k = 0; k < KEY_CODES && keys[i].codes[k]; k++)
			if (keys[i].codes[k] == code)
				return &keys[i];
	return NULL;
}

unsigned int ui_key(struct ui_state *state, int code)
{
	const struct key *key = code > 0 ? key_of(code) : NULL;
	unsigned int reaction;
	bool said;

	if (find_takes(state, code)) {
		reaction = find_key(state, code);
		if ((reaction & R_ROWS) == R_ROWS)
			(void)state_list(state);
		return reaction;
	}
	/* Nobody orders, folds or enters what is not on the screen. */
	if (!key || (key->rows_only && state->detail.open && !state->help))
		return R_NONE;
	said = state->message[0];
	state->message[0] = '\0';
	reaction = key->act(state, key->argument);
	if ((reaction & R_ROWS) == R_ROWS)
		(void)state_list(state);
	return said ? reaction | R_DRAW : reaction;
}
