/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Filters and searches of rows of code: expressions (ui/table/expression.h) over the columns of a kind,
 * the same on the screen and with --filter. A column is named by its field, its title or the beginning of
 * that; of columns with one name (line, a number; LINE, "probe.h:118") the one that the value goes with is
 * meant. A text matches as it is shown or as CSV has it. A WORD is in a text that is shown, with --filter
 * also in one of CSV. A part is compared in percent, as it is shown. Any thread.
 */
#pragma once

#include "ui/code/rows.h"
#include "ui/table/expression.h"

/* A number of a row, or its error, as CSV has it. */
typedef double (*row_field_number)(const struct row_column *column, const struct rows_of *of,
				   const void *row, bool error);

struct code_filter {
	const struct code_kind *kind;
	const struct rows_of *of;
	row_field_number field;		/* NULL: rows of the screen */
	struct expression expression;
};

/*
 * Compiles a text for rows of a kind; "" lets all rows pass. 0, or -EINVAL with a sentence that begins
 * with "filter: "; then all rows pass. code_filter_done() frees it in any case. err may be NULL; of and
 * the kind must live as long.
 */
int code_filter_init(struct code_filter *filter, const struct code_kind *kind, const struct rows_of *of,
		     row_field_number field, const char *text, struct err *err);
void code_filter_done(struct code_filter *filter);

bool code_filter_match(const struct code_filter *filter, const void *row);
