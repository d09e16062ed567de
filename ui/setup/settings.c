/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The settings that can be changed on the screen; see settings.h. UI thread.
 *
 * A new setting is a value of enum setting_id and a row here, a field of struct look, and a row with
 * .config in ui/options/option_table.c.
 */
#include "config.h"
#include "ui/setup/settings.h"

#include <stdio.h>

#include "model/control.h"
#include "ui/state/state.h"

static void settings_put(struct setting_value *value, const char *text, const char *help)
{
	(void)snprintf(value->text, sizeof(value->text), "%s", text);
	(void)snprintf(value->help, sizeof(value->help), "%s", help);
}

/* Steps through 0..n-1, wrapping around. */
static int next_of(int now, int n, int direction)
{
	return (now + n + direction) % n;
}

/* ---- the list ---- */

static void get_view(const struct ui_state *state, struct setting_value *value)
{
	settings_put(value, views[state->view].name, "");
}

static unsigned int step_view(struct ui_state *state, int direction)
{
	state_switch_view(state, (enum view_id)next_of((int)state->view, VIEW_COUNT, direction));
	return R_ROWS;
}

static void get_level(const struct ui_state *state, struct setting_value *value)
{
	settings_put(value, state->look.level == 1 ? "1" : "2",
		     state->look.level == 1 ? "RET BAD FE BE" : "each class split in two");
}

static unsigned int step_level(struct ui_state *state, int direction)
{
	(void)direction;
	state->look.level = 3 - state->look.level;
	state->level_chosen = true;
	return R_DRAW;
}

static void get_sort(const struct ui_state *state, struct setting_value *value)
{
	const struct column *column = state_order(state)->column;

	settings_put(value, column ? column_key(column) : "", column ? column_help(column) : "by number");
}

static unsigned int step_sort(struct ui_state *state, int direction)
{
	struct column_order *order = &state_current(state)->order;
	int n = (int)columns_n, at = order->column ? (int)(order->column - columns) : n;

	/* Behind the last column comes the natural order, which only the tree of CPUs has. */
	do {
		at = next_of(at, n + 1, direction);
	} while (at == n ? !state_shows_cpus(state) :
			   !column_is_sortable(&columns[at]) ||
				   !column_applies(&columns[at], state_kind(state)));
	order->column = at < n ? &columns[at] : NULL;
	if (column_is_cost(order->column))
		order->node = NULL;
	else if (order->column && order->column->metric != M_NONE)
		order->node = order->column;
	return R_ROWS;
}

static void get_reverse(const struct ui_state *state, struct setting_value *value)
{
	bool reverse = state_order(state)->reverse;

	settings_put(value, reverse ? "yes" : "no", reverse ? "reversed" : "");
}

static unsigned int step_reverse(struct ui_state *state, int direction)
{
	struct column_order *order = &state_current(state)->order;

	(void)direction;
	order->reverse = !order->reverse;
	return R_ROWS;
}

static void get_cost(const struct ui_state *state, struct setting_value *value)
{
	bool ratio = state_order(state)->ratio;

	settings_put(value, ratio ? "no" : "yes",
		     ratio ? "classes are sorted by percentage"
		  : "classes are sorted by absolute cost: percentage x slots");
}

static unsigned int step_cost(struct ui_state *state, int direction)
{
	bool ratio = !state_order(state)->ratio;

	(void)direction;
	/* This is a preference of the user, so it holds for all views. */
	for (int view = 0; view < VIEW_COUNT; view++)
		state->views[view].order.ratio = ratio;
	state->inside_state.order.ratio = state->within_state.order.ratio = ratio;
	return R_ROWS;
}

static unsigned int toggle_hidden(struct ui_state *state, unsigned int bit)
{
	if (!state_hide(state, state_hidden(state) ^ bit))
		state_say(state, "not enough memory");
	return R_ROWS;
}

static void get_hide_kernel(const struct ui_state *state, struct setting_value *value)
{
	bool hidden = state_hidden(state) & HIDE_KERNEL;

	settings_put(value, hidden ? "yes" : "no", hidden ? "kernel threads are not listed" : "");
}

static unsigned int step_hide_kernel(struct ui_state *state, int direction)
{
	(void)direction;
	return toggle_hidden(state, HIDE_KERNEL);
}

static void get_hide_exited(const struct ui_state *state, struct setting_value *value)
{
	bool hidden = state_hidden(state) & HIDE_EXITED;

	settings_put(value, hidden ? "yes" : "no", hidden ? "exited tasks are not listed" : "");
}

static unsigned int step_hide_exited(struct ui_state *state, int direction)
{
	(void)direction;
	return toggle_hidden(state, HIDE_EXITED);
}

/* ---- the cells ---- */

static void get_units(const struct ui_state *state, struct setting_value *value)
{
	settings_put(value, units[state->look.units].name, "");
	units_describe(state->look.units, state_family(state), value->help, sizeof(value->help));
}

static unsigned int step_units(struct ui_state *state, int direction)
{
	state->look.units = next_of(state->look.units, UNITS_COUNT, direction);
	return R_DRAW;
}

