/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The rows of a comparison (model/snapshot/compare.h) that are printed: filtered, sorted, the first
 * of them. All formats print this list. UI thread.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "model/snapshot/compare.h"
#include "ui/batch/batch_print.h"

struct compare_config {
	enum batch_format format;
	struct look look;	/* .level of text, 2 only if both recordings have it, .reverse, .ratio,
				 * .ascii; .sort: compare_key(); NULL: the largest change first */
	const char *filter;	/* for filter_new() with ROW_COMMAND; NULL: all */
	uint64_t max_rows;	/* 0: all */
	int width;		/* cells of a line of text; 0: no limit */
	const char *file[SIDES];
	const char *warning[SIDES];	/* why a recording is incomplete, or NULL or "" */
};

/* Key i that rows can be sorted by; NULL beyond the last. */
const char *compare_key(size_t i);

/*
 * The key that somebody means by this name: a key or the head of a column, in capitals or not.
 * NULL: there is none.
 */
const char *compare_key_named(const char *name);

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
