/* SPDX-License-Identifier: GPL-2.0-only */
/* Which lines of the tree of CPUs are shown with their children. UI thread. */
#ifndef TDTOP_UI_STATE_FOLD_H
#define TDTOP_UI_STATE_FOLD_H

#include "ui/state/ui_state.h"

/* Is this socket, node or core of the snapshot on the screen shown with its children? */
bool fold_is_open(const struct ui_state *state, const struct row *row);

/*
 * Folds or unfolds the line under the cursor, and pins the cursor to it; on a CPU its core, on a
 * core of one CPU what holds the core. Without memory nothing happens.
 */
void fold_toggle(struct ui_state *state);

#endif