/* The steps of keys + and -. */
static const uint64_t interval_steps[] = {
	100000000, 200000000, 500000000, 1000000000, 2000000000,
	5000000000, 10000000000, 30000000000, 60000000000,
};

#define N_STEPS (sizeof(interval_steps) / sizeof(interval_steps[0]))

static void get_delay(const struct ui_state *state, struct setting_value *value)
{
	settings_put(value, "", "seconds");
	(void)snprintf(value->text, sizeof(value->text), "%.10g", (double)state->look.interval_ns / 1e9);
}

static unsigned int step_delay(struct ui_state *state, int direction)
{
	uint64_t now = state->look.interval_ns, next = now;

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
	state->look.interval_ns = next;
	return R_INTERVAL;
}

/* ---- how it looks ---- */

static void get_theme(const struct ui_state *state, struct setting_value *value)
{
	settings_put(value, themes[state->look.theme].name, themes[state->look.theme].help);
}

static unsigned int step_theme(struct ui_state *state, int direction)
{
	state->look.theme = next_of(state->look.theme, THEME_COUNT, direction);
	return R_THEME;
}

static void get_bars(const struct ui_state *state, struct setting_value *value)
{
	settings_put(value, bars[state->look.bars].name, bars[state_bars(state)].help);
}

static unsigned int step_bars(struct ui_state *state, int direction)
{
	state->look.bars = next_of(state->look.bars, BARS_ASCII, direction);
	return R_DRAW;
}

static void get_meters(const struct ui_state *state, struct setting_value *value)
{
	settings_put(value, state->look.meters ? "yes" : "no",
		     state->look.meters ? "one for each CPU, in the head" : "");
}

static unsigned int step_meters(struct ui_state *state, int direction)
{
	(void)direction;
	state->look.meters = !state->look.meters;
	return R_DRAW;
}

static void get_beside(const struct ui_state *state, struct setting_value *value)
{
	settings_put(value, state->look.beside ? "yes" : "no", "the row's detail, from 160 columns or 45 lines on");
}

static unsigned int step_beside(struct ui_state *state, int direction)
{
	(void)direction;
	state->look.beside = !state->look.beside;
	return R_DRAW;
}

static void get_graphs(const struct ui_state *state, struct setting_value *value)
{
	settings_put(value, graphs[state->look.graphs].name,
		     state->no_braille && !state->look.ascii ? "this terminal has no braille: blocks"
					       : graphs[state_graphs(state)].help);
}

static unsigned int step_graphs(struct ui_state *state, int direction)
{
	state->look.graphs = next_of(state->look.graphs, GRAPHS_ASCII, direction);
	return R_DRAW;
}

static void get_ascii(const struct ui_state *state, struct setting_value *value)
{
	settings_put(value, state->look.ascii ? "yes" : "no",
		     state->only_ascii ? "the locale is not UTF-8" :
		     state->look.ascii      ? "ASCII signs and letters only" : "");
}

static unsigned int step_ascii(struct ui_state *state, int direction)
{
	(void)direction;
	if (state->only_ascii) {
		state_say(state, "the locale is not UTF-8: set LC_ALL=C.UTF-8 or another one");
		return R_DRAW;
	}
	state->look.ascii = !state->look.ascii;
	return R_DRAW;
}

static void get_mouse(const struct ui_state *state, struct setting_value *value)
{
	settings_put(value, state->look.mouse ? "yes" : "no", state->look.mouse ? "" : "left to the terminal");
}

static unsigned int step_mouse(struct ui_state *state, int direction)
{
	(void)direction;
	state->look.mouse = !state->look.mouse;
	return R_MOUSE;
}

const struct setting settings[SETTING_COUNT] = {
	[SETTING_VIEW] = { "view", get_view, step_view },
	[SETTING_LEVEL] = { "level", get_level, step_level },
	[SETTING_SORT] = { "sort", get_sort, step_sort },
	[SETTING_REVERSE] = { "reverse", get_reverse, step_reverse },
	[SETTING_COST] = { "cost", get_cost, step_cost },
	[SETTING_HIDE_KERNEL] = { "hide-kernel", get_hide_kernel, step_hide_kernel },
	[SETTING_HIDE_EXITED] = { "hide-exited", get_hide_exited, step_hide_exited },
	[SETTING_UNITS] = { "units", get_units, step_units },
	[SETTING_DELAY] = { "delay", get_delay, step_delay },
	[SETTING_THEME] = { "theme", get_theme, step_theme },
	[SETTING_BARS] = { "bars", get_bars, step_bars },
	[SETTING_METERS] = { "meters", get_meters, step_meters },
	[SETTING_BESIDE] = { "beside", get_beside, step_beside },
	[SETTING_GRAPHS] = { "graphs", get_graphs, step_graphs },
	[SETTING_ASCII] = { "ascii", get_ascii, step_ascii },
	[SETTING_MOUSE] = { "mouse", get_mouse, step_mouse },
};
