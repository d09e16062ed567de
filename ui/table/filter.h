/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Which rows: expressions over the columns' keys, as "be>40 && comm~^java". Compiled once; a row is
 * then looked at without memory of ours. Used by the screen, batch mode and the command line.
 *
 *	any  = all { "||" all }		all = term { ["&&"] term }
 *	term = "!" term | "(" any ")" | KEY SIGN VALUE | WORD
 *
 * A filter is of one sort of rows: processes and threads, or sockets, cores and CPUs, or users, or
 * cgroups, or what ended; its keys are of columns that these have.
 *
 * Numbers compare (= != < <= > >=) with the column's value, texts are equal (= !=) or match a POSIX
 * extended regular expression (~ !~). A WORD alone: the command, the name, the user or the path contains it, in
 * capitals or not; of a CPU it is "cpu 3". A value that is missing or of too few slots makes a comparison
 * neither true nor false, and its "!" too: such a row does not match.
 */
#ifndef TDTOP_UI_FILTER_H
#define TDTOP_UI_FILTER_H

#include <stdbool.h>

#include "model/snapshot/snapshot.h"

#define FILTER_TEXT 256		/* bytes of an expression, with its NUL */

struct filter;

void filter_free(struct filter *filter);	/* NULL is fine */

/* Are rows of these two kinds of one sort: can they have the same filter? */
bool filter_kinds_match(enum row_kind kind, enum row_kind other);

/* Tasks have a user; they are what can be followed and tagged. */
bool filter_is_task(enum row_kind kind);

/* Does it look at a node of level 2? A filter of NULL does not. */
bool filter_has_level2(const struct filter *filter);

/* Does the row match? A filter of NULL matches all. */
bool filter_match(const struct filter *filter, const struct snapshot *snapshot,
		  const struct row *row);

#endif
