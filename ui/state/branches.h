/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Processes as a tree of parents and children: the order of the lines, and the branches drawn
 * before each name. Called by rows.c and view_tasks.c; UI thread.
 */
#ifndef TDTOP_UI_STATE_BRANCHES_H
#define TDTOP_UI_STATE_BRANCHES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct filter;
struct row;
struct snapshot;

/* Place of a process in the tree; indices into the snapshot's table of processes. */
struct branch {
	uint32_t parent, first, last, next;	/* children, next sibling; BRANCH_NONE */
	uint32_t more;				/* bit d: at depth d a sibling follows below */
	uint16_t depth;				/* 0: its parent did not run */
	bool listed, matches;			/* listed without a match: for a descendant */
};

#define BRANCH_NONE UINT32_MAX

struct branches {	/* zeroed is ready; keeps its memory */
	struct branch *all;
	size_t n, cap;
	size_t lines;		/* that branches_list() listed */
};

void branches_done(struct branches *branches);

/*
 * Lists the processes of the snapshot in tree order, each once, behind its parent; `sorted` has all
 * of them, sorted as siblings are to be. With a filter (NULL: none) only matches and their
 * ancestors are listed. `lines` has room for all; branches->lines says how many were listed. A
 * process has no parent here if its parent is not in the snapshot (it slept), or if parents form a
 * circle, which reused pids can make. O(n log n). 0 or -ENOMEM.
 */
int branches_list(struct branches *branches, const struct snapshot *snapshot,
		  const struct row *const *sorted, const struct filter *filter,
		  const struct row **lines);

/* Does this row match the filter itself? If not, it is listed for a descendant that does. */
bool branches_matches(const struct branches *branches, const struct snapshot *snapshot,
		      const struct row *row);

/* Prints the branches before the name of a row: "│  └─ "; "" for a row without a parent. */
void branches_print(const struct branches *branches, const struct snapshot *snapshot,
		    const struct row *row, bool ascii, char *text, size_t size);

#endif
