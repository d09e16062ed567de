/* SPDX-License-Identifier: GPL-2.0-only */
/* The table of keys and what they do; see keys.h. UI thread. */
#include "config.h"
#include "ui/keys.h"

#include "model/control.h"
#include "ui/screen.h"

static unsigned int act_move(struct ui_state *state, int lines)
{
	if (state->help)
		state->help_scroll = (size_t)((long)state->help_scroll + lines < 0 ?
					      0 : (long)state->help_scroll + lines);
	else
		state_move(state, lines);
	return R_DRAW;
}

static unsigned int act_page(struct ui_state *state, int direction)
{
	/* One line stays in sight, so that the eye finds its place. */
	int page = state->page > 1 ? (int)state->page - 1 : 1;

	return act_move(state, direction * page);
}

static unsigned int act_top(struct ui_state *state, int argument)
{
	(void)argument;
	state->help_scroll = 0;
	if (!state->help)
		state_move_to_top(state);
	return R_DRAW;
}

static unsigned int act_end(struct ui_state *state, int argument)
{
	(void)argument;
	if (state->help)
		state->help_scroll = state->help_lines;
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

static unsigned int act_sort_number(struct ui_state *state, int argument)
{
	(void)argument;
	if (state_shows_cpus(state)) {
		state_current(state)->order = (struct column_order){ 0 };
		return R_ROWS;
	}
	return set_order(state, columns_find(state_kind(state) == ROW_THREAD ? "tid" : "pid"));
}

/* Can rows be ordered by it? A bar has neither value nor text. */
static bool is_sortable(const struct column *column)
{
	return column->value || column->text;
}

static unsigned int act_sort_beside(struct ui_state *state, int direction)
{
	const struct column_order *order = &state_current(state)->order;
	struct table table;
	int at = -1, n;

	screen_fit(state, &table);
	n = (int)table.n;
	for (int i = 0; i < n; i++) {
		const struct column *column = table.places[i].column;

		if (column == order->column)
			at = i;
		/* On level 2 a class is not there itself: begin at its children. */
		if (at < 0 && order->column && order->column->metric != M_NONE &&
		    column->metric != M_NONE && metrics[column->metric].parent == order->column->metric)
			at = direction > 0 ? i - 1 : i + 1;
	}
	if (at < 0 && direction < 0)
		at = n;
	for (at += direction; at >= 0 && at < n; at += direction)
		if (is_sortable(table.places[at].column))
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
	state->inside_state.order.ratio = ratio;
	return R_ROWS;
}

static unsigned int act_enter(struct ui_state *state, int argument)
{
	(void)argument;
	if (state->help) {
		state->help = false;
		return R_DRAW;
	}
	if (state_shows_cpus(state) && state->snapshot) {
		state_toggle_fold(state);
		return R_ROWS;
	}
	return state_enter(state) ? R_ROWS : R_NONE;
}

static unsigned int act_fold(struct ui_state *state, int argument)
{
	return state_shows_cpus(state) ? act_enter(state, argument) : R_NONE;
}

static unsigned int act_leave(struct ui_state *state, int argument)
{
	(void)argument;
	if (state->help) {
		state->help = false;
		return R_DRAW;
	}
	return state_leave(state) ? R_ROWS : R_NONE;
}

static unsigned int act_cpus(struct ui_state *state, int argument)
{
	(void)argument;
	if (state_shows_cpus(state))
		return act_leave(state, 0);
	state_switch_view(state, VIEW_CPUS);
	return R_ROWS;
}

static unsigned int act_next_view(struct ui_state *state, int argument)
{
	(void)argument;
	state_switch_view(state, state->inside ? state->view :
						 (enum view_id)((state->view + 1) % VIEW_COUNT));
	return R_ROWS;
}

static unsigned int act_freeze(struct ui_state *state, int argument)
{
	(void)argument;
	if (!state->snapshot)
		return R_NONE;
	state->frozen = !state->frozen;
	return state->frozen ? R_DRAW : R_THAW;
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
	{ { 'q' }, "q", "Program", "quit", 90, "quit", act_quit, 0 },
	{ { '?', KEYCODE_F1 }, "? F1", "Program", "help", 95, "this help; again, q or Esc: back", act_help, 0 },
	{ { 'z' }, "z", "Program", "freeze", 40, "freeze the screen while counting goes on", act_freeze, 0 },
	{ { '+', '=' }, "+", "Program", NULL, 0, "longer interval", act_interval, +1 },
	{ { '-' }, "-", "Program", NULL, 0, "shorter interval", act_interval, -1 },
	{ { KEYCODE_CTRL_L }, "Ctrl-L", "Program", NULL, 0, "draw the screen afresh", act_redraw, 0 },

	{ { KEYCODE_ENTER }, "Enter", "Way", "down", 80, "down: process to its threads; CPU view: fold, unfold", act_enter, 0 },
	{ { KEYCODE_ESCAPE, KEYCODE_BACKSPACE, KEYCODE_LEFT }, "Esc", "Way", "up", 60, "up again (Backspace and Left too)", act_leave, 0 },
	{ { 'c' }, "c", "Way", "CPUs", 70, "CPUs by socket and core, and back", act_cpus, 0 },
	{ { ' ' }, "Space", "Way", NULL, 0, "CPU view: fold, unfold", act_fold, 0 },
	{ { 'v' }, "v", "Way", "view", 30, "next view: processes, threads, CPUs, cores, sockets", act_next_view, 0 },

	{ { '1' }, "1", "TopDown", "level 1", 75, "level 1: RET BAD FE BE", act_level, 1 },
	{ { '2' }, "2", "TopDown", "level 2", 75, "level 2: each class split in two", act_level, 2 },

	{ { 'B' }, "B", "Order", "by BE", 50, "by backend bound", act_sort_metric, M_BACKEND_BOUND },
	{ { 'F' }, "F", "Order", NULL, 0, "by frontend bound", act_sort_metric, M_FRONTEND_BOUND },
	{ { 'S' }, "S", "Order", NULL, 0, "by bad speculation", act_sort_metric, M_BAD_SPECULATION },
	{ { 'R' }, "R", "Order", NULL, 0, "by retiring", act_sort_metric, M_RETIRING },
	{ { 'P' }, "P", "Order", NULL, 0, "by CPU%", act_sort_cpu, 0 },
	{ { 'N' }, "N", "Order", NULL, 0, "by number: pid, tid, CPU", act_sort_number, 0 },
	{ { '<', ',' }, "<", "Order", NULL, 0, "by the column to the left", act_sort_beside, -1 },
	{ { '>', '.' }, ">", "Order", NULL, 0, "by the column to the right", act_sort_beside, +1 },
	{ { 'I' }, "I", "Order", NULL, 0, "turn the order around", act_reverse, 0 },
	{ { 'w' }, "w", "Order", "weight", 20, "weigh: share x slots (what costs most), or the plain share", act_ratio, 0 },

	{ { KEYCODE_UP, 'k', KEYCODE_WHEEL_UP }, "Up k", "Move", NULL, 0, "up; the cursor stays on its task", act_move, -1 },
	{ { KEYCODE_DOWN, 'j', KEYCODE_WHEEL_DOWN }, "Down j", "Move", NULL, 0, "down", act_move, +1 },
	{ { KEYCODE_PAGE_UP }, "PgUp", "Move", NULL, 0, "a page up", act_page, -1 },
	{ { KEYCODE_PAGE_DOWN }, "PgDn", "Move", NULL, 0, "a page down", act_page, +1 },
	{ { KEYCODE_HOME }, "Home", "Move", NULL, 0, "first line, and stay there whoever comes first", act_top, 0 },
	{ { KEYCODE_END }, "End", "Move", NULL, 0, "last line", act_end, 0 },
};
/* clang-format on */

#define N_KEYS (sizeof(keys) / sizeof(keys[0]))

const size_t keys_n = N_KEYS;

static const struct key *find_key(int code)
{
	for (size_t i = 0; i < N_KEYS; i++)
		for (size_t k = 0; k < KEY_CODES && keys[i].codes[k]; k++)
			if (keys[i].codes[k] == code)
				return &keys[i];
	return NULL;
}

unsigned int ui_key(struct ui_state *state, int code)
{
	const struct key *key = code > 0 ? find_key(code) : NULL;
	unsigned int reaction;

	if (!key)
		return R_NONE;
	reaction = key->act(state, key->argument);
	if ((reaction & R_ROWS) == R_ROWS)
		(void)state_list(state);
	return reaction;
}
