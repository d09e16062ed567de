/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Processes as a tree of parents and children: the order of the lines, and the branches drawn
 * before each name. Called by rows.c and view_tasks.c; UI thread.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ui/state/tags.h"

/*
 * Which processes of the tree are folded: all or none, with exceptions that are kept by name, so
 * that they outlive intervals and tasks that sleep.
 */
struct tree_folds {	/* zeroed: nothing is folded */
	bool all;
	struct tags except;
};

void tree_folds_done(struct tree_folds *folds);

/* Folds or unfolds a process. Without memory nothing happens. */
void tree_folds_set(struct tree_folds *folds, const struct row *process, bool folded);

/* Folds all processes; if all are folded, unfolds them. Forgets the exceptions. */
void tree_folds_toggle_all(struct tree_folds *folds);

struct branch_sum;
struct filter;
struct row;
struct snapshot;

/* Place of a process in the tree; indices into the snapshot's table of processes. */
struct branch {
	const struct row *row;			/* what is listed for it */
	uint32_t parent, first, last, next;	/* children, next sibling; NO_BRANCH */
	uint32_t more;				/* bit d: at depth d a sibling follows below */
	uint32_t top;		/* the process, it or an ancestor, that is folded; NO_BRANCH */
	uint32_t hidden;	/* processes that are not listed because this one is folded */
	uint32_t waits;		/* children that are not in its sum yet */
	uint16_t depth;				/* 0: its parent is not in the snapshot */
	bool listed, matches;			/* listed without a match: for a descendant */
	bool parted;				/* `top` is known */
};

#define NO_BRANCH UINT32_MAX

struct branches {	/* zeroed is ready; keeps its memory */
	struct branch *all;
	size_t n, cap;
	size_t lines;			/* that branches_list() listed */
	struct branch_sum *sums;	/* of processes with children */
	size_t n_sums, cap_sums;
};

void branches_done(struct branches *branches);

/*
 * Finds the parents and children of all processes of the snapshot, and sets rows[] to one row for
 * each, to be sorted as siblings are to be. A process with children gets a row of its own, valid
 * until the next call: the sum of itself and all its listed descendants. Without `sum` only if it
 * is folded, and that is a copy. It is what is listed of a folded process. With a filter (NULL:
 * none) only matches and their ancestors are listed, and nothing is folded. folds: NULL: nothing is
 * folded. A process has no parent here if its parent is not in the snapshot, or if parents form a
 * circle, which reused pids can make. O(n log n). 0 or -ENOMEM.
 */
int branches_prepare(struct branches *branches, const struct snapshot *snapshot,
		     const struct filter *filter, const struct tree_folds *folds, bool sum,
		     const struct row **rows);

/*
 * Lists the processes in tree order, each once, behind its parent; `sorted` has the rows of
 * branches_prepare(). `lines` has room for all; branches->lines says how many were listed. O(n).
 */
void branches_list(struct branches *branches, const struct snapshot *snapshot,
		   const struct row *const *sorted, const struct row **lines);

/* The number of processes that a listed row hides because it is folded. */
uint32_t branches_hidden(const struct branches *branches, const struct snapshot *snapshot,
			 const struct row *row);

/* Has a listed row children, shown or hidden? */
bool branches_has_children(const struct branches *branches, const struct snapshot *snapshot,
			   const struct row *row);

/* The row of the parent in the snapshot; NULL: none. */
const struct row *branches_parent(const struct branches *branches, const struct snapshot *snapshot,
				  const struct row *row);

/* Does this row match the filter itself? If not, it is listed for a descendant that does. */
bool branches_matches(const struct branches *branches, const struct snapshot *snapshot,
		      const struct row *row);

/*
 * Prints the branches before the name of a row: "│  └─ "; "" for a row without a parent. Both have
 * `cells`; of a deep row the first branches are left out: "…  └─ ".
 */
void branches_print(const struct branches *branches, const struct snapshot *snapshot,
		    const struct row *row, bool ascii, int cells, char *text, size_t size);

/*
 * The same for a thread that is listed behind its process, before the process's children. last: no
 * thread of it follows. branches NULL: the processes are listed without a tree.
 */
void branches_print_thread(const struct branches *branches, const struct snapshot *snapshot,
			   const struct row *process, bool last, bool ascii, int cells,
			   char *text, size_t size);
