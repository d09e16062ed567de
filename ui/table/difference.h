/* SPDX-License-Identifier: GPL-2.0-only */
/* Cells as differences to the same row of a baseline snapshot. UI thread. */
#pragma once

#include "ui/table/columns.h"

/* What a row is compared with. */
struct difference {
	const struct snapshot *baseline;	/* NULL: no differences are shown */
	const struct row *before;	/* its row there; NULL: it did not run or exist then */
};

/* What was printed, and how important it is. */
enum difference_kind {
	DIFFERENCE_VALUE,	/* the value itself, or the sign of a missing one */
	DIFFERENCE_NEW,		/* the baseline has no value */
	DIFFERENCE_ZERO,	/* rounds to 0 */
	DIFFERENCE_SMALL,
	DIFFERENCE_LARGE	/* worth a look */
};

/* Finds the row in the baseline, which may be NULL. Valid as long as the baseline. */
struct difference difference_of(const struct snapshot *baseline, const struct snapshot *snapshot,
				const struct row *row);

/*
 * Prints the cell of a column. A column of percents shows the difference in points; "new" for a
 * task that started after the baseline, "slept" for other rows that did not run then; or the sign
 * of the missing value. Other columns, and all columns without a baseline, show the value.
 */
enum difference_kind difference_print(const struct difference *difference,
				      const struct column *column, const struct snapshot *snapshot,
				      const struct row *row, bool ascii, char text[COLUMN_TEXT]);

/* "new" or "slept", for a row that is not in the baseline. */
const char *difference_absence(const struct snapshot *baseline, const struct row *row);
