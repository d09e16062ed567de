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

struct row;
struct snapshot;

/* The place of a process in the tree; indices into the snapshot's table of processes. */
struct branch {
	uint32_t parent, first, last, next;	/* first and last child, next sibling; BRANCH_NONE */
	uint32_t more;				/* bit d: on depth d a sibling follows below */
	uint16_t depth;				/* 0: no parent of it ran */
};

#define BRANCH_NONE UINT32_MAX

struct branches {	/* zeroed is ready; keeps its memory */
	struct branch *all;
	size_t n, cap;
};

void branches_done(struct branches *branches);

/*
 * Brings all n processes of the snapshot, which come sorted as siblings shall be, into the order of
 * the tree: each once, behind its parent. `lines` has room for n. A parent that is not in the
 * snapshot (it slept) is none; so is one of a circle, as reused pids may make. O(n log n).
 * 0 or -ENOMEM.
 */
int branches_list(struct branches *branches, const struct snapshot *snapshot,
		  const struct row *const *sorted, const struct row **lines);

/* The lines before the name of this row: "│  └─ "; "" for one without a parent. */
void branches_print(const struct branches *branches, const struct snapshot *snapshot,
		    const struct row *row, bool ascii, char *text, size_t size);

#endif
