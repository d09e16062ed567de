/* SPDX-License-Identifier: GPL-2.0-only */
/* Questions about the state of the screen, and moves in it; see state.h. UI thread. */
#include "config.h"
#include "ui/state/state.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "ui/draw/format.h"

#define MESSAGE_NS UINT64_C(5000000000)

bool state_shows_cpus(const struct ui_state *state)
{
	return views[state->view].listing == LISTING_CPU_TREE;
}

const struct snapshot *state_rows_of(const struct ui_state *state)
{
	return state->rows_of ? state->rows_of : state->snapshot;
}

bool state_shows_tree(const struct ui_state *state)
{
	return state->tree && state->view == VIEW_PROCESSES && !state->inside && !state->within;
}

bool state_lists_threads(const struct ui_state *state)
{
	return state->with_threads && state_kind(state) == ROW_PROCESS;
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
	return state->within ? ROW_PROCESS : views[state->view].kind;
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

const struct row_filter *state_filter_shown(const struct ui_state *state)
{
	if (state->inside)
		return &state->inside_filter;
	return &state->filters[view_of_kind(state_kind(state))->filter];
}

struct row_filter *state_filter(struct ui_state *state)
{
	/* state is not const, so its filters are not. */
	return (struct row_filter *)state_filter_shown(state);
}

bool state_hide(struct ui_state *state, unsigned int hidden)
{
	bool done = row_filter_hide(&state->inside_filter, ROW_THREAD, hidden);

	for (int view = 0; view < VIEW_COUNT; view++) {
		enum row_kind kind = views[view].kind;

		if (views[view].filter == (enum view_id)view)
			done &= row_filter_hide(&state->filters[view], kind,
						filter_hidden_of(kind, hidden));
	}
	return done;
}

unsigned int state_hidden(const struct ui_state *state)
{
	return state->filters[VIEW_PROCESSES].hidden;
}

enum level2_demand state_level2_demand(const struct ui_state *state)
{
	const struct column_set *chosen = &state->look.columns[column_view_of(state_kind(state))];
	struct column_order order = *state_order(state);
	enum metric_id node;

	/* Of the order, or only of COST; but not because level 2 happened to be counted. */
	order.named = NULL;
	node = column_order_node(&order, state_family(state));
	if (state->look.level == 2 || state->detail.open ||
	    column_is_level2(columns_of_metric(node)) || column_set_has(chosen, column_is_level2) ||
	    filter_has(state_filter_shown(state)->filter, column_is_level2))
		return LEVEL2_NEEDED;
	return state->level_chosen ? LEVEL2_UNWANTED : LEVEL2_WELCOME;
}

bool state_wants_waits(const struct ui_state *state)
{
	const enum view_id view = column_view_of(state_kind(state));

	return state->detail.open ||
	       column_set_shows(&state->look.columns[view], view, state_family(state),
				column_is_wait) ||
	       column_is_wait(state_order(state)->column) ||
	       filter_has(state_filter_shown(state)->filter, column_is_wait);
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

void state_place_cursor(struct ui_state *state)
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

const struct row *state_selected(struct ui_state *state)
{
	const struct cursor *cursor = &state_current(state)->cursor;
	const struct row *row = cursor->index < state->n_rows ? state->rows[cursor->index] : NULL;

	/* No other row stands for a followed task that is not listed. */
	return row && cursor->follow && !row_is_named(row, &cursor->name) ? NULL : row;
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
	if (views[state->view].home)
		state->view_before = state->view;
	state->view = view;
}

/*
 * The rows below are asked the question that the rows above were: they have the same order, if it is
 * by a value that both have.
 */
static void take_order(const struct column_order *from, struct column_order *to, enum row_kind kind)
{
	if (from->column && from->column->value && !from->column->ascending &&
	    column_applies(from->column, kind))
		*to = *from;
}

static void enter_group(struct ui_state *state, const struct row *row)
{
	take_order(state_order(state), &state->within_state.order, ROW_PROCESS);
	state->within = true;
	state->group = row_name_of(row);
	state->within_state.cursor = (struct cursor){ 0 };
	format_harmless(state->group_name, sizeof(state->group_name),
			snapshot_text(state->snapshot, row->name));
}

static void enter_process(struct ui_state *state, const struct row *row)
{
	take_order(state_order(state), &state->inside_state.order, ROW_THREAD);
	state->inside = true;
	state->process = row_name_of(row);
	state->inside_state.cursor = (struct cursor){ 0 };
	(void)row_filter_set(&state->inside_filter, ROW_THREAD, NULL, NULL, NULL);
	format_harmless(state->process_name, sizeof(state->process_name),
			snapshot_text(state->snapshot, row->name));
}

bool state_enter(struct ui_state *state)
{
	const struct row *row = state_selected(state);
	const enum view_enter enter = row ? view_of_kind(row->kind)->enter : ENTER_DETAIL;

	if (enter != ENTER_PROCESSES && enter != ENTER_THREADS)
		return false;
	pin(state);
	if (enter == ENTER_PROCESSES)
		enter_group(state, row);
	else
		enter_process(state, row);
	return true;
}

bool state_leave(struct ui_state *state)
{
	if (state->inside)
		state->inside = false;
	else if (state->within)
		state->within = false;
	else if (!views[state->view].home)
		state->view = state->view_before;
	else
		return false;
	return true;
}

enum units_id state_units(const struct ui_state *state)
{
	return timeline_baseline(&state->timeline) ? UNITS_PERCENT : state->look.units;
}

enum bars_id state_bars(const struct ui_state *state)
{
	return state->look.ascii ? BARS_ASCII : state->look.bars;
}

bool state_is_past(const struct ui_state *state)
{
	const struct snapshot *live = state->timeline.live;

	return state->recorded || state->ended || (live && live->last);
}

bool state_is_counting(const struct ui_state *state)
{
	return !state_is_past(state) && state->machine &&
	       strcmp(state->machine->source, "replay") != 0;
}

enum graphs_id state_graphs(const struct ui_state *state)
{
	if (state->look.ascii)
		return GRAPHS_ASCII;
	return state->no_braille ? GRAPHS_BLOCKS : state->look.graphs;
}

void state_say(struct ui_state *state, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	(void)vsnprintf(state->message, sizeof(state->message), format, args);
	va_end(args);
	state->message_left = 1 + (unsigned int)(MESSAGE_NS / state->look.interval_ns);
}

/* ---- how long until the next interval ---- */

#define MS_NS UINT64_C(1000000)
#define SECOND_NS (1000 * MS_NS)

static bool countdown_is_on(const struct ui_state *state)
{
	return state->clock.now_ns && state->clock.taken_ns &&
	       state->look.interval_ns >= COUNTDOWN_FROM_NS && !state->frozen && state_is_counting(state);
}

static uint64_t countdown_left_ns(const struct ui_state *state)
{
	const uint64_t due_ns = state->clock.taken_ns + state->look.interval_ns;

	return due_ns > state->clock.now_ns ? due_ns - state->clock.now_ns : 0;
}

int countdown_left(const struct ui_state *state)
{
	return countdown_is_on(state) ? (int)((countdown_left_ns(state) + SECOND_NS - 1) / SECOND_NS) : -1;
}

int countdown_wait_ms(const struct ui_state *state)
{
	const uint64_t left = countdown_is_on(state) ? countdown_left_ns(state) : 0;

	if (!left)	/* the next interval wakes the screen */
		return -1;
	return (int)((left - 1) % SECOND_NS / MS_NS) + 1;
}

/* ---- the followed task ---- */

static const char *const reasons[] = {
	[FOLLOWED_HIDDEN] = "is hidden here",
	[FOLLOWED_ABSENT] = "did not run",
	[FOLLOWED_EXITED] = "has exited",
};

/* The row with this number, whether it is the one with this name or its successor. */
static const struct row *find_row(const struct snapshot *snapshot, const struct row_name *name)
{
	return name->kind == ROW_REGION ?
		       snapshot_find_region(snapshot, name->parent, name->id) :
		       snapshot_find(snapshot, name->kind, name->id);
}

enum followed follow_where(const struct ui_state *state)
{
	const struct cursor *cursor = state_cursor(state);
	const struct row *row;

	if (!cursor->follow || !state->snapshot)
		return FOLLOWED_NONE;
	if (cursor->index < state->n_rows &&
	    row_is_named(state->rows[cursor->index], &cursor->name))
		return FOLLOWED_HERE;
	row = find_row(state->snapshot, &cursor->name);
	if (row && row_is_named(row, &cursor->name))
		return FOLLOWED_HIDDEN;
	return cursor->exit_seq && state->snapshot->seq > cursor->exit_seq ? FOLLOWED_EXITED
									   : FOLLOWED_ABSENT;
}

/* Another task with its number means that it has exited, although no record told it. */
static void follow_see_row(struct cursor *cursor, const struct snapshot *snapshot)
{
	const struct row *row = cursor->follow && !cursor->exit_seq ?
		find_row(snapshot, &cursor->name) : NULL;

	if (!row)
		return;
	if (!row_is_named(row, &cursor->name))
		cursor->exit_seq = snapshot->seq - 1;
	else if (row->exited)
		cursor->exit_seq = snapshot->seq;
}

void follow_see(struct ui_state *state, const struct snapshot *snapshot)
{
	for (int view = 0; view < VIEW_COUNT; view++)
		follow_see_row(&state->views[view].cursor, snapshot);
	follow_see_row(&state->within_state.cursor, snapshot);
	follow_see_row(&state->inside_state.cursor, snapshot);
}

void follow_print(const struct ui_state *state, char *text, size_t size)
{
	const struct cursor *cursor = state_cursor(state);
	const enum followed where = follow_where(state);

	text[0] = '\0';
	if (where == FOLLOWED_HERE && cursor->name.kind == ROW_REGION)
		(void)snprintf(text, size, "following %s of %d",
			       snapshot_text(state->snapshot, state->rows[cursor->index]->name),
			       cursor->name.parent);
	else if (where != FOLLOWED_NONE && cursor->name.kind == ROW_REGION)
		(void)snprintf(text, size, "followed region of %d %s", cursor->name.parent,
			       reasons[where]);
	else if (where == FOLLOWED_HERE)
		(void)snprintf(text, size, "following %d %s", cursor->name.id,
			       snapshot_text(state->snapshot, state->rows[cursor->index]->name));
	else if (where != FOLLOWED_NONE)
		(void)snprintf(text, size, "followed task %d %s", cursor->name.id, reasons[where]);
}
