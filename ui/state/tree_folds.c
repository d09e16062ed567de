/* SPDX-License-Identifier: GPL-2.0-only */
/* The folded processes of the tree; see tree_folds.h. UI thread. */
#include "config.h"
#include "ui/state/tree_folds.h"

void tree_folds_done(struct tree_folds *folds)
{
	tags_done(&folds->except);
}

bool tree_folds_has(const struct tree_folds *folds, const struct row *process)
{
	return folds->all != tags_has(&folds->except, process);
}

void tree_folds_set(struct tree_folds *folds, const struct row *process, bool folded)
{
	if (tree_folds_has(folds, process) != folded)
		tags_toggle(&folds->except, process);
}

void tree_folds_toggle_all(struct tree_folds *folds)
{
	folds->all = !folds->all;
	tags_clear(&folds->except);
}
