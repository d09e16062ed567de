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

/* ---- whether the screen shows regions of programs, and how they are told apart ---- */

/*
 * Must markers be watched? The view of regions is open, a process is unfolded, or a detail shows
 * regions; also behind what lies over these for a while (help, a frozen screen), and always with
 * --regions.
 */
bool shown_regions_wanted(const struct ui_state *state);

/* Tells the collector so in control->regions. True: that has changed, and it must be woken. */
bool shown_regions_tell(const struct ui_state *state, struct control *control);

/*
 * The regions of a process that is shown: all, or NULL. A process that did nothing but "(other)"
 * has none.
 */
const struct row *shown_regions_of(const struct snapshot *snapshot, const struct row *process,
				   size_t *n);

/* "parse"; harmless text. */
void shown_regions_name(const struct snapshot *snapshot, const struct row *region, bool ascii,
			char *text, size_t size);
