/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The rows of a comparison (model/snapshot/compare.h) that are printed: filtered, sorted, the first of
 * them. All formats print this list. UI thread.
 */
#ifndef TDTOP_UI_COMPARE_LIST_H
#define TDTOP_UI_COMPARE_LIST_H

#include <stdbool.h>
#include <stdint.h>

#include "model/snapshot/compare.h"
#include "ui/export/batch_print.h"

struct compare_config {
	enum batch_format format;
	int level;		/* 1 or 2: columns of text; 2 only if both recordings have it */
	const char *sort;	/* compare_key(); NULL: what changed most */
	bool reverse;
	bool ratio;		/* classes by the plain share */
	const char *filter;	/* an expression for filter_new, of ROW_COMMAND; NULL: all */
	uint64_t max_rows;		/* so many rows; 0: all */
	int width;		/* cells of a line of text; 0: as many as it takes */
	bool ascii;		/* text: ASCII only */
	const char *file[SIDES];
	const char *warning[SIDES];	/* the recording is not whole: why; NULL or "" if it is */
};

/* What rows can be sorted by: key i; NULL beyond the last. */
const char *compare_key(size_t i);

/* Is it one of them? */
bool compare_can_sort(const char *key);

/*
 * The rows that are printed, in their order: at most config->max_rows, of `matched` that match the filter.
 * *rows is the caller's to free. 0 or -ENOMEM; the filter must be right.
 */
struct compare_list {
	const struct compared **rows;
	size_t n, matched;
};
int compare_list_rows(const struct compare_config *config, const struct comparison *comparison,
		      struct compare_list *list);

#endif
