/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A row of a comparison of profiles for programs: one list of fields, from which both CSV and JSON
 * are made. Main thread.
 */
#pragma once

#include "model/profile/profile_compare.h"
#include "ui/profile/profile_rows.h"

/* Both sides of a comparison of functions or of branches. */
struct diff_rows {
	const struct profile_comparison *comparison;
	struct profile_rows side[SIDES];
	const struct code_kind *kind;
	bool branches;		/* else functions */
};

/* The numbers of a kind of row that are compared, in their order; returns how many. */
size_t diff_values(const struct code_kind *kind, const struct row_column *values[COMPARED_VALUES]);

/* The row on the side that has it: the later one, if both have. */
struct diff_row {
	const struct profile_rows *rows;
	const void *row;	/* of the kind */
};
struct diff_row diff_row_of(const struct diff_rows *rows, const struct compared_place *row);

/* "both", "new", "gone". */
const char *diff_status(const struct compared_place *row);

/* row NULL: names only. */
void diff_visit(const struct diff_rows *rows, const struct compared_place *row,
		const struct field_sink *sink);
