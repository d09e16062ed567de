/* SPDX-License-Identifier: GPL-2.0-only */
/* Values as differences to the same row of the baseline. UI thread. */
#ifndef TDTOP_UI_DIFFERENCE_H
#define TDTOP_UI_DIFFERENCE_H

#include "ui/table/columns.h"

/* The row of the baseline, or NULL: it did not run then, or was not there yet. */
struct difference {
	const struct snapshot *baseline;	/* NULL: no differences are shown */
	const struct row *before;
};

/* What was printed, and how much it tells. */
enum difference_kind {
	DIFFERENCE_VALUE,	/* the value, or why there is none */
	DIFFERENCE_NEW,		/* nothing to compare with in the baseline */
	DIFFERENCE_ZERO,	/* rounds to nothing */
	DIFFERENCE_SMALL,
	DIFFERENCE_LARGE		/* worth a look */
};

/* What a row is compared with; `baseline` may be NULL. */
struct difference difference_of(const struct snapshot *baseline, const struct snapshot *snapshot,
				const struct row *row);

/*
 * The cell of a column: of percents the difference in points, "new" for a task that was born later,
 * "slept" for all else that did not run then, the sign of a value that cannot be told from either;
 * of all else, or without a baseline, the value.
 */
enum difference_kind difference_print(const struct difference *difference,
				      const struct column *column, const struct snapshot *snapshot,
				      const struct row *row, bool ascii, char text[COLUMN_TEXT]);

/* "new" or "slept", of a row that is not in the baseline. */
const char *difference_absence(const struct snapshot *baseline, const struct row *row);

#endif
