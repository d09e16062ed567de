/* SPDX-License-Identifier: GPL-2.0-only */
/* Cells as differences to a baseline; see difference.h. Called by the views on the UI thread. */
#include "config.h"
#include "ui/table/difference.h"

#include <math.h>
#include <stdio.h>

#include "ui/draw/format.h"

#define LARGE 5.0	/* points; worst_path() treats closer siblings as equal */

struct difference difference_of(const struct snapshot *baseline, const struct snapshot *snapshot,
				const struct row *row)
{
	/* Exited processes are summed over intervals: there is nothing to compare. */
	struct difference difference = { .baseline = row->kind == ROW_EXITED ? NULL : baseline };

	if (difference.baseline)
		difference.before = snapshot_find_same(baseline, snapshot, row);
	if (difference.before && difference.before->asleep)
		difference.before = NULL;
	return difference;
}

static bool is_scaled(const struct column *column, const struct row *row)
{
	return column->metric != M_NONE &&
	       quality_is_rough((enum quality)row->numbers->values.quality[column->metric]);
}

const char *difference_absence(const struct snapshot *baseline, const struct row *row)
{
	/* A task whose start was not observed may have slept since long before. */
	return row->born && row->start_ns > baseline->end_ns ? "new" : "slept";
}

static enum difference_kind kind_of(double points)
{
	if (fabs(points) < 0.05)
		return DIFFERENCE_ZERO;
	return fabs(points) < LARGE ? DIFFERENCE_SMALL : DIFFERENCE_LARGE;
}

enum difference_kind difference_print(const struct difference *difference,
				      const struct column *column, const struct snapshot *snapshot,
				      const struct row *row, bool ascii, char text[COLUMN_TEXT])
{
	const struct row *before = difference->before;
	double now, then;

	column_print(column, snapshot, row, ascii, text);
	if (!difference->baseline || !column->percent)
		return DIFFERENCE_VALUE;
	now = column_value(column, snapshot, row);
	if (isnan(now))
		return DIFFERENCE_VALUE;
	if (!before) {
		(void)snprintf(text, COLUMN_TEXT, "%s",
			       difference_absence(difference->baseline, row));
		return DIFFERENCE_NEW;
	}
	then = column_value(column, difference->baseline, before);
	if (isnan(then)) {
		column_print(column, difference->baseline, before, ascii, text);
		return DIFFERENCE_NEW;
	}
	format_difference(text, COLUMN_TEXT, now - then,
			  is_scaled(column, row) || is_scaled(column, before));
	if (ascii)
		format_ascii(text);
	return kind_of(now - then);
}
