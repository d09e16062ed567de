/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The scope (struct scope): time below a second, of one CPU, process, cgroup or other row. Lines of
 * seconds, cells of 20 ms across; where these do not fit, of 40 or 100 ms, and on a wide screen a
 * line has 2 or 4 seconds. Its cells are collected only while it is open, but for a recording. Used
 * by the keys; UI thread.
 */
#pragma once

#include "ui/state/ui_state.h"

/* How cells lie on the screen. */
struct scope_grid {
	size_t columns, lines;	/* lines 0: there is nothing to show */
	uint64_t each;		/* cells of 20 ms in a column */
	uint64_t first;		/* cell at the top left */
	uint64_t last;		/* newest cell that is shown */
};

/*
 * Opens it for this row of the snapshot on the screen; the title is harmless text. Without memory
 * it says so.
 */
void scope_open(struct ui_state *state, const struct scope_target *target, const char *title);

/* Closes it; the cells are dropped, but those of a recording. */
void scope_close(struct ui_state *state);

void scope_done(struct ui_state *state);

/* Takes the cells of a new snapshot, or the reason why there are none. */
void scope_add(struct ui_state *state, const struct snapshot *snapshot);

/* Are slices wanted from the collector? */
bool scope_wants_slices(const struct ui_state *state);

/* For so many columns and lines on the screen. */
struct scope_grid scope_grid_of(const struct ui_state *state, size_t width, size_t lines);

/* The first cell of the column under the cursor. */
uint64_t scope_cursor(const struct ui_state *state, const struct scope_grid *grid);

/* The cells that Enter opens: the column under the cursor, or from the mark to it. */
void scope_chosen(const struct ui_state *state, const struct scope_grid *grid, uint64_t *first,
		  uint64_t *last);

/* Moves the cursor so many columns, in the grid drawn last; on the newest it follows the time. */
void scope_move(struct ui_state *state, long steps);
