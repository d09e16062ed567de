/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The filter of a list: its text, a user, which tasks are hidden, and all that compiled. Set by
 * options, settings and find.c; UI thread.
 */
#ifndef TDTOP_UI_STATE_ROW_FILTER_H
#define TDTOP_UI_STATE_ROW_FILTER_H

#include <stdbool.h>

#include "ui/table/filter.h"

struct row_filter {			/* zeroed: all rows */
	char text[FILTER_TEXT];	/* of the filter; "": none */
	char user[FILTER_TEXT];	/* "": all users */
	unsigned int hidden;	/* bits of enum filter_hide */
	struct filter *filter;	/* all of it; NULL: all rows */
};

/*
 * Replaces text and user of a filter for rows of this kind; NULL and "" mean none. False with a
 * sentence in err (may be NULL): the filter is as before.
 */
bool row_filter_set(struct row_filter *filter, enum row_kind kind, const char *text,
		    const char *user, struct err *err);

/* Replaces which tasks are hidden. False without memory: the filter is as before. */
bool row_filter_hide(struct row_filter *filter, enum row_kind kind, unsigned int hidden);

/* Removes all: all rows match. */
void row_filter_clear(struct row_filter *filter);

#endif
