/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The parts of profile_print.c. Which rows of a profile are printed, and in which order, by --functions, --branches,
 * --blocks SYMBOL, --filter, --sort and -n; waits for their names. Then who writes them. Main thread.
 */
#pragma once

#include <stdio.h>

#include "model/profile/call_tree.h"
#include "model/profile/functions.h"
#include "ui/code/kinds.h"
#include "ui/draw/buffer.h"
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

/* ---- as text: head, what to know of the numbers, a table for each part ---- */

/* Appends head, notes, and the tables of these parts (bits of enum profile_part). */
void profile_put_text(struct buffer *out, const struct profile_rows *rows,
		      const struct profile_choice *choice, unsigned int parts);

/* ---- as CSV: a table; the fields of JSON, with a dot where JSON has an object ---- */

/* ---- as one line of JSON, kind "profile" of schema tdtop/1 ---- */

/*
 * Prints the line: the head, and a list for each part that is asked for (null if the event cannot
 * have it). It is written in pieces: a large profile does not stand in memory twice. 0 or -ENOMEM;
 * then the line is not complete.
 */
int profile_print_json(const struct profile_rows *rows, FILE *out);
