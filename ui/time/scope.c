/* SPDX-License-Identifier: GPL-2.0-only */
/* Where the scope looks; see scope.h. UI thread. */
#include "config.h"
#include "ui/time/scope.h"

#include <math.h>
#include <stdio.h>

#include "ui/state/state.h"

#define LIVE_CELLS ((size_t)1 << 17)		/* 7 MB: of 8 busy CPUs some minutes */
#define RECORDED_CELLS ((size_t)1 << 20)	/* 59 MB at most */
#define LINE_MOST 4		/* seconds */
#define CELLS_OF_SECOND 50

/* Columns of a line, and the cells in each; the first that fits is taken. */
static const struct {
	size_t columns;
	uint64_t each;
} shapes[] = { { 200, 1 }, { 100, 1 }, { 50, 1 }, { 25, 2 }, { 10, 5 }, { 5, 10 } };

void scope_open(struct ui_state *state, const struct scope_target *target, const char *title)
{
	struct scope *scope = &state->scope;

	if (!state->scope_history)
		state->scope_history =
			scope_history_new(state->keeps_slices ? RECORDED_CELLS : LIVE_CELLS);
	if (!state->scope_history) {
		state_say(state, "not enough memory for the scope: 7 MB");
		return;
	}
	*scope = (struct scope){ .open = true, .target = *target };
	(void)snprintf(scope->title, sizeof(scope->title), "%s", title);
	scope->width = state->w > 0 ? (size_t)state->w : 0;
	scope->lines = state->h > 0 ? (size_t)state->h : 0;
}

void scope_close(struct ui_state *state)
{
	state->scope.open = false;
	if (state->keeps_slices)
		return;
	scope_history_free(state->scope_history);
	state->scope_history = NULL;
}

void scope_done(struct ui_state *state)
{
	scope_history_free(state->scope_history);
	state->scope_history = NULL;
}

void scope_add(struct ui_state *state, const struct snapshot *snapshot)
{
	if (state->keeps_slices && !state->scope_history)
		state->scope_history = scope_history_new(RECORDED_CELLS);
	if (state->scope_history)
		scope_history_add(state->scope_history, snapshot);
	(void)snprintf(state->scope.why_not, sizeof(state->scope.why_not), "%s",
		       snapshot->slices.why_not);
	state->scope.dropped_ns = snapshot->slices.dropped_ns;
}

bool scope_wants_slices(const struct ui_state *state)
{
	return state->scope.open || state->keeps_slices;
}

/*
 * Lines begin with whole seconds of the wall clock: so many cells after a line's begin is the one
 * with number 0.
 */
static uint64_t find_phase(const struct ui_state *state)
{
	const double at = fmod(scope_history_wall(state->scope_history, 0), LINE_MOST);

	return (uint64_t)llround((at < 0 ? at + LINE_MOST : at) * CELLS_OF_SECOND);
}

/* The newest cell to show: where the screen is frozen, if that is known. */
static bool find_last(const struct ui_state *state, uint64_t *last)
{
	uint64_t first, frozen;

	if (!state->scope_history || !scope_history_range(state->scope_history, &first, last))
		return false;
	if (!state->frozen || !state->snapshot)
		return true;
	frozen = scope_cell_at(state->snapshot->end_ns);
	if (frozen > first && frozen - 1 < *last)
		*last = frozen - 1;
	else if (frozen <= first && state->keeps_slices)
		return false;	/* this part of the recording is not kept */
	return true;
}

struct scope_grid scope_grid_of(const struct ui_state *state, size_t width, size_t lines)
{
	struct scope_grid grid = { .lines = 0 };
	uint64_t line, phase, bottom, at;
	size_t shape = 0;

	while (shape < sizeof(shapes) / sizeof(shapes[0]) && shapes[shape].columns > width)
		shape++;
	if (shape == sizeof(shapes) / sizeof(shapes[0]) || !lines || !find_last(state, &grid.last))
		return grid;
	grid.columns = shapes[shape].columns;
	grid.each = shapes[shape].each;
	line = grid.columns * grid.each;
	phase = find_phase(state);
	bottom = (grid.last + phase) / line;
	if (state->scope.cell && state->scope.cell <= grid.last) {
		at = (state->scope.cell + phase) / line;
		if (at + lines <= bottom)
			bottom = at + lines - 1;	/* the cursor is on the top line */
	}
	if (lines > bottom)
		lines = (size_t)bottom;		/* the clock is younger than the screen is high */
	grid.lines = lines;
	grid.first = (bottom + 1 - lines) * line - phase;
	return grid;
}

uint64_t scope_cursor(const struct ui_state *state, const struct scope_grid *grid)
{
	const uint64_t cell = state->scope.cell ? state->scope.cell : grid->last;

	return cell < grid->first ? grid->first
				  : cell - (cell - grid->first) % grid->each;
}

void scope_chosen(const struct ui_state *state, const struct scope_grid *grid, uint64_t *first,
		  uint64_t *last)
{
	const uint64_t cursor = scope_cursor(state, grid), mark = state->scope.mark;

	*first = mark && mark < cursor ? mark : cursor;
	*last = (mark > cursor ? mark : cursor) + grid->each - 1;
}

void scope_move(struct ui_state *state, long steps)
{
	const struct scope_grid grid =
		scope_grid_of(state, state->scope.width, state->scope.lines);
	uint64_t cursor, first, newest, step;

	if (!grid.lines)
		return;
	if (!scope_history_range(state->scope_history, &first, &newest))
		return;
	cursor = scope_cursor(state, &grid);
	step = (uint64_t)(steps < 0 ? -steps : steps) * grid.each;
	if (steps < 0)
		cursor = cursor >= first + step ? cursor - step : first;
	else
		cursor += step;
	state->scope.cell = cursor + grid.each > grid.last ? 0 : cursor;
}
