/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the reader looks at; see state.h. Lists are made only when the snapshot, the view or the
 * order changed, not for each frame. UI thread.
 */
#include "config.h"
#include "ui/state/state.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "ui/draw/format.h"
#include "ui/state/rows.h"
#include "ui/views/status.h"

#define MESSAGE_NS UINT64_C(5000000000)

/* What a row of each view is. */
static const enum row_kind row_kinds[VIEW_COUNT] = {
	[VIEW_PROCESSES] = ROW_PROCESS, [VIEW_THREADS] = ROW_THREAD, [VIEW_CPUS] = ROW_CPU,
	[VIEW_CORES] = ROW_CORE,	[VIEW_SOCKETS] = ROW_SOCKET, [VIEW_CGROUPS] = ROW_CGROUP,
	[VIEW_USERS] = ROW_USER,	[VIEW_EXITED] = ROW_EXITED,
};

static enum view_id view_of_kind(enum row_kind kind)
{
	for (int view = 0; view < VIEW_COUNT; view++)
		if (row_kinds[view] == kind)
			return (enum view_id)view;
	return VIEW_PROCESSES;
}

static bool is_cpu_view(enum view_id view)
{
	return view >= VIEW_CPUS && view <= VIEW_SOCKETS;
}

void state_init(struct ui_state *state, const struct ui_options *options, uint64_t interval_ns)
{
	const struct column *sort = options->sort ? columns_find(options->sort) : NULL;

	*state = (struct ui_state){
		.machine = options->machine,
		.view = view_of_kind(options->view),
		.level = options->level == 2 ? 2 : 1,
		.ascii = options->ascii,
		.only_ascii = options->only_ascii,
		.mouse = options->mouse,
		.theme = options->theme,
		.units = options->units,
		.bars = options->bars,
		.interval_ns = interval_ns,
		.recorded = options->recorded,
		.history = machine_history_new(HISTORY_LEN),
		.exited = exited_new(),
		.row_history = row_history_new(ROW_HISTORY_ROWS),
	};
	timeline_init(&state->timeline, options->recorded);
	for (int view = 0; options->columns && view < COLUMN_VIEWS; view++)
		state->columns[view] = options->columns[view];
	for (int view = 0; view < VIEW_COUNT; view++) {
		struct column_order *order = &state->views[view].order;

		if (!is_cpu_view((enum view_id)view))
			order->column = columns_find("be");
		order->ratio = options->ratio;
	}
	state->inside_state.order.column = columns_find("be");
	state->within_state.order.column = columns_find("be");
	state->inside_state.order.ratio = state->within_state.order.ratio = options->ratio;
	if (sort)
		state->views[state->view].order.column = sort;
	if (sort && column_applies(sort, ROW_THREAD))
		state->inside_state.order.column = sort;
	if (sort && column_applies(sort, ROW_PROCESS))
		state->within_state.order.column = sort;
	state->views[state->view].order.reverse = options->reverse;
	if (options->notice)
		state_say(state, "%s", options->notice);
	/* The options were checked: only memory can be missing, and then all rows are shown. */
	(void)row_filter_set(&state->filter, ROW_PROCESS, NULL, options->user, NULL);
	(void)row_filter_set(state_filter(state), state_kind(state), options->filter,
			 state_filter(state)->user, NULL);
}

void state_done(struct ui_state *state)
{
	column_sorter_done(&state->sorter);
	branches_done(&state->branches);
	row_filter_clear(&state->filter);
	row_filter_clear(&state->inside_filter);
	for (int view = 0; view < VIEW_COUNT; view++)
		row_filter_clear(&state->view_filter[view]);
	exited_free(state->exited);
	find_done(&state->find);
	tags_done(&state->tags);
	machine_history_free(state->history);
	row_history_free(state->row_history);
	timeline_done(&state->timeline);
	free(state->rows);
	free(state->unfolded);
	*state = (struct ui_state){ 0 };
}

bool state_shows_cpus(const struct ui_state *state)
{
	return is_cpu_view(state->view);
}

const struct snapshot *state_rows_of(const struct ui_state *state)
{
	return state->rows_of ? state->rows_of : state->snapshot;
}

bool state_shows_tree(const struct ui_state *state)
{
	return state->tree && state->view == VIEW_PROCESSES && !state->inside && !state->within;
}

const struct family *state_family(const struct ui_state *state)
{
	return state->machine ? state->machine->family : NULL;
}

enum row_kind state_kind(const struct ui_state *state)
{
	if (state_shows_cpus(state))
		return ROW_CPU;
	if (state->inside)
		return ROW_THREAD;
	return state->within ? ROW_PROCESS : row_kinds[state->view];
}

static const struct view_state *current_of(const struct ui_state *state)
{
	if (state->inside)
		return &state->inside_state;
	return state->within ? &state->within_state : &state->views[state->view];
}

const struct column_order *state_order(const struct ui_state *state)
{
	return &current_of(state)->order;
}

bool state_shows_level2(const struct ui_state *state)
{
	const struct column_set *chosen = &state->columns[column_view_of(state_kind(state))];

	return state->level == 2 || state->detail.open || column_is_level2(state_order(state)->column) ||
	       column_set_has_level2(chosen) || filter_has_level2(state_filter_shown(state)->filter);
}

const struct cursor *state_cursor(const struct ui_state *state)
{
	return &current_of(state)->cursor;
}

struct view_state *state_current(struct ui_state *state)
{
	if (state->inside)
		return &state->inside_state;
	return state->within ? &state->within_state : &state->views[state->view];
}

