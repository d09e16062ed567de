/* SPDX-License-Identifier: GPL-2.0-only */
/* The keys of the code views; see actions.h. UI thread. */
#include "config.h"
#include "ui/keys/actions.h"

#include <stdio.h>

#include "model/task.h"
#include "ui/code_views/code_keys.h"
#include "ui/code_views/code_list.h"
#include "ui/code_views/code_live.h"
#include "ui/code_views/code_state.h"
#include "ui/code_views/views.h"
#include "ui/detail/detail.h"
#include "ui/detail/node_lines.h"
#include "ui/draw/format.h"
#include "ui/state/state.h"

#define ALL 100000000

bool keys_code_takes(const struct ui_state *state)
{
	return state->code.open && !state->help && !state->setup.open;
}

/* ---- opened from lists and details ---- */

/* What a key opens: the selected row, or that of the detail. NULL: there is none. */
static const struct row *row_meant(struct ui_state *state)
{
	return state->detail.open ? &state->detail.row : state_selected(state);
}

/* "memhog (2311)" of a task, harmless; "" of other rows. Returns its pid, 0 for other rows. */
static int32_t name_process(const struct ui_state *state, const struct row *row, char text[96])
{
	const int32_t pid = !row ? 0 : row->kind == ROW_PROCESS ? row->id : row->pid;
	char name[COMM_LEN * 3];

	text[0] = '\0';
	if (pid <= 0)
		return 0;
	if (state->detail.open && row->kind == ROW_PROCESS) {
		(void)snprintf(text, 96, "%s", state->detail.title);
		return pid;
	}
	if (row->kind != ROW_PROCESS) {
		(void)snprintf(text, 96, "process %d", pid);
		return pid;
	}
	format_harmless(name, sizeof(name), snapshot_text(state_rows_of(state), row->name));
	(void)snprintf(text, 96, "%s (%d)", name, pid);
	return pid;
}

/*
 * "memhog (2311)", "cpu 3", "user alice": a row that is sampled; of the machine "", or which of its
 * tasks are watched.
 */
static void name_sampled(const struct ui_state *state, const struct row *row, char text[96])
{
	const struct snapshot *s = state_rows_of(state);
	const struct row *process = NULL;
	char name[64];

	text[0] = '\0';
	if (row->kind == ROW_MACHINE) {
		format_harmless(text, 96, state->machine ? state->machine->watched : "");
		return;
	}
	if (row->kind == ROW_REGION)	/* its whole process is sampled */
		process = snapshot_find(s, ROW_PROCESS, row->pid);
	format_harmless(name, sizeof(name), snapshot_text(s, (process ? process : row)->name));
	if (process)
		(void)snprintf(text, 96, "%s (%d)", name, process->id);
	else if (state->detail.open)
		(void)snprintf(text, 96, "%s%.80s", row->kind == ROW_THREAD ? "thread " : "",
			       state->detail.title);
	else if (row->kind == ROW_CPU)
		(void)snprintf(text, 96, "cpu %d", row->id);
	else if (row->kind == ROW_PROCESS || row->kind == ROW_THREAD)
		(void)snprintf(text, 96, "%s%s (%d)", row->kind == ROW_THREAD ? "thread " : "",
			       name, row->id);
	else
		(void)snprintf(text, 96, "%s %s", view_row_word(row->kind), name);
}

/* The row is sampled from now on; of a detail, what causes the node under its cursor. */
static unsigned int open_live(struct ui_state *state, enum code_view_id view)
{
	struct live_request request = { .what = LIVE_OF_NODE, .any_node = !state->detail.open,
					.level = state->look.level,
					.node = state->detail.open ? state->detail.node : 0 };
	const struct row *row = row_meant(state);
	struct cursor_node cursor;
	const char *why_not = row ? code_live_scope(row, &request) :
			      state->snapshot ? "no row is selected" :
						"no interval has ended yet: rows come with the first";
	char name[96];

	if (why_not) {
		state_say(state, "%s", why_not);
		return R_DRAW;
	}
	if (state->detail.open && cursor_node_find(state, &cursor) && cursor.sampled >= 0) {
		request.below_type = cursor.type;
		request.below = cursor.sampled;
	}
	name_sampled(state, row, name);
	state->help = false;
	code_open_live(&state->code, view, &request, name);
	return R_DRAW;
}

