/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Which rows a list has, in which order, and which lines are shown with their children. UI thread.
 */
#pragma once

#include "ui/state/ui_state.h"

/*
 * Fills state->rows from state->snapshot, sorted. 0, or -ENOMEM: the list is shorter or unsorted. Called by
 * state_show.c when a snapshot, the view, the order, a fold or a filter changed.
 */
int rows_list(struct ui_state *state);

/*
 * Lines of the trees of CPUs and of processes: is this socket, node or core of the snapshot on the screen
 * shown with its children?
 */
bool fold_is_open(const struct ui_state *state, const struct row *row);

/*
 * Folds or unfolds the line under the cursor, and pins the cursor to it; on a CPU its core, on a
 * core of one CPU what holds the core. Without memory nothing happens.
 */
void fold_toggle(struct ui_state *state);

/*
 * Folds or unfolds a listed process of the tree, and puts the cursor on it; a process without
 * children folds its parent. False: there is nothing to fold. The rows must then be listed again.
 */
bool fold_process(struct ui_state *state, const struct row *row, bool folded);