struct row_name row_name_of(const struct row *row)
{
	return (struct row_name){
		.kind = row->kind,
		.id = row->id,
		.parent = row->kind == ROW_CORE || row->kind == ROW_NODE ? row->parent : 0,
		.start_ns = row->start_ns,
	};
}

bool row_is_named(const struct row *row, const struct row_name *name)
{
	struct row_name own = row_name_of(row);

	return own.kind == name->kind && own.id == name->id && own.parent == name->parent &&
	       own.start_ns == name->start_ns;
}

/* Finds the cursor's task in the new list. If it is not there now, the line stays. */
static void place_cursor(struct ui_state *state)
{
	struct cursor *cursor = &state_current(state)->cursor;

	if (!cursor->pinned)
		cursor->index = 0;
	for (size_t i = 0; cursor->pinned && i < state->n_rows; i++) {
		if (row_is_named(state->rows[i], &cursor->name)) {
			cursor->index = i;
			break;
		}
	}
	if (cursor->index >= state->n_rows)
		cursor->index = state->n_rows ? state->n_rows - 1 : 0;
}

int state_list(struct ui_state *state)
{
	int ret = rows_list(state);

	detail_refresh(state);
	find_refresh(state);
	place_cursor(state);
	return ret;
}

const struct row *state_selected(struct ui_state *state)
{
	size_t index = state_current(state)->cursor.index;

	return index < state->n_rows ? state->rows[index] : NULL;
}

static void pin(struct ui_state *state)
{
	struct cursor *cursor = &state_current(state)->cursor;
	const struct row *row = state_selected(state);

	cursor->pinned = row != NULL;
	if (row)
		cursor->name = row_name_of(row);
}

void state_move(struct ui_state *state, long lines)
{
	struct cursor *cursor = &state_current(state)->cursor;
	long index = (long)cursor->index + lines;

	if (index >= (long)state->n_rows)
		index = (long)state->n_rows - 1;
	cursor->index = index < 0 ? 0 : (size_t)index;
	cursor->follow = false;
	pin(state);
}

void state_move_to_top(struct ui_state *state)
{
	struct cursor *cursor = &state_current(state)->cursor;

	cursor->pinned = cursor->follow = false;
	cursor->index = 0;
}

void state_move_to_end(struct ui_state *state)
{
	state_move(state, (long)state->n_rows);
}

void state_switch_view(struct ui_state *state, enum view_id view)
{
	state->inside = state->within = false;
	state->detail.open = false;
	if (state->view <= VIEW_THREADS)
		state->view_before = state->view;
	state->view = view;
}

static void enter_group(struct ui_state *state, const struct row *row)
{
	state->within = true;
	state->group = row_name_of(row);
	state->within_state.cursor = (struct cursor){ 0 };
	format_harmless(state->group_name, sizeof(state->group_name),
			snapshot_text(state->snapshot, row->name));
}

bool state_enter(struct ui_state *state)
{
	const struct row *row = state_selected(state);

	if (row && (row->kind == ROW_USER || row->kind == ROW_CGROUP)) {
		pin(state);
		enter_group(state, row);
		return true;
	}
	if (!row || row->kind != ROW_PROCESS)
		return false;
	pin(state);
	state->inside = true;
	state->process = row_name_of(row);
	state->inside_state.cursor = (struct cursor){ 0 };
	row_filter_clear(&state->inside_filter);
	format_harmless(state->process_name, sizeof(state->process_name),
			snapshot_text(state->snapshot, row->name));
	return true;
}

bool state_leave(struct ui_state *state)
{
	if (state->inside)
		state->inside = false;
	else if (state->within)
		state->within = false;
	else if (state->view > VIEW_THREADS)
		state->view = state->view_before;
	else
		return false;
	return true;
}

enum units_id state_units(const struct ui_state *state)
{
	return timeline_baseline(&state->timeline) ? UNITS_PERCENT : state->units;
}

enum bars_id state_bars(const struct ui_state *state)
{
	return state->ascii ? BARS_ASCII : state->bars;
}

void state_choices(const struct ui_state *state, struct ui_options *options)
{
	int view = setup_view(state);
	const struct column_order *order = &state->views[view].order;

	options->level = state->level;
	options->view = row_kinds[view];
	options->sort = order->column ? column_key(order->column) : NULL;
	options->reverse = order->reverse;
	options->ratio = order->ratio;
	options->ascii = state->ascii;
	options->mouse = state->mouse;
	options->theme = state->theme;
	options->units = state->units;
	options->bars = state->bars;
	options->columns = state->columns;
	options->interval_ns = state->interval_ns;
}

void state_say(struct ui_state *state, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	(void)vsnprintf(state->message, sizeof(state->message), format, args);
	va_end(args);
	state->message_left = 1 + (unsigned int)(MESSAGE_NS / state->interval_ns);
}

struct layout_wish state_wish(const struct ui_state *state)
{
	return (struct layout_wish){
		.prompt = state->find.mode != FIND_NOTHING,
		.state = status_has_something(state),
		.path = state->inside || state->within || state->detail.open ||
			state->view != VIEW_PROCESSES,
		.help = state->help,
		.detail = state->detail.open,
		.chart = state->chart && state->snapshot,
		.core_types = state->machine && state->machine->family && state->machine->family->hybrid ? 2 : 0,
		.setup = state->setup.open ? setup_lines(&state->setup) : 0,
	};
}