static void say_impossible(struct ui_state *state)
{
	state->asked_early = state->opening;
	if (state->opening)
		state_say(state, "still opening counters and recordings: this key works in a moment");
	else if (state->code.seams.why_not)
		state_say(state, "%s", state->code.seams.why_not);
	else
		state_say(state, state->recorded ?
			  "this recording has no samples of code" :
			  "code cannot be sampled here; that of a recording is shown by tdtop -i FILE");
}

unsigned int act_code(struct ui_state *state, int view)
{
	char process[96];
	int32_t pid;

	if (!code_is_possible(&state->code)) {
		say_impossible(state);
		return R_DRAW;
	}
	(void)detail_who_enter(state);
	state->code.of.level = state->look.level;
	if (state->code.seams.live)
		return open_live(state, (enum code_view_id)view);
	pid = name_process(state, row_meant(state), process);
	state->help = false;
	code_open(&state->code, (enum code_view_id)view, pid, process);
	return R_DRAW;
}

bool keys_code_refuse(struct ui_state *state, int code, const char *name)
{
	for (size_t i = 0; i < code_keys_n; i++) {
		if (code_keys[i].codes[0] != code)
			continue;
		if (code_is_possible(&state->code))
			state_say(state, "key \"%s\" is of code views: first h (functions) or b "
				  "(branches)", name);
		else
			say_impossible(state);
		return true;
	}
	return false;
}

/* ---- views ---- */

static unsigned int act_show(struct ui_state *state, int view)
{
	code_show(&state->code, (enum code_view_id)view);
	return R_DRAW;
}

static unsigned int act_next(struct ui_state *state, int argument)
{
	(void)argument;
	code_show_next(&state->code);
	return R_DRAW;
}

static unsigned int act_enter_row(struct ui_state *state, int argument)
{
	(void)argument;
	if (!code_enter(&state->code))
		state_say(state, "nothing is below this row");
	return R_DRAW;
}

static unsigned int act_back(struct ui_state *state, int argument)
{
	struct code_screen *code = &state->code;

	(void)argument;
	if (code->search[0])
		code->search[0] = '\0';
	else if (code_leave(code))
		return R_DRAW;
	else if (code->seams.alone)
		state_say(state, "this recording has nothing else to show: q quits");
	else
		code_close(code);
	return R_ROWS;
}

/* Folds what has something to fold. Other rows are tagged, as in lists. */
static unsigned int act_fold_row(struct ui_state *state, int argument)
{
	struct code_screen *code = &state->code;
	const struct code_view *view = code_view_shown(code);
	size_t row;

	(void)argument;
	if (view->fold && code->of.profile && code_list_selected(code, &row) && view->fold(code, row)) {
		code_list_move(code, 0);
		(void)code_list_make(code);
	} else if (!code_marks_tag(code)) {
		state_say(state, view->adds_up ? "no row is selected" : "nothing is folded below this row");
	} else if (!code_list_shown(code)->marks.follows) {
		code_list_move(code, +1);
	}
	return R_DRAW;
}

static unsigned int act_mark(struct ui_state *state, int follow)
{
	if (follow ? !code_marks_follow(&state->code) : !code_marks_clear(&state->code))
		state_say(state, follow ? "no row is selected" : "no row is tagged: Space tags one");
	return R_DRAW;
}

/* A key of the view itself. */
static unsigned int act_inside(struct ui_state *state, int key)
{
	const unsigned int reaction = code_view_shown(&state->code)->key(&state->code, key);

	if ((reaction & R_ROWS) == R_ROWS)
		(void)code_list_make(&state->code);
	return R_DRAW;
}

/* A key that only this view has. */
static unsigned int act_of_view(struct ui_state *state, int key)
{
	if (code_view_shown(&state->code)->key && state->code.of.profile)
		return act_inside(state, key);
	state_say(state, "works in call stacks only: c shows them");
	return R_DRAW;
}

