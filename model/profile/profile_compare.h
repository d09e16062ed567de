/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Two profiles compared, by function, by branch or by frame of call stacks: what changed, and what
 * changed beyond doubt.
 *
 * A place has the same key in both. The key is object (its name without folders) and address where the
 * object has the same build-id in both. Else it is the function, and within it the source line, or the
 * offset where no line is known. Branches with the same key are one row: their counts are added. The key of a frame is
 * that of its function and of all its callers.
 *
 * A difference has the error sqrt(e1² + e2²), as the two profiles are independent. Beyond doubt is
 * what is more than three of these errors: of 370 rows in which nothing changed, one is expected to
 * pass by chance. A value of n counts without any spread (none of them, all of them, or one cycle
 * each) has the error 1 / n. Pure; belongs to one thread.
 */
#pragma once

#include <stdbool.h>

#include "model/profile/call_tree.h"
#include "model/profile/functions.h"
#include "model/side.h"

enum compared_value {
	COMPARED_SHARE,		/* of the events, or of all taken branches; of a frame with all that it calls */
	COMPARED_SELF,		/* frames only: the share of the frame itself */
	COMPARED_PROBABILITY,	/* branches only, and so are the two below */
	COMPARED_MISPREDICTED,	/* of taken */
	COMPARED_CYCLES,	/* mean */
	COMPARED_RETIRING,	/* functions and frames with TopDown, and so are the ones below: metric_classes[] */
	COMPARED_BAD_SPECULATION,
	COMPARED_FRONTEND_BOUND,
	COMPARED_BACKEND_BOUND,
	COMPARED_VALUES
};

struct compared_number {
	struct estimate of[SIDES];	/* NAN: not known, or not there */
	struct estimate change;		/* after - before; a share that is not there is 0 */
	bool beyond_doubt;
};

#define COMPARED_NONE UINT32_MAX

struct compared_place {
	char *key;
	uint32_t row[SIDES];	/* the heaviest of the rows that it stands for: in functions[side], in the
				 * nodes of calls[side], or in the branches of the profile; COMPARED_NONE:
				 * not there */
	uint32_t joined[SIDES];	/* how many rows it stands for */
	uint64_t count[SIDES];	/* samples, or entries of branch stacks */
	struct compared_number number[COMPARED_VALUES];
};

struct profile_comparison {
	const struct profile *of[SIDES];	/* borrowed */
	struct functions functions[SIDES];	/* empty in a comparison of others */
	struct call_tree *calls[SIDES];		/* NULL in a comparison of others */
	struct compared_place *rows;	/* the share that changed most first */
	size_t n;
};

/*
 * Compares two profiles. names: of the places of each; who wants all names waits for them before, of
 * frames for those of their functions' starts too.
 * 0 or -ENOMEM; profile_comparison_done() in both cases.
 */
int profile_compare_functions(struct profile_comparison *comparison,
			      const struct profile *const of[SIDES],
			      const struct code_names *const names[SIDES]);
int profile_compare_branches(struct profile_comparison *comparison,
			     const struct profile *const of[SIDES],
			     const struct code_names *const names[SIDES]);
int profile_compare_stacks(struct profile_comparison *comparison,
			   const struct profile *const of[SIDES],
			   const struct code_names *const names[SIDES]);
void profile_comparison_done(struct profile_comparison *comparison);
