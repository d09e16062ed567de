/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A row of a comparison of profiles, struct compared_place, as a kind of row: its columns follow from those of
 * functions, frames or branches that are compared. Main thread.
 */
#pragma once

#include "ui/code/kinds.h"
#include "ui/profile/profile_rows.h"

/* Both sides of a comparison: rows_of.in of its rows. */
struct diff_rows {
	const struct profile_comparison *comparison;
	struct profile_rows side[SIDES];
	const struct code_kind *kind;	/* of the rows that are compared */
	struct call_look look[SIDES];	/* of frames */
	bool branches;		/* else functions or frames */
};

struct diff_kind {
	struct code_kind kind;
	struct row_column column[CODE_ROW_COLUMNS_MAX];
	char last[CODE_ROW_NAME];	/* the head of the last column of text */
};

/* Makes the kind of comparisons of rows of this kind; it must stay where it is. */
void diff_kind_init(struct diff_kind *made, const struct code_kind *of);

/*
 * Can tables of these parts be sorted and filtered so, and have such columns (NULL: the usual ones)? 0, or -EINVAL
 * with a sentence. Each takes the filter and the columns, one of them the column to sort by.
 */
int diff_check(unsigned int parts, const struct row_choice *choice, const char *list, struct err *err);

/* The row on the side that has it: the later one, if both have. */
enum side diff_side(const struct compared_place *row);
const void *diff_row_of(const struct diff_rows *rows, const struct compared_place *row);
