/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Processes as a tree of parents and children: the order of the lines, and the lines drawn before
 * each name. UI thread.
 */
#ifndef TDTOP_UI_BRANCHES_H
#define TDTOP_UI_BRANCHES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct filter;
struct row;
struct snapshot;

/* The place of a process in the tree; indices into the snapshot's table of processes. */
struct branch {
	uint32_t parent, first, last, next;	/* first and last child, next sibling; BRANCH_NONE */
	uint32_t more;				/* bit d: on depth d a sibling follows below */
	uint16_t depth;				/* 0: no parent of it ran */
	bool listed, matches;			/* the filter; listed only for those below it: not both */
};

#define BRANCH_NONE UINT32_MAX

struct branches {	/* zeroed is ready; keeps its memory */
	struct branch *all;
	size_t n, cap;
	size_t lines;		/* that were listed */
};

void branches_done(struct branches *branches);

/*
 * Brings the n processes of the snapshot, which come sorted as siblings shall be, into the order of
 * the tree: each once, behind its parent; of a filter those that match, and their ancestors (NULL:
 * all). `lines` has room for n, branches->lines are listed. A parent that is not in the
 * snapshot (it slept) is none; so is one of a circle, as reused pids may make. O(n log n).
 * 0 or -ENOMEM.
 */
int branches_list(struct branches *branches, const struct snapshot *snapshot,
		  const struct row *const *sorted, const struct filter *filter,
		  const struct row **lines);

/* Does this row match the filter itself? Otherwise one below it does. */
bool branches_matches(const struct branches *branches, const struct snapshot *snapshot,
		      const struct row *row);

/* The lines before the name of this row: "│  └─ "; "" for one without a parent. */
void branches_print(const struct branches *branches, const struct snapshot *snapshot,
		    const struct row *row, bool ascii, char *text, size_t size);

#endif
