/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Which processes of the tree are folded: all or none, with exceptions that are kept by name, so
 * that they outlive intervals and tasks that sleep. UI thread.
 */
#ifndef TDTOP_UI_STATE_TREE_FOLDS_H
#define TDTOP_UI_STATE_TREE_FOLDS_H

#include <stdbool.h>

#include "ui/state/tags.h"

struct tree_folds {	/* zeroed: nothing is folded */
	bool all;
	struct tags except;
};

void tree_folds_done(struct tree_folds *folds);

bool tree_folds_has(const struct tree_folds *folds, const struct row *process);

/* Folds or unfolds a process. Without memory nothing happens. */
void tree_folds_set(struct tree_folds *folds, const struct row *process, bool folded);

/* Folds all processes; if all are folded, unfolds them. Forgets the exceptions. */
void tree_folds_toggle_all(struct tree_folds *folds);

#endif