/* As in lists; what is shown there follows. */
static unsigned int act_level_of_functions(struct ui_state *state, int level)
{
	char text[160];
	const char *why_not = code_choose_level(&state->code, level, state->machine && state->machine->family ?
						state->machine->family->name : "this CPU", text);

	if (why_not) {
		state_say(state, "%s", why_not);
		return R_DRAW;
	}
	state->look.level = level;
	state->level_chosen = true;
	return R_DRAW;
}

static unsigned int act_nodes(struct ui_state *state, int argument)
{
	struct code_step step;
	const char *why_not = code_nodes_step(&state->code, &step);

	(void)argument;
	if (why_not) {
		state_say(state, "%s", why_not);
		return R_DRAW;
	}
	code_list_move(&state->code, 0);	/* for the way back the cursor is on its row */
	code_push(&state->code, &step);
	return R_DRAW;
}

/* ---- the cursor ---- */

/* Pictures have no list: they are moved by their own keys. */
static unsigned int move(struct ui_state *state, long lines, int key)
{
	const struct code_view *view = code_view_shown(&state->code);

	if (code_view_is_picture(&state->code) && view->key && state->code.of.profile)
		return act_inside(state, key);
	code_list_move(&state->code, lines);
	return R_DRAW;
}

static unsigned int act_line(struct ui_state *state, int direction)
{
	return move(state, direction, direction < 0 ? KEYCODE_UP : KEYCODE_DOWN);
}

/* Until the next release k shows call stacks where there is no line to move to. */
static unsigned int act_line_or_stacks(struct ui_state *state, int direction)
{
	const bool empty = !code_view_is_picture(&state->code) && !code_list_shown(&state->code)->n;

	return empty ? act_show(state, CODE_STACKS) : act_line(state, direction);
}

static unsigned int act_page_of_rows(struct ui_state *state, int direction)
{
	const long page = state->code.page > 1 ? (long)state->code.page - 1 : 1;

	return move(state, direction * page,
		    direction < 0 ? KEYCODE_PAGE_UP : KEYCODE_PAGE_DOWN);
}

static unsigned int act_first(struct ui_state *state, int argument)
{
	(void)argument;
	if (code_view_is_picture(&state->code))
		return move(state, 0, KEYCODE_HOME);
	code_list_top(&state->code);
	return R_DRAW;
}

static unsigned int act_last(struct ui_state *state, int argument)
{
	(void)argument;
	return move(state, ALL, KEYCODE_END);
}

/* ---- order, filter, search ---- */

static unsigned int act_order(struct ui_state *state, int direction)
{
	if (code_view_is_picture(&state->code)) {
		state_say(state, "a picture has no columns: r shows the tree");
		return R_DRAW;
	}
	row_list_order(state, code_list_rows, direction);
	return R_DRAW;
}

static unsigned int act_find_row(struct ui_state *state, int mode)
{
	if (!row_list_open(state, code_list_rows, (enum find_mode)mode))
		state_say(state, "this view has no rows to find");
	return R_DRAW;
}

static unsigned int act_match(struct ui_state *state, int direction)
{
	row_list_next(state, code_list_rows, direction);
	return R_DRAW;
}

/* ---- files ---- */

static unsigned int act_export(struct ui_state *state, int argument)
{
	(void)argument;
	if (!code_export_open(&state->code))
		state_say(state, state->code.leased ? "a file is being written" :
			  "there is no profile to write");
	return R_DRAW;
}

/* ---- event and time ---- */

static unsigned int act_event(struct ui_state *state, int argument)
{
	(void)argument;
	if (!code_next_event(&state->code))
		state_say(state, state->code.seams.live ?
			  "this machine can sample no other event that this view is made of" :
			  "no other event has samples in this recording");
	return R_DRAW;
}

static unsigned int act_freeze_code(struct ui_state *state, int argument)
{
	(void)argument;
	if (!code_freeze(&state->code))
		state_say(state, "nothing sampled yet");
	return R_DRAW;
}

/* What differs from what is shown now, and where. */
static void say_compared(struct ui_state *state)
{
	const struct code_view *view = code_view_shown(&state->code);

	if (!view->kind || !code_kind_compares(view->kind))
		state_say(state, "no DIFF in %s: functions (h), branches (b) and blocks have it", view->name);
	else if (!state->code.seams.live)
		state_say(state, "compared with this from now on: [ ] e show something else, x ends");
	else
		state_say(state, "samples from now on are compared with those so far: %s ends",
			  state->code.frozen ? "z goes on, x" : "x");
}

