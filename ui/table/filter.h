/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Filters of rows of a snapshot: expressions (expression.h) over the columns. Used by the screen,
 * batch mode and the command line. UI thread, or main while it reads the options.
 *
 * A filter is for one group of rows: processes and threads, or sockets, cores and CPUs, or users,
 * or cgroups, or exited processes. A KEY is any name of their columns (column_names.h). A text is
 * also equal to the part of it that the screen shows. A WORD alone matches if the
 * command, the name, the user or the path contains it, ignoring case; for a CPU the text is "cpu 3".
 * A value of too few slots is missing.
 */
#pragma once

#include <stdbool.h>

#include "model/err.h"
#include "model/snapshot/snapshot.h"
#include "ui/table/columns.h"
#include "ui/table/expression.h"

/* Texts that a column shows only in part: for filters that are typed from the screen. */

/*
 * Could `shown` be what the column shows of a text that it cuts? That is the beginning of the text.
 * Either it has the sign of a cut at its end (SYMBOL_CUT), however wide the column is. Or it is
 * without it as long as the usual width of a column that does not stretch, or one cell less, where
 * the sign is. False if they are equal: then nothing is cut.
 */
bool cut_text_is(const struct column *column, const char *text, const char *shown);

#define FILTER_TEXT EXPRESSION_TEXT

/* Tasks that are left out of lists beside any expression: bits. */
enum filter_hide { HIDE_KERNEL = 1, HIDE_EXITED = 2 };

struct column;
struct filter;

/*
 * Compiles an expression for rows of this kind; if user is not NULL, the row must also belong to
 * this user. Both may be NULL: all rows. The texts are copied; free it with filter_free(). NULL,
 * with a sentence that begins with "filter: ", if the expression is wrong or memory is short; err
 * may be NULL.
 */
struct filter *filter_new(const char *expression, const char *user, enum row_kind kind,
			  struct err *err);

/* Only checks the expression. 0, or -EINVAL with that sentence. */
int filter_check(const char *expression, enum row_kind kind, struct err *err);

void filter_free(struct filter *filter); /* NULL is fine */

/* Are rows of these two kinds of one group, so that one filter serves both? */
bool filter_kinds_match(enum row_kind kind, enum row_kind other);

/* Processes and threads: they have a user, and can be followed and tagged. */
bool filter_is_task(enum row_kind kind);

/*
 * Those of the bits of enum filter_hide that lists of such rows heed: tasks heed all, sums by
 * command name hide those of kernel threads only.
 */
unsigned int filter_hidden_of(enum row_kind kind, unsigned int hidden);

/* Leaves out these tasks (bits of enum filter_hide), in place of those it left out before. */
void filter_set_hidden(struct filter *filter, unsigned int hidden);

/* Does it compare numbers of such a column? A filter of NULL does not. */
bool filter_has(const struct filter *filter, bool (*is)(const struct column *column));

/* From now on COST means the cost of this node; at first of backend bound. NULL is fine. */
void filter_set_cost(struct filter *filter, enum metric_id node);

/* Does the row match? A filter of NULL matches every row. */
bool filter_match(const struct filter *filter, const struct snapshot *snapshot,
		  const struct row *row);

/*
 * The filter of a list: its text, a user, which tasks are hidden, and all that compiled. Set by
 * options, settings and find.c.
 */
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
