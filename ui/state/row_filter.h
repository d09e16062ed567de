/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Which rows of a list the reader wants: a filter as it was typed, a user, and both compiled.
 * UI thread.
 */
#ifndef TDTOP_UI_ROW_FILTER_H
#define TDTOP_UI_ROW_FILTER_H

#include <stdbool.h>

#include "ui/table/filter.h"

struct row_filter {			/* zeroed: all rows */
	char text[FILTER_TEXT];	/* of the filter; "": none */
	char user[FILTER_TEXT];	/* "": everybody */
	struct filter *filter;	/* both; NULL: all rows */
};

/*
 * Replaces filter and user of rows of this sort; NULL and "" mean none. False with a sentence: the
 * choice is as it was.
 */
bool row_filter_set(struct row_filter *filter, enum row_kind kind, const char *text, const char *user,
		struct err *err);

/* All rows again. */
void row_filter_clear(struct row_filter *filter);

#endif