static unsigned int act_compare_code(struct ui_state *state, int argument)
{
	(void)argument;
	if (!code_compare(&state->code))
		state_say(state, "nothing sampled yet");
	else if (state->code.baseline)
		say_compared(state);
	return R_DRAW;
}

static unsigned int act_window(struct ui_state *state, int windows)
{
	if (state->code.seams.live)
		state_say(state, "samples are of now: only recordings have windows of time (z freezes)");
	else if (!code_step_time(&state->code, windows))
		state_say(state, code_windows(&state->code) > 1 ?
			  "no more windows of time there: s shows the whole" :
			  "the samples have no times, or are too few for windows of time");
	return R_DRAW;
}

static unsigned int act_whole(struct ui_state *state, int argument)
{
	(void)argument;
	if (!code_whole_time(&state->code))
		state_say(state, "all of the recording is shown: [ ] show windows of its time");
	return R_DRAW;
}

#define GROUP "Code views (h, b in a list; Enter in a detail; tdtop -i FILE of samples)"

/* clang-format off */
const struct key code_keys[] = {
	{ .codes = { KEYCODE_ENTER }, .shown = "Enter", .group = GROUP, .footer = "Enter down",
	  .where = IN_CODE_DOWN, .priority = 80,
	  .brief = "down: blocks, the histogram",
	  .help = "function: its blocks; block, branch, path: the block with its histogram and code; "
		  "frame: zooms, all below it",
	  .act = act_enter_row },
	{ .codes = { KEYCODE_ESCAPE, KEYCODE_BACKSPACE }, .shown = "Esc", .group = GROUP,
	  .footer = "Esc back", .where = IN_CODE, .priority = 85,
	  .brief = "back",
	  .help = "ends the search; back to the view above, to the list: then sampling ends", .act = act_back },
	{ .codes = { 'h' }, .shown = "h", .group = GROUP, .footer = "h functions",
	  .where = IN_CODE_FUNCTIONS, .priority = 72, .help = "functions: the samples by function",
	  .act = act_show, .argument = CODE_FUNCTIONS },
	{ .codes = { 'b' }, .shown = "b", .group = GROUP, .footer = "b branches",
	  .where = IN_CODE_BRANCHES, .priority = 71, .help = "branches: taken, predicted or not",
	  .act = act_show, .argument = CODE_BRANCHES },
	{ .codes = { 'o' }, .shown = "o", .group = GROUP, .footer = "o paths",
	  .where = IN_CODE_PATHS, .priority = 40, .help = "hot paths: blocks that run one after the other, and loops",
	  .act = act_show, .argument = CODE_PATHS },
	{ .codes = { 'c' }, .shown = "c", .group = GROUP, .footer = "c stacks",
	  .where = IN_CODE_STACKS, .priority = 70, .help = "call stacks, as a tree",
	  .act = act_show, .argument = CODE_STACKS },
	{ .codes = { 'v', '\t' }, .shown = "v Tab", .group = GROUP, .footer = "v view",
	  .where = IN_CODE, .priority = 20, .help = "next view: functions, branches, paths, stacks",
	  .act = act_next },
	{ .codes = { ' ' }, .shown = "Space", .group = GROUP, .footer = "Space unfold",
	  .where = IN_CODE_FOLDS, .priority = 25,
	  .help = "unfolds a row: targets of an indirect branch, blocks of a path, a frame; again: "
		  "folds it. Other rows: tags them, their shares are added", .act = act_fold_row },
	{ .codes = { 'U' }, .shown = "U", .group = GROUP, .where = IN_CODE_ROWS, .brief = "clear all tags",
	  .help = "clear all tags (Space) of the view", .act = act_mark },
	{ .codes = { 'f' }, .shown = "f", .group = GROUP, .where = IN_CODE_ROWS, .brief = "follow the row",
	  .help = "follow the row: the cursor stays on it, also while it is not listed; again, or a move: stop",
	  .act = act_mark, .argument = true },
	{ .codes = { KEYCODE_LEFT }, .shown = "Left", .group = GROUP,
	  .where = IN_STACKS, .brief = "fold; graph: to the left",
	  .help = "call stacks: folds the frame, then the one above; flame graph: frame to the left",
	  .act = act_of_view, .argument = KEYCODE_LEFT },
	{ .codes = { KEYCODE_RIGHT }, .shown = "Right", .group = GROUP,
	  .where = IN_STACKS, .brief = "unfold; graph: to the right",
	  .help = "call stacks: unfolds the frame; flame graph: frame to the right",
	  .act = act_of_view, .argument = KEYCODE_RIGHT },
	{ .codes = { 't' }, .shown = "t", .group = GROUP,
	  .where = IN_STACKS, .brief = "callers, or called functions",
	  .help = "call stacks: callers in place of called functions; again: back", .act = act_of_view,
	  .argument = 't' },
	{ .codes = { 'r' }, .shown = "r", .group = GROUP, .footer = "r flame",
	  .where = IN_STACKS, .priority = 69,
	  .brief = "as a flame graph, or a tree",
	  .help = "call stacks: as a flame graph; again: as a tree", .act = act_of_view,
	  .argument = 'r' },
	{ .codes = { 'e' }, .shown = "e", .group = GROUP, .footer = "e event",
	  .where = IN_CODE_EVENTS, .priority = 50,
	  .brief = "next event",
	  .help = "next event that has samples, or can be sampled", .act = act_event },
	{ .codes = { 'd' }, .shown = "d", .group = GROUP, .footer = "d detail", .where = IN_CODE_CLASSES,
	  .priority = 73, .brief = "nodes of the function",
	  .help = "the function's TopDown as a tree: all nodes with errors, meaning, advice; hottest lines",
	  .act = act_nodes },
	{ .codes = { '1' }, .shown = "1", .group = GROUP, .footer = "1/2 level", .where = IN_CODE_LEVELS,
	  .priority = 48, .brief = "level 1, level 2",
	  .help = "functions and call stacks with TopDown of level 1", .act = act_level_of_functions, .argument = 1 },
	{ .codes = { '2' }, .shown = "2", .group = GROUP, .help = "of level 2: each class split in two",
	  .act = act_level_of_functions, .argument = 2 },
	{ .codes = { KEYCODE_UP, KEYCODE_WHEEL_UP }, .shown = "Up", .group = GROUP,
	  .help = "up; the cursor stays on its row", .act = act_line, .argument = -1 },
	{ .codes = { 'k' }, .shown = "k", .group = GROUP,
	  .help = "up; call stacks where nothing is listed (until next release)",
	  .act = act_line_or_stacks, .argument = -1 },
	{ .codes = { KEYCODE_DOWN, KEYCODE_WHEEL_DOWN, 'j' }, .shown = "Down j", .group = GROUP,
	  .help = "down", .act = act_line, .argument = +1 },
	{ .codes = { KEYCODE_PAGE_UP }, .shown = "PgUp", .group = GROUP, .help = "a page up",
	  .act = act_page_of_rows, .argument = -1 },
	{ .codes = { KEYCODE_PAGE_DOWN }, .shown = "PgDn", .group = GROUP, .help = "a page down",
	  .act = act_page_of_rows, .argument = +1 },
	{ .codes = { KEYCODE_HOME }, .shown = "Home", .group = GROUP,
	  .help = "first row, and stay on top", .act = act_first },
	{ .codes = { KEYCODE_END }, .shown = "End", .group = GROUP, .help = "last row",
	  .act = act_last },
	{ .codes = { '<', ',' }, .shown = "<", .group = GROUP, .footer = "</> sort",
	  .where = IN_CODE_ROWS, .priority = 30,
	  .brief = "order by another column",
	  .help = "order by the column to the left",
	  .act = act_order, .argument = -1 },
	{ .codes = { '>', '.' }, .shown = ">", .group = GROUP,
	  .help = "order by the column to the right", .act = act_order, .argument = +1 },
	{ .codes = { KEYCODE_F6 }, .shown = "F6", .group = GROUP, .where = IN_CODE_ROWS,
	  .brief = "choose a column to order by",
	  .help = "a menu of the columns to order by, with what each means", .act = act_menu,
	  .argument = MENU_SORT_CODE },
	{ .codes = { KEYCODE_F2, 'O' }, .shown = "F2 O", .group = GROUP, .where = IN_CODE_ROWS,
	  .brief = "choose columns",
	  .help = "a menu of all columns of the view: Space shows or hides, < > move, r resets, W saves",
	  .act = act_menu, .argument = MENU_COLUMNS_CODE },
	{ .codes = { 'I' }, .shown = "I", .group = GROUP,
	  .where = IN_CODE_ROWS, .brief = "reverse the order",
	  .help = "reverse the order",
	  .act = act_order },
	{ .codes = { '\\', KEYCODE_F4 }, .shown = "\\ F4", .group = GROUP, .footer = "\\ filter",
	  .where = IN_CODE, .priority = 55,
	  .help = "filter as you type: words, !word, or misp>10 and not taken<1 by the beginning of "
		  "a column's title; misp±<1: by its error; Esc: all rows",
	  .act = act_find_row, .argument = FIND_FILTER },
	{ .codes = { '/', KEYCODE_F3 }, .shown = "/ F3", .group = GROUP, .footer = "/ search",
	  .where = IN_CODE, .priority = 45, .help = "search as you type; the same words",
	  .act = act_find_row, .argument = FIND_SEARCH },
	{ .codes = { 'n' }, .shown = "n", .group = GROUP,
	  .where = IN_CODE, .brief = "next match; N: the previous",
	  .help = "next match; N: the one before",
	  .act = act_match, .argument = +1 },
	{ .codes = { 'N' }, .shown = "N", .group = GROUP, .help = "previous match",
	  .act = act_match, .argument = -1 },
	{ .codes = { 'z', 'Z' }, .shown = "z Z", .group = GROUP, .footer = "z freeze",
	  .where = IN_CODE, .priority = 47,
	  .brief = "freeze; again: go on",
	  .help = "freeze the profile while reading goes on; again: thaw", .act = act_freeze_code },
	{ .codes = { '[' }, .shown = "[", .group = GROUP, .footer = "[/] time",
	  .where = IN_CODE_RECORDED, .priority = 35,
	  .brief = "windows of time",
	  .help = "a window of the recording's time back; from all: the last one",
	  .act = act_window, .argument = -1 },
	{ .codes = { ']' }, .shown = "]", .group = GROUP,
	  .help = "a window forward; from all: the first one", .act = act_window, .argument = +1 },
	{ .codes = { '{' }, .shown = "{", .group = GROUP, .help = "ten windows back",
	  .act = act_window, .argument = -10 },
	{ .codes = { '}' }, .shown = "}", .group = GROUP, .help = "ten windows forward",
	  .act = act_window, .argument = +10 },
	{ .codes = { '(', KEYCODE_SHIFT_HOME }, .shown = "(", .group = GROUP,
	  .help = "the first window", .act = act_window, .argument = -ALL },
	{ .codes = { ')', KEYCODE_SHIFT_END }, .shown = ")", .group = GROUP,
	  .help = "the last window", .act = act_window, .argument = +ALL },
	{ .codes = { 's' }, .shown = "s", .group = GROUP, .footer = "s again",
	  .where = IN_CODE_LIVE, .priority = 27,
	  .brief = "begin again",
	  .help = "the whole time again; live: begins again, forgets the samples so far",
	  .act = act_whole },
	{ .codes = { 'E' }, .shown = "E", .group = GROUP, .footer = "E export", .where = IN_CODE,
	  .priority = 49,
	  .brief = "export to a file",
	  .help = "export: write the profile to a file in this directory: p perf.data, b bolt, a "
		  "autofdo (for compilers), f folded, s speedscope (call stacks)",
	  .act = act_export },
	{ .codes = { 'x' }, .shown = "x", .group = GROUP, .footer = "x compare", .where = IN_CODE,
	  .priority = 46,
	  .brief = "compare with what comes",
	  .help = "compare functions with what is shown now, after another event or window; again: "
		  "end", .act = act_compare_code },
};
/* clang-format on */

const size_t code_keys_n = sizeof(code_keys) / sizeof(code_keys[0]);
