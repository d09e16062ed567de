/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Which rows of a profile are printed, and in which order, by --functions, --branches, --blocks
 * SYMBOL, --filter, --sort and -n; waits for their names. Main thread.
 */
#ifndef TDTOP_UI_EXPORT_PROFILE_CHOICE_H
#define TDTOP_UI_EXPORT_PROFILE_CHOICE_H

#include "ui/export/profile_rows.h"

/* Rows of a table. */
struct profile_chosen {
	const void **row;
	size_t n;			/* are printed, */
	size_t matched, all;		/* of so many that --filter leaves, of all */
};

struct profile_choice {
	struct functions functions;
	size_t joined;			/* so many processes' functions are joined in rows; 0: each
					 * process has its own */
	/* The rows are struct profile_function, ..._branch, ..._block. */
	struct profile_chosen function, branch, block;
	struct call_tree *tree;		/* of --stacks, from the outermost callers down */
	struct profile_chosen call;	/* its nodes but the root: those that --filter leaves, and
					 * their callers, in the order of the tree */
	struct paths *paths;		/* of --hot-paths */
	size_t n_paths, n_loops;	/* of them the first ones are printed */
};

/* The rows of this part, which can be filtered and sorted; NULL: it has none. */
const struct profile_chosen *profile_choice_of(const struct profile_choice *choice,
					       enum profile_part part);

/* 0 or -ENOMEM. profile_choice_done() frees in both cases. */
int profile_choice_init(struct profile_choice *choice, const struct profile_rows *rows);
void profile_choice_done(struct profile_choice *choice);

#endif
