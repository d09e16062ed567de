/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The rows of a comparison (model/snapshot/compare.h): their fields and columns, and which are printed: filtered,
 * sorted, the first of them. All formats print this list. UI thread, or main.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "model/snapshot/compare.h"
#include "ui/batch/batch_print.h"
#include "ui/batch/fields.h"
#include "ui/batch/row_choice.h"

struct compare_config {
	enum batch_format format;
	struct look look;	/* .level of text, 2 only if both recordings have it, .reverse, .ratio,
				 * .ascii; .sort: compare_check(); NULL: the largest change first */
	const char *filter;	/* NULL: all */
	const char *columns;	/* of text, of compare_kind(); NULL: the usual ones, made to fit */
	uint64_t max_rows;	/* 0: all */
	int width;		/* cells of a line of text; 0: no limit */
	const char *file[SIDES];
	const char *warning[SIDES];	/* why a recording is incomplete, or NULL or "" */
};

/*
 * The kind of these rows, struct compared (ui/code/rows.h). Beside the fields of CSV the columns of commands have
 * their own names: of the side .in says.
 */
const struct code_kind *compare_kind(void);
struct compare_in {		/* rows_of.in */
	const struct comparison *comparison;
	enum side side;
};

/* The groups of fields of the sides. */
extern const char *const compare_groups[SIDES];

/*
 * The fields of one row for CSV and JSON: kind, name and status, then the groups "before", "after" and "difference".
 * Raw counts are in the groups "before.counts" and "after.counts". Without a row only the names.
 */
void compare_visit(const struct comparison *comparison, const struct compared *row, const struct field_sink *sink);

/* Key i by whose change rows can be sorted; NULL beyond the last. */
const char *compare_key(size_t i);

/* The key that somebody means by this name: a key or the head of a column, in capitals or not. NULL: there is none. */
const char *compare_key_named(const char *name);

/*
 * Can rows be filtered and sorted so, and have such columns? A filter holds if it does of either side. --sort takes
 * change, share, cpu, comm and the classes, which order by how much they change, and any field. Each may be NULL.
 * 0, or -EINVAL with a sentence.
 */
int compare_check(const char *filter, const char *sort, const char *list, struct err *err);

/*
 * Lists the rows to print in their order: at most config->max_rows, of `matched` rows that match
 * the filter. The caller frees list->rows. 0 or -ENOMEM; the filter must be valid.
 */
struct compare_list {
	const struct compared **rows;
	size_t n, matched;
};
int compare_list_rows(const struct compare_config *config, const struct comparison *comparison,
		      struct compare_list *list);
