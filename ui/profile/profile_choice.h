/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Which rows of a profile are printed, and in which order, by --functions, --branches, --blocks
 * SYMBOL, --filter, --sort and -n; waits for their names. Main thread.
 */
#pragma once

#include "model/profile/call_tree.h"
#include "model/profile/functions.h"
#include "ui/code/paths.h"
#include "ui/profile/profile_rows.h"

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
	/*
	 * Rows of the parts, in their order. Those of stacks are nodes of the tree but for its root:
	 * what --filter leaves, and their callers, in the order of the tree.
	 */
	struct profile_chosen of[PROFILE_PARTS];
	struct call_tree *tree;		/* of --stacks, from the outermost callers down */
	struct paths *paths;		/* of --hot-paths */
	struct path_row *path_rows;	/* all of them, then all loops */
};

/* The rows of this part. */
const struct profile_chosen *profile_choice_of(const struct profile_choice *choice,
					       enum profile_part part);

/* 0 or -ENOMEM. profile_choice_done() frees in both cases. */
int profile_choice_init(struct profile_choice *choice, const struct profile_rows *rows);
void profile_choice_done(struct profile_choice *choice);
